package diagnostics

import (
	"cmp"
	"fmt"
	"image/color"
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"arbelos/train/ticks"
)

var (
	dashes = []vg.Length{vg.Points(4), vg.Points(3)}
	shapes = []draw.GlyphDrawer{draw.CircleGlyph{}, draw.TriangleGlyph{}, draw.CrossGlyph{}, draw.SquareGlyph{}, draw.PlusGlyph{}, draw.RingGlyph{}}
)

func newPanel(title, x, y string) *plot.Plot {
	p := plot.New()
	p.Title.Text, p.X.Label.Text, p.Y.Label.Text = title, x, y
	p.Title.TextStyle.Font.Size = vg.Points(11)
	p.X.Tick.Marker, p.Y.Tick.Marker = ticks.Exact{}, ticks.Exact{}
	p.Legend.Top = true
	p.Legend.TextStyle.Font.Size = vg.Points(9)
	return p
}

// measured are points with their standard errors, for plotter.NewYErrorBars.
type measured struct {
	plotter.XYs
	errors []float64
}

func (m measured) YError(i int) (low, high float64) { return m.errors[i], m.errors[i] }

// addMeasured draws points with error bars of two standard errors.
func addMeasured(p *plot.Plot, label string, m measured) error {
	scatter, err := plotter.NewScatter(m.XYs)
	if err != nil {
		return err
	}
	scatter.Shape, scatter.Radius = draw.CircleGlyph{}, vg.Points(2.5)
	for i := range m.errors {
		m.errors[i] *= 2
	}
	bars, err := plotter.NewYErrorBars(m)
	if err != nil {
		return err
	}
	p.Add(scatter, bars)
	if label != "" {
		p.Legend.Add(label, scatter)
	}
	return nil
}

func addLine(p *plot.Plot, label string, xy plotter.XYs, dashed bool) error {
	line, err := plotter.NewLine(xy)
	if err != nil {
		return err
	}
	if dashed {
		line.Dashes = dashes
	}
	p.Add(line)
	if label != "" {
		p.Legend.Add(label, line)
	}
	return nil
}

// byK lays out an axis of sample numbers, at equal ratios.
func byK(p *plot.Plot, points []BoundPoint) {
	var marks plot.ConstantTicks
	for _, b := range points {
		marks = append(marks, plot.Tick{Value: math.Log2(float64(b.K)), Label: strconv.Itoa(b.K)})
	}
	p.X.Tick.Marker = marks
}

func curve(points []BoundPoint, y func(BoundPoint) float64) plotter.XYs {
	xy := make(plotter.XYs, len(points))
	for i, b := range points {
		xy[i] = plotter.XY{X: math.Log2(float64(b.K)), Y: y(b)}
	}
	slices.SortFunc(xy, func(a, b plotter.XY) int { return cmp.Compare(a.X, b.X) })
	return xy
}

func boundPanel(points []BoundPoint) (*plot.Plot, error) {
	p := newPanel("Importance-weighted bound", "samples K", "nats an item")
	p.Legend.Top = false // the curve rises to the right, away from the corner below
	byK(p, points)
	bound := curve(points, func(b BoundPoint) float64 { return b.Bound })
	if err := addLine(p, "", bound, false); err != nil {
		return nil, err
	}
	m := measured{XYs: make(plotter.XYs, len(points))}
	for i, b := range points {
		m.XYs[i] = plotter.XY{X: math.Log2(float64(b.K)), Y: b.Bound}
		m.errors = append(m.errors, b.StdErr)
	}
	return p, addMeasured(p, "bound, two standard errors", m)
}

func biasPanel(points []BoundPoint) (*plot.Plot, error) {
	p := newPanel("Bias of the bound", "samples K", "nats an item")
	p.Legend.Top = false
	byK(p, points)
	if err := addLine(p, "predicted, -Var/(2K)", curve(points, func(b BoundPoint) float64 { return b.Predicted }), true); err != nil {
		return nil, err
	}
	m := measured{XYs: make(plotter.XYs, len(points))}
	for i, b := range points {
		m.XYs[i] = plotter.XY{X: math.Log2(float64(b.K)), Y: b.Bias}
		m.errors = append(m.errors, b.BiasErr)
	}
	return p, addMeasured(p, "measured, two standard errors", m)
}

// ranked draws the items' values in rising order.
func ranked(p *plot.Plot, values []float64) error {
	xy := make(plotter.XYs, len(values))
	for i, v := range slices.Sorted(slices.Values(values)) {
		xy[i] = plotter.XY{X: float64(i + 1), Y: v}
	}
	scatter, err := plotter.NewScatter(xy)
	if err != nil {
		return err
	}
	scatter.Shape, scatter.Radius = draw.RingGlyph{}, vg.Points(2)
	p.Add(scatter)
	return nil
}

func essPanel(w *Weights) (*plot.Plot, error) {
	p := newPanel("Effective sample size", "items, in rising order", "share of the samples")
	share := make([]float64, len(w.ESS))
	for i, v := range w.ESS {
		share[i] = v / float64(w.Samples[i])
	}
	p.Y.Min, p.Y.Max = 0, 1
	return p, ranked(p, share)
}

