package main

import (
	"bufio"
	"fmt"
	"io"

	"arbelos/train"
)

// What is shown of the model as training goes on: trees of so many validation
// sentences, none of them long.
const (
	sampledTrees    = 8
	sampledMaxWords = 40
)

// sampled returns which validation sentences are shown, spread evenly over
// those of 3 to sampledMaxWords words; fewer words have one tree.
func (t *trainer) sampled() []int {
	var fit []int
	for i, s := range t.Valid {
		if n := len(s.Words); n >= 3 && n <= sampledMaxWords {
			fit = append(fit, i)
		}
	}
	n := min(sampledTrees, len(fit))
	chosen := make([]int, n)
	for k := range chosen {
		chosen[k] = fit[k*len(fit)/n]
	}
	return chosen
}

// sampleTo returns a hook that writes q's Viterbi trees of some validation
// sentences to a run after each epoch, a file an epoch, and beside them, once,
// those of the sentences that have a gold tree.
func (t *trainer) sampleTo(run *train.Run) func(train.EpochRecord) error {
	chosen := t.sampled()
	return func(r train.EpochRecord) error {
		if len(chosen) == 0 {
			return nil
		}
		err := run.Sample(fmt.Sprintf("epoch-%03d.trees", r.Epoch), func(w io.Writer) error {
			out := bufio.NewWriter(w)
			for _, i := range chosen {
				s := t.Valid[i]
				fmt.Fprintln(out, toBinary(t.parsed[i]).Tree(s.Words, s.Tags))
			}
			return out.Flush()
		})
		if err != nil || r.Epoch > 0 || !hasTrees(t.Valid) {
			return err
		}
		return run.Sample("gold.trees", func(w io.Writer) error {
			out := bufio.NewWriter(w)
			for _, i := range chosen {
				if s := t.Valid[i]; s.Tree != nil {
					fmt.Fprintln(out, s.Tree)
				} else {
					fmt.Fprintln(out)
				}
			}
			return out.Flush()
		})
	}
}
