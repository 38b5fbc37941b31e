package pcfg

import (
	"testing"

	"pgregory.net/rapid"
)

// Rules that end alike share their suffixes: C D and B C D serve all three.
func TestBinariseSharesSuffixes(t *testing.T) {
	g := parse(t, "S -> A B C D 0.5\nS -> B B C D 0.25\nS -> A C D 0.125\nS -> A B 0.125\nA : a 1\nB : b 1\nC : c 1\nD : d 1")
	if f := g.form; f.states != len(g.symbols)+2 {
		t.Errorf("%d states for %d symbols, want two suffixes", f.states, len(g.symbols))
	}
}

// A suffix has one expansion, of weight log 1, and no unary rule leads to it.
func TestBinariseSuffixesAreSure(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := randomGrammar(t, true).form
		expansions := make([]int, f.states)
		for _, rules := range f.byFirst {
			for _, r := range rules {
				expansions[r.parent]++
				if r.parent >= f.symbols && r.weight != 0 {
					t.Errorf("suffix %d expands with log-probability %v", r.parent, r.weight)
				}
			}
		}
		for suffix := f.symbols; suffix < f.states; suffix++ {
			if expansions[suffix] != 1 {
				t.Errorf("suffix %d has %d expansions, want 1", suffix, expansions[suffix])
			}
		}
		for bottom, tops := range f.closure {
			for _, top := range tops {
				if bottom >= f.symbols || top.symbol >= f.symbols {
					t.Errorf("a unary chain from %d to %d", top.symbol, bottom)
				}
			}
		}
	})
}
