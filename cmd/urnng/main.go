// Command urnng trains, evaluates and uses unsupervised recurrent neural
// network grammars. It holds flags, files and figures; the equations are in
// models/urnng and the training loop in train.
package main

import (
	_ "embed"
	"os"

	"arbelos/cmd/internal/program"
)

const about = `Unsupervised recurrent neural network grammars (Kim et al., NAACL 2019).

  urnng train                                   a first run on embedded data
  urnng train --train-file t.txt --val-file v.txt --run-dir runs/mine
  urnng train --resume --run-dir runs/mine      goes on where it stopped
  urnng train --set lr=0.2,0.4 --set seed=1,2 --jobs 2 --run-dir runs/grid
  urnng eval --model-file runs/mine --test-file test.trees
  urnng parse --model-file runs/mine < sentences.txt > trees.txt

Corpora are plain text, a sentence a line, or Penn-style bracketed trees.

Exit status: 0 done; 1 files that cannot be used, or a run that failed; 2 flags
or a config file that cannot be used; 130 interrupted.`

type cli struct {
	Train    trainCmd    `cmd:"" help:"Train a model."`
	Eval     evalCmd     `cmd:"" help:"Perplexity and F1 of a trained model."`
	Parse    parseCmd    `cmd:"" help:"Parse sentences with a trained model."`
	Baseline baselineCmd `cmd:"" help:"F1 of left-, right-branching, random and oracle trees."`
	Sample   sampleCmd   `cmd:"" help:"Draw sentences with their trees from a trained model."`

	ExportWeights exportWeightsCmd `cmd:"" help:"Write a model's parameters under the names of the authors' code."`
	ImportWeights importWeightsCmd `cmd:"" help:"Make a model of such parameters."`

	Bench benchCmd `cmd:"" help:"Measure how fast this machine is."`
}

// quickStart are the options of a run without a corpus of its own.
//
//go:embed quickstart.toml
var quickStart string

var urnngProgram = program.Program{
	Name: "urnng", About: about, Commands: func() any { return new(cli) },
	Config: program.Configured{
		Command: "train", Options: func() any { return new(trainCmd) }, Model: modelName, Data: "train-file", QuickStart: quickStart,
	},
}

func main() { os.Exit(urnngProgram.Run(os.Args[1:])) }
