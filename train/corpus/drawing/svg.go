package drawing

import (
	"bufio"
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"strings"

	"arbelos/train/corpus"
)

// Measures of SVG pictures, in pixels. Fonts differ, so that widths of words are
// bounds: a character takes no more than so much of an em in those of web pages.
const (
	fontSize   = 14.0
	narrowEm   = 0.62
	smallFont  = 11.0
	wordGap    = 12.0
	margin     = 10.0
	levelStep  = 20.0
	labelStep  = 28.0 // with text above the nodes
	titleStep  = 24.0
	noteStep   = 16.0
	legendStep = 26.0
)

// pen is how the lines of a node look. Colours differ in lightness and lines in
// form, so that they can be told apart in black and white.
type pen struct{ colour, width, dashes string }

var (
	plainPen = pen{"#222222", "1.5", ""}
	pens     = map[corpus.Verdict]pen{
		corpus.Uncounted: {"#777777", "1", ""},
		corpus.Matched:   {"#0b57a4", "2.5", ""},
		corpus.Unmatched: {"#c2410c", "1.5", "5 3"},
	}
)

// SVG draws pictures one under the other as one SVG document, which a browser
// shows as a file and a web page may hold as an element. It uses no style sheet,
// no script and no font of its own. Where a picture has verdicts, solid thick
// lines are nodes that the other tree has too, dashed ones those that it has
// not, thin grey ones those that do not count; a legend at the end says so.
func SVG(w io.Writer, pictures ...Picture) error {
	var body strings.Builder
	width, y, compared := 0.0, margin, false
	for _, p := range pictures {
		c := newSVGCanvas(&body, p)
		size := c.picture(p, y)
		width, y = max(width, size.x), y+size.y
		compared = compared || p.Verdicts != nil
	}
	if compared {
		width, y = max(width, svgLegend(&body, y)), y+legendStep
	}
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, `<svg xmlns="http://www.w3.org/2000/svg" width="%s" height="%s" viewBox="0 0 %[1]s %[2]s" role="img" font-family="sans-serif" font-size="%s" fill="#000000">`+"\n",
		number(width+margin), number(y+margin), number(fontSize))
	fmt.Fprintf(out, "<rect width=\"100%%\" height=\"100%%\" fill=\"#ffffff\"/>\n%s</svg>\n", body.String())
	return out.Flush()
}

type point struct{ x, y float64 }

// svgCanvas draws one picture.
type svgCanvas struct {
	out      *strings.Builder
	compared bool
	step     float64   // between levels
	centre   []float64 // of the words
	top      float64   // of the root's level
	base     float64   // of the words
}

func newSVGCanvas(out *strings.Builder, p Picture) *svgCanvas {
	c := &svgCanvas{out: out, compared: p.Verdicts != nil, step: levelStep}
	if p.Labels || p.Scores != nil {
		c.step = labelStep
	}
	return c
}

// picture draws from y on and returns the size of what it has drawn.
func (c *svgCanvas) picture(p Picture, y float64) point {
	root, begin := p.nodes(), y
	fmt.Fprintf(c.out, "<g>\n<title>%s</title>\n", escape(p.Tree.String()))
	width := 0.0
	if p.Title != "" {
		c.text(margin, y+fontSize, "start", fontSize, ` font-weight="bold"`, p.Title)
		width, y = margin+textWidth(p.Title, fontSize), y+titleStep
	}
	if root != nil {
		x := margin
		var words func(*node)
		words = func(n *node) {
			if n.leaf() {
				w := max(textWidth(n.text, fontSize), textWidth(n.note, smallFont))
				c.centre = append(c.centre, x+w/2)
				x += w + wordGap
			}
			for _, child := range n.children {
				words(child)
			}
		}
		words(root)
		width = max(width, x-wordGap)
		c.top = y + c.step - levelStep + 4
		c.base = c.top + float64(root.depth())*c.step
		c.node(root)
		if y = c.base + fontSize + 8; p.Notes != nil {
			y += noteStep
		}
	}
	c.out.WriteString("</g>\n")
	return point{width, y + margin - begin}
}

// node draws a node with what is under it and returns where the line from above
// ends.
func (c *svgCanvas) node(n *node) point {
	if n.leaf() {
		x := c.centre[n.first]
		c.text(x, c.base+fontSize+2, "middle", fontSize, "", n.text)
		if n.note != "" {
			c.text(x, c.base+fontSize+2+noteStep, "middle", smallFont, ` fill="#444444"`, n.note)
		}
		return point{x, c.base}
	}
	var ends []point
	for _, child := range n.children {
		ends = append(ends, c.node(child))
	}
	left, right := ends[0].x, ends[len(ends)-1].x
	at := point{(left + right) / 2, c.base - float64(n.depth())*c.step}
	var path strings.Builder
	fmt.Fprintf(&path, "M%s %sH%s", number(left), number(at.y), number(right))
	for _, e := range ends {
		fmt.Fprintf(&path, "M%s %sV%s", number(e.x), number(at.y), number(e.y))
	}
	use := plainPen
	if c.compared {
		use = pens[n.verdict]
	}
	c.path(path.String(), use)
	above := n.text
	if n.scored {
		above = strings.TrimSpace(above + " " + score(n.score))
	}
	if above != "" { // beside the line from above
		c.text(at.x+4, at.y-4, "start", smallFont, "", above)
	}
	return at
}

func (c *svgCanvas) path(d string, p pen) {
	dashes := ""
	if p.dashes != "" {
		dashes = fmt.Sprintf(` stroke-dasharray="%s"`, p.dashes)
	}
	fmt.Fprintf(c.out, `<path d="%s" fill="none" stroke="%s" stroke-width="%s"%s/>`+"\n", d, p.colour, p.width, dashes)
}

func (c *svgCanvas) text(x, y float64, anchor string, size float64, more, text string) {
	fmt.Fprintf(c.out, `<text x="%s" y="%s" text-anchor="%s" font-size="%s"%s>%s</text>`+"\n", number(x), number(y), anchor, number(size), more, escape(printable(text)))
}

// svgLegend draws the legend from y on and returns where it ends to the right.
func svgLegend(out *strings.Builder, y float64) float64 {
	c := &svgCanvas{out: out}
	x := margin
	for _, k := range []struct {
		verdict corpus.Verdict
		name    string
	}{{corpus.Matched, "in both trees"}, {corpus.Unmatched, "in this tree only"}, {corpus.Uncounted, "not counted"}} {
		c.path(fmt.Sprintf("M%s %sH%s", number(x), number(y+10), number(x+30)), pens[k.verdict])
		c.text(x+36, y+14, "start", smallFont, "", k.name)
		x += 36 + textWidth(k.name, smallFont) + 2*wordGap
	}
	return x - 2*wordGap
}

// score writes a probability with two digits.
func score(p float64) string {
	return strings.TrimPrefix(fmt.Sprintf("%.2f", p), "0")
}

func textWidth(text string, size float64) float64 {
	w := 0.0
	for _, r := range printable(text) {
		switch runeColumns(r) {
		case 1:
			w += narrowEm
		case 2:
			w++
		}
	}
	return w * size
}

// number writes a length with at most one digit after the point.
func number(x float64) string { return fmt.Sprint(math.Round(10*x) / 10) }

func escape(text string) string {
	var b strings.Builder
	xml.EscapeText(&b, []byte(text)) // a Builder does not fail
	return b.String()
}
