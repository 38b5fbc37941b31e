package documents

import (
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"

	"arbelos/train/corpus"
)

// textDoc is a document as it is spelled.
type textDoc struct {
	name, label, text string
}

// textDocs yields the documents of a source of Text or Labelled.
func textDocs(source Source, format Format) iter.Seq2[textDoc, error] {
	return func(yield func(textDoc, error) bool) {
		for l, err := range source.lines() {
			if err != nil {
				yield(textDoc{}, err)
				return
			}
			doc := textDoc{name: strconv.Itoa(l.line), text: l.text}
			if format == Labelled {
				parts := strings.SplitN(l.text, "\t", 3)
				if len(parts) < 3 {
					yield(textDoc{}, l.at(l.column(len(l.text)), ErrFields,
						fmt.Sprintf("%d tabs in %s", len(parts)-1, corpus.Quote(l.text)), "an id, a label and a text with tabs between them"))
					return
				}
				// Copies, so that a name does not keep its line in memory.
				doc = textDoc{name: strings.Clone(trim(parts[0])), label: strings.Clone(trim(parts[1])), text: parts[2]}
			}
			if !yield(doc, nil) {
				return
			}
		}
	}
}

// textVocabulary numbers the words of a text, those of most tokens first and the
// first seen first among equals.
func textVocabulary(source Source, o Options) (*Vocabulary, error) {
	type tally struct{ order, tokens, docs, lastDoc int }
	tallies := map[string]*tally{}
	docs := 0
	for doc, err := range textDocs(source, o.Format) {
		if err != nil {
			return nil, err
		}
		docs++
		for _, word := range fields(doc.text) {
			word = o.Text.normal(word)
			t := tallies[word]
			if t == nil {
				t = &tally{order: len(tallies)}
				tallies[strings.Clone(word)] = t // a word must not keep its line in memory
			}
			t.tokens++
			if t.lastDoc != docs {
				t.lastDoc = docs
				t.docs++
			}
		}
	}
	if len(tallies) == 0 {
		return nil, source.fileError(corpus.ErrEmpty)
	}
	for _, word := range o.Text.StopWords {
		delete(tallies, o.Text.normal(word))
	}
	var words []string
	for word, t := range tallies {
		// A quotient of whole numbers is the float64 nearest to it, as the limit is to
		// what was written; a product, such as 0.29 times 100, may lie below.
		tooCommon := o.Text.MaxDocShare > 0 && float64(t.docs)/float64(docs) > o.Text.MaxDocShare
		if t.tokens >= o.Text.MinCount && !tooCommon {
			words = append(words, word)
		}
	}
	if len(words) == 0 {
		return nil, &OptionError{
			Option:   "min-count, max-doc-share or stop-words",
			Found:    fmt.Sprintf("none of the words of %s left", source.Name),
			Expected: "at least one", Err: ErrNoWordLeft,
		}
	}
	slices.SortFunc(words, func(a, b string) int {
		if x, y := tallies[a], tallies[b]; x.tokens != y.tokens {
			return y.tokens - x.tokens
		} else {
			return x.order - y.order
		}
	})
	return NewVocabulary(words)
}

// encodeText yields the documents of a text as ids of the vocabulary.
func encodeText(source Source, o Options, v *Vocabulary) iter.Seq2[Doc, error] {
	return func(yield func(Doc, error) bool) {
		for text, err := range textDocs(source, o.Format) {
			if err != nil {
				yield(Doc{}, err)
				return
			}
			doc := Doc{Name: text.name, Label: text.label}
			words := []int{}
			for _, word := range fields(text.text) {
				if id, known := v.ID(o.Text.normal(word)); known {
					words = append(words, id)
				} else {
					doc.Unknown++
				}
			}
			doc.Words = words
			doc.setTokens(words)
			if !yield(doc, nil) {
				return
			}
		}
	}
}

func trim(text string) string { return strings.TrimFunc(text, space) }
