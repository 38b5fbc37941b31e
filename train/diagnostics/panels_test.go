package diagnostics

import (
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"pgregory.net/rapid"
)

// The legend of a panel of gradients stands above all that it explains.
func TestGradientsLegend(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		variance := rapid.Custom(func(t *rapid.T) float64 {
			return rapid.Float64Range(1, 10).Draw(t, "digits") * math.Pow(10, float64(rapid.IntRange(-12, 6).Draw(t, "power")))
		})
		var estimators []Estimator
		for i := range rapid.IntRange(1, len(shapes)).Draw(t, "estimators") {
			estimators = append(estimators, Estimator{Name: fmt.Sprintf("estimator %d", i), Groups: []GroupNoise{
				{Group: "p", Variance: variance.Draw(t, "p")}, {Group: "q", Variance: variance.Draw(t, "q")},
			}})
		}
		of := func(n GroupNoise) float64 { return n.Variance }
		p, err := gradientsPanel(estimators, "Variance of a gradient", of)
		if err != nil {
			t.Fatal(err)
		}
		data := p.DataCanvas(draw.New(vgimg.New(panelWidth, panelHeight)))
		legend := p.Legend.Rectangle(data)
		for _, e := range estimators {
			for _, n := range e.Groups {
				if y := data.Y(p.Y.Norm(of(n))) + vg.Points(3); y > legend.Min.Y {
					t.Fatalf("%s has a point at %v of %v, where the legend begins at %v", e.Name, y, data.Max.Y, legend.Min.Y)
				}
			}
		}
	})
}
