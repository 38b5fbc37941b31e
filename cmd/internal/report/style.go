package report

import (
	"image/color"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A curve is told from others by colour, marker and dashes, any of which is enough
// where there are few. Colours differ in lightness too.
var (
	colours = []color.Color{
		color.RGBA{0x0b, 0x57, 0xa4, 255}, color.RGBA{0xd5, 0x5e, 0x00, 255}, color.RGBA{0x00, 0x00, 0x00, 255}, color.RGBA{0x00, 0x8f, 0x6b, 255},
		color.RGBA{0x9b, 0x3f, 0x86, 255}, color.RGBA{0x7a, 0x7a, 0x7a, 255}, color.RGBA{0x7b, 0x4a, 0x12, 255},
	}
	markers = []draw.GlyphDrawer{
		draw.CircleGlyph{}, draw.PyramidGlyph{}, draw.BoxGlyph{}, draw.RingGlyph{}, draw.TriangleGlyph{}, draw.SquareGlyph{}, draw.CrossGlyph{}, draw.PlusGlyph{},
	}
	dashes = [][]vg.Length{nil, {5, 3}, {1.5, 2.5}, {8, 3, 1.5, 3}, {3, 2, 3, 5}}
)

// look is how a curve is drawn.
type look struct {
	colour color.Color
	marker draw.GlyphDrawer
	dashes []vg.Length
}

// look of a curve: of one run, parts differ in everything; of several, runs differ
// in colour and marker and parts in dashes, or runs in dashes too where there are
// no parts.
func (p panel) look(c curve, runs int) look {
	parts := 0
	for _, other := range p.curves {
		parts = max(parts, other.part+1)
	}
	who, how := c.run, c.part
	switch {
	case runs == 1:
		who = c.part
	case parts == 1:
		how = c.run
	}
	return look{colours[who%len(colours)], markers[who%len(markers)], dashes[how%len(dashes)]}
}

var colourOfGrid = color.Gray{0xd8}
