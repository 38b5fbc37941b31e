package dirichlet

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// A result depends neither on what is beside an element nor on where it lies.
func TestOverSliceOfPartsAndInPlace(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := rapid.SliceOfN(rapid.Float64Range(1e-3, 1e3), 1, 40).Draw(t, "x")
		all := make([]float64, len(x))
		Digamma(all, x)
		for i := range x {
			if Digamma(x[i:i+1], x[i:i+1]); x[i] != all[i] {
				t.Fatalf("element %d alone: found %v, want %v", i, x[i], all[i])
			}
		}
	})
}

func TestOverSliceFloat32(t *testing.T) {
	x := make([]float32, 600)
	for i := range x {
		x[i] = float32(math.Exp(float64(i-300) / 20))
	}
	got := make([]float32, len(x))
	Digamma(got, x)
	for i, v := range x {
		if want := float32(digamma(float64(v))); math.Abs(float64(got[i]-want)) > 1e-6*math.Abs(float64(want)) {
			t.Errorf("digamma(%v): found %v, want %v", v, got[i], want)
		}
	}
}

func TestOverSliceOfDifferentLengthsPanics(t *testing.T) {
	defer func() {
		if got := recover(); got != errLength {
			t.Errorf("found %v, want %q", got, errLength)
		}
	}()
	Digamma(make([]float64, 1), make([]float64, 2))
}

func BenchmarkOverSlice(b *testing.B) {
	x, y := make([]float64, 1000), make([]float64, 1000)
	for i := range x {
		x[i] = 0.01 * float64(i+1)
	}
	for _, impl := range all {
		for name, f := range map[string]sliceFunc{"digamma": impl.digamma, "logGamma": impl.logGamma} {
			b.Run(name+"/"+impl.name, func(b *testing.B) {
				for b.Loop() {
					overDoubles(f, y, x)
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(x)), "ns/element")
			})
		}
	}
}
