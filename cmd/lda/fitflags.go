package main

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"arbelos/cmd/internal/program"
)

// fitCmd holds every option of a fit. Numbers of 0 whose help says so stand for
// the method's own, which methods.go has.
type fitCmd struct {
	corpusFlags

	Lowercase   bool    `toml:"lowercase" group:"Data" help:"Lower-case all words of text."`
	MinCount    int     `toml:"min-count" group:"Data" help:"Leave out words of text that occur fewer times." default:"1"`
	MaxDocShare float64 `toml:"max-doc-share" group:"Data" help:"Leave out words of text that stand in more than this share of the documents." default:"1"`
	StopWords   string  `toml:"stop-words" group:"Data" help:"Words of text to leave out, one a line. The embedded corpus has a list of its own." placeholder:"FILE"`
	HeldOut     float64 `toml:"held-out" group:"Data" help:"Share of the documents to keep for document completion at the end and in eval." default:"0"`

	Method     string `toml:"method" group:"Model" help:"gibbs, collapsed Gibbs sampling; vem, variational EM with point topics; vb, variational Bayes; online, the same over a stream of minibatches; neural, topics by a network that reads the words." enum:"gibbs,vem,vb,online,neural" default:"gibbs"`
	Topics     int    `toml:"topics" group:"Model" help:"Number of topics." default:"10"`
	Alpha      string `toml:"alpha" group:"Model" help:"Prior of a document's topics: a number, or one for each topic with commas between; where learning begins. Default: 5/K with gibbs, 0.1 with vem, 1/K with vb and online, 0.3 with neural, which does not learn it." placeholder:"X,..."`
	LearnAlpha string `toml:"learn-alpha" group:"Model" help:"How alpha is learned: asymmetric, a number for each topic, and symmetric, one for all (not with gibbs), by the bound, or with gibbs the likelihood; predictive, a number for each topic, to predict half of a document from the other (not with gibbs); no, it is fixed. auto is asymmetric with gibbs, and else predictive." enum:"auto,asymmetric,symmetric,predictive,no" default:"auto"`
	Eta        string `toml:"eta" group:"Model" help:"Prior of a topic's words, beta in papers on Gibbs sampling: a number, or one for each word; where learning begins. vem and neural have none. Default: 0.1 with gibbs, 0.01 with vb and online." placeholder:"X,..."`
	LearnEta   string `toml:"learn-eta" group:"Model" help:"How eta is learned: symmetric, one number for all words; asymmetric, one for each (not with gibbs); no, it is fixed." enum:"symmetric,asymmetric,no" default:"symmetric"`
	Seed       uint64 `toml:"seed" group:"Model" help:"Seed of everything random." default:"1"`

	Iterations      int     `toml:"iterations" group:"Fit" help:"Sweeps of gibbs, most iterations of vem and vb, passes of online and neural over the corpus; 0 is 500, 100, 100, 10 and 40." default:"0"`
	Tolerance       float64 `toml:"tolerance" group:"Fit" help:"vem and vb end when the ELBO changes by no more than this share of it." default:"0.0001"`
	InnerIterations int     `toml:"inner-iterations" group:"Fit" help:"Most updates of a document's topics in an E-step." default:"100"`
	InnerTolerance  float64 `toml:"inner-tolerance" group:"Fit" help:"They end when their change is below this: of the document's bound, relative, with vem; the mean change of its weights with vb and online. 0 is 1e-6 and 1e-3." default:"0"`
	Start           string  `toml:"start" group:"Fit" help:"Where gibbs and vem begin: informed, each token's topic drawn given the tokens before, or topics made of documents; or random." enum:"informed,random" default:"informed"`

	BurnIn     int    `toml:"burn-in" group:"Gibbs" help:"Sweeps before states are averaged." default:"200"`
	Thin       int    `toml:"thin" group:"Gibbs" help:"Sweeps from one averaged state to the next; 0 takes the last state alone." default:"10"`
	LearnAfter int    `toml:"learn-after" group:"Gibbs" help:"Sweeps before priors are learned." default:"50"`
	Blocks     int    `toml:"blocks" group:"Gibbs" help:"Blocks that words and documents are dealt into, and most threads with work. Results depend on it." default:"2"`
	Sampler    string `toml:"sampler" group:"Gibbs" help:"sparse, three buckets, or dense, all topics weighed for each token." enum:"sparse,dense" default:"sparse"`
	ScoreEvery int    `toml:"score-every" group:"Gibbs" help:"Sweeps between computations of the joint log-likelihood." default:"10"`

	BatchSize int     `toml:"batch-size" group:"Online" help:"Documents in a minibatch; neural shuffles and takes them as online does." default:"256"`
	Tau       float64 `toml:"tau" group:"Online" help:"Minibatch t, from 0, has the weight (tau + t)^-kappa." default:"10"`
	Kappa     float64 `toml:"kappa" group:"Online" help:"See tau; above 0.5 and up to 1 for convergence." default:"0.5"`
	Shuffle   int     `toml:"shuffle" group:"Online" help:"Documents held in memory to be shuffled; 0 leaves them in the order of the file." default:"10000"`

	Decoder     string  `toml:"decoder" group:"Neural" help:"How topics make a document's words: mixture, as with LDA, or product, of experts." enum:"mixture,product" default:"mixture"`
	Hidden      int     `toml:"hidden" group:"Neural" help:"Width of the encoder's hidden layers." default:"300"`
	Dropout     float64 `toml:"dropout" group:"Neural" help:"Dropout of the last of them." default:"0.2"`
	TopicRate   float64 `toml:"topic-rate" group:"Neural" help:"Learning rate of the topics, by Adam. Both rates fall to 0 over the last half of the fit." default:"0.1"`
	EncoderRate float64 `toml:"encoder-rate" group:"Neural" help:"Learning rate of the encoder, by Adam." default:"0.003"`

	program.Parallel `group:"Run"`
	Dtype            string  `toml:"dtype" group:"Run" help:"Element type of vem, vb, online and neural: float32 or float64." enum:"float32,float64" default:"float64"`
	Ops              string  `toml:"ops" group:"Run" help:"Build of the E-step: fused, one op, or unrolled, plain nodes." enum:"fused,unrolled" default:"fused"`
	TopWords         int     `toml:"top-words" group:"Run" help:"Words of each topic that are shown and scored." default:"10"`
	RunDir           string  `toml:"-" group:"Run" help:"Directory of the run; new or empty, but for --resume. Default: runs/lda-DATE-TIME." placeholder:"DIR"`
	Resume           bool    `toml:"-" group:"Run" help:"Continue the run in --run-dir with its own options; --iterations may be more, and --tolerance less."`
	CheckpointEvery  float64 `toml:"checkpoint-every" group:"Run" help:"Seconds between checkpoints; 0 makes one after every iteration." default:"30"`
	Config           string  `toml:"-" group:"Run" help:"TOML file of options under their flags' names. Flags override it." placeholder:"FILE"`
	JSON             bool    `toml:"-" name:"json" group:"Run" help:"Print the final figures as JSON."`
	program.Logging  `group:"Run"`
	program.Sweeping `group:"Run"`
}

