package report

import (
	"bytes"
	"fmt"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"

	"arbelos/train/ticks"
)

const (
	plotWidth  = 12.5 * vg.Centimeter
	plotHeight = 7.5 * vg.Centimeter // without the legend
	legendLine = 15 * vg.Length(1)
	maxLabel   = 46 // characters, in legends
)

// draw draws the panel as a file of format "png" or "svg". The legend is beneath
// the curves, where it hides none.
func (p panel) draw(runs []*Run, format string) ([]byte, error) {
	shown, legend, err := p.plot(runs)
	if err != nil {
		return nil, fmt.Errorf("plot of %s: %w", p.title, err)
	}
	var canvas interface {
		vg.CanvasWriterTo
		vg.CanvasSizer
	}
	below := vg.Length(len(p.entries(runs)))*legendLine + 4
	width, height := plotWidth, plotHeight+below
	if format == "png" {
		canvas = vgimg.PngCanvas{Canvas: vgimg.NewWith(vgimg.UseWH(width, height), vgimg.UseDPI(150))}
	} else {
		canvas = vgsvg.New(width, height)
	}
	all := draw.New(canvas)
	shown.Draw(draw.Crop(all, 4, -10, below+4, -4))
	legend.Draw(draw.Crop(all, 30, -4, 4, -(plotHeight)))
	var out bytes.Buffer
	if _, err := canvas.WriteTo(&out); err != nil {
		return nil, fmt.Errorf("plot of %s: %w", p.title, err)
	}
	return out.Bytes(), nil
}

// entries are the legend's, one a curve.
func (p panel) entries(runs []*Run) []string {
	var out []string
	for _, c := range p.curves {
		label := c.label
		if len(runs) > 1 && c.run < len(runs) {
			label = runs[c.run].Label
			if c.label != "" {
				label = short(label, maxLabel-len(c.label)) + ", " + c.label
			}
		}
		if label == "" {
			label = p.title
		}
		out = append(out, short(label, maxLabel))
	}
	return out
}

func (p panel) plot(runs []*Run) (*plot.Plot, *plot.Legend, error) {
	shown := plot.New()
	sans := func(size vg.Length) font.Font { return font.Font{Typeface: "Liberation", Variant: "Sans", Size: size} }
	shown.Title.Text, shown.X.Label.Text, shown.Y.Label.Text = p.title, p.x, p.y
	shown.Title.TextStyle.Font, shown.Title.Padding = sans(12), 6
	for _, axis := range []*plot.Axis{&shown.X, &shown.Y} {
		axis.Label.TextStyle.Font, axis.Tick.Label.Font = sans(10.5), sans(10)
	}
	grid := plotter.NewGrid()
	grid.Vertical.Color, grid.Horizontal.Color = nil, colourOfGrid
	shown.Add(grid)
	legend := plot.NewLegend()
	legend.TextStyle.Font, legend.Top, legend.Left, legend.Padding, legend.ThumbnailWidth = sans(10.5), true, true, 4, 34
	low, high := point{math.Inf(1), math.Inf(1)}, point{math.Inf(-1), math.Inf(-1)}
	entries := p.entries(runs)
	for i, c := range p.curves {
		for _, at := range c.xy {
			low, high = point{min(low.x, at.X), min(low.y, at.Y)}, point{max(high.x, at.X), max(high.y, at.Y)}
		}
		thumbs, err := p.addCurve(shown, c, i, len(runs))
		if err != nil {
			return nil, nil, err
		}
		legend.Add(entries[i], thumbs...)
	}
	p.axes(shown, low, high)
	return shown, &legend, nil
}

type point struct{ x, y float64 }

// axes sets ranges and ticks.
func (p panel) axes(shown *plot.Plot, low, high point) {
	shown.X.Min, shown.X.Max = around(low.x, high.x)
	shown.X.Tick.Marker, shown.Y.Tick.Marker = ticks.Whole{}, ticks.Exact{}
	if p.nominal != nil {
		shown.NominalX(p.nominal...)
		shown.X.Min, shown.X.Max = -0.5, float64(len(p.nominal))-0.5
	}
	shown.Y.Min, shown.Y.Max = around(low.y, high.y)
	room := 0.04 * (shown.Y.Max - shown.Y.Min) // so that no marker is cut
	shown.Y.Min, shown.Y.Max = shown.Y.Min-room, shown.Y.Max+room
	if p.logY { // whole powers of ten
		shown.Y.Scale, shown.Y.Tick.Marker = plot.LogScale{}, ticks.Powers{}
		shown.Y.Min, shown.Y.Max = ticks.PowersAround(low.y, high.y)
	}
}

// around is a range that has a width, whatever is in it.
func around(low, high float64) (from, to float64) {
	if low < high && high-low > 1e-9*max(math.Abs(low), math.Abs(high)) {
		return low, high
	}
	room := max(0.5, math.Abs(low)*0.1)
	return low - room, high + room
}

// addCurve draws a curve: its line, and markers at some of its points.
func (p panel) addCurve(shown *plot.Plot, c curve, nth, runs int) ([]plot.Thumbnailer, error) {
	xy, look := thin(c.xy), p.look(c, runs)
	var thumbs []plot.Thumbnailer
	if !p.dots {
		line, err := plotter.NewLine(xy)
		if err != nil {
			return nil, err
		}
		line.Color, line.Width, line.Dashes = look.colour, 1.3, look.dashes
		shown.Add(line)
		thumbs = append(thumbs, line)
	}
	marked, err := plotter.NewScatter(someOf(xy, nth, p.dots))
	if err != nil {
		return nil, err
	}
	marked.Color, marked.Shape, marked.Radius = look.colour, look.marker, 2.8
	if p.dots {
		marked.Radius = 3.5
	}
	shown.Add(marked)
	return append(thumbs, marked), nil
}

// someOf are the points of a curve that are marked: about ten, and not those of the curve
// before.
func someOf(xy plotter.XYs, nth int, all bool) plotter.XYs {
	const marks = 10
	if all || len(xy) <= marks {
		return xy
	}
	every := len(xy) / marks
	var out plotter.XYs
	for i := (nth * every / 3) % every; i < len(xy); i += every {
		out = append(out, xy[i])
	}
	return out
}
