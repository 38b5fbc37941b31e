package main

import (
	"fmt"

	"arbelos/cmd/internal/program"
	"arbelos/train/corpus/points"
)

// evalCmd measures a trained model.
type evalCmd struct {
	ModelFile string        `required:"" help:"Run directory, or a checkpoint's .json file." placeholder:"PATH"`
	TestFile  string        `help:"Items to measure, a table; - is standard input. Default: the embedded test data, for a model trained on embedded data." placeholder:"FILE"`
	Format    points.Format `help:"Format of the file: ${enum}." enum:"auto,csv,tsv,npy" default:"auto"`
	Samples   int           `help:"Samples from q for each item." default:"1000"`
	Seed      uint64        `help:"Seed of the samples." default:"3435"`
	program.Parallel
	JSON bool `name:"json" help:"Print the figures as JSON."`
}

// Help shows how the command is called.
func (evalCmd) Help() string {
	return `Examples:

  vae eval --model-file runs/mine
  vae eval --model-file runs/mine --test-file test.csv --samples 5000 --json`
}

// Run prints the bounds, and what is known exactly.
func (o *evalCmd) Run() error {
	if err := o.Use(); err != nil {
		return err
	}
	if o.Samples < 1 {
		return program.Refused(fmt.Errorf("--samples is %d, expected at least 1", o.Samples))
	}
	l, err := load(o.ModelFile)
	if err != nil {
		return err
	}
	table, rows, err := l.items(o.TestFile, o.Format)
	if err != nil {
		return err
	}
	f, err := l.measure(table.File, table.Rows, rows, o.Samples, o.Seed, l.source(o.TestFile))
	if err != nil {
		return err
	}
	if o.JSON {
		return program.PrintJSON(f)
	}
	return program.PrintText(f.print)
}
