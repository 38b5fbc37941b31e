package main

import (
	"fmt"
	"io"
	"path/filepath"

	"arbelos/cmd/internal/program"
	"arbelos/train/corpus/points"
)

// encodeCmd computes q(z|x).
type encodeCmd struct {
	ModelFile string        `required:"" help:"Run directory, or a checkpoint's .json file." placeholder:"PATH"`
	DataFile  string        `help:"Items, a table; - is standard input. Default: the embedded test data, for a model trained on embedded data." placeholder:"FILE"`
	Format    points.Format `help:"Format of the file: ${enum}." enum:"auto,csv,tsv,npy" default:"auto"`
	Output    string        `short:"o" help:"Where the means go: a name in .npy is a NumPy array, any other, and standard output, tab-separated." placeholder:"FILE"`
	program.Parallel
}

// Help shows how the command is called.
func (encodeCmd) Help() string {
	return `Examples:

  vae encode --model-file runs/mine > means.tsv
  vae encode --model-file runs/mine --data-file new.csv --output means.npy`
}

// Run writes the means of q(z|x), a row an item.
func (o *encodeCmd) Run() error {
	if err := o.Use(); err != nil {
		return err
	}
	l, err := load(o.ModelFile)
	if err != nil {
		return err
	}
	_, rows, err := l.items(o.DataFile, o.Format)
	if err != nil {
		return err
	}
	e, err := l.model.Encode(rows)
	if err != nil {
		return err
	}
	var names []string
	for d := range l.Model.Latent {
		names = append(names, fmt.Sprintf("z%d", d+1))
	}
	return writeTable(o.Output, names, e.Mean)
}

// writeTable writes rows to a file, in the format of its name, or to standard output.
func writeTable(path string, names []string, rows [][]float64) error {
	return program.WriteOutput(path, func(w io.Writer) error {
		if filepath.Ext(path) == ".npy" {
			return points.WriteNPY(w, rows)
		}
		return points.WriteTSV(w, names, rows)
	})
}
