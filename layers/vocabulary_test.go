package layers

import (
	"math"
	"math/rand/v2"
	"testing"

	"gorgonia.org/tensor"
	"pgregory.net/rapid"

	"arbelos/graph"
)

func vocabularySubject(r *rand.Rand, width, size int, targets []int) (Vocabulary, subject) {
	m := newMaker(r)
	v := NewVocabulary(m, "words", size, width)
	return v, subject{
		params: m.Params, inputs: []*tensor.Dense{random(r, len(targets), width)},
		build: func(c *Context, in []*graph.Node) *graph.Node { return v.LogProbs(c, in[0], targets) },
	}
}

func TestVocabulary(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		width, size := rapid.IntRange(1, 4).Draw(t, "width"), rapid.IntRange(1, 6).Draw(t, "size")
		targets := rapid.SliceOfN(rapid.IntRange(0, size-1), 1, 6).Draw(t, "targets")
		r := drawRand(t)
		v, s := vocabularySubject(r, width, size, targets)
		got, _ := s.run(t)
		var want, logits []float64
		for i, x := range rows(s.inputs[0].Float64s(), width) {
			scores := naiveLinear(Linear{v.Table, v.Bias}, x)
			var total float64
			for _, y := range scores {
				total += math.Exp(y)
			}
			want = append(want, scores[targets[i]]-math.Log(total))
			logits = append(logits, scores...)
		}
		near(t, "log probabilities", got, want, 1e-12)
		s.checkDirections(t, r)
		s.build = func(c *Context, in []*graph.Node) *graph.Node { return v.Logits(c, in[0]) }
		got, _ = s.run(t)
		near(t, "logits", got, logits, 1e-12)
	})
}

func TestVocabularyEveryElement(t *testing.T) {
	_, s := vocabularySubject(graph.Rand(1, "test"), 3, 4, []int{2, 0, 2, 3, 3})
	s.checkEveryElement(t)
}
