package main

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"image/png"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"arbelos/train/ticks"
)

// Why items cannot be drawn.
var (
	errNoPicture = errors.New("expected items that are images (vae train --image-width) or points in the plane, or the name of a table")
	errNoSVG     = errors.New("images are drawn as .png")
)

// canPicture tells why a model's items cannot be drawn as a file of that extension.
func (l *loaded) canPicture(extension string) error {
	switch {
	case l.ImageWidth > 0 && extension != ".png":
		return errNoSVG
	case l.ImageWidth == 0 && l.Model.Data != 2:
		return errNoPicture
	}
	return nil
}

// Sizes on a contact sheet, in pixels.
const (
	dot = 4 // side of a pixel of an image
	gap = 6 // between images
)

// contactSheet draws images of so many numbers a row, as PNG, about as many in a row
// as rows; below originals stand the images that reconstruct them. The least number
// of all is black and the largest white.
func contactSheet(originals, drawn [][]float64, width int) ([]byte, error) {
	height := len(drawn[0]) / width
	columns := int(math.Ceil(math.Sqrt(float64(len(drawn)))))
	strips := 1 // of images above each other in a cell
	if originals != nil {
		strips = 2
	}
	low, high := math.Inf(1), math.Inf(-1)
	for _, x := range slices.Concat(originals, drawn) {
		low, high = min(low, slices.Min(x)), max(high, slices.Max(x))
	}
	if high == low {
		high = low + 1
	}
	cellWidth, cellHeight := dot*width+gap, strips*(dot*height)+(strips-1)*gap/3+gap
	rows := (len(drawn) + columns - 1) / columns
	sheet := image.NewGray(image.Rect(0, 0, columns*cellWidth+gap, rows*cellHeight+gap))
	for i := range sheet.Pix {
		sheet.Pix[i] = 128
	}
	paint := func(left, top int, x []float64) {
		for i, v := range x {
			shade := color.Gray{Y: uint8(math.Round(255 * (v - low) / (high - low)))}
			for dy := range dot {
				for dx := range dot {
					sheet.SetGray(left+i%width*dot+dx, top+i/width*dot+dy, shade)
				}
			}
		}
	}
	for i, x := range drawn {
		left, top := gap+i%columns*cellWidth, gap+i/columns*cellHeight
		if originals != nil {
			paint(left, top, originals[i])
			top += dot*height + gap/3
		}
		paint(left, top, x)
	}
	var out bytes.Buffer
	err := png.Encode(&out, sheet)
	return out.Bytes(), err
}

// scatter draws points in the plane, as "png" or "svg"; originals are rings, which
// lines join to the points that reconstruct them.
func scatter(originals, drawn [][]float64, format string) ([]byte, error) {
	p := plot.New()
	p.X.Label.Text, p.Y.Label.Text = "x1", "x2"
	p.X.Tick.Marker, p.Y.Tick.Marker = ticks.Exact{}, ticks.Exact{}
	add := func(name string, rows [][]float64, shape draw.GlyphDrawer, radius float64) error {
		points, err := plotter.NewScatter(xys(rows))
		if err != nil {
			return err
		}
		points.Shape, points.Radius = shape, vg.Points(radius)
		p.Add(points)
		p.Legend.Add(name, points)
		return nil
	}
	if originals != nil {
		for i, x := range originals {
			line, err := plotter.NewLine(xys([][]float64{x, drawn[i]}))
			if err != nil {
				return nil, err
			}
			line.Color = color.Gray{Y: 170}
			p.Add(line)
		}
		if err := add("items", originals, draw.RingGlyph{}, 2.5); err != nil {
			return nil, err
		}
	}
	name := "draws"
	if originals != nil {
		name = "reconstructions"
	}
	if err := add(name, drawn, draw.CircleGlyph{}, 1.5); err != nil {
		return nil, err
	}
	p.Legend.Top = true
	square(p)
	writer, err := p.WriterTo(12*vg.Centimeter, 12*vg.Centimeter, format)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	_, err = writer.WriteTo(&out)
	return out.Bytes(), err
}

// square makes a unit as long on both axes.
func square(p *plot.Plot) {
	side := 1.1 * max(p.X.Max-p.X.Min, p.Y.Max-p.Y.Min)
	for _, axis := range []*plot.Axis{&p.X, &p.Y} {
		middle := (axis.Min + axis.Max) / 2
		axis.Min, axis.Max = middle-side/2, middle+side/2
	}
}

func xys(rows [][]float64) plotter.XYs {
	var all plotter.XYs
	for _, x := range rows {
		all = append(all, plotter.XY{X: x[0], Y: x[1]})
	}
	return all
}
