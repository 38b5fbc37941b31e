package main

import (
	"errors"
	"fmt"

	"arbelos/cmd/internal/program"
	"arbelos/graph"
	"arbelos/layers"
	"arbelos/models/urnng"
	"arbelos/train/corpus"
)

// sampleCmd draws from p.
type sampleCmd struct {
	ModelFile string `required:"" help:"Run directory, or a checkpoint's .json file." placeholder:"PATH"`
	Number    int    `short:"n" help:"Sentences to draw." default:"10"`
	MaxWords  int    `help:"Longer sentences are drawn again." default:"60"`
	Seed      uint64 `help:"Seed of the draws." default:"3435"`
	program.Parallel
}

// Run prints sentences with their trees, one a line. <unk> in them stands for
// words outside the vocabulary.
func (o *sampleCmd) Run() error {
	if err := o.Use(); err != nil {
		return err
	}
	if o.Number < 0 || o.MaxWords < 1 {
		return program.Refused(fmt.Errorf("--number is %d and --max-words is %d, expected at least 0 and at least 1", o.Number, o.MaxWords))
	}
	l, err := load(o.ModelFile)
	if err != nil {
		return err
	}
	for i := range o.Number {
		words, tree, err := o.draw(l.model, uint64(i))
		if err != nil {
			return err
		}
		text := make([]string, len(words))
		for k, id := range words {
			text[k] = l.Vocab.Word(id)
		}
		if _, err := fmt.Println(toBinary(tree).Tree(text, nil)); err != nil {
			return err
		}
	}
	return nil
}

// draw draws until a sentence is short enough, a hundred times at most.
func (o *sampleCmd) draw(m *urnng.Model, item uint64) ([]int, layers.Tree, error) {
	for try := range uint64(100) {
		words, tree, err := m.Generate(graph.Rand(o.Seed, "sample", item, try), []int{corpus.Pad}, o.MaxWords)
		if !errors.Is(err, urnng.ErrTooLong) {
			return words, tree, err
		}
	}
	return nil, nil, fmt.Errorf("no sentence of %d words or fewer in 100 draws: an untrained model does not end its sentences", o.MaxWords)
}
