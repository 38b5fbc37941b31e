package pcfg

import (
	"encoding/binary"
	"math"
)

// binaryForm is a grammar whose rules have been cut into steps of two
// children, one child and one word, for the chart. Its states are the
// grammar's symbols, followed by the suffixes: A -> B C D becomes A -> B CD
// and CD -> C D with probability 1, where rules that end alike share the
// suffix. Sentences keep their probabilities, since a suffix has only one
// expansion. All weights are natural logarithms of probabilities.
type binaryForm struct {
	states  int
	symbols int              // states below this are symbols, others suffixes
	byFirst [][]binaryRule   // by the first child
	words   map[string][]arc // the tags of a word
	tags    []int
	closure [][]arc // by the symbol at the chain's bottom: see unaryClosure
}

// binaryRule rewrites parent to the first child, under which it is filed, and
// the second.
type binaryRule struct {
	parent, second int
	weight         float64
}

// arc leads up to a symbol with a weight.
type arc struct {
	symbol int
	weight float64
}

func (g *Grammar) binarise() *binaryForm {
	f := &binaryForm{
		states:  len(g.symbols),
		symbols: len(g.symbols),
		byFirst: make([][]binaryRule, len(g.symbols)),
		words:   map[string][]arc{},
		closure: g.unaryClosure(),
	}
	suffixes := map[string]int{}
	for a, s := range g.symbols {
		for _, r := range s.rules {
			if len(r.right) > 1 {
				f.addRule(a, r.right, math.Log(r.prob), suffixes)
			}
		}
		for _, e := range s.words {
			f.words[e.word] = append(f.words[e.word], arc{a, math.Log(e.prob)})
		}
		if len(s.words) > 0 {
			f.tags = append(f.tags, a)
		}
	}
	return f
}

// addRule adds parent -> right, two symbols or more, and the suffixes it lacks.
func (f *binaryForm) addRule(parent int, right []int, weight float64, suffixes map[string]int) {
	second := right[1]
	if rest := right[1:]; len(rest) > 1 {
		key := suffixKey(rest)
		known := false
		if second, known = suffixes[key]; !known {
			second = f.states
			suffixes[key] = second
			f.states++
			f.byFirst = append(f.byFirst, nil)
			f.addRule(second, rest, 0, suffixes)
		}
	}
	f.byFirst[right[0]] = append(f.byFirst[right[0]], binaryRule{parent, second, weight})
}

func suffixKey(symbols []int) string {
	var key []byte
	for _, s := range symbols {
		key = binary.AppendUvarint(key, uint64(s))
	}
	return string(key)
}
