package layers

import (
	"math"
	"testing"

	"arbelos/graph"
)

// Indices come as often as the softmax says: a chi-square of 3 degrees of freedom
// below its 0.9999 quantile.
func TestDraw(t *testing.T) {
	logits := []float64{1000, math.Inf(-1), 1001, 999.5, 998}
	want := make([]float64, len(logits))
	var sum float64
	for i, v := range logits {
		want[i] = math.Exp(v - 1000)
		sum += want[i]
	}
	const draws = 20000
	counts := make([]float64, len(logits))
	r := graph.Rand(1, "test draw")
	for range draws {
		i, ok := Draw(r, logits)
		if !ok {
			t.Fatal("nothing drawn")
		}
		counts[i]++
	}
	var chi float64
	for i, w := range want {
		if expected := draws * w / sum; expected > 0 {
			chi += (counts[i] - expected) * (counts[i] - expected) / expected
		} else if counts[i] > 0 {
			t.Errorf("index %d, of probability 0, was drawn", i)
		}
	}
	if chi > 21.1 {
		t.Errorf("found counts %v, chi-square %.1f", counts, chi)
	}
}

func TestDrawNothing(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	for _, logits := range [][]float64{{-inf, -inf}, {0, nan, 1}, {0, inf}, {nan, nan}} {
		if i, ok := Draw(graph.Rand(1, "test draw"), logits); ok {
			t.Errorf("%v: drew %d", logits, i)
		}
	}
}
