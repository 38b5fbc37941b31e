// Command urnng trains, evaluates and uses unsupervised recurrent neural
// network grammars. It holds flags, files and figures; the equations are in
// models/urnng and the training loop in train.
package main

import "os"

const about = `Unsupervised recurrent neural network grammars (Kim et al., NAACL 2019).

  urnng train                                   a first run on embedded data
  urnng train --train-file t.txt --val-file v.txt --run-dir runs/mine
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
	Bench    benchCmd    `cmd:"" help:"Measure how fast this machine is."`
}

func main() { os.Exit(run(os.Args[1:])) }
