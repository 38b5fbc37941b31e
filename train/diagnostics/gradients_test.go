package diagnostics

import (
	"fmt"
	"math"
	"testing"

	"gorgonia.org/tensor"

	"arbelos/graph"
)

func testParams() []*graph.Param {
	return []*graph.Param{
		{Name: "a", Group: "p", Value: graph.Zero(graph.Float32, 2)},
		{Name: "b", Group: "q", Value: graph.Zero(graph.Float64, 1, 2)},
		{Name: "c", Group: "p", Value: graph.Zero(graph.Float64, 1)},
	}
}

// Three draws, summed by hand; a nil gradient is zero.
func TestGradients(t *testing.T) {
	g := NewGradients(testParams())
	for _, draw := range [][]*tensor.Dense{
		{graph.FromFloat64s(graph.Float32, []float64{1, 10}, 2), graph.FromFloat64s(graph.Float64, []float64{0, 1}, 1, 2), nil},
		{graph.FromFloat64s(graph.Float32, []float64{2, 10}, 2), nil, graph.FromFloat64s(graph.Float64, []float64{3}, 1)},
		{graph.FromFloat64s(graph.Float32, []float64{6, 10}, 2), graph.FromFloat64s(graph.Float64, []float64{0, -1}, 1, 2), nil},
	} {
		if err := g.Add(draw); err != nil {
			t.Fatal(err)
		}
	}
	groups, err := g.Groups()
	if err != nil {
		t.Fatal(err)
	}
	if len(groups) != 2 || groups[0].Group != "p" || groups[1].Group != "q" || groups[0].Elements != 3 || groups[1].Elements != 2 || groups[0].Draws != 3 {
		t.Fatalf("found groups %+v", groups)
	}
	variance := 7. + 0 + 3 // means 3, 10 and 1
	norm := math.Sqrt(9 + 100 + 1 - variance/3)
	near(t, "variance of p", groups[0].Variance, variance, 1e-13)
	near(t, "norm of p", groups[0].Norm, norm, 1e-13)
	near(t, "signal-to-noise of p", float64(groups[0].SNR), norm/math.Sqrt(variance), 1e-13)
	near(t, "variance of q", groups[1].Variance, 1, 1e-13)
	if groups[1].Norm != 0 || groups[1].SNR != 0 {
		t.Errorf("q has no signal: found %+v", groups[1])
	}
}

// Of drawn gradients, noise of a known variance around a known mean; far from
// zero nothing is lost.
func TestGradientsOfNoise(t *testing.T) {
	for _, offset := range []float64{0.5, 1e6} {
		g := NewGradients(testParams()[1:2])
		r := testRand(9)
		for range 4000 {
			x := []float64{offset + 2*r.NormFloat64(), r.NormFloat64()}
			if err := g.Add([]*tensor.Dense{graph.FromFloat64s(graph.Float64, x, 1, 2)}); err != nil {
				t.Fatal(err)
			}
		}
		groups, err := g.Groups()
		if err != nil {
			t.Fatal(err)
		}
		near(t, fmt.Sprint("variance around ", offset), groups[0].Variance, 5, 0.05)
		near(t, fmt.Sprint("norm around ", offset), groups[0].Norm, offset, 0.1)
		near(t, fmt.Sprint("signal-to-noise around ", offset), float64(groups[0].SNR), offset/math.Sqrt(5), 0.1)
	}
}

// Without noise the ratio is infinite; without either it is zero.
func TestGradientsWithoutNoise(t *testing.T) {
	g := NewGradients(testParams())
	for range 2 {
		if err := g.Add([]*tensor.Dense{nil, graph.FromFloat64s(graph.Float64, []float64{3, 4}, 1, 2), nil}); err != nil {
			t.Fatal(err)
		}
	}
	groups, err := g.Groups()
	if err != nil || groups[0].SNR != 0 || groups[1].Norm != 5 || !math.IsInf(float64(groups[1].SNR), 1) {
		t.Errorf("found %+v, %v", groups, err)
	}
}

func TestGradientsErrors(t *testing.T) {
	g := NewGradients(testParams())
	good := []*tensor.Dense{nil, graph.FromFloat64s(graph.Float64, []float64{1, 2}, 1, 2), nil}
	mustFail(t, "too few gradients", g.Add(good[:2]), "2", "3, one for each parameter")
	mustFail(t, "other elements", g.Add([]*tensor.Dense{graph.Zero(graph.Float32, 3), nil, nil}), `"a"`, "3 elements")
	mustFail(t, "NaN", g.Add([]*tensor.Dense{nil, graph.FromFloat64s(graph.Float64, []float64{1, nan}, 1, 2), nil}), `"b"`, "element 1", "NaN")
	if err := g.Add(good); err != nil {
		t.Error(err)
	}
	_, err := g.Groups()
	mustFail(t, "one draw", err, "1 draws", "at least 2")
}
