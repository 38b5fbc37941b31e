package main

import (
	"fmt"
	"io"

	"arbelos/cmd/internal/langmodel"
	"arbelos/cmd/internal/program"
	"arbelos/layers"
	"arbelos/train/corpus"
)

// baselineCmd scores trees that know nothing of the words.
type baselineCmd struct {
	File string `arg:"" optional:"" help:"Bracketed trees, plain or gzipped; - is standard input. Default: the embedded test corpus."`
	Seed uint64 `help:"Seed of the random trees." default:"3435"`
	JSON bool   `name:"json" help:"Print the figures as JSON."`
}

// Help shows how the command is called.
func (baselineCmd) Help() string {
	return `Examples:

  urnng baseline
  urnng baseline test.trees --json`
}

// Run prints the F1 scores.
func (o *baselineCmd) Run() error {
	sentences, err := langmodel.Read(o.File, langmodel.EmbeddedTest, corpus.Trees)
	if err != nil {
		return err
	}
	ways := branching(sentences, o.Seed)
	for _, s := range sentences {
		var tree layers.Tree
		if s.Tree != nil {
			tree = toTree(corpus.Binarize(s.Tree))
		}
		ways["oracle"] = append(ways["oracle"], tree)
	}
	figures := map[string]corpus.Scores{}
	for name, trees := range ways {
		figures[name] = *scores(sentences, trees)
	}
	if o.JSON {
		return program.PrintJSON(figures)
	}
	left := figures["left"]
	return program.PrintText(func(w io.Writer) {
		fmt.Fprintf(w, "%s\n%d sentences in f1, %d in f1-punct and f1-evalb; %d of under 2 words skipped\n\n",
			sentences[0].File, left.F1.Sentences, left.Punct.Sentences, left.Short)
		rows := [][]string{f1Heading}
		for _, name := range []string{"left", "right", "random", "oracle"} {
			rows = append(rows, f1Row(name, figures[name]))
		}
		program.Table(w, rows)
	})
}
