package graph

import "slices"

// Chart lays out the spans of a batch of sentences in one vector: by width,
// then by sentence, then by first word. All spans narrower than a width are
// thus a prefix, which is what a step of a chart algorithm reads.
type Chart struct {
	Lengths []int   // in words, each at least 1, in falling order
	starts  [][]int // starts[w-1][b]: index of the first span of width w in sentence b
	ends    []int   // ends[w]: number of spans of width w or less
}

// NewChart returns the layout of a batch. The lengths must fall.
func NewChart(lengths []int) *Chart {
	c := &Chart{Lengths: slices.Clone(lengths), ends: []int{0}}
	for b, n := range lengths {
		if n < 1 || (b > 0 && n > lengths[b-1]) {
			panic(errShape)
		}
	}
	total := 0
	for w := 1; len(lengths) > 0 && w <= lengths[0]; w++ {
		row := make([]int, 0, len(lengths))
		for _, n := range lengths {
			if n < w {
				break
			}
			row = append(row, total)
			total += n - w + 1
		}
		c.starts = append(c.starts, row)
		c.ends = append(c.ends, total)
	}
	return c
}

// At returns the index of the span of sentence b that starts at word i
// (counted from 0) and is w words wide.
func (c *Chart) At(b, i, w int) int { return c.starts[w-1][b] + i }

// Root returns the index of the span that is all of sentence b.
func (c *Chart) Root(b int) int { return c.At(b, 0, c.Lengths[b]) }

// Upto returns the number of spans of width w or less; Upto(MaxWidth()) is the
// length of the vector.
func (c *Chart) Upto(w int) int { return c.ends[w] }

// MaxWidth returns the length of the longest sentence.
func (c *Chart) MaxWidth() int { return len(c.starts) }

// checkStep panics unless spans of width w are made of narrower ones.
func (c *Chart) checkStep(w int) {
	if w < 2 || w > c.MaxWidth() {
		panic(errIndex)
	}
}

// each calls f for every sentence that has spans of width w, several at a time.
func (c *Chart) each(w int, f func(b int)) {
	row := c.starts[w-1]
	perSentence := (c.Lengths[0] - w + 1) * w * 8
	parallel(len(row), grainFor(perSentence), func(from, to int) {
		for b := from; b < to; b++ {
			f(b)
		}
	})
}