// paretoPanel draws infinite shapes at the ends of the finite ones' range, which
// takes in the threshold.
func paretoPanel(w *Weights) (*plot.Plot, error) {
	const threshold = 0.7
	p := newPanel("Pareto k of the weights", "items, in rising order", "k")
	low, high := 0.0, 1.0
	for _, n := range w.ParetoK {
		if k := float64(n); !math.IsInf(k, 0) {
			low, high = min(low, k), max(high, k)
		}
	}
	shown := make([]float64, len(w.ParetoK))
	for i, k := range w.ParetoK {
		shown[i] = min(max(float64(k), low), high)
	}
	ends := plotter.XYs{{X: 1, Y: threshold}, {X: float64(max(2, len(shown))), Y: threshold}}
	if err := addLine(p, fmt.Sprintf("%v: not reliable above", threshold), ends, true); err != nil {
		return nil, err
	}
	p.Y.Min, p.Y.Max = low, high*1.2 // room for the legend
	return p, ranked(p, shown)
}

// unitsPanel draws the divergence by dimension, in falling order, those of
// inactive units hollow.
func unitsPanel(u *Units) (*plot.Plot, error) {
	p := newPanel(fmt.Sprintf("KL by dimension, %d of %d active", u.Active, len(u.KL)), "dimensions, in falling order", "nats an item")
	order := make([]int, len(u.KL))
	for d := range order {
		order[d] = d
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(u.KL[b], u.KL[a]) })
	active, inactive := make(plotter.Values, len(order)), make(plotter.Values, len(order))
	for i, d := range order {
		if u.Spread[d] > ActiveSpread {
			active[i] = u.KL[d]
		} else {
			inactive[i] = u.KL[d]
		}
	}
	width := vg.Length(min(12, 180/float64(len(order))))
	for _, part := range []struct {
		label string
		bars  plotter.Values
		fill  color.Color
	}{{"active", active, color.Gray{96}}, {"inactive", inactive, color.White}} {
		bars, err := plotter.NewBarChart(part.bars, width)
		if err != nil {
			return nil, err
		}
		bars.Color, bars.XMin = part.fill, 1
		p.Add(bars)
		if slices.Max(part.bars) > 0 {
			p.Legend.Add(part.label, bars)
		}
	}
	p.X.Min, p.X.Max = 0.5, float64(len(order))+0.5
	p.Y.Max *= 1.2 // room for the legend
	if len(order) <= 12 {
		p.X.Tick.Marker = rankTicks(len(order))
	}
	return p, nil
}

// rankTicks labels the places from 1 to n.
func rankTicks(n int) plot.ConstantTicks {
	marks := make(plot.ConstantTicks, n)
	for i := range marks {
		marks[i] = plot.Tick{Value: float64(i + 1), Label: strconv.Itoa(i + 1)}
	}
	return marks
}

// gradientsPanel draws a number of every group, one shape an estimator, on a
// logarithmic axis. Zeros and infinities have no place there and are left out.
func gradientsPanel(estimators []Estimator, title string, number func(GroupNoise) float64) (*plot.Plot, error) {
	p := newPanel(title, "group of parameters", "")
	var names []string
	lowest, highest := math.Inf(1), math.Inf(-1)
	for i, e := range estimators {
		var xy plotter.XYs
		for _, n := range e.Groups {
			at := slices.Index(names, n.Group)
			if at < 0 {
				at = len(names)
				names = append(names, n.Group)
			}
			v := number(n)
			if !(v > 0) || math.IsInf(v, 1) {
				continue
			}
			lowest, highest = min(lowest, v), max(highest, v)
			apart := 0.08 * (float64(i) - float64(len(estimators)-1)/2)
			xy = append(xy, plotter.XY{X: float64(at) + apart, Y: v})
		}
		if len(xy) == 0 {
			continue
		}
		scatter, err := plotter.NewScatter(xy)
		if err != nil {
			return nil, err
		}
		scatter.Shape, scatter.Radius = shapes[i%len(shapes)], vg.Points(3)
		p.Add(scatter)
		p.Legend.Add(e.Name, scatter)
	}
	p.NominalX(names...)
	p.X.Min, p.X.Max = -0.5, float64(len(names))-0.5
	if lowest <= highest { // whole powers of ten, and room for the legend
		p.Y.Scale, p.Y.Tick.Marker = plot.LogScale{}, ticks.Powers{}
		p.Y.Min, p.Y.Max = ticks.PowersAround(lowest, highest)
		legend := min(0.8, 0.08*float64(len(estimators)+1)) // its share of the panel's height
		decades := max(1, math.Log10(highest/p.Y.Min)) / (1 - legend)
		p.Y.Min, p.Y.Max = ticks.PowersAround(lowest, p.Y.Min*math.Pow(10, decades))
	}
	return p, nil
}
