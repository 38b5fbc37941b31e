package diagnostics

import (
	"bytes"
	"fmt"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"
)

// Size of a panel.
const panelWidth, panelHeight = 9 * vg.Centimeter, 7 * vg.Centimeter

// Plot draws what the report holds, a panel each, two panels a row, as an image
// file of format "png" or "svg". It reads in black and white: what differs
// differs by shape, by dashes or by a fill of grey.
func (r *Report) Plot(format string) ([]byte, error) {
	panels, err := r.panels()
	if err != nil {
		return nil, err
	}
	if len(panels) == 0 {
		return nil, badInput("report", "no diagnostic", "at least one to plot")
	}
	columns := min(2, len(panels))
	rows := (len(panels) + columns - 1) / columns
	width, height := font.Length(columns)*panelWidth, font.Length(rows)*panelHeight
	var canvas interface {
		vg.CanvasWriterTo
		vg.CanvasSizer
	}
	switch format {
	case "png":
		canvas = vgimg.PngCanvas{Canvas: vgimg.NewWith(vgimg.UseWH(width, height), vgimg.UseDPI(120))}
	case "svg":
		canvas = vgsvg.New(width, height)
	default:
		return nil, badInput("format of the plot", fmt.Sprintf("%q", format), "png or svg")
	}
	grid := make([][]*plot.Plot, rows)
	for i := range grid {
		grid[i] = make([]*plot.Plot, columns)
		copy(grid[i], panels[i*columns:])
	}
	margin := vg.Points(8)
	tiles := draw.Tiles{Rows: rows, Cols: columns, PadX: 2 * margin, PadY: 2 * margin,
		PadTop: margin, PadBottom: margin, PadLeft: margin, PadRight: margin}
	for i, row := range plot.Align(grid, tiles, draw.New(canvas)) {
		for j, c := range row {
			if grid[i][j] != nil {
				grid[i][j].Draw(c)
			}
		}
	}
	var out bytes.Buffer
	if _, err := canvas.WriteTo(&out); err != nil {
		return nil, fmt.Errorf("diagnostics: plot: %w", err)
	}
	return out.Bytes(), nil
}

// panels returns a plot for each diagnostic that the report holds.
func (r *Report) panels() ([]*plot.Plot, error) {
	var panels []*plot.Plot
	var failed error
	add := func(p *plot.Plot, err error) {
		if err != nil && failed == nil {
			failed = fmt.Errorf("diagnostics: plot: %w", err)
		}
		panels = append(panels, p)
	}
	if len(r.Bound) > 0 {
		add(boundPanel(r.Bound))
		add(biasPanel(r.Bound))
	}
	if r.Weights != nil {
		add(essPanel(r.Weights))
		add(paretoPanel(r.Weights))
	}
	if r.Units != nil {
		add(unitsPanel(r.Units))
	}
	if len(r.Gradients) > 0 {
		add(gradientsPanel(r.Gradients, "Variance of a gradient", func(n GroupNoise) float64 { return n.Variance }))
		add(gradientsPanel(r.Gradients, "Signal-to-noise of a gradient", func(n GroupNoise) float64 { return float64(n.SNR) }))
	}
	return panels, failed
}
