package diagnostics

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// A dimension that follows x is active, one that does not has collapsed.
func TestNewUnits(t *testing.T) {
	means := [][]float64{{-1, 0.05, 0.3}, {1, -0.05, 0.3}, {3, 0, 0.3}}
	kl := [][]float64{{1, 0.1, 0}, {2, 0.2, 0}, {6, 0, 0}}
	got, err := NewUnits(means, kl)
	if err != nil {
		t.Fatal(err)
	}
	want := &Units{Spread: []float64{4, 0.0025, 0}, KL: []float64{3, 0.1, 0}, Active: 1}
	if diff := cmp.Diff(want, got, cmpopts.EquateApprox(1e-13, 1e-13)); diff != "" {
		t.Errorf("units (-want +got):\n%s", diff)
	}
}

func TestNewUnitsErrors(t *testing.T) {
	two := [][]float64{{1, 2}, {3, 4}}
	_, err := NewUnits(nil, two)
	mustFail(t, "no item", err, "means", "none")
	_, err = NewUnits(two[:1], two[:1])
	mustFail(t, "one item", err, "one item")
	_, err = NewUnits([][]float64{{1, 2}, {3}}, two)
	mustFail(t, "ragged", err, "item 1", "1 dimensions")
	_, err = NewUnits(two, [][]float64{{1, 2}, {3, 4}, {5, 6}})
	mustFail(t, "other items", err, "3 items", "2 of 2")
	_, err = NewUnits(two, [][]float64{{1, 2}, {nan, 4}})
	mustFail(t, "NaN", err, "divergences of item 1, element 0", "NaN")
}
