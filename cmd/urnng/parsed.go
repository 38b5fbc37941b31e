package main

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"arbelos/models/urnng"
	"arbelos/train/corpus"
	"arbelos/train/corpus/drawing"
)

// parsed is a sentence with its tree and what else is asked for.
type parsed struct {
	corpus.Sentence
	number int // of the sentence in the input, from 1
	ids    []int
	q      urnng.Parse // Marginals is nil where they are not asked for
	p      *urnng.Surprisal
	tree   corpus.Binary
}

// brackets is the tree on one line. A node's marginal follows its label as in
// NT=0.93, which readers of treebanks cut off.
func (s parsed) brackets() string {
	tree := s.tree.Tree(s.Words, s.Tags)
	i := 0
	var visit func(*corpus.Tree)
	visit = func(t *corpus.Tree) {
		for _, c := range t.Children {
			visit(c)
		}
		if !t.Leaf() && i < len(s.q.Marginals) {
			t.Label += fmt.Sprintf("=%.2f", s.q.Marginals[i])
			i++
		}
	}
	if tree != nil {
		visit(tree)
	}
	return tree.String()
}

// picture is the tree as it is drawn.
func (s parsed) picture() drawing.Picture {
	p := drawing.Picture{Title: s.title(), Tree: s.tree.Tree(s.Words, s.Tags), Notes: s.bits()}
	if len(s.q.Marginals) > 0 {
		p.Scores = s.q.Marginals
	}
	return p
}

// title says which sentence it is, and what belongs to all of it.
func (s parsed) title() string {
	title := fmt.Sprintf("sentence %d", s.number)
	if len(s.q.Marginals) > 0 {
		title += fmt.Sprintf(", q of the tree %.3f, entropy of q %.2f nats", math.Exp(s.q.LogQ), s.q.Entropy)
	}
	if s.p != nil {
		about := ""
		if !s.p.Exact {
			about = "about "
		}
		title += fmt.Sprintf(", %s%.1f bits, %.2f of them the end's", about, sum(s.p.Words)+s.p.End, s.p.End)
	}
	return title
}

// bits are the words' surprisals for people, nil where there are none.
func (s parsed) bits() (notes []string) {
	if s.p != nil {
		for _, b := range s.p.Words {
			notes = append(notes, fmt.Sprintf("%.2f", b))
		}
	}
	return notes
}

// writeSpans writes a line for every span of two words or more, children before
// parents: the number of the sentence, the first word, counted from 0, the word
// after the last one, the marginal, and the words.
func (s parsed) writeSpans(w io.Writer) {
	for i, span := range s.tree.Spans() {
		fmt.Fprintf(w, "%d\t%d\t%d\t", s.number, span.Left, span.Right+1)
		if s.q.Marginals != nil {
			fmt.Fprintf(w, "%.4f\t", s.q.Marginals[i])
		}
		fmt.Fprintln(w, strings.Join(s.Words[span.Left:span.Right+1], " "))
	}
}

// parsedJSON is the object of a sentence. Spans are those of two words or more,
// children before parents, [first word counted from 0, word after the last one].
type parsedJSON struct {
	Sentence int      `json:"sentence"`
	Line     int      `json:"line"` // of the input
	Words    []string `json:"words"`
	Tags     []string `json:"tags,omitempty"`
	Unknown  []int    `json:"unknown"` // the words that are not in the vocabulary
	Tree     string   `json:"tree"`
	Spans    [][2]int `json:"spans"`

	LogQ      float64   `json:"log_q"`               // of the tree, in nats
	Entropy   float64   `json:"entropy"`             // of q, in nats
	Marginals []float64 `json:"marginals,omitempty"` // of the spans

	Surprisal *surprisalJSON `json:"surprisal,omitempty"`
}

type surprisalJSON struct {
	Words []float64 `json:"words"` // in bits
	End   float64   `json:"end"`
	Exact bool      `json:"exact"`
}

// writeJSON writes an object on a line.
func (s parsed) writeJSON(w io.Writer) error {
	out := parsedJSON{
		Sentence: s.number, Line: s.Line, Words: append([]string{}, s.Words...), Tags: s.Tags, Unknown: []int{},
		Tree: s.tree.Tree(s.Words, s.Tags).String(), Spans: [][2]int{},
		LogQ: s.q.LogQ, Entropy: s.q.Entropy, Marginals: s.q.Marginals,
	}
	for i, id := range s.ids {
		if id == corpus.Unk {
			out.Unknown = append(out.Unknown, i)
		}
	}
	for _, span := range s.tree.Spans() {
		out.Spans = append(out.Spans, [2]int{span.Left, span.Right + 1})
	}
	if s.p != nil {
		out.Surprisal = (*surprisalJSON)(s.p)
	}
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	return e.Encode(out)
}

// writeCoNLL writes a comment with the number of the sentence, a line for every
// word and a blank line. The columns are the word's number from 1, the word, its
// tag, and the brackets that open and close there with an asterisk for the word;
// then the marginals of the spans that open, outermost first, and the surprisal.
// An underscore stands for nothing.
func (s parsed) writeCoNLL(w io.Writer) {
	fmt.Fprintf(w, "# sentence %d\n", s.number)
	open, closed, marginals := make([]int, len(s.Words)), make([]int, len(s.Words)), make([][]string, len(s.Words))
	for i, span := range s.tree.Spans() {
		open[span.Left]++
		closed[span.Right]++
		if s.q.Marginals != nil {
			marginals[span.Left] = append(marginals[span.Left], fmt.Sprintf("%.4f", s.q.Marginals[i]))
		}
	}
	for i, word := range s.Words {
		tag := "_"
		if s.Tags != nil {
			tag = s.Tags[i]
		}
		fmt.Fprintf(w, "%d\t%s\t%s\t%s*%s", i+1, word, tag, strings.Repeat("(", open[i]), strings.Repeat(")", closed[i]))
		if s.q.Marginals != nil {
			slices.Reverse(marginals[i])
			column := strings.Join(marginals[i], ",")
			if column == "" {
				column = "_"
			}
			fmt.Fprint(w, "\t", column)
		}
		if s.p != nil {
			fmt.Fprintf(w, "\t%.4f", s.p.Words[i])
		}
		fmt.Fprintln(w)
	}
	fmt.Fprintln(w)
}

// writeSVG writes one picture of all sentences. Where there is a gold tree it
// stands beneath the one that was found, each with what the other has marked.
func writeSVG(w io.Writer, all []parsed) error {
	var pictures []drawing.Picture
	for _, s := range all {
		p := s.picture()
		if s.Tree == nil {
			pictures = append(pictures, p)
			continue
		}
		gold := drawing.Picture{Title: fmt.Sprintf("sentence %d, gold", s.number), Tree: s.Tree, Labels: true}
		p.Verdicts, gold.Verdicts = corpus.Compare(p.Tree, s.Tree, s.Tags), corpus.Compare(s.Tree, p.Tree, s.Tags)
		pictures = append(pictures, p, gold)
	}
	return drawing.SVG(w, pictures...)
}

func sum(x []float64) (total float64) {
	for _, v := range x {
		total += v
	}
	return total
}
