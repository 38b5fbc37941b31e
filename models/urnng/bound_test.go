package urnng

import (
	"fmt"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"arbelos/graph"
	"arbelos/layers"
)

// surrogateOf is the surrogate as its definition says, with the learning signal
// advantage held constant; nil leaves q's terms out.
func (v terms) surrogateOf(samples int, w float64, advantage []float64) (total float64) {
	n := float64(len(v.words))
	for k := range v.words {
		total += (v.words[k] + w*v.actions[k]) / n
		if advantage != nil {
			total += advantage[k] * v.logQ[k] / n
		}
	}
	if advantage != nil {
		for _, h := range v.entropy {
			total += w * h / float64(len(v.entropy))
		}
	}
	return total
}

// advantage is f_k less the mean of the sentence's other f, or f_k where there
// is no other.
func (v terms) advantage(samples int, w float64) []float64 {
	a := make([]float64, len(v.words))
	for k := range a {
		a[k] = v.words[k] + w*v.actions[k]
		first := k / samples * samples
		for j := first; j < first+samples; j++ {
			if j != k {
				a[k] -= (v.words[j] + w*v.actions[j]) / float64(samples-1)
			}
		}
	}
	return a
}

// gradients are the values of all gradients; zeros where there is none.
func (m *Model) gradients(s *Step) [][]float64 {
	out := make([][]float64, len(m.params))
	for i, p := range m.params {
		out[i] = make([]float64, p.Value.DataSize())
		if g := s.Grads[i]; g != nil {
			copy(out[i], graph.Float64s(g))
		}
	}
	return out
}

// The whole surrogate, value and gradient, against its definition and central
// differences, in both builds: with one sample and several, with and without q's terms, with
// dropout, over sentences of mixed lengths.
func TestSurrogate(t *testing.T) {
	for i, c := range []struct {
		pos     string
		dropout float64
		lengths []int
		samples int
		w       float64
		trainQ  bool
		every   bool
	}{
		{PosConcat, 0.4, []int{4, 2, 1}, 2, 0.7, true, true},
		{PosAdd, 0, []int{5, 3, 3}, 3, 1, true, false},
		{PosAdd, 0.3, []int{6, 6}, 1, 0.5, true, false},
		{PosConcat, 0, []int{7, 4, 2}, 4, 0, true, false},
		{PosConcat, 0.5, []int{5, 4}, 2, 1, false, false},
		{PosAdd, 0, []int{3}, 1, 0.2, false, false},
		{PosConcat, 0, []int{1, 1}, 2, 1, true, false},
	} {
		t.Run(fmt.Sprint(c), func(t *testing.T) {
			cfg := smallConfig()
			cfg.Pos, cfg.Dropout = c.pos, c.dropout
			m := newModel(t, cfg, uint64(i))
			batch, key := batchOf(uint64(i), cfg.Vocab, c.lengths...), Key{Seed: 5, Step: uint64(i)}
			trees := choose(uint64(i), batch, c.samples)
			at := m.evaluate(t, batch, trees, key)
			var advantage []float64
			if c.trainQ {
				advantage = at.advantage(c.samples, c.w)
			}
			o := Options{Key: key, KLWeight: c.w, TrainQ: c.trainQ}
			m.Ops = layers.Unrolled
			unrolled := m.given(t, batch, trees, o)
			gradients := m.gradients(unrolled)
			m.Ops = layers.Fused
			step := m.given(t, batch, trees, o)
			near(t, "objective", step.Objective, at.surrogateOf(c.samples, c.w, advantage), 1e-12)
			near(t, "objective, unrolled", unrolled.Objective, step.Objective, 1e-12)
			if diff := cmp.Diff(gradients, m.gradients(step), cmpopts.EquateApprox(1e-10, 1e-10)); diff != "" {
				t.Errorf("gradients (-unrolled +fused):\n%s", diff)
			}
			for i, g := range step.Grads {
				if q := m.params[i].Group == GroupQ; !c.trainQ && q && g != nil {
					t.Errorf("q is not trained and %s has a gradient", m.params[i].Name)
				}
			}
			along := m.directions(uint64(i))
			if c.every {
				along = m.elements()
			}
			got := make([]float64, len(along)) // the next run takes the gradients' memory back
			for k, d := range along {
				got[k] = d.of(step)
			}
			for k, d := range along {
				want := d.difference(m, func() float64 {
					return m.evaluate(t, batch, trees, key).surrogateOf(c.samples, c.w, advantage)
				})
				near(t, fmt.Sprintf("gradient in %s", m.params[d.param].Name), got[k], want, 1e-7)
			}
		})
	}
}

