package main

import (
	"bufio"
	"encoding/json"
	"io"
	"os"

	"arbelos/cmd/internal/program"
)

// inferCmd writes the topic proportions of documents.
type inferCmd struct {
	ModelFile string `required:"" help:"Run directory, or a model's .json file." placeholder:"PATH"`
	File      string `arg:"" optional:"" help:"Documents, plain or gzipped. Default: standard input." default:"-"`
	Format    string `help:"Format of the documents, as of lda fit: ${enum}." enum:"auto,text,labelled,lda-c,uci,matrix-market" default:"auto"`
	Words     string `help:"The words of a format that holds numbers, one a line; without it the numbers are the model's." placeholder:"FILE"`
	Output    string `short:"o" help:"File for the proportions, a line for each document; - is standard output." default:"-" placeholder:"FILE"`
	inference
	program.Parallel
	JSON bool `name:"json" help:"Write a JSON object a line."`
}

// inferredDoc is a document in JSON.
type inferredDoc struct {
	Document string    `json:"document"`
	Label    string    `json:"label,omitempty"`
	Tokens   int       `json:"tokens"`
	Unknown  int       `json:"unknown"` // tokens that the vocabulary does not have, left out
	Theta    []float64 `json:"theta"`
}

// Help shows how the command is called.
func (inferCmd) Help() string {
	return `Examples:

  lda infer --model-file runs/mine < new.txt > doc-topics.tsv
  lda infer --model-file runs/mine docs.txt.gz`
}

// Run infers. A line depends on the model, the flags and its document alone.
func (o *inferCmd) Run() error {
	if err := o.Use(); err != nil {
		return err
	}
	l, err := load(o.ModelFile)
	if err != nil {
		return err
	}
	inferrer, err := o.of(l)
	if err != nil {
		return refused(err)
	}
	docs, _, err := l.stream(corpusFlags{Corpus: o.File, Format: o.Format, Words: o.Words}, everything)
	if err != nil {
		return err
	}
	ctx, stop := program.Interruptible("stopping; once more to leave at once")
	defer stop()
	log := program.NewLog(os.Stderr, nil)
	return program.WriteOutput(o.Output, func(w io.Writer) error {
		out := bufio.NewWriter(w)
		if !o.JSON {
			writeDocHeading(out, l.K())
		}
		encode := json.NewEncoder(out)
		for doc, err := range inferAll(inferrer, told(docs, log)) {
			if err == nil {
				err = ctx.Err()
			}
			switch {
			case err != nil:
			case o.JSON:
				err = encode.Encode(inferredDoc{doc.Name, doc.Label, doc.Tokens(), doc.Unknown, doc.theta})
			default:
				err = writeDoc(out, doc)
			}
			if err != nil {
				return err
			}
		}
		return out.Flush()
	})
}
