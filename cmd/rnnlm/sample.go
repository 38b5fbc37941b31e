package main

import (
	"math/rand/v2"
	"strings"

	"arbelos/cmd/internal/langmodel"
	"arbelos/models/rnnlm"
	"arbelos/train/corpus"
)

// sampleCmd draws from p.
type sampleCmd struct{ langmodel.Drawing }

// Help shows how the command is called.
func (sampleCmd) Help() string {
	return `Example:

  rnnlm sample --model-file runs/mine -n 5`
}

// Run prints sentences, one a line. <unk> in them stands for words outside the
// vocabulary.
func (o *sampleCmd) Run() error {
	if err := o.Start(); err != nil {
		return err
	}
	l, err := load(o.ModelFile)
	if err != nil {
		return err
	}
	return o.Print(rnnlm.ErrTooLong, func(r *rand.Rand) (string, error) {
		words, err := l.model.Generate(r, []int{corpus.Pad}, o.MaxWords)
		return text(l.Vocab, words), err
	})
}

// text joins the words of ids.
func text(v *corpus.Vocab, ids []int) string {
	words := make([]string, len(ids))
	for k, id := range ids {
		words[k] = v.Word(id)
	}
	return strings.Join(words, " ")
}
