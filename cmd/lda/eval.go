package main

import (
	"context"
	"fmt"
	"io"
	"iter"
	"math"
	"os"
	"runtime"

	"arbelos/cmd/internal/program"
	"arbelos/models/lda"
	"arbelos/models/lda/gibbs"
	"arbelos/train/corpus/documents"
)

// evalCmd scores a model.
type evalCmd struct {
	ModelFile string `required:"" help:"Run directory, or a model's .json file." placeholder:"PATH"`
	corpusFlags
	Measure   string `help:"completion, half of each document predicted from the other; left-to-right, the evidence of documents; elbo, the bound of the documents that were fitted; coherence, how well top words go together." enum:"completion,left-to-right,elbo,coherence" default:"completion"`
	Particles int    `help:"Particles of left-to-right." default:"20"`
	Top       int    `help:"Words of each topic for coherence." default:"10"`
	inference
	program.Parallel
	JSON bool `name:"json" help:"Print the figures as JSON."`
}

// evalFigures are the figures of one measure.
type evalFigures struct {
	Model   string `json:"model"`
	Corpus  string `json:"corpus"`
	Measure string `json:"measure"`

	Completion  *completionFigures `json:"completion,omitempty"`
	LeftToRight *evidenceFigures   `json:"left_to_right,omitempty"`
	ELBO        *elboFigures       `json:"elbo,omitempty"`
	Coherence   *coherenceFigures  `json:"coherence,omitempty"`
}

// evidenceFigures are what left-to-right sampling says of documents.
type evidenceFigures struct {
	Documents  int      `json:"documents"`
	Tokens     int      `json:"tokens"`
	Unknown    int      `json:"unknown"`
	Impossible int      `json:"impossible"` // documents with a word that no topic has
	LogProb    *float64 `json:"log_prob"`   // null if there are any
	PerToken   *float64 `json:"log_prob_token"`
	Perplexity *float64 `json:"perplexity"`
}

// elboFigures are the evidence lower bound of documents, with the topics' own part
// where topics have a prior. It is a figure of training: of documents held out
// it says nothing.
type elboFigures struct {
	Documents int      `json:"documents"`
	Tokens    int      `json:"tokens"`
	ELBO      *float64 `json:"elbo"`
	PerToken  *float64 `json:"elbo_token"`

	topics bool // their part is in it
}

// Help shows how the command is called.
func (evalCmd) Help() string {
	return `Examples:

  lda eval --model-file runs/mine
  lda eval --model-file runs/mine --measure left-to-right --corpus new.txt
  lda eval --model-file runs/mine --measure coherence --top 5 --json`
}

// Run prints the figures. Without --corpus, held-out scores are of the documents that
// the fit held out, and others of those that it fitted.
func (o *evalCmd) Run() error {
	if err := o.Use(); err != nil {
		return err
	}
	if o.Particles < 1 || o.Top < 1 {
		return program.Refused(fmt.Errorf("--particles is %d and --top is %d, expected at least 1", o.Particles, o.Top))
	}
	l, err := load(o.ModelFile)
	if err != nil {
		return err
	}
	which := fitted
	if o.Measure == "completion" || o.Measure == "left-to-right" {
		which = heldOut
	}
	if which == heldOut && o.Corpus == "" && l.HeldOut == 0 {
		return program.Refused(fmt.Errorf("--corpus is not given, and the fit held no documents out: expected documents that the model has not seen"))
	}
	docs, name, err := l.stream(o.corpusFlags, which)
	if err != nil {
		return err
	}
	if o.Measure != "coherence" { // which reads them several times
		docs = told(docs, program.NewLog(os.Stderr, nil))
	} else if l.corpusOf(o.corpusFlags).Corpus == "-" {
		return program.Refused(fmt.Errorf("--corpus is standard input: %w, and coherence reads documents more often", errOnce))
	}
	ctx, stop := program.Interruptible("stopping; once more to leave at once")
	defer stop()
	f := evalFigures{Model: l.path, Corpus: name, Measure: o.Measure}
	if err := o.measure(ctx, l, docs, &f); err != nil {
		return refused(err)
	}
	if o.JSON {
		return program.PrintJSON(f)
	}
	return program.PrintText(f.print)
}

