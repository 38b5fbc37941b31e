// Command urnng trains, evaluates and uses unsupervised recurrent neural
// network grammars. It holds flags, files and figures; the equations are in
// models/urnng and the training loop in train.
package main

import (
	"errors"
	"fmt"
	"os"

	"github.com/alecthomas/kong"
)

const about = `Unsupervised recurrent neural network grammars (Kim et al., NAACL 2019).

  urnng train                                   a first run on embedded data
  urnng train --train-file t.txt --val-file v.txt --run-dir runs/mine
  urnng eval --model-file runs/mine --test-file test.trees
  urnng parse --model-file runs/mine < sentences.txt > trees.txt

Corpora are plain text, a sentence a line, or Penn-style bracketed trees.`

type cli struct {
	Train    trainCmd    `cmd:"" help:"Train a model."`
	Eval     evalCmd     `cmd:"" help:"Perplexity and F1 of a trained model."`
	Parse    parseCmd    `cmd:"" help:"Parse sentences with a trained model."`
	Baseline baselineCmd `cmd:"" help:"F1 of left-, right-branching, random and oracle trees."`
	Sample   sampleCmd   `cmd:"" help:"Draw sentences with their trees from a trained model."`
}

// exit is an error that knows the exit status it stands for.
type exit struct {
	status int
	err    error
}

func (e exit) Error() string { return e.err.Error() }
func (e exit) Unwrap() error { return e.err }

func main() { os.Exit(run(os.Args[1:])) }

func run(args []string) int {
	err := parseAndRun(args, kong.Name("urnng"), kong.Description(about))
	if err == nil {
		return 0
	}
	fmt.Fprintln(os.Stderr, "urnng:", err)
	var e exit
	if errors.As(err, &e) {
		return e.status
	}
	return 1
}
