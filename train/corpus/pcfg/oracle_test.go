package pcfg

import (
	"fmt"
	"math"
	"strings"

	"pgregory.net/rapid"
)

// parse reads a grammar that must be right.
func parse(t interface {
	Helper()
	Fatal(...any)
}, text string) *Grammar {
	t.Helper()
	g, err := Read(strings.NewReader(text), "test.pcfg")
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// alphabet is what the random grammars' words are drawn from: few, so that all
// short sentences can be listed.
var alphabet = []string{"a", "b", "c"}

// randomGrammar draws a grammar with rules of one to four children. Its words
// are ambiguous in tag. Unary rules may form cycles where cyclic is true, and
// lead to later symbols only where it is not.
func randomGrammar(t *rapid.T, cyclic bool) *Grammar {
	phrases := rapid.IntRange(1, 4).Draw(t, "phrases")
	symbols := phrases + rapid.IntRange(1, 3).Draw(t, "tags")
	name := func(i int) string { return fmt.Sprintf("X%d", i) }
	var text strings.Builder
	for a := range phrases {
		// A rule that leads to a tag alone has most of the weight: 12 of at most
		// 12 + 2 (symbols) + 3 x 1, so that the expected number of phrases below
		// one phrase stays below 1.
		weights := map[string]float64{name(phrases + a%(symbols-phrases)): 12}
		order := []string{name(phrases + a%(symbols-phrases))}
		put := func(right string, weight float64) {
			if weights[right] == 0 {
				order = append(order, right)
			}
			weights[right] += weight
		}
		if a == 0 { // all symbols can be reached
			for b := 1; b < symbols; b++ {
				put(name(b), 0.3)
			}
		}
		for range rapid.IntRange(0, 3).Draw(t, "rules") {
			right := rapid.SliceOfN(rapid.IntRange(0, symbols-1), 1, 4).Draw(t, "right")
			if len(right) == 1 && !cyclic {
				right[0] = max(right[0], a+1)
			}
			names := make([]string, len(right))
			for i, b := range right {
				names[i] = name(b)
			}
			put(strings.Join(names, " "), rapid.Float64Range(0.01, 1).Draw(t, "weight"))
		}
		var sum float64
		for _, right := range order {
			sum += weights[right]
		}
		for _, right := range order {
			fmt.Fprintf(&text, "%s -> %s %.17g\n", name(a), right, weights[right]/sum)
		}
	}
	for a := phrases; a < symbols; a++ {
		words := rapid.SliceOfNDistinct(rapid.SampledFrom(alphabet), 1, len(alphabet), rapid.ID).Draw(t, "words")
		fmt.Fprintf(&text, "%s :", name(a))
		for _, w := range words {
			fmt.Fprintf(&text, " %s %.17g", w, 1/float64(len(words)))
		}
		text.WriteByte('\n')
	}
	return parse(t, text.String())
}

// sentences lists all sentences of one to n words over the alphabet.
func sentences(n int) [][]string {
	var all [][]string
	last := [][]string{nil}
	for range n {
		var next [][]string
		for _, s := range last {
			for _, w := range alphabet {
				next = append(next, append(s[:len(s):len(s)], w))
			}
		}
		all = append(all, next...)
		last = next
	}
	return all
}

// derivations lists the probability of every derivation of words from symbol
// a: the definition, for grammars without unary cycles.
func (g *Grammar) derivations(a int, words []string) []float64 {
	var all []float64
	for _, e := range g.symbols[a].words {
		if len(words) == 1 && e.word == words[0] {
			all = append(all, e.prob)
		}
	}
	for _, r := range g.symbols[a].rules {
		for _, p := range g.sequences(r.right, words) {
			all = append(all, r.prob*p)
		}
	}
	return all
}

// sequences lists the probability of every way to derive words from symbols.
func (g *Grammar) sequences(symbols []int, words []string) []float64 {
	if len(symbols) == 1 {
		return g.derivations(symbols[0], words)
	}
	var all []float64
	for k := 1; k <= len(words)-len(symbols)+1; k++ {
		rest := g.sequences(symbols[1:], words[k:])
		if len(rest) == 0 {
			continue
		}
		for _, p := range g.derivations(symbols[0], words[:k]) {
			for _, q := range rest {
				all = append(all, p*q)
			}
		}
	}
	return all
}

// fixedPoint computes the inside probability of the start symbol over words by
// iterating its defining equations from 0 upwards, span by span, unary rules
// like all others, until nothing changes.
func (g *Grammar) fixedPoint(words []string) float64 {
	type span struct{ symbol, from, to int }
	inside := map[span]float64{}
	var sequence func(symbols []int, from, to int) float64
	sequence = func(symbols []int, from, to int) float64 {
		if len(symbols) == 1 {
			return inside[span{symbols[0], from, to}]
		}
		var sum float64
		for k := from + 1; k <= to-len(symbols)+1; k++ {
			sum += inside[span{symbols[0], from, k}] * sequence(symbols[1:], k, to)
		}
		return sum
	}
	for width := 1; width <= len(words); width++ {
		for from := 0; from+width <= len(words); from++ {
			for changed := true; changed; {
				changed = false
				for a, s := range g.symbols {
					var sum float64
					for _, e := range s.words {
						if width == 1 && e.word == words[from] {
							sum += e.prob
						}
					}
					for _, r := range s.rules {
						sum += r.prob * sequence(r.right, from, from+width)
					}
					at := span{a, from, from + width}
					if sum > inside[at] {
						inside[at], changed = sum, true
					}
				}
			}
		}
	}
	return inside[span{0, 0, len(words)}]
}

// near fails unless the log-probability got is that of the probability want.
func near(t interface {
	Helper()
	Errorf(string, ...any)
}, what string, got, want float64) {
	t.Helper()
	if want == 0 && math.IsInf(got, -1) {
		return
	}
	if diff := math.Abs(got - math.Log(want)); !(diff <= 1e-10) {
		t.Errorf("%s: log-probability %v, want %v", what, got, math.Log(want))
	}
}
