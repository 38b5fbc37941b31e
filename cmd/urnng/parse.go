package main

import (
	"bufio"
	"fmt"
	"io"
	"os"

	"arbelos/cmd/internal/program"
	"arbelos/models/urnng"
	"arbelos/train/corpus"
)

// parseCmd writes q's tree of every sentence.
type parseCmd struct {
	ModelFile string        `required:"" help:"Run directory, or a checkpoint's .json file." placeholder:"PATH"`
	File      string        `arg:"" optional:"" help:"Sentences, plain text or bracketed trees. Default: standard input." default:"-"`
	Output    string        `short:"o" help:"File for the trees, one a line, aligned with the sentences; - is standard output." default:"-" placeholder:"FILE"`
	Format    corpus.Format `help:"Format of the input: ${enum}." enum:"auto,text,trees" default:"auto"`
	Decode    string        `help:"viterbi, the most probable tree, or mbr, minimum Bayes risk." enum:"viterbi,mbr" default:"viterbi"`
	program.Parallel
}

// Run parses.
func (o *parseCmd) Run() error {
	if err := o.Use(); err != nil {
		return err
	}
	l, err := load(o.ModelFile)
	if err != nil {
		return err
	}
	sentences, err := readCorpus(o.File, "", o.Format)
	if err != nil {
		return err
	}
	ctx, stop := program.Interruptible("stopping; once more to leave at once")
	defer stop()
	log := program.NewLog(os.Stderr, nil)
	ids, _ := encode(l.Vocab, sentences, "input", log)
	p, err := scorer{model: l.model, progress: program.Counter(os.Stderr, "sentences")}.parse(ctx, ids, urnng.Decoding(o.Decode))
	if err != nil {
		return err
	}
	if p.knowsNothing() {
		log.Warn(flatWarning)
	}
	return program.WriteOutput(o.Output, func(w io.Writer) error {
		out := bufio.NewWriter(w)
		for i, s := range sentences {
			fmt.Fprintln(out, toBinary(p.trees[i]).Tree(s.Words, s.Tags))
		}
		return out.Flush()
	})
}
