package main

import (
	"fmt"
	"io"
	"path/filepath"

	"arbelos/cmd/internal/program"
	"arbelos/models/vae"
	"arbelos/train/corpus/points"
)

// sampleCmd draws from p, or from p(x|z) with z from q.
type sampleCmd struct {
	ModelFile   string        `required:"" help:"Run directory, or a checkpoint's .json file." placeholder:"PATH"`
	Number      int           `short:"n" help:"Items to draw, or to reconstruct." default:"64"`
	Mean        bool          `help:"Write the means of p(x|z), of categorical items the likeliest values, instead of draws."`
	Reconstruct bool          `help:"Reconstruct items: draw z from q(z|x), not from p."`
	TestFile    string        `help:"Items to reconstruct, a table; - is standard input. Default: the embedded test data, for a model trained on embedded data." placeholder:"FILE"`
	Format      points.Format `help:"Format of the file: ${enum}." enum:"auto,csv,tsv,npy" default:"auto"`
	Output      string        `short:"o" help:"Where the items go: names in .png and .svg are pictures, of images (png) or of points in the plane; .npy is a NumPy array; any other, and standard output, tab-separated." placeholder:"FILE"`
	Seed        uint64        `help:"Seed of the draws." default:"3435"`
	program.Parallel
}

// Help shows how the command is called.
func (sampleCmd) Help() string {
	return `Examples:

  vae sample --model-file runs/mine -n 500 --output points.svg
  vae sample --model-file runs/mine --reconstruct --mean --output images.png
  vae sample --model-file runs/mine --test-file test.csv --reconstruct`
}

// Run writes the items, or draws them.
func (o *sampleCmd) Run() error {
	if err := o.Use(); err != nil {
		return err
	}
	if o.Number < 1 {
		return program.Refused(fmt.Errorf("--number is %d, expected at least 1", o.Number))
	}
	if o.TestFile != "" && !o.Reconstruct {
		return program.Refused(fmt.Errorf("found --test-file %s without --reconstruct: draws from p need no items", o.TestFile))
	}
	l, err := load(o.ModelFile)
	if err != nil {
		return err
	}
	extension := filepath.Ext(o.Output)
	pictured := extension == ".png" || extension == ".svg"
	if err := l.canPicture(extension); pictured && err != nil {
		return program.Refused(fmt.Errorf("--output is %s: %w", o.Output, err))
	}
	originals, drawn, err := o.draw(l)
	if err != nil {
		return err
	}
	if !pictured {
		return writeTable(o.Output, nil, drawn)
	}
	var picture []byte
	if l.ImageWidth > 0 {
		picture, err = contactSheet(originals, drawn, l.ImageWidth)
	} else {
		picture, err = scatter(originals, drawn, extension[1:])
	}
	if err != nil {
		return err
	}
	return program.WriteOutput(o.Output, func(w io.Writer) error { _, err := w.Write(picture); return err })
}

// draw returns the items drawn, and those that they reconstruct, or nil.
func (o *sampleCmd) draw(l *loaded) (originals, drawn [][]float64, err error) {
	var g *vae.Generated
	key := vae.Key{Seed: o.Seed}
	if o.Reconstruct {
		table, rows, err := l.items(o.TestFile, o.Format)
		if err != nil {
			return nil, nil, err
		}
		n := min(o.Number, len(rows))
		originals = table.Rows[:n]
		if g, err = l.model.Reconstruct(rows[:n], key); err != nil {
			return nil, nil, err
		}
	} else if g, err = l.model.Generate(o.Number, key); err != nil {
		return nil, nil, err
	}
	if o.Mean {
		return originals, l.Scaling.out(g.Mean), nil
	}
	return originals, l.Scaling.out(g.X), nil
}
