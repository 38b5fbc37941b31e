package documents

import (
	"fmt"
	"iter"
	"strconv"
	"strings"

	"arbelos/train/corpus"
)

// ldacScan calls document with the pairs of each line, which it uses again, until
// document returns false.
func ldacScan(source Source, n numbering, document func(at place, pairs []pair) bool) error {
	var pairs []pair
	blank := place{}
	for l, err := range source.lines() {
		if err != nil {
			return err
		}
		if trim(l.text) == "" {
			if blank.line == 0 {
				blank = l.place
			}
			continue
		}
		if blank.line > 0 {
			return blank.at(1, ErrBlank, "nothing", "the number of words, which is 0 for an empty document")
		}
		var err error
		if pairs, err = ldacLine(l, n, pairs[:0]); err != nil {
			return err
		}
		if !document(l.place, pairs) {
			return nil
		}
	}
	return nil
}

// ldacLine appends the pairs of a line.
func ldacLine(l line, n numbering, pairs []pair) ([]pair, error) {
	declared := -1
	for offset, field := range fields(l.text) {
		if declared < 0 {
			n, err := natural(field)
			if err != nil {
				return nil, l.at(l.column(offset), err, corpus.Quote(field), "the number of id:count pairs in the line")
			}
			declared = n
			continue
		}
		if len(pairs) == declared {
			return nil, l.at(l.column(offset), ErrPairs, fmt.Sprintf("%s after %d pairs", corpus.Quote(field), len(pairs)), fmt.Sprintf("the %d pairs declared", declared))
		}
		id, count, colon := strings.Cut(field, ":")
		if !colon {
			return nil, l.at(l.column(offset), ErrFields, corpus.Quote(field), "id:count")
		}
		word, err := natural(id)
		if err != nil {
			return nil, l.at(l.column(offset), err, corpus.Quote(id), "a word id, from 0 on")
		}
		if !n.has(word) {
			return nil, l.at(l.column(offset), ErrID, fmt.Sprintf("the word %d", word), fmt.Sprintf("0 to %d, the words of the vocabulary", n.from.Len()-1))
		}
		times, err := wholeCount(count)
		if err != nil {
			return nil, l.at(l.column(offset+len(id)+1), err, corpus.Quote(count), "a whole number from 0 up")
		}
		pairs = append(pairs, pair{word, times})
	}
	if len(pairs) < declared {
		return nil, l.at(l.column(len(l.text)), ErrPairs, fmt.Sprintf("%d pairs", len(pairs)), fmt.Sprintf("the %d declared", declared))
	}
	return pairs, nil
}

// ldacVocabulary returns the numbers up to the largest.
func ldacVocabulary(source Source) (*Vocabulary, error) {
	size := 0
	err := ldacScan(source, numbering{}, func(_ place, pairs []pair) bool {
		for _, p := range pairs {
			size = max(size, p.word+1)
		}
		return true
	})
	if err != nil {
		return nil, err
	}
	return Numbered(size), nil
}

func encodeLDAC(source Source, n numbering) iter.Seq2[Doc, error] {
	return func(yield func(Doc, error) bool) {
		err := ldacScan(source, n, func(at place, pairs []pair) bool {
			return yield(n.doc(strconv.Itoa(at.line), pairs), nil)
		})
		if err != nil {
			yield(Doc{}, err)
		}
	}
}