// The expectation of the surrogate's gradient over the trees that q draws, here
// as the sum over all that it can draw, is the gradient of the evidence lower
// bound.
func TestSurrogateUnbiased(t *testing.T) {
	for _, c := range []struct {
		words, samples int
		w              float64
	}{{5, 1, 1}, {4, 2, 1}, {4, 2, 0.3}, {3, 3, 1}} {
		t.Run(fmt.Sprint(c), func(t *testing.T) {
			m := newModel(t, smallConfig(), 3)
			batch := batchOf(4, m.Vocab, c.words)
			all := allTrees(c.words)
			logQ := m.evaluate(t, batch, [][]layers.Tree{all}, Key{}).logQ
			along := m.directions(6)
			got := make([]float64, len(along))
			draw := make([]int, c.samples)
			for { // all tuples of trees
				trees, q := make([]layers.Tree, c.samples), 1.0
				for k, z := range draw {
					trees[k] = all[z]
					q *= math.Exp(logQ[z])
				}
				step := m.given(t, batch, [][]layers.Tree{trees}, Options{KLWeight: c.w, TrainQ: true})
				for k, d := range along {
					got[k] += q * d.of(step)
				}
				if !next(draw, len(all)) {
					break
				}
			}
			for k, d := range along {
				want := d.difference(m, func() float64 { return m.exactBound(t, batch[0], c.w) })
				near(t, "expected gradient in "+m.params[d.param].Name, got[k], want, 1e-7)
			}
		})
	}
}

// next counts up in the given base, and tells whether there was a next number.
func next(digits []int, base int) bool {
	for i := range digits {
		if digits[i]++; digits[i] < base {
			return true
		}
		digits[i] = 0
	}
	return false
}

// The mean gradient of steps that draw their own trees lies within four
// standard errors of the gradient of the evidence lower bound, in random
// projections and in single elements, and the leave-one-out baseline lowers the
// variance of q's gradient.
func TestSampledGradient(t *testing.T) {
	const steps, samples = 150, 4
	m := newModel(t, smallConfig(), 3)
	batch := batchOf(8, m.Vocab, 5, 4)
	along := m.directions(6)
	r, single := graph.Rand(2, "elements"), m.elements()
	for range 12 {
		along = append(along, single[r.IntN(len(single))])
	}
	sampled := func(samples int) (byDirection [][]float64) {
		byDirection = make([][]float64, len(along))
		for step := range uint64(steps) {
			s, err := m.Unsupervised(batch, Options{Key: Key{Seed: 9, Step: step}, Samples: samples, KLWeight: 1, TrainQ: true})
			if err != nil {
				t.Fatal(err)
			}
			for k, d := range along {
				byDirection[k] = append(byDirection[k], d.of(s))
			}
		}
		return byDirection
	}
	with, without := sampled(samples), sampled(1)
	var errorWith, errorWithout float64
	for k, d := range along {
		exact := d.difference(m, func() float64 { return (m.exactBound(t, batch[0], 1) + m.exactBound(t, batch[1], 1)) / 2 })
		for name, x := range map[string][]float64{"4 samples": with[k], "1 sample": without[k]} {
			mean, se := moments(x)
			if !(math.Abs(mean-exact) <= 4*se+1e-8) {
				t.Errorf("%s, %s: mean gradient %.6g, exact %.6g, standard error %.2g", name, m.params[d.param].Name, mean, exact, se)
			}
		}
		if m.params[d.param].Group == GroupQ {
			_, se := moments(with[k])
			errorWith += se * se
			_, se = moments(without[k])
			errorWithout += se * se / samples // the mean of four steps of one sample
		}
	}
	t.Logf("variance of q's gradient with the baseline: %.3g of that without", errorWith/errorWithout)
	if !(errorWith < errorWithout/2) {
		t.Errorf("variance of q's gradient %.3g with the leave-one-out baseline, %.3g without", errorWith, errorWithout)
	}
}
