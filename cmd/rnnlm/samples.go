package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"

	"arbelos/graph"
	"arbelos/models/rnnlm"
	"arbelos/train"
	"arbelos/train/corpus"
)

// What is shown of the model as training goes on: so many sentences drawn from it,
// cut after so many words.
const (
	sampled         = 8
	sampledMaxWords = 40
)

// sampleTo returns a hook that writes sentences drawn from the model to a run after
// each epoch, a file an epoch. The random numbers are the same after all: sentences
// differ by the model alone. One that is cut ends in three dots.
func (t *trainer) sampleTo(run *train.Run) func(train.EpochRecord) error {
	return func(e train.EpochRecord) error {
		return run.Sample(fmt.Sprintf("epoch-%03d.txt", e.Epoch), func(w io.Writer) error {
			out := bufio.NewWriter(w)
			for i := range uint64(sampled) {
				words, err := t.model.Generate(graph.Rand(t.opts.Seed, "sample", i), []int{corpus.Pad}, sampledMaxWords)
				line := text(t.vocab, words)
				if errors.Is(err, rnnlm.ErrTooLong) {
					line += " ..."
				} else if err != nil {
					return err
				}
				fmt.Fprintln(out, line)
			}
			return out.Flush()
		})
	}
}
