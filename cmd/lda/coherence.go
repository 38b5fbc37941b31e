package main

import (
	"fmt"
	"io"
	"iter"

	"arbelos/cmd/internal/program"
	"arbelos/models/lda"
	"arbelos/models/lda/score"
	"arbelos/train/corpus/documents"
)

// measure is a measure of coherence.
type measure string

const (
	measureNPMI  measure = "npmi"
	measureUMass measure = "u_mass"
	measureCV    measure = "c_v"
)

// window is the number of tokens that a measure counts words in; 0 is a document.
func (m measure) window() int {
	switch m {
	case measureNPMI:
		return score.NPMIWindow
	case measureCV:
		return score.CVWindow
	}
	return 0
}

// of is a topic's coherence.
func (m measure) of(r *score.Reference, ids []int) score.Coherence {
	switch m {
	case measureNPMI:
		return r.NPMI(ids)
	case measureCV:
		return r.CV(ids)
	}
	return r.UMass(ids)
}

// countReference counts the words of topics in documents: in windows where the
// measure asks for them and the format keeps the order of the tokens, else in whole
// documents.
func countReference(docs iter.Seq2[documents.Doc, error], ordered bool, topics [][]int, m measure) (r *score.Reference, err error) {
	each := func(show func(documents.Doc) bool) {
		for doc, e := range docs {
			if err = e; err != nil || !show(doc) {
				return
			}
		}
	}
	if ordered && m.window() > 0 {
		r = score.CountWindows(func(yield func([]int) bool) {
			each(func(doc documents.Doc) bool { return yield(doc.Words) })
		}, m.window(), topics)
	} else {
		r = score.CountDocuments(func(yield func(lda.Bag) bool) {
			each(func(doc documents.Doc) bool { return yield(bag(doc)) })
		}, topics)
	}
	return r, err
}

// coherenceFigures are the coherence of a model's topics.
type coherenceFigures struct {
	Corpus string               `json:"corpus"`
	Top    int                  `json:"top_words"`
	Means  map[measure]*float64 `json:"mean"`
	Topics []topicCoherence     `json:"topics"`
}

type topicCoherence struct {
	Topic  int                  `json:"topic"`
	Values map[measure]*float64 `json:"values"` // null without a pair of words that the corpus has
	Absent int                  `json:"absent"` // top words that the corpus does not have
	Words  []string             `json:"words"`
}

func (f coherenceFigures) print(w io.Writer) {
	fmt.Fprintf(w, "coherence of the %d top words of each topic in %s (c_v with exponent 1)\n\n", f.Top, f.Corpus)
	rows := [][]string{{"topic", "NPMI", "u_mass", "c_v", "absent"}}
	for _, t := range f.Topics {
		rows = append(rows, []string{fmt.Sprint(t.Topic), optional(t.Values[measureNPMI], "%.3f"), optional(t.Values[measureUMass], "%.3f"), optional(t.Values[measureCV], "%.3f"), fmt.Sprint(t.Absent)})
	}
	rows = append(rows, []string{"mean", optional(f.Means[measureNPMI], "%.3f"), optional(f.Means[measureUMass], "%.3f"), optional(f.Means[measureCV], "%.3f"), ""})
	program.Table(w, rows)
}

// coherence measures the topics of a model against the documents of a stream that can
// be read again.
func coherence(l *loaded, docs iter.Seq2[documents.Doc, error], ordered bool, top int) (coherenceFigures, error) {
	ids := l.Topics.TopIDs(top)
	f := coherenceFigures{Top: top, Means: map[measure]*float64{}}
	for k := range ids {
		t := topicCoherence{Topic: k, Values: map[measure]*float64{}}
		for _, id := range ids[k] {
			t.Words = append(t.Words, l.vocab.Word(id))
		}
		f.Topics = append(f.Topics, t)
	}
	for _, m := range []measure{measureNPMI, measureUMass, measureCV} {
		reference, err := countReference(docs, ordered, ids, m)
		if err != nil {
			return f, err
		}
		sum, n := 0.0, 0
		for k := range ids {
			c := m.of(reference, ids[k])
			f.Topics[k].Values[m] = nil
			f.Topics[k].Absent = c.Absent
			if c.Pairs > 0 {
				f.Topics[k].Values[m] = finite(c.Value)
				sum += c.Value
				n++
			}
		}
		f.Means[m] = finite(sum / float64(n))
	}
	return f, nil
}
