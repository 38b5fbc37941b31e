// Command vae trains, evaluates and uses variational autoencoders on tables of
// numbers. It holds flags, files and figures; the equations are in models/vae and
// the training loop in train.
package main

import (
	_ "embed"
	"os"

	"arbelos/cmd/internal/program"
)

const about = `Variational autoencoders, and probabilistic PCA, on tables of numbers.

  vae train                                     a first run on embedded points
  vae train --embedded stripes                  on embedded images of bars
  vae train --train-file t.csv --run-dir runs/mine
  vae eval --model-file runs/mine --test-file test.csv
  vae sample --model-file runs/mine --output samples.png
  vae diagnose --model-file runs/mine --test-file test.csv
  vae encode --model-file runs/mine --data-file test.csv > means.tsv

Tables are comma-, tab- or space-separated text or NumPy arrays (.npy), an item a
row.

Exit status: 0 done; 1 files that cannot be used, or a run that failed; 2 flags
or a config file that cannot be used; 130 interrupted.`

type cli struct {
	Train    trainCmd    `cmd:"" help:"Train a model."`
	Eval     evalCmd     `cmd:"" help:"Bounds on the evidence of a trained model, and what is known exactly."`
	Sample   sampleCmd   `cmd:"" help:"Draw from a trained model, or reconstruct items: as tables or as pictures."`
	Diagnose diagnoseCmd `cmd:"" help:"Whether to believe the bound and the gradients of a trained model."`
	Encode   encodeCmd   `cmd:"" help:"Posterior means of items."`
}

// quickStart are the options of a run without data of its own.
//
//go:embed quickstart.toml
var quickStart string

var vaeProgram = program.Program{
	Name: "vae", About: about, Commands: func() any { return new(cli) },
	Config: program.Configured{
		Command: "train", Options: func() any { return new(trainCmd) }, Model: modelName, Data: "train-file", QuickStart: quickStart,
	},
}

func main() { os.Exit(vaeProgram.Run(os.Args[1:])) }
