package train

import (
	"math"
	"testing"

	"gorgonia.org/tensor"
)

// Small gradients among large ones must not be lost in float32.
func TestSumSquaresInFloat64(t *testing.T) {
	x := make([]float32, 100_001)
	for i := range x {
		x[i] = 1e-4
	}
	x[0] = 1
	got := sumSquares(tensor.New(tensor.WithShape(len(x)), tensor.WithBacking(x)))
	small := float64(float32(1e-4))
	if want := 1 + 100_000*small*small; math.Abs(got-want) > 1e-12 {
		t.Errorf("found %v, want %v", got, want)
	}
}

func TestFirstNonFinite(t *testing.T) {
	for _, bad := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		wide := vector(1, 2, bad)
		narrow := tensor.New(tensor.WithShape(2, 1), tensor.WithBacking([]float32{float32(bad), 1}))
		for _, d := range []*tensor.Dense{wide, narrow} {
			if v, found := firstNonFinite(d); !found || isFinite(v) {
				t.Errorf("%v: found %v, %v", bad, v, found)
			}
		}
	}
	if v, found := firstNonFinite(vector(math.MaxFloat64, 0, math.SmallestNonzeroFloat64)); found {
		t.Errorf("found %v among finite numbers", v)
	}
}

func TestElementsRefusesViews(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("a transposed view was taken for contiguous")
		}
	}()
	d := tensor.New(tensor.WithShape(2, 3), tensor.WithBacking([]float64{1, 2, 3, 4, 5, 6}))
	if err := d.T(); err != nil {
		t.Fatal(err)
	}
	elements[float64](d)
}
