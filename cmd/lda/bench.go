package main

import (
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"gonum.org/v1/gonum/stat/distuv"

	"arbelos/cmd/internal/program"
	"arbelos/graph"
	"arbelos/models/lda"
	"arbelos/train"
	"arbelos/train/corpus/documents"
)

// benchCmd measures how fast this machine is, on documents drawn from a topic model.
type benchCmd struct {
	Methods    string `help:"The methods, with commas between." default:"gibbs,vem,vb,online,neural"`
	Documents  int    `help:"Documents." default:"1000"`
	Length     int    `help:"Tokens of each document." default:"150"`
	Vocab      int    `help:"Words in the vocabulary." default:"10000"`
	Topics     int    `help:"Topics." default:"100"`
	Warm       int    `help:"Iterations before those that are timed: early sweeps of gibbs are slower." default:"5"`
	Runs       int    `help:"Iterations timed, of which the median counts; those of online and neural are passes." default:"5"`
	LearnAlpha string `help:"How alpha is learned, as in lda fit." enum:"auto,asymmetric,symmetric,predictive,no" default:"auto"`
	Sampler    string `help:"sparse or dense, for gibbs." enum:"sparse,dense" default:"sparse"`
	Ops        string `help:"fused or unrolled." enum:"fused,unrolled" default:"fused"`
	Dtype      string `help:"float32 or float64, for the others." enum:"float32,float64" default:"float64"`
	Seed       uint64 `help:"Seed of documents and fits." default:"1"`
	program.Parallel
	JSON bool `name:"json" help:"Print the figures as JSON."`
}

// benchFigures are a method's.
type benchFigures struct {
	Method  string  `json:"method"`
	Seconds float64 `json:"seconds"` // of an iteration over all documents
	Tokens  float64 `json:"tokens_per_second"`
}

// Help shows how the command is called.
func (benchCmd) Help() string {
	return `Examples:

  lda bench
  lda bench --methods gibbs --topics 500 --threads 1`
}

// Run prints the speed of each method.
func (o *benchCmd) Run() error {
	if err := o.Use(); err != nil {
		return err
	}
	if o.Documents < 1 || o.Length < 1 || o.Vocab < 1 || o.Topics < 1 || o.Runs < 1 || o.Warm < 0 {
		return program.Refused(fmt.Errorf("expected at least 1 document of 1 token, 1 word, 1 topic and 1 run"))
	}
	names := strings.Split(o.Methods, ",")
	for _, name := range names {
		if _, ok := methods[name]; !ok {
			return program.Refused(fmt.Errorf("--methods has %q, expected some of gibbs,vem,vb,online,neural", name))
		}
	}
	// The topics that documents are drawn from are a table like those of models.
	if err := lda.CheckSize(o.Topics, o.Vocab, 8, train.AvailableMemory()); err != nil {
		return err
	}
	docs := o.documents()
	var all []benchFigures
	for _, name := range names {
		f, err := o.time(name, methods[name], docs)
		if err != nil {
			return err
		}
		all = append(all, f)
	}
	if o.JSON {
		return program.PrintJSON(all)
	}
	return program.PrintText(func(w io.Writer) {
		fmt.Fprintf(w, "%d documents of %d tokens, %d words, %d topics; median of %d iterations after %d\n\n", o.Documents, o.Length, o.Vocab, o.Topics, o.Runs, o.Warm)
		rows := [][]string{{"method", "seconds", "tokens a second"}}
		for _, f := range all {
			rows = append(rows, []string{f.Method, fmt.Sprintf("%.3f", f.Seconds), fmt.Sprintf("%.0f", f.Tokens)})
		}
		program.Table(w, rows)
	})
}

// time fits, and returns the median time of an iteration over all documents.
func (o *benchCmd) time(name string, m method, docs []documents.Doc) (benchFigures, error) {
	fit, err := benchFit(name, o)
	if err != nil {
		return benchFigures{}, err
	}
	d := &data{options: fit, vocab: documents.Numbered(o.Vocab), n: len(docs), docs: docs, bags: bags(docs)}
	for _, doc := range docs {
		d.tokens += float64(doc.Tokens())
	}
	if err := fit.checkSize(m, d, train.AvailableMemory()); err != nil {
		return benchFigures{}, err
	}
	f, err := m.begin(fit, d)
	if err != nil {
		return benchFigures{}, refused(err)
	}
	var times []float64
	for i := range o.Warm + o.Runs {
		began := time.Now()
		for range m.epochs(d) {
			if _, err := f.step(); err != nil {
				return benchFigures{}, err
			}
		}
		if i >= o.Warm {
			times = append(times, time.Since(began).Seconds())
		}
	}
	slices.Sort(times)
	seconds := (times[(len(times)-1)/2] + times[len(times)/2]) / 2
	return benchFigures{name, seconds, d.tokens / seconds}, nil
}

// benchFit are the options of a fit, those of lda fit but for what the bench has
// flags for.
func benchFit(name string, o *benchCmd) (*fitCmd, error) {
	commands := new(cli)
	p := ldaProgram
	p.Commands = func() any { return commands }
	parser, err := p.Parser()
	if err != nil {
		return nil, err
	}
	_, err = parser.Parse([]string{
		"fit", "--method", name, "--topics", fmt.Sprint(o.Topics), "--seed", fmt.Sprint(o.Seed), "--sampler", o.Sampler,
		"--learn-alpha", o.LearnAlpha, "--ops", o.Ops, "--dtype", o.Dtype, "--iterations", "1000000", "--score-every", "1000000",
	})
	if err != nil {
		return nil, err
	}
	if err := commands.Fit.Check(); err != nil {
		return nil, program.Refused(err)
	}
	return &commands.Fit, nil
}

// documents are drawn from a topic model: topics from a Dirichlet of 0.05, proportions
// of a document from one of 0.1.
func (o *benchCmd) documents() []documents.Doc {
	topics := make([][]float64, o.Topics)
	for k := range topics {
		topics[k] = cumulative(dirichlet(graph.Rand(o.Seed, "bench topics", uint64(k)), 0.05, o.Vocab))
	}
	docs := make([]documents.Doc, o.Documents)
	for d := range docs {
		r := graph.Rand(o.Seed, "bench documents", uint64(d))
		theta := cumulative(dirichlet(r, 0.1, o.Topics))
		tokens := make([]int, o.Length)
		for i := range tokens {
			k, _ := slices.BinarySearch(theta, r.Float64())
			tokens[i], _ = slices.BinarySearch(topics[min(k, o.Topics-1)], r.Float64())
			tokens[i] = min(tokens[i], o.Vocab-1)
		}
		b := lda.BagOf(tokens)
		docs[d] = documents.Doc{IDs: b.IDs, Counts: b.Counts}
	}
	return docs
}

// dirichlet draws from a symmetric Dirichlet distribution of n dimensions.
func dirichlet(r *rand.Rand, alpha float64, n int) []float64 {
	gamma := distuv.Gamma{Alpha: alpha, Beta: 1, Src: r}
	p, sum := make([]float64, n), 0.0
	for i := range p {
		p[i] = gamma.Rand()
		sum += p[i]
	}
	for i := range p {
		p[i] /= sum
	}
	return p
}

func cumulative(p []float64) []float64 {
	sum := 0.0
	for i := range p {
		sum += p[i]
		p[i] = sum
	}
	return p
}
