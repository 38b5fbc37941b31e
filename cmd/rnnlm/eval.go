package main

import (
	"io"
	"os"

	"arbelos/cmd/internal/langmodel"
	"arbelos/cmd/internal/program"
	"arbelos/train/corpus"
)

// evalCmd scores a trained model.
type evalCmd struct {
	ModelFile string        `required:"" help:"Run directory, or a checkpoint's .json file." placeholder:"PATH"`
	TestFile  string        `help:"Sentences to score, plain text or bracketed trees; - is standard input. Default: the embedded test corpus." placeholder:"FILE"`
	Format    corpus.Format `help:"Format of the file: ${enum}." enum:"auto,text,trees" default:"auto"`
	program.Parallel
	Surprisal bool `help:"Print a table, tab-separated: the surprisal of every word, in bits, and of every </s>. With --json it is beside the figures."`
	JSON      bool `name:"json" help:"Print the figures as JSON."`
}

// evalFigures are the figures of one model on one corpus.
type evalFigures struct {
	langmodel.EvalFigures
	Surprisal []surprisal `json:"surprisal,omitempty"`
}

// Help shows how the command is called.
func (evalCmd) Help() string {
	return `Examples:

  rnnlm eval --model-file runs/mine --test-file test.txt
  rnnlm eval --model-file runs/mine --surprisal > surprisal.tsv`
}

// Run prints perplexity or surprisal.
func (o *evalCmd) Run() error {
	if err := o.Use(); err != nil {
		return err
	}
	l, err := load(o.ModelFile)
	if err != nil {
		return err
	}
	test, err := langmodel.Read(o.TestFile, langmodel.EmbeddedTest, o.Format)
	if err != nil {
		return err
	}
	if !o.Surprisal || o.JSON {
		if err := langmodel.RequireLongEnough(test); err != nil {
			return err
		}
	}
	ctx, stop := program.Interruptible("stopping; once more to leave at once")
	defer stop()
	ids, counts := langmodel.Encode(l.Vocab, test, "test data", program.NewLog(os.Stderr, nil))
	s := scorer{model: l.model, progress: program.Counter(os.Stderr, "sentences")}
	var all []surprisal
	if o.Surprisal {
		if all, err = s.surprisal(ctx, l.Vocab, test, ids); err != nil {
			return err
		}
		if !o.JSON {
			return program.WriteOutput("", func(w io.Writer) error { return writeSurprisals(w, all) })
		}
	}
	like, err := s.likelihood(ctx, ids)
	if err != nil {
		return err
	}
	f := evalFigures{langmodel.Evaluated(l.path, test, counts, like.whole, like.endless), all}
	if o.JSON {
		return program.PrintJSON(f)
	}
	return program.PrintText(func(w io.Writer) { f.Print(w, "exactly") })
}
