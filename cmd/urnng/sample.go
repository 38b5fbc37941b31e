package main

import (
	"math/rand/v2"

	"arbelos/cmd/internal/langmodel"
	"arbelos/models/urnng"
	"arbelos/train/corpus"
)

// sampleCmd draws from p.
type sampleCmd struct{ langmodel.Drawing }

// Help shows how the command is called.
func (sampleCmd) Help() string {
	return `Examples:

  urnng sample --model-file runs/mine -n 5
  urnng sample --model-file runs/mine -n 1000 --seed 2 > drawn.trees`
}

// Run prints sentences with their trees, one a line. <unk> in them stands for
// words outside the vocabulary.
func (o *sampleCmd) Run() error {
	if err := o.Start(); err != nil {
		return err
	}
	l, err := load(o.ModelFile)
	if err != nil {
		return err
	}
	return o.Print(urnng.ErrTooLong, func(r *rand.Rand) (string, error) {
		words, tree, err := l.model.Generate(r, []int{corpus.Pad}, o.MaxWords)
		if err != nil {
			return "", err
		}
		text := make([]string, len(words))
		for k, id := range words {
			text[k] = l.Vocab.Word(id)
		}
		return toBinary(tree).Tree(text, nil).String(), nil
	})
}
