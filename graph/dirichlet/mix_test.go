package dirichlet

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"
)

// document is an argument list of Mix: n words and k components with what they
// are filled up with.
type document[T float] struct {
	n, k                                         int
	rows, weights, counts, norms, ratios, result []T
}

func newDocument[T float](r *rand.Rand, n, k int) *document[T] {
	width, padded := Width[T](k), (n+Side-1)/Side*Side
	d := &document[T]{
		n: n, k: k, rows: make([]T, padded*width), weights: make([]T, width), counts: make([]T, padded),
		norms: make([]T, padded), ratios: make([]T, padded), result: make([]T, width),
	}
	for i := range padded {
		for j, row := range d.row(i) {
			switch {
			case i >= n:
				d.row(i)[j] = 1
			case j < k:
				d.row(i)[j] = row + T(r.Float64())
			}
		}
		if i < n {
			d.counts[i] = T(1 + r.IntN(5))
		}
		d.norms[i], d.ratios[i] = T(math.NaN()), T(math.NaN())
	}
	for j := range width {
		if j < k {
			d.weights[j] = T(r.Float64())
		}
		d.result[j] = T(math.NaN())
	}
	return d
}

func (d *document[T]) row(i int) []T { return d.rows[i*len(d.weights):][:len(d.weights)] }

func (d *document[T]) run(f mixFunc[T]) T {
	clear(d.result)
	return f(len(d.counts)/Side, len(d.weights), &d.rows[0], &d.weights[0], &d.counts[0], &d.norms[0], &d.ratios[0], &d.result[0])
}

// check holds what f gave against plain sums in float64.
func (d *document[T]) check(t rapid.TB, least T, eps float64) {
	t.Helper()
	near := func(what string, got T, want float64) {
		if !(math.Abs(float64(got)-want) <= eps*math.Abs(want)) {
			t.Fatalf("%s: found %v, want %v", what, got, want)
		}
	}
	sums, smallest := make([]float64, len(d.weights)), math.Inf(1)
	for i := range d.counts {
		var norm float64
		for j, w := range d.weights {
			norm += float64(d.row(i)[j]) * float64(w)
		}
		smallest = min(smallest, norm)
		near(fmt.Sprintf("norm %d", i), d.norms[i], norm)
		near(fmt.Sprintf("ratio %d", i), d.ratios[i], float64(d.counts[i])/norm)
		for j := range sums {
			sums[j] += float64(d.counts[i]) / norm * float64(d.row(i)[j])
		}
	}
	for j, want := range sums {
		near(fmt.Sprintf("sum %d", j), d.result[j], want)
	}
	near("least", least, smallest)
}

func TestMix(t *testing.T) {
	for _, impl := range all {
		t.Run("float32/"+impl.name, func(t *testing.T) { checkMix(t, impl.mix32, 1e-5) })
		t.Run("float64/"+impl.name, func(t *testing.T) { checkMix(t, impl.mix64, 1e-13) })
	}
}

func checkMix[T float](t *testing.T, f mixFuncs[T], eps float64) {
	rapid.Check(t, func(t *rapid.T) {
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		d := newDocument[T](r, rapid.IntRange(1, 40).Draw(t, "words"), rapid.IntRange(1, 70).Draw(t, "components"))
		d.check(t, d.run(f.of(len(d.weights))), eps)
		d.check(t, d.run(f.any), eps)
	})
}

// The exported function is one of those above.
func TestMixOfNothingAndOfWrongLengths(t *testing.T) {
	d := newDocument[float64](rand.New(rand.NewPCG(1, 2)), 9, 5)
	d.check(t, Mix(d.rows, d.weights, d.counts, d.norms, d.ratios, d.result), 1e-13)
	d.result[0] = 3
	if least := Mix(nil, d.weights, nil, nil, nil, d.result); least != 1 || d.result[0] != 0 {
		t.Errorf("without words: found a least norm of %v and a sum of %v, want 1 and 0", least, d.result[0])
	}
	for name, f := range map[string]func(){
		"rows":    func() { Mix(d.rows[1:], d.weights, d.counts, d.norms, d.ratios, d.result) },
		"weights": func() { Mix(d.rows, d.weights[1:], d.counts, d.norms, d.ratios, d.result[1:]) },
		"counts":  func() { Mix(d.rows, d.weights, d.counts[1:], d.norms[1:], d.ratios[1:], d.result) },
		"norms":   func() { Mix(d.rows, d.weights, d.counts, d.norms[1:], d.ratios, d.result) },
		"ratios":  func() { Mix(d.rows, d.weights, d.counts, d.norms, d.ratios[1:], d.result) },
		"sums":    func() { Mix(d.rows, d.weights, d.counts, d.norms, d.ratios, d.result[1:]) },
	} {
		func() {
			defer func() {
				if got := recover(); got != errLength {
					t.Errorf("%s: found %v, want %q", name, got, errLength)
				}
			}()
			f()
		}()
	}
}

// A norm of zero shows in the result, and does not spread to other documents.
func TestMixShowsUnderflow(t *testing.T) {
	for _, impl := range all {
		d := newDocument[float64](rand.New(rand.NewPCG(3, 4)), 11, 6)
		for j := range d.k {
			d.row(10)[j] = 0
		}
		if least := d.run(impl.mix64.of(len(d.weights))); least != 0 {
			t.Errorf("%s: found a least norm of %v, want 0", impl.name, least)
		}
	}
}

func BenchmarkMix(b *testing.B) {
	for _, k := range []int{20, 100} {
		for _, impl := range all {
			d := newDocument[float64](rand.New(rand.NewPCG(1, 2)), 134, k)
			b.Run(fmt.Sprintf("%d/%s", k, impl.name), func(b *testing.B) {
				for b.Loop() {
					d.run(impl.mix64.of(len(d.weights)))
				}
			})
			s := newDocument[float32](rand.New(rand.NewPCG(1, 2)), 134, k)
			b.Run(fmt.Sprintf("%d/%s/float32", k, impl.name), func(b *testing.B) {
				for b.Loop() {
					s.run(impl.mix32.of(len(s.weights)))
				}
			})
		}
	}
}
