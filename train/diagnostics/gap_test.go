package diagnostics

import (
	"math"
	"testing"
)

func TestNewGap(t *testing.T) {
	g, err := NewGap([]float64{-3, -5, -1}, []float64{-2, -2, -1})
	if err != nil {
		t.Fatal(err)
	}
	near(t, "mean", g.Mean, 4./3, 1e-14)
	near(t, "standard error", g.StdErr, math.Sqrt((1./9+25./9+16./9)/2/3), 1e-14)
	if g, err = NewGap([]float64{-3}, []float64{-1}); err != nil || *g != (Gap{Mean: 2}) {
		t.Errorf("one item: found %v, %v", g, err)
	}
}

func TestNewGapErrors(t *testing.T) {
	_, err := NewGap(nil, nil)
	mustFail(t, "no item", err, "0 and 0")
	_, err = NewGap([]float64{1}, []float64{1, 2})
	mustFail(t, "other items", err, "1 and 2")
	_, err = NewGap([]float64{1, nan}, []float64{1, 2})
	mustFail(t, "NaN", err, "lower bound", "element 1")
	_, err = NewGap([]float64{1, 2}, []float64{-inf, 2})
	mustFail(t, "infinite", err, "importance", "element 0")
}
