package pcfg

import (
	"slices"
	"strings"
)

// Grammar is a probabilistic context-free grammar. Its symbols are tags, which
// rewrite to one word, and phrases, which rewrite to one or more symbols; no
// symbol is both. [Read] is the only way to make one, so that every Grammar
// defines a probability distribution over sentences: probabilities sum to 1
// and a derivation ends with probability 1 after finitely many expected words.
//
// A Grammar is immutable: goroutines may share it.
type Grammar struct {
	symbols    []symbol // the start symbol first, then in order of mention
	meanLength float64
	form       *binaryForm // the same distribution, in the form that the chart needs
}

// symbol is a phrase if it has rules and a tag if it has words.
type symbol struct {
	name  string
	line  int // of its first expansion or, while it has none, its first mention
	rules []rule
	words []entry
}

// rule rewrites a phrase to the symbols right, by their places in
// Grammar.symbols.
type rule struct {
	right []int
	prob  float64
}

// entry rewrites a tag to a word.
type entry struct {
	word string
	prob float64
}

// Words returns the grammar's word types, sorted.
func (g *Grammar) Words() []string {
	var words []string
	for _, s := range g.symbols {
		for _, e := range s.words {
			words = append(words, e.word)
		}
	}
	slices.Sort(words)
	return slices.Compact(words)
}

// MeanLength returns the expected number of words of a sentence.
func (g *Grammar) MeanLength() float64 { return g.meanLength }

// label returns a symbol's name as it stands in trees, cut where readers of
// treebanks cut labels: NP-SG and NP-PL are both NP, and -LRB- is itself.
func label(name string) string {
	if cut := strings.IndexAny(name, "-=|"); cut > 0 {
		return name[:cut]
	}
	return name
}
