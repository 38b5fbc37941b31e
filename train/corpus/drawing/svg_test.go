package drawing

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"arbelos/train/corpus"
)

// element is an element of an SVG document with its text.
type element struct {
	name, text string
	attr       map[string]string
}

func (e element) number(t rapid.TB, name string) float64 {
	t.Helper()
	x, err := strconv.ParseFloat(e.attr[name], 64)
	if err != nil {
		t.Fatalf("%s of %s: %v", name, e.name, err)
	}
	return x
}

func draw(t rapid.TB, pictures ...Picture) []element {
	t.Helper()
	var b strings.Builder
	if err := SVG(&b, pictures...); err != nil {
		t.Fatal(err)
	}
	var out []element
	var open []int
	for d := xml.NewDecoder(strings.NewReader(b.String())); ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return out
		}
		if err != nil {
			t.Fatalf("%v\n%s", err, b.String())
		}
		switch x := token.(type) {
		case xml.StartElement:
			e := element{name: x.Name.Local, attr: map[string]string{}}
			for _, a := range x.Attr {
				e.attr[a.Name.Local] = a.Value
			}
			open, out = append(open, len(out)), append(out, e)
		case xml.EndElement:
			open = open[:len(open)-1]
		case xml.CharData:
			if len(open) > 0 {
				out[open[len(open)-1]].text += string(x)
			}
		}
	}
}

func named(all []element, name string) (some []element) {
	for _, e := range all {
		if e.name == name {
			some = append(some, e)
		}
	}
	return some
}

// Every word is written, from left to right without touching the next; every
// node is a bar over exactly its words, above those of its children, in the pen
// of its verdict; and nothing is outside of the picture.
func TestSVG(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 25).Draw(t, "words")
		words, tags := make([]string, n), make([]string, n)
		for i := range words {
			words[i] = rapid.SampledFrom([]string{"a", "<dog>", "日本語", "e\u0301", "&", "\x01", "]]>", "\"'"}).Draw(t, "word")
			tags[i] = rapid.SampledFrom([]string{"NN", "."}).Draw(t, "tag")
		}
		binary := drawBinary(t, n)
		p := Picture{Tree: binary.Tree(words, tags)}
		p.Verdicts = corpus.Compare(p.Tree, drawBinary(t, n).Tree(words, tags), tags)
		if rapid.Bool().Draw(t, "titled") {
			p.Title = "a title"
		}
		all := draw(t, p)
		width, height := all[0].number(t, "width"), all[0].number(t, "height")

		texts := named(all, "text")
		if p.Title != "" {
			texts = texts[1:]
		}
		var centre []float64
		right := 0.0
		for i, w := range words {
			e := texts[i]
			if e.text != printable(w) || e.attr["text-anchor"] != "middle" {
				t.Fatalf("word %d is %q, expected %q", i, e.text, w)
			}
			x, half := e.number(t, "x"), textWidth(w, fontSize)/2
			if !(x-half > right) {
				t.Fatalf("word %d begins at %v, the last one ended at %v", i, x-half, right)
			}
			right = x + half
			centre = append(centre, x)
		}
		if !(right < width) || !(texts[n-1].number(t, "y") < height) {
			t.Fatalf("%v by %v are too small", width, height)
		}

		paths := named(all, "path")
		spans := binary.Spans()
		if len(paths) != len(spans)+3 { // and the legend's
			t.Fatalf("%d paths for %d nodes", len(paths), len(spans))
		}
		type bar struct {
			left, right, y float64
		}
		at := map[corpus.Span]bar{}
		for i := range n {
			at[corpus.Span{Left: i, Right: i}] = bar{centre[i], centre[i], texts[i].number(t, "y")}
		}
		children := kids(binary)
		for i, span := range spans {
			var b, left, right bar
			if _, err := fmt.Sscanf(paths[i].attr["d"], "M%f %fH%fM%f %fV%fM%f %fV%f", &b.left, &b.y, &b.right,
				&left.left, &left.y, &left.right, &right.left, &right.y, &right.right); err != nil {
				t.Fatalf("%q: %v", paths[i].attr["d"], err)
			}
			for k, child := range children[i] {
				c, drop := at[child], []bar{left, right}[k]
				if !(abs(drop.left-(c.left+c.right)/2) < 0.11) || drop.y != b.y || !(b.y < drop.right) || child.Width() > 1 && drop.right != c.y {
					t.Fatalf("the line from %v to %v is %v, its ends are %v and %v", span, child, drop, b, c)
				}
			}
			if b.left != left.left || b.right != right.left || b.y < margin {
				t.Fatalf("the bar of %v is %v, its ends %v and %v", span, b, left, right)
			}
			at[span] = b
			if want := pens[p.Verdicts[i]]; paths[i].attr["stroke"] != want.colour || paths[i].attr["stroke-dasharray"] != want.dashes {
				t.Errorf("%v is %v and drawn %v", span, p.Verdicts[i], paths[i].attr)
			}
		}
	})
}

// Labels, scores and notes are written, the legend only where trees are compared,
// and sentences without words have a place.
func TestSVGTexts(t *testing.T) {
	p := Picture{
		Title: "1 < 2", Tree: parse(t, "(S (NP (D the) (N dog)) (V barks))"), Labels: true,
		Scores: []float64{0.934, 1}, Notes: []string{"1.0", "2.0", "3.0"},
	}
	var got []string
	all := draw(t, p, Picture{Title: "nothing"})
	for _, e := range named(all, "text") {
		got = append(got, e.text)
	}
	want := []string{"1 < 2", "the", "1.0", "dog", "2.0", "NP .93", "barks", "3.0", "S 1.00", "nothing"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if titles := named(all, "title"); len(titles) != 2 || titles[0].text != p.Tree.String() {
		t.Errorf("titles %v", titles)
	}
	for _, e := range named(all, "path") {
		if e.attr["stroke"] != plainPen.colour {
			t.Errorf("no comparison, and a line %v", e.attr)
		}
	}
}

// kids are the children of the nodes, in the order of Spans.
func kids(b corpus.Binary) (children [][2]corpus.Span) {
	var stack []corpus.Span
	word := 0
	for _, reduce := range b {
		if !reduce {
			stack = append(stack, corpus.Span{Left: word, Right: word})
			word++
			continue
		}
		k := len(stack) - 2
		children = append(children, [2]corpus.Span{stack[k], stack[k+1]})
		stack = append(stack[:k], corpus.Span{Left: stack[k].Left, Right: stack[k+1].Right})
	}
	return children
}

func abs(x float64) float64 { return max(x, -x) }
