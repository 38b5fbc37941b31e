package drawing

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"strings"
)

// strokes are what trees are drawn with: a line, its corner and its branches.
type strokes struct {
	across, down, first, middle, last, ellipsis string
}

var (
	boxes = strokes{"─", "│", "┬", "├", "└", "…"}
	ascii = strokes{"-", "|", "+", "|", "`", "~"}
)

// longestWord bounds the columns of a word in a text; the rest is cut.
const longestWord = 32

// Text draws a picture for a terminal of so many columns: a word a line, the
// tree to its left, its root leftmost, so that a span is the words beside a
// vertical line. Scores, in per cent, stand behind a node's upper corner, notes
// to the right of the words. What is nested too deeply for the columns is drawn
// beneath under a number, [1] and so on. Lines have no spaces at their ends.
//
// With plain, nothing but ASCII is used beside the words themselves.
func (p Picture) Text(w io.Writer, width int, plain bool) error {
	out := bufio.NewWriter(w)
	if p.Title != "" {
		fmt.Fprintln(out, printable(p.Title))
	}
	if root := p.nodes(); root != nil {
		newTextLayout(root, width, plain).draw(out, root)
	}
	return out.Flush()
}

// textLayout is how the text of a picture divides its columns.
type textLayout struct {
	strokes
	level  int // columns that a level of the tree takes
	levels int // that there is room for
	word   int // columns of the words
	note   int // columns of the notes
}

func newTextLayout(root *node, width int, plain bool) *textLayout {
	l := &textLayout{strokes: boxes, level: 2}
	if plain {
		l.strokes = ascii
	}
	scored := false
	var visit func(*node)
	visit = func(n *node) {
		if n.leaf() {
			l.word, l.note = max(l.word, Columns(n.text)), max(l.note, Columns(n.note))
		}
		scored = scored || n.scored
		for _, c := range n.children {
			visit(c)
		}
	}
	visit(root)
	l.word = min(l.word, longestWord)
	room := width - l.word - 1
	if l.note > 0 {
		room -= l.note + 2
	}
	switch depth := root.depth(); {
	case scored:
		l.level = 5
	case 2*depth > room:
		l.level = 1
	}
	l.levels = max(room/l.level, 2)
	return l
}

// draw writes the tree, and beneath it what has been cut off from it.
func (l *textLayout) draw(out io.Writer, root *node) {
	rest := []*node{root}
	for i := 0; i < len(rest); i++ {
		if i > 0 {
			fmt.Fprintf(out, "[%d]\n", i)
		}
		rows := l.rows(rest[i], 0, &rest)
		widest := 0
		for _, r := range rows {
			widest = max(widest, Columns(r.lines))
		}
		for _, r := range rows {
			line := r.lines + strings.Repeat(l.across, widest-Columns(r.lines)) + " " + fit(r.text, l.word, l.ellipsis)
			if r.note != "" {
				line += strings.Repeat(" ", max(widest+1+l.word-Columns(line), 0)+2+l.note-Columns(r.note)) + r.note
			}
			fmt.Fprintln(out, line)
		}
	}
}

// textRow is a line: the lines of the tree and the word they lead to.
type textRow struct{ lines, text, note string }

// rows returns the rows of a node, each beginning at its level. Nodes that are
// too deep are added to rest and stand for themselves as a number.
func (l *textLayout) rows(n *node, level int, rest *[]*node) []textRow {
	if n.leaf() {
		return []textRow{{text: n.text, note: n.note}}
	}
	if level == l.levels {
		*rest = append(*rest, n)
		return []textRow{{text: fmt.Sprintf("[%d]", len(*rest)-1)}}
	}
	var out []textRow
	for k, child := range n.children {
		last := k == len(n.children)-1
		for i, r := range l.rows(child, level+1, rest) {
			corner, fill := l.down, " "
			switch {
			case i > 0 && last:
				corner = " "
			case i > 0:
			case k == 0 && last:
				corner, fill = l.across, l.across
			case k == 0:
				corner, fill = l.first, l.across
			case last:
				corner, fill = l.last, l.across
			default:
				corner, fill = l.middle, l.across
			}
			edge := strings.Repeat(fill, l.level-1)
			if n.scored && k == 0 && i == 0 {
				digits := fmt.Sprint(math.Round(100 * n.score))
				edge = strings.Repeat(fill, 3-len(digits)) + digits + fill
			}
			r.lines = corner + edge + r.lines
			out = append(out, r)
		}
	}
	return out
}
