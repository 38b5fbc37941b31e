package main

import (
	"fmt"
	"io"
	"os"

	"arbelos/cmd/internal/langmodel"
	"arbelos/cmd/internal/program"
	"arbelos/models/urnng"
	"arbelos/train/corpus"
)

// evalCmd scores a trained model.
type evalCmd struct {
	ModelFile string        `required:"" help:"Run directory, or a checkpoint's .json file." placeholder:"PATH"`
	TestFile  string        `help:"Sentences to score, plain text or bracketed trees; - is standard input. Default: the embedded test corpus." placeholder:"FILE"`
	Format    corpus.Format `help:"Format of the file: ${enum}." enum:"auto,text,trees" default:"auto"`
	Samples   int           `help:"Trees drawn for each sentence." default:"1000"`
	ISTemp    float64       `name:"is-temp" help:"Temperature that divides q's scores for importance sampling." default:"2"`
	Decode    string        `help:"Trees that are scored: viterbi, or mbr, minimum Bayes risk." enum:"viterbi,mbr" default:"viterbi"`
	Seed      uint64        `help:"Seed of the samples." default:"3435"`
	program.Parallel
	ToRun bool `help:"Write the trees of all sentences to the file evaluation.json of the run directory, from which runs report draws."`
	JSON  bool `name:"json" help:"Print the figures as JSON."`
}

// evalFigures are the figures of one model on one corpus. The likelihood is
// importance-weighted.
type evalFigures struct {
	langmodel.EvalFigures

	Samples        int     `json:"samples"`
	Temperature    float64 `json:"temperature"`
	DistinctShare  float64 `json:"distinct_share"` // different trees among the samples
	Entropy        float64 `json:"entropy"`        // of q, mean over sentences of three words or more
	UniformEntropy float64 `json:"uniform_entropy"`

	F1 *corpus.Scores `json:"f1,omitempty"`
}

// Help shows how the command is called.
func (evalCmd) Help() string {
	return `Examples:

  urnng eval --model-file runs/mine
  urnng eval --model-file runs/mine --test-file test.trees --to-run
  urnng eval --model-file runs/mine --test-file test.txt --json`
}

// Run prints perplexity and F1.
func (o *evalCmd) Run() error {
	if err := o.Use(); err != nil {
		return err
	}
	if o.Samples < 1 || !(o.ISTemp > 0) {
		return program.Refused(fmt.Errorf("--samples is %d and --is-temp is %v, expected at least 1 and more than 0", o.Samples, o.ISTemp))
	}
	if info, err := os.Stat(o.ModelFile); o.ToRun && err == nil && !info.IsDir() {
		return program.Refused(fmt.Errorf("--to-run: found the file %s, expected --model-file to be a run directory", o.ModelFile))
	}
	l, err := load(o.ModelFile)
	if err != nil {
		return err
	}
	test, err := langmodel.Read(o.TestFile, langmodel.EmbeddedTest, o.Format)
	if err != nil {
		return err
	}
	if err := langmodel.RequireLongEnough(test); err != nil {
		return err
	}
	ctx, stop := program.Interruptible("stopping; once more to leave at once")
	defer stop()
	log := program.NewLog(os.Stderr, nil)
	ids, tally := langmodel.Encode(l.Vocab, test, "test data", log)
	s := scorer{model: l.model, seed: o.Seed, progress: program.Counter(os.Stderr, "sentences")}
	like, err := s.likelihood(ctx, ids, o.Samples, o.ISTemp, "eval", 0)
	if err != nil {
		return err
	}
	p, err := s.parse(ctx, ids, urnng.Decoding(o.Decode))
	if err != nil {
		return err
	}
	if p.knowsNothing() {
		log.Warn(flatWarning)
	}
	if o.ToRun {
		if err := p.write(o.ModelFile, l.path, test); err != nil {
			return err
		}
	}
	f := evalFigures{
		EvalFigures: langmodel.Evaluated(l.path, test, tally, like.importance, like.endless),
		Samples:     o.Samples, Temperature: o.ISTemp,
		DistinctShare: float64(like.distinct) / float64(max(like.importance.Sentences, 1)*o.Samples),
		Entropy:       p.entropy, UniformEntropy: p.flat,
		F1: scores(test, p.trees),
	}
	if o.JSON {
		return program.PrintJSON(f)
	}
	return program.PrintText(f.print)
}

func (f evalFigures) print(w io.Writer) {
	f.Print(w, fmt.Sprintf("by %d samples a sentence at temperature %g", f.Samples, f.Temperature))
	fmt.Fprintf(w, "entropy of q %.3f nats; %.3f for a q that knows nothing\n", f.Entropy, f.UniformEntropy)
	if f.F1 == nil {
		return
	}
	fmt.Fprintln(w)
	program.Table(w, [][]string{f1Heading, f1Row("this model", *f.F1)})
	fmt.Fprintln(w)
	rows := [][]string{{"label", "gold", "found", "recall"}}
	for _, l := range f.F1.Labels {
		rows = append(rows, []string{l.Label, fmt.Sprint(l.Gold), fmt.Sprint(l.Found), fmt.Sprintf("%.1f", l.Recall)})
	}
	program.Table(w, rows)
}
