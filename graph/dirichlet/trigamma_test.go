package dirichlet

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// farTrigamma sums so far that two terms of the asymptotic series are enough,
// smallest terms first.
func farTrigamma(x float64) float64 {
	n := 0
	for x+float64(n) < 2000 {
		n++
	}
	y := x + float64(n)
	sum := 1/y + 1/(2*y*y) + 1/(6*y*y*y)
	for i := n - 1; i >= 0; i-- {
		sum += 1 / ((x + float64(i)) * (x + float64(i)))
	}
	return sum
}

func TestTrigamma(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := []float64{positive(t, "x")}
		want := farTrigamma(x[0])
		Trigamma(x, x)
		if !(math.Abs(x[0]-want) <= 1e-14*want) {
			t.Fatalf("found %.17g, want %.17g", x[0], want)
		}
	})
}

func TestTrigammaOfKnownArguments(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	x := []float64{1, 0.5, 2, 0, inf, -1, nan}
	want := []float64{math.Pi * math.Pi / 6, math.Pi * math.Pi / 2, math.Pi*math.Pi/6 - 1, inf, 0, nan, nan}
	Trigamma(x, x)
	for i, w := range want {
		if g := x[i]; g != w && !(math.IsNaN(g) && math.IsNaN(w)) && !(math.Abs(g-w) <= 1e-15*w) {
			t.Errorf("argument %d: found %.17g, want %.17g", i, g, w)
		}
	}
}
