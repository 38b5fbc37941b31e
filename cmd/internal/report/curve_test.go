package report

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/plot/plotter"
	"pgregory.net/rapid"

	"arbelos/train"
)

// A long curve keeps its ends' stretches, its extremes and its order, and nothing is made up.
func TestThin(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		y := rapid.SliceOfN(rapid.Float64Range(-10, 10), 0, 3000).Draw(t, "y")
		xy := make(plotter.XYs, len(y))
		for i := range y {
			xy[i] = plotter.XY{X: float64(i), Y: y[i]}
		}
		got := thin(xy)
		if len(got) > maxPoints || len(xy) <= maxPoints && len(got) != len(xy) {
			t.Fatalf("%d points of %d", len(got), len(xy))
		}
		last, low, high := -1, math.Inf(1), math.Inf(-1)
		for _, p := range got {
			i := int(p.X)
			if i <= last || xy[i] != p {
				t.Fatalf("%v comes after point %d", p, last)
			}
			last, low, high = i, min(low, p.Y), max(high, p.Y)
		}
		for _, p := range xy {
			if p.Y < low || p.Y > high {
				t.Fatalf("%v is beyond %v to %v", p, low, high)
			}
		}
	})
}

// Epochs are points where there are two; a run in its first epoch has its steps.
func TestSplitPanel(t *testing.T) {
	step := train.Record{Kind: train.KindStep, Epoch: 1, Step: 50, Figures: map[string]float64{"train/elbo": -3}}
	epoch := func(n int) train.Record {
		return train.Record{Kind: train.KindEpoch, Epoch: n, Step: 100 * n, Figures: map[string]float64{"train/elbo": -2, "validation/elbo": -1}}
	}
	for _, c := range []struct {
		records []train.Record
		x       string
		points  []int // of validation, of training
	}{
		{[]train.Record{step}, "step", []int{1}},
		{[]train.Record{step, epoch(1)}, "step", []int{1, 2}},
		{[]train.Record{step, epoch(1), step, epoch(2)}, "epoch", []int{2, 2}},
	} {
		p := splitPanel([]*Run{{Records: c.records}}, quantities[0])
		if p.x != c.x || len(p.curves) != len(c.points) {
			t.Fatalf("%d curves over %s, expected %d over %s", len(p.curves), p.x, len(c.points), c.x)
		}
		for i, n := range c.points {
			if len(p.curves[i].xy) != n {
				t.Errorf("curve %d has %d points, expected %d", i, len(p.curves[i].xy), n)
			}
		}
	}
}

// Runs of two programs have plots of their own, and their looks and names from the whole report.
func TestPrograms(t *testing.T) {
	run := func(program, name string) *Run {
		return &Run{
			Name: name, Label: name, Summary: train.Summary{Program: program},
			Records: []train.Record{{Kind: train.KindEpoch, Epoch: 1, Figures: map[string]float64{"validation/elbo": -1}}},
		}
	}
	runs := []*Run{run("b", "first"), run("a", "second"), run("b", "third")}
	all := panels(runs)
	if len(all) != 2 || all[0].title != "Evidence lower bound (ELBO) (a)" || all[0].name == all[1].name {
		t.Fatalf("%+v", all)
	}
	if got := all[0].entries(runs); !slices.Equal(got, []string{"second, validation"}) {
		t.Errorf("a has %q", got)
	}
	if got := all[1].entries(runs); !slices.Equal(got, []string{"first, validation", "third, validation"}) {
		t.Errorf("b has %q", got)
	}
}

// Curves of one panel look different, up to five runs of two parts, without colour too.
func TestLook(t *testing.T) {
	for runs := 1; runs <= 5; runs++ {
		for parts := 1; parts <= 2; parts++ {
			var p panel
			for r := range runs {
				for part := range parts {
					p.curves = append(p.curves, curve{run: r, part: part})
				}
			}
			type grey struct {
				marker any
				dash   int
			}
			seen := map[grey]bool{}
			for _, c := range p.curves {
				l := p.look(c, runs)
				g := grey{l.marker, -1}
				for i, d := range dashes {
					if len(d) == len(l.dashes) && (len(d) == 0 || d[0] == l.dashes[0]) {
						g.dash = i
					}
				}
				if seen[g] {
					t.Errorf("two of %d runs of %d parts look alike: %+v", runs, parts, g)
				}
				seen[g] = true
			}
		}
	}
}

// A range that has no width gets one, in any magnitude.
func TestAround(t *testing.T) {
	for _, x := range []float64{0, 1, -5, 1e20, -1e99, 1e-300} {
		if low, high := around(x, x); !(low < x && x < high) || math.IsInf(high-low, 0) {
			t.Errorf("%v to %v around %v", low, high, x)
		}
	}
	if low, high := around(1, 2); low != 1 || high != 2 {
		t.Errorf("1 to 2 became %v to %v", low, high)
	}
}
