package pcfg

import (
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestLogProbSumsAllDerivations(t *testing.T) {
	all := sentences(4)
	rapid.Check(t, func(t *rapid.T) {
		g := randomGrammar(t, false)
		for _, s := range all {
			var want float64
			for _, p := range g.derivations(0, s) {
				want += p
			}
			near(t, strings.Join(s, " "), g.LogProb(s), want)
		}
	})
}

func TestLogProbWithUnaryCycles(t *testing.T) {
	all := sentences(3)
	rapid.Check(t, func(t *rapid.T) {
		g := randomGrammar(t, true)
		for _, s := range all {
			near(t, strings.Join(s, " "), g.LogProb(s), g.fixedPoint(s))
		}
	})
}

// Attachment ambiguity by hand: two trees of the same rules, one rule apart.
func TestLogProbAmbiguousAttachment(t *testing.T) {
	g := parse(t, `
S -> NP VP 1
VP -> V NP 0.7
VP -> VP PP 0.3
NP -> N 0.8
NP -> NP PP 0.2
PP -> P NP 1
N : she 0.5 stars 0.3 ears 0.2
V : saw 1
P : with 1`)
	shared := 0.8 * 0.5 * 0.7 * 0.8 * 0.3 * 0.8 * 0.2
	near(t, "PP", g.LogProb(strings.Fields("she saw stars with ears")), shared*0.3+shared*0.2)
}

func TestLogProbOutsideTheLanguage(t *testing.T) {
	g := parse(t, "S -> A B 1\nA : a 1\nB : b 1")
	for _, s := range []string{"", "a", "b a", "a x", "a b b"} {
		if got := g.LogProb(strings.Fields(s)); !math.IsInf(got, -1) {
			t.Errorf("LogProb(%q) = %v, want -Inf", s, got)
		}
	}
	near(t, "a b", g.LogProb([]string{"a", "b"}), 1)
}

// Every binary tree over n words has the same probability, far below the least
// float64: log p = log Catalan(n-1) + (n-1) log 0.4 + n log (0.6 x 1e-9).
func TestLogProbDoesNotUnderflow(t *testing.T) {
	g := parse(t, "S -> S S 0.4\nS -> T 0.6\nT : rare 1e-9 common 0.999999999")
	const n = 120
	words := make([]string, n)
	for i := range words {
		words[i] = "rare"
	}
	got := g.LogProb(words)
	want := logCatalan(n-1) + (n-1)*math.Log(0.4) + n*math.Log(0.6e-9)
	if want > math.Log(math.SmallestNonzeroFloat64) {
		t.Fatalf("the case is too easy: %v", want)
	}
	if math.Abs(got-want) > 1e-9*math.Abs(want) {
		t.Errorf("LogProb = %v, want %v", got, want)
	}
}

// A symbol that is negligible in its span must survive beside one that is not:
// here A is 300 orders of magnitude below X over "w w", and the only way to S.
func TestLogProbKeepsNegligibleSymbols(t *testing.T) {
	g := parse(t, `
S -> A E 0.5
S -> X F 0.5
A -> L L 1
X -> H H 1
L : w 1e-200 v 1
H : w 1
E : e 1
F : f 1`)
	got, want := g.LogProb([]string{"w", "w", "e"}), math.Log(0.5)+2*math.Log(1e-200)
	if math.Abs(got-want) > 1e-9*math.Abs(want) {
		t.Errorf("LogProb = %v, want %v", got, want)
	}
}

// logCatalan returns log Catalan(n), Catalan(n) = (2n)! / (n! (n+1)!).
func logCatalan(n int) float64 {
	a, _ := math.Lgamma(float64(2*n + 1))
	b, _ := math.Lgamma(float64(n + 1))
	c, _ := math.Lgamma(float64(n + 2))
	return a - b - c
}
