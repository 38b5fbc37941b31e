package graph

import (
	"math"
	"slices"
	"testing"

	"gorgonia.org/tensor"
	"pgregory.net/rapid"
)

// span is width words from the word first on.
type span struct{ first, width int }

// binaryTrees returns all binary trees over a span, each as its list of spans.
func binaryTrees(s span) [][]span {
	if s.width == 1 {
		return [][]span{{s}}
	}
	var trees [][]span
	for k := 1; k < s.width; k++ {
		for _, left := range binaryTrees(span{s.first, k}) {
			for _, right := range binaryTrees(span{s.first + k, s.width - k}) {
				trees = append(trees, append(append([]span{s}, left...), right...))
			}
		}
	}
	return trees
}

func TestBinaryTreesAreCatalan(t *testing.T) {
	for i, want := range []int{1, 1, 2, 5, 14, 42} {
		if got := len(binaryTrees(span{3, i + 1})); got != want {
			t.Errorf("%d words: %d trees, want %d", i+1, got, want)
		}
	}
}

// enumerated is the distribution over the trees of a span that is proportional
// to exp of the sum of a tree's scores.
type enumerated struct{ logZ, entropy float64 }

// enumerate sums over the trees. Where none is possible logZ is -Inf and the
// entropy 0.
func enumerate(s span, score func(span) float64) enumerated {
	var weights []float64
	var z float64
	for _, tree := range binaryTrees(s) {
		var sum float64
		for _, s := range tree {
			sum += score(s)
		}
		weights = append(weights, math.Exp(sum))
		z += math.Exp(sum)
	}
	e := enumerated{logZ: math.Log(z)}
	for _, w := range weights {
		if w > 0 {
			e.entropy -= w / z * math.Log(w/z)
		}
	}
	return e
}

// lengths draws a batch of sentences, the longest first.
func lengths(t *rapid.T, longest int) []int {
	ns := rapid.SliceOfN(rapid.IntRange(1, longest), 1, 4).Draw(t, "lengths")
	slices.Sort(ns)
	slices.Reverse(ns)
	return ns
}

// insideOf and entropyOf run the recurrences over all widths.
func insideOf(c *Chart, scores *Node) *Node {
	beta := Rows(scores, 0, c.Upto(1))
	for w := 2; w <= c.MaxWidth(); w++ {
		beta = InsideStep(c, w, beta, Rows(scores, c.Upto(w-1), c.Upto(w)))
	}
	return beta
}

func entropyOf(c *Chart, scores *Node) *Node {
	beta := Rows(scores, 0, c.Upto(1))
	h := Zeros(scores.Graph(), scores.Dtype(), c.Upto(1))
	for w := 2; w <= c.MaxWidth(); w++ {
		h = EntropyStep(c, w, beta, h)
		beta = InsideStep(c, w, beta, Rows(scores, c.Upto(w-1), c.Upto(w)))
	}
	return h
}

// roots picks the whole sentences out of a chart.
func roots(c *Chart, x *Node) *Node {
	idx := make([]int, len(c.Lengths))
	for b := range idx {
		idx[b] = c.Root(b)
	}
	return Gather(x, idx)
}

// overSpans returns what f gives for every span of the batch, where the chart
// puts it.
func overSpans(c *Chart, f func(sentence int, s span) float64) []float64 {
	out := make([]float64, c.Upto(c.MaxWidth()))
	for b, n := range c.Lengths {
		for w := 1; w <= n; w++ {
			for i := range n - w + 1 {
				out[c.At(b, i, w)] = f(b, span{i, w})
			}
		}
	}
	return out
}

// By width, then by sentence, then by first word.
func TestChartLayout(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ns := lengths(t, 7)
		c := NewChart(ns)
		next := 0
		for w := 1; w <= ns[0]; w++ {
			if got := c.Upto(w - 1); got != next {
				t.Fatalf("Upto(%d) = %d, want %d", w-1, got, next)
			}
			for b, n := range ns {
				for i := 0; i+w <= n; i++ {
					if got := c.At(b, i, w); got != next {
						t.Fatalf("At(%d, %d, %d) = %d, want %d", b, i, w, got, next)
					}
					next++
				}
			}
		}
		if c.MaxWidth() != ns[0] || c.Upto(c.MaxWidth()) != next {
			t.Fatalf("MaxWidth %d with %d spans, want %d with %d", c.MaxWidth(), c.Upto(c.MaxWidth()), ns[0], next)
		}
		for b, n := range ns {
			if c.Root(b) != c.At(b, 0, n) {
				t.Fatalf("Root(%d) = %d, want %d", b, c.Root(b), c.At(b, 0, n))
			}
		}
	})
}

func TestChartOfNoSentences(t *testing.T) {
	if c := NewChart(nil); c.MaxWidth() != 0 || c.Upto(0) != 0 {
		t.Errorf("MaxWidth %d, Upto(0) %d, want none", c.MaxWidth(), c.Upto(0))
	}
}

func TestChartCopiesItsLengths(t *testing.T) {
	ns := []int{3, 2}
	c := NewChart(ns)
	ns[0] = 9
	if c.Lengths[0] != 3 {
		t.Error("the lengths are the caller's")
	}
}

func TestChartPanics(t *testing.T) {
	mustPanic(t, "an empty sentence", errShape, func() { NewChart([]int{2, 0}) })
	mustPanic(t, "the shorter first", errShape, func() { NewChart([]int{2, 3}) })

	g, c := New(), NewChart([]int{3, 2})
	v := func(n int) *Node { return Zeros(g, tensor.Float64, n) }
	one, two := c.Upto(1), c.Upto(2)
	for name, s := range map[string]struct {
		want string
		f    func()
	}{
		"inside of one word":          {errIndex, func() { InsideStep(c, 1, v(0), v(one)) }},
		"inside beyond the longest":   {errIndex, func() { InsideStep(c, 4, v(8), v(1)) }},
		"inside from a long prefix":   {errShape, func() { InsideStep(c, 2, v(two), v(two-one)) }},
		"inside with too few scores":  {errShape, func() { InsideStep(c, 2, v(one), v(two-one-1)) }},
		"entropy of one word":         {errIndex, func() { EntropyStep(c, 1, v(0), v(0)) }},
		"entropy beyond the longest":  {errIndex, func() { EntropyStep(c, 4, v(8), v(8)) }},
		"entropy from a long prefix":  {errShape, func() { EntropyStep(c, 2, v(two), v(one)) }},
		"entropy with a long entropy": {errShape, func() { EntropyStep(c, 2, v(one), v(two)) }},
	} {
		mustPanic(t, name, s.want, s.f)
	}
}
