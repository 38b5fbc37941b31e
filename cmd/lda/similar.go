package main

import (
	"fmt"
	"io"
	"os"

	"arbelos/cmd/internal/program"
	"arbelos/models/lda/score"
	"arbelos/train/corpus"
)

// similarCmd finds documents whose topics are like those of a document.
type similarCmd struct {
	ModelFile string `required:"" help:"Run directory, or a model's .json file." placeholder:"PATH"`
	Document  string `arg:"" help:"Name of a document of the corpus: its id, or its place from 1 in formats without ids."`
	corpusFlags
	Number int `short:"n" help:"Documents to show." default:"10"`
	inference
	program.Parallel
	JSON bool `name:"json" help:"Print the figures as JSON."`
}

// similarFigures is a document beside the one asked for.
type similarFigures struct {
	Document string  `json:"document"`
	Label    string  `json:"label,omitempty"`
	Distance float64 `json:"hellinger"` // of the topic proportions
}

// Help shows how the command is called.
func (similarCmd) Help() string {
	return `Examples:

  lda similar --model-file runs/mine 3
  lda similar --model-file runs/mine --corpus docs.tsv report-17 -n 5`
}

// Run prints the documents that are nearest by the Hellinger distance of their topic
// proportions, nearest first.
func (o *similarCmd) Run() error {
	if err := o.Use(); err != nil {
		return err
	}
	if o.Number < 1 {
		return program.Refused(fmt.Errorf("--number is %d, expected at least 1", o.Number))
	}
	l, err := load(o.ModelFile)
	if err != nil {
		return err
	}
	inferrer, err := o.of(l)
	if err != nil {
		return refused(err)
	}
	docs, name, err := l.stream(o.corpusFlags, everything)
	if err != nil {
		return err
	}
	ctx, stop := program.Interruptible("stopping; once more to leave at once")
	defer stop()
	var all []similarFigures
	var theta [][]float64
	asked := -1
	for doc, err := range inferAll(inferrer, told(docs, program.NewLog(os.Stderr, nil))) {
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return err
		}
		if doc.Name == o.Document && asked < 0 {
			asked = len(all)
		}
		all, theta = append(all, similarFigures{Document: doc.Name, Label: doc.Label}), append(theta, doc.theta)
	}
	if asked < 0 {
		expected := "one of that name"
		if len(all) > 0 {
			expected = fmt.Sprintf("a name such as %q", all[0].Document)
		}
		return &corpus.FileError{File: name, Found: fmt.Sprintf("no document %q among %d", o.Document, len(all)), Expected: expected}
	}
	figures := []similarFigures{}
	for _, n := range score.Nearest(theta, theta[asked], o.Number+1) {
		if n.Doc != asked && len(figures) < o.Number {
			f := all[n.Doc]
			f.Distance = n.Distance
			figures = append(figures, f)
		}
	}
	if o.JSON {
		return program.PrintJSON(figures)
	}
	return program.PrintText(func(w io.Writer) {
		rows := [][]string{{"document", "distance", "label"}}
		for _, f := range figures {
			rows = append(rows, []string{f.Document, fmt.Sprintf("%.4f", f.Distance), f.Label})
		}
		program.Table(w, rows)
	})
}