func (o *evalCmd) measure(ctx context.Context, l *loaded, docs iter.Seq2[documents.Doc, error], f *evalFigures) error {
	switch o.Measure {
	case "completion":
		inferrer, err := o.of(l)
		if err != nil {
			return err
		}
		c, err := completion(ctx, l, inferrer, docs, o.seed(l))
		f.Completion = &c
		return err
	case "left-to-right":
		e, err := o.leftToRight(ctx, l, docs)
		f.LeftToRight = &e
		return err
	case "elbo":
		inferrer, err := l.bounded()
		if err != nil {
			return err
		}
		e := elboFigures{topics: l.Topics.Kind == lda.Dirichlet && l.Eta != nil}
		bound, err := elbo(ctx, inferrer, counted(docs, func(doc documents.Doc) {
			e.Documents++
			e.Tokens += doc.Tokens()
		}))
		e.ELBO, e.PerToken = finite(bound), finite(bound/float64(e.Tokens))
		f.ELBO = &e
		return err
	}
	c, err := coherence(l, docs, l.corpusOf(o.corpusFlags).format().Spelled(), o.Top)
	c.Corpus = f.Corpus
	f.Coherence = &c
	return err
}

// counted passes documents on after it has shown each.
func counted(docs iter.Seq2[documents.Doc, error], show func(documents.Doc)) iter.Seq2[documents.Doc, error] {
	return func(yield func(documents.Doc, error) bool) {
		for doc, err := range docs {
			if err == nil {
				show(doc)
			}
			if !yield(doc, err) {
				return
			}
		}
	}
}

// leftToRight estimates the evidence of documents.
func (o *evalCmd) leftToRight(ctx context.Context, l *loaded, docs iter.Seq2[documents.Doc, error]) (evidenceFigures, error) {
	var e evidenceFigures
	if err := l.mixes("--measure is left-to-right"); err != nil {
		return e, err
	}
	sum := 0.0
	for chunk, err := range chunks(docs, inferChunk) {
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return e, err
		}
		for _, doc := range chunk {
			e.Documents++
			e.Unknown += doc.Unknown
		}
		got, err := gibbs.LeftToRight(l.Model, bags(chunk), o.Particles, o.seed(l), runtime.GOMAXPROCS(0))
		if err != nil {
			return e, err
		}
		for _, x := range got {
			sum += x.LogProb
			e.Tokens += x.Tokens
			if math.IsInf(x.LogProb, -1) {
				e.Impossible++
			}
		}
	}
	each := sum / float64(e.Tokens)
	e.LogProb, e.PerToken, e.Perplexity = finite(sum), finite(each), finite(math.Exp(-each))
	return e, nil
}

func (f evalFigures) print(w io.Writer) {
	fmt.Fprintf(w, "%s\n%s\n\n", f.Model, f.Corpus)
	switch {
	case f.Completion != nil:
		f.Completion.print(w)
	case f.LeftToRight != nil:
		e := f.LeftToRight
		fmt.Fprintf(w, "left-to-right estimate of the evidence of %d documents: %d tokens, %d unknown left out\n", e.Documents, e.Tokens, e.Unknown)
		if e.Impossible > 0 {
			fmt.Fprintf(w, "  %d documents are impossible under the model: no topic has one of their words\n", e.Impossible)
		}
		fmt.Fprintf(w, "  log p a token %s, perplexity %s\n", optional(e.PerToken, "%.4f"), optional(e.Perplexity, "%.2f"))
	case f.ELBO != nil:
		part := ""
		if f.ELBO.topics {
			part = ", with the topics' own part"
		}
		fmt.Fprintf(w, "ELBO of %d documents, %d tokens%s (a figure of fitting, no held-out score)\n", f.ELBO.Documents, f.ELBO.Tokens, part)
		fmt.Fprintf(w, "  in all %s, a token %s\n", optional(f.ELBO.ELBO, "%.4f"), optional(f.ELBO.PerToken, "%.6f"))
	default:
		f.Coherence.print(w)
	}
}