// Check refuses flags that cannot be meant, before anything is read or written.
// What else methods refuse they refuse themselves.
func (o *fitCmd) Check() error {
	for _, f := range []struct {
		name        string
		v, min, max float64
	}{
		{"min-count", float64(o.MinCount), 0, math.MaxInt32}, {"max-doc-share", o.MaxDocShare, 0, 1},
		{"topics", float64(o.Topics), 1, math.MaxInt32}, {"iterations", float64(o.Iterations), 0, math.MaxInt32},
		{"tolerance", o.Tolerance, 0, math.MaxFloat64}, {"inner-iterations", float64(o.InnerIterations), 1, math.MaxInt32},
		{"inner-tolerance", o.InnerTolerance, 0, math.MaxFloat64},
		{"burn-in", float64(o.BurnIn), 0, math.MaxInt32}, {"thin", float64(o.Thin), 0, math.MaxInt32}, {"learn-after", float64(o.LearnAfter), 0, math.MaxInt32},
		{"blocks", float64(o.Blocks), 1, math.MaxInt32}, {"score-every", float64(o.ScoreEvery), 1, math.MaxInt32},
		{"batch-size", float64(o.BatchSize), 1, math.MaxInt32}, {"shuffle", float64(o.Shuffle), 0, math.MaxInt32},
		{"hidden", float64(o.Hidden), 1, math.MaxInt32}, {"topic-rate", o.TopicRate, 0, math.MaxFloat64}, {"encoder-rate", o.EncoderRate, 0, math.MaxFloat64},
		{"tau", o.Tau, 1, math.MaxFloat64}, {"kappa", o.Kappa, 0, 1},
		{"top-words", float64(o.TopWords), 1, math.MaxInt32}, {"checkpoint-every", o.CheckpointEvery, 0, math.MaxFloat64},
	} {
		if !(f.v >= f.min && f.v <= f.max) {
			if f.max >= math.MaxInt32 {
				return fmt.Errorf("--%s is %v, expected a number of at least %v", f.name, f.v, f.min)
			}
			return fmt.Errorf("--%s is %v, expected a number from %v to %v", f.name, f.v, f.min, f.max)
		}
	}
	switch {
	case !(o.HeldOut >= 0 && o.HeldOut < 1):
		return fmt.Errorf("--held-out is %v, expected at least 0 and less than 1", o.HeldOut)
	case o.MaxDocShare == 0:
		return fmt.Errorf("--max-doc-share is 0, expected more: every word stands in some document")
	case o.Corpus == "-":
		return fmt.Errorf("--corpus is standard input: %w, and a fit reads documents more often", errOnce)
	case o.Method == "gibbs" && (o.LearnAlpha == "symmetric" || o.LearnAlpha == "predictive"):
		return fmt.Errorf("--learn-alpha is %s, expected asymmetric or no with gibbs", o.LearnAlpha)
	case o.Method == "gibbs" && o.LearnEta == "asymmetric":
		return fmt.Errorf("--learn-eta is asymmetric, expected symmetric or no with gibbs")
	case o.Method == "vem" && o.Eta != "":
		return fmt.Errorf("--eta is %s, expected none with vem, whose topics have no prior", o.Eta)
	case o.Method == "neural" && o.Eta != "":
		return fmt.Errorf("--eta is %s, expected none with neural, whose topics have no prior", o.Eta)
	case o.Method == "neural" && o.Topics < 2:
		return fmt.Errorf("--topics is %d, expected at least 2 with neural", o.Topics)
	case !(o.Dropout >= 0 && o.Dropout < 1):
		return fmt.Errorf("--dropout is %v, expected at least 0 and less than 1", o.Dropout)
	case o.LearnAlpha == "symmetric" && strings.Contains(o.Alpha, ","):
		return fmt.Errorf("--alpha is %s, expected one number with --learn-alpha symmetric", o.Alpha)
	case o.LearnEta == "symmetric" && strings.Contains(o.Eta, ","):
		return fmt.Errorf("--eta is %s, expected one number with --learn-eta symmetric", o.Eta)
	}
	if _, err := numbers("alpha", o.Alpha, 1, o.Topics); err != nil {
		return err
	}
	_, err := numbers("eta", o.Eta, 1, 0)
	return err
}

