// Command lda fits topic models, and infers, scores and shows with them. It holds
// flags, files and figures; the methods are in models/lda.
package main

import (
	_ "embed"
	"os"

	"arbelos/cmd/internal/program"
)

const about = `Topic models: latent Dirichlet allocation (Blei, Ng and Jordan, JMLR 2003).

  lda fit                                        a first run on embedded data
  lda fit --corpus docs.txt --topics 20 --run-dir runs/mine
  lda topics --model-file runs/mine
  lda infer --model-file runs/mine < new.txt > doc-topics.tsv

A corpus is plain text, a document a line, or one of the formats of --format.

Exit status: 0 done; 1 files that cannot be used, or a run that failed; 2 flags
or a config file that cannot be used; 130 interrupted.`

type cli struct {
	Fit     fitCmd     `cmd:"" help:"Fit a topic model."`
	Infer   inferCmd   `cmd:"" help:"Topic proportions of documents under a fitted model."`
	Topics  topicsCmd  `cmd:"" help:"Top words, weights and shares of a model's topics."`
	Eval    evalCmd    `cmd:"" help:"Held-out scores, the bound, or the coherence of topics."`
	Similar similarCmd `cmd:"" help:"Documents with topics like those of a document."`
	Import  importCmd  `cmd:"" help:"Make a model file of a model in the format of LDA-C."`
	Bench   benchCmd   `cmd:"" help:"Measure how many tokens a second each method works on."`
}

// quickStart are the options of a run without a corpus of its own.
//
//go:embed quickstart.toml
var quickStart string

var ldaProgram = program.Program{
	Name: modelName, About: about, Commands: func() any { return new(cli) },
	Config: program.Configured{
		Command: "fit", Options: func() any { return new(fitCmd) }, Model: checkpointName, Data: "corpus", QuickStart: quickStart,
	},
}

func main() { os.Exit(ldaProgram.Run(os.Args[1:])) }
