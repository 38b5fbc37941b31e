package main

import (
	"fmt"
	"io"

	"arbelos/cmd/internal/program"
)

// topicsCmd shows the topics of a model.
type topicsCmd struct {
	ModelFile string `required:"" help:"Run directory, or a model's .json file." placeholder:"PATH"`
	Top       int    `short:"n" help:"Words of each topic." default:"10"`
	Weights   bool   `help:"Show the words' probabilities."`
	JSON      bool   `name:"json" help:"Print the figures as JSON."`
}

// Help shows how the command is called.
func (topicsCmd) Help() string {
	return `Examples:

  lda topics --model-file runs/mine
  lda topics --model-file runs/mine --top 15 --weights`
}

// Run prints a line for each topic.
func (o *topicsCmd) Run() error {
	if o.Top < 1 {
		return program.Refused(fmt.Errorf("--top is %d, expected at least 1", o.Top))
	}
	l, err := load(o.ModelFile)
	if err != nil {
		return err
	}
	topics := describe(l, l.Share, o.Top)
	if o.JSON {
		return program.PrintJSON(topics)
	}
	return program.PrintText(func(w io.Writer) { printTopics(w, topics, o.Weights, program.Columns()) })
}
