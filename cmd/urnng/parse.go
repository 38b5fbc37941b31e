package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"

	"arbelos/cmd/internal/langmodel"
	"arbelos/cmd/internal/program"
	"arbelos/models/urnng"
	"arbelos/train/corpus"
)

// parseCmd writes q's tree of every sentence.
type parseCmd struct {
	ModelFile   string        `required:"" help:"Run directory, or a checkpoint's .json file." placeholder:"PATH"`
	File        string        `arg:"" optional:"" help:"Sentences, plain text or bracketed trees. Default: standard input." default:"-"`
	Output      string        `short:"o" help:"File for the trees; - is standard output." default:"-" placeholder:"FILE"`
	Format      string        `help:"Format of the trees: brackets, one a line, aligned with the sentences; tree, drawings for a terminal; svg, a picture; spans, one a line; json, an object a line; conll-spans, a word a line with the brackets beside it." enum:"brackets,tree,svg,spans,json,conll-spans" default:"brackets"`
	InputFormat corpus.Format `help:"Format of the input: ${enum}." enum:"auto,text,trees" default:"auto"`
	Decode      string        `help:"viterbi, the most probable tree, or mbr, minimum Bayes risk." enum:"viterbi,mbr" default:"viterbi"`
	Scores      bool          `help:"Also write the probability of every span under q."`
	Surprisal   bool          `help:"Also write how little p expects each word after those before it, in bits. Not with brackets and spans."`
	Particles   int           `help:"Derivations followed for --surprisal; where there are no more, it is exact." default:"100"`
	Seed        uint64        `help:"Seed of --surprisal." default:"3435"`
	ASCII       bool          `name:"ascii" help:"Draw --format tree without box characters."`
	program.Parallel
}

// Help shows how the command is called.
func (parseCmd) Help() string {
	return `Examples:

  urnng parse --model-file runs/mine sentences.txt -o parses.trees
  urnng parse --model-file runs/mine --format tree --scores < sentences.txt
  urnng parse --model-file runs/mine --format svg gold.trees -o compared.svg`
}

// Run parses.
func (o *parseCmd) Run() error {
	if err := o.Use(); err != nil {
		return err
	}
	if o.Surprisal && (o.Format == "brackets" || o.Format == "spans") {
		return program.Refused(fmt.Errorf("--surprisal is of words, for which --format %s has no place; expected tree, svg, json or conll-spans", o.Format))
	}
	if o.Particles < 1 {
		return program.Refused(fmt.Errorf("--particles is %d, expected at least 1", o.Particles))
	}
	l, err := load(o.ModelFile)
	if err != nil {
		return err
	}
	sentences, err := langmodel.Read(o.File, "", o.InputFormat)
	if err != nil {
		return err
	}
	ctx, stop := program.Interruptible("stopping; once more to leave at once")
	defer stop()
	log := program.NewLog(os.Stderr, nil)
	all, err := o.parse(ctx, l, sentences, log)
	if err != nil {
		return err
	}
	return program.WriteOutput(o.Output, func(w io.Writer) error { return o.write(w, all) })
}

// parse parses the sentences and does what else is asked for.
func (o *parseCmd) parse(ctx context.Context, l *loaded, sentences []corpus.Sentence, log *slog.Logger) ([]parsed, error) {
	ids, _ := langmodel.Encode(l.Vocab, sentences, "input", log)
	s := scorer{model: l.model, seed: o.Seed, marginals: o.Scores, progress: program.Counter(os.Stderr, "sentences")}
	p, err := s.parse(ctx, ids, urnng.Decoding(o.Decode))
	if err != nil {
		return nil, err
	}
	if p.knowsNothing() {
		log.Warn(flatWarning)
	}
	all := make([]parsed, len(sentences))
	for i := range all {
		all[i] = parsed{Sentence: sentences[i], number: i + 1, ids: ids[i], q: p.each[i], tree: toBinary(p.trees[i])}
	}
	if !o.Surprisal {
		return all, nil
	}
	surprisals, err := s.surprisal(ctx, ids, o.Particles)
	for i := range surprisals {
		all[i].p = surprisals[i]
	}
	return all, err
}

// write writes in the format asked for.
func (o *parseCmd) write(w io.Writer, all []parsed) error {
	if o.Format == "svg" {
		return writeSVG(w, all)
	}
	out := bufio.NewWriter(w)
	var failed error
	for i, p := range all {
		switch o.Format {
		case "tree":
			if i > 0 {
				fmt.Fprintln(out)
			}
			failed = p.picture().Text(out, terminalColumns, o.ASCII)
		case "spans":
			p.writeSpans(out)
		case "json":
			failed = p.writeJSON(out)
		case "conll-spans":
			p.writeCoNLL(out)
		default:
			fmt.Fprintln(out, p.brackets())
		}
		if failed != nil {
			return failed
		}
	}
	return out.Flush()
}

// terminalColumns is how wide drawings for terminals are, on every terminal and
// in files.
const terminalColumns = 80
