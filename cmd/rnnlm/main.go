// Command rnnlm trains, evaluates and uses recurrent language models, the baseline
// without trees of cmd/urnng. It holds flags, files and figures; the equations are in
// models/rnnlm and the training loop in train.
package main

import (
	_ "embed"
	"os"

	"arbelos/cmd/internal/program"
)

const about = `Recurrent language models: an LSTM over the words so far, the baseline
without trees that grammars are compared with.

  rnnlm train                                   a first run on embedded data
  rnnlm train --train-file t.txt --val-file v.txt --run-dir runs/mine
  rnnlm eval --model-file runs/mine --test-file test.txt
  rnnlm eval --model-file runs/mine --test-file test.txt --surprisal

Corpora are plain text, a sentence a line, or Penn-style bracketed trees, of
which the words alone are read. What urnng skips, sentences of fewer than two
words, is skipped: the perplexities of both compare.

Exit status: 0 done; 1 files that cannot be used, or a run that failed; 2 flags
or a config file that cannot be used; 130 interrupted.`

type cli struct {
	Train  trainCmd  `cmd:"" help:"Train a model."`
	Eval   evalCmd   `cmd:"" help:"Perplexity of a trained model, or the surprisal of every word."`
	Sample sampleCmd `cmd:"" help:"Draw sentences from a trained model."`
}

// quickStart are the options of a run without a corpus of its own.
//
//go:embed quickstart.toml
var quickStart string

var rnnlmProgram = program.Program{
	Name: "rnnlm", About: about, Commands: func() any { return new(cli) },
	Config: program.Configured{
		Command: "train", Options: func() any { return new(trainCmd) }, Model: modelName, Data: "train-file", QuickStart: quickStart,
	},
}

func main() { os.Exit(rnnlmProgram.Run(os.Args[1:])) }
