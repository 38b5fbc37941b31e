package layers

import (
	"math/rand/v2"
	"slices"
	"testing"

	"gorgonia.org/tensor"
	"pgregory.net/rapid"

	"arbelos/graph"
)

// drawLengths draws the lengths of a batch, longest first.
func drawLengths(t *rapid.T, shortest, longest int) []int {
	lengths := rapid.SliceOfN(rapid.IntRange(shortest, longest), 1, 4).Draw(t, "lengths")
	slices.Sort(lengths)
	slices.Reverse(lengths)
	return lengths
}

func sum(x []int) (total int) {
	for _, v := range x {
		total += v
	}
	return total
}

// biSubject returns both directions' states, one beneath the other.
func biSubject(r *rand.Rand, in, width int, lengths []int) (BiLSTM, subject) {
	m := newMaker(r)
	l := NewBiLSTM(m, "reader", in, width)
	return l, subject{
		params: m.Params, inputs: []*tensor.Dense{random(r, sum(lengths), in)},
		build: func(c *Context, in []*graph.Node) *graph.Node {
			ahead, back := l.Forward(c, in[0], lengths)
			return graph.ConcatRows(ahead, back)
		},
	}
}

// Every sentence of a batch of mixed lengths gets the states that it gets
// alone, read word by word from either end.
func TestBiLSTM(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lengths := drawLengths(t, 1, 5)
		in, width := rapid.IntRange(1, 3).Draw(t, "in"), rapid.IntRange(1, 3).Draw(t, "width")
		r := drawRand(t)
		l, s := biSubject(r, in, width, lengths)
		got, _ := s.run(t)
		var ahead, back [][]float64
		xs := rows(s.inputs[0].Float64s(), in)
		for _, n := range lengths {
			sentence := xs[:n]
			xs = xs[n:]
			ahead = append(ahead, naiveSequence(l.Ahead, sentence)...)
			turned := slices.Clone(sentence)
			slices.Reverse(turned)
			states := naiveSequence(l.Back, turned)
			slices.Reverse(states)
			back = append(back, states...)
		}
		near(t, "states", got, append(flat(ahead), flat(back)...), 1e-12)
		s.checkDirections(t, r)
	})
}

func TestBiLSTMEveryElement(t *testing.T) {
	_, s := biSubject(graph.Rand(1, "test"), 2, 2, []int{4, 2, 2, 1})
	s.checkEveryElement(t)
}

func TestBiLSTMLengths(t *testing.T) {
	for _, c := range []struct {
		lengths []int
		rows    int
		want    string
	}{
		{[]int{3, 1, 3}, 7, errLengths},
		{[]int{2, 3}, 5, errLengths},
		{[]int{3, 1}, 5, errRows},
		{[]int{3, 3}, 5, errRows},
	} {
		_, s := biSubject(graph.Rand(1, "test"), 2, 2, c.lengths)
		s.inputs[0] = graph.Zero(graph.Float64, c.rows, 2)
		mustPanic(t, c.want, func() { s.run(t) })
	}
}
