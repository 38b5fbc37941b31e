package rnnlm

import (
	"errors"
	"fmt"
	"slices"

	"arbelos/graph"
	"arbelos/layers"
)

// ErrBatch is matched by the errors that a batch's content raises.
var ErrBatch = errors.New("rnnlm: bad batch")

// batch is sentences as rows of the LSTM, position by position: level k has a row for
// each sentence of k words or more, the longest sentence first. A row's input is the
// word before and its target the word itself, </s> at last.
type batch struct {
	from            []int // place of each sentence, longest first, in the batch asked for
	lengths         []int // of these, </s> included
	levels          layers.Levels
	inputs, targets []int
}

func (m *Model) batch(sentences [][]int) (*batch, error) {
	if len(sentences) == 0 {
		return nil, fmt.Errorf("%w: no sentence", ErrBatch)
	}
	b := &batch{levels: layers.Levels{Start: []int{0}}}
	for i, s := range sentences {
		for _, w := range s {
			if w < 0 || w >= m.Vocab {
				return nil, fmt.Errorf("%w: sentence %d has word id %d, expected 0 to %d", ErrBatch, i, w, m.Vocab-1)
			}
		}
		b.from = append(b.from, i)
	}
	slices.SortStableFunc(b.from, func(i, j int) int { return len(sentences[j]) - len(sentences[i]) })
	for _, i := range b.from {
		b.lengths = append(b.lengths, len(sentences[i])+1)
	}
	for t := range b.lengths[0] {
		var prev []int
		for r, i := range b.from {
			if b.lengths[r] <= t {
				break
			}
			in, target := m.Open, m.Close
			if t > 0 {
				in = sentences[i][t-1]
			}
			if t < len(sentences[i]) {
				target = sentences[i][t]
			}
			prev, b.inputs, b.targets = append(prev, r), append(b.inputs, in), append(b.targets, target)
		}
		b.levels.Start, b.levels.Prev = append(b.levels.Start, len(b.inputs)), append(b.levels.Prev, prev)
	}
	return b, nil
}

// forward adds log p(target | words before) of all rows to a graph, [rows].
func (m *Model) forward(c *layers.Context, b *batch) *graph.Node {
	states := m.LSTM.Forward(c, c.Dropout(m.Words.Forward(c, b.inputs)), b.levels)
	return m.Words.LogProbs(c, c.Dropout(states), b.targets)
}

// each calls f for every row: the sentence's place in the batch asked for, the word's
// position, and the row.
func (b *batch) each(f func(sentence, position, row int)) {
	for t := range len(b.levels.Start) - 1 {
		for row := b.levels.Start[t]; row < b.levels.Start[t+1]; row++ {
			f(b.from[row-b.levels.Start[t]], t, row)
		}
	}
}