// numbers are those of a flag, with commas between: one or n, or any where n, 0, is not
// known yet; or otherwise where the flag is not given.
func numbers(name, text string, otherwise float64, n int) ([]float64, error) {
	if text == "" {
		return []float64{otherwise}, nil
	}
	var all []float64
	for field := range strings.SplitSeq(text, ",") {
		x, err := strconv.ParseFloat(strings.TrimSpace(field), 64)
		if err != nil || !(x > 0) || math.IsInf(x, 1) {
			return nil, program.Refused(fmt.Errorf("--%s has %q, expected numbers above 0 with commas between", name, field))
		}
		all = append(all, x)
	}
	if len(all) != 1 && len(all) != n && n > 0 {
		return nil, program.Refused(fmt.Errorf("--%s has %d numbers, expected 1 or %d", name, len(all), n))
	}
	return all, nil
}

// mayChange are the flags that a run may be resumed with other values of: the end of
// the fit, where the documents are, and what changes no result.
var mayChange = []string{"corpus", "words", "stop-words", "format", "iterations", "tolerance", "threads", "score-every", "top-words", "checkpoint-every"}

// fixed are the options that a run keeps when it is resumed, by their flags'
// names.
func (o *fitCmd) fixed() map[string]string {
	options := map[string]string{}
	var add func(v reflect.Value)
	add = func(v reflect.Value) {
		for i := range v.NumField() {
			name := v.Type().Field(i).Tag.Get("toml")
			switch {
			case v.Type().Field(i).Anonymous:
				add(v.Field(i))
			case name != "-" && !slices.Contains(mayChange, name):
				options[name] = fmt.Sprint(v.Field(i))
			}
		}
	}
	add(reflect.ValueOf(*o))
	return options
}
