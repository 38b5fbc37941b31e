package pcfg

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

// ambiguous has ambiguous words, n-ary rules, a unary cycle and left recursion.
const ambiguous = `
S -> NP VP 0.7
S -> NP VP NP X 0.1
S -> X 0.2
NP -> NP X 0.2
NP -> A 0.8
VP -> V 0.5
VP -> V NP 0.3
VP -> VP X 0.2
X -> S 0.1
X -> B 0.9
A : a 0.7 b 0.3
V : a 0.2 b 0.8
B : c 0.6 a 0.4`

// The frequency of every sentence of one to three words lies within 4 standard
// errors of its exact probability, and so does that of every length.
func TestSampleFollowsLogProb(t *testing.T) {
	g := parse(t, ambiguous)
	const draws = 200_000
	rng := rand.New(rand.NewPCG(1, 2))
	bySentence, byLength := map[string]int{}, map[int]int{}
	for range draws {
		tree, _ := g.Sample(rng)
		words := tree.Words()
		bySentence[strings.Join(words, " ")]++
		byLength[len(words)]++
	}
	check := func(what string, count int, p float64) {
		t.Helper()
		if se := math.Sqrt(p * (1 - p) * draws); math.Abs(float64(count)-p*draws) > 4*se+1e-9 {
			t.Errorf("%s: drawn %d times of %d, want %.1f +- %.1f", what, count, draws, p*draws, se)
		}
	}
	checked := 0
	for _, s := range sentences(3) {
		if p := math.Exp(g.LogProb(s)); p*draws >= 20 {
			check(strings.Join(s, " "), bySentence[strings.Join(s, " ")], p)
			checked++
		}
	}
	if checked < 20 {
		t.Errorf("only %d sentences are frequent enough to check", checked)
	}
	for n, p := range g.LengthProbs(10) {
		check(strings.Repeat("x", n), byLength[n], p)
	}
}

// Every derivation is drawn as often as its log-probability says. In this
// grammar trees show derivations whole.
func TestSampleFollowsDerivations(t *testing.T) {
	g := parse(t, ambiguous)
	const draws = 100_000
	rng := rand.New(rand.NewPCG(3, 4))
	count, logProbs := map[string]int{}, map[string]float64{}
	for range draws {
		tree, logProb := g.Sample(rng)
		key := tree.String()
		if old, ok := logProbs[key]; ok && math.Abs(old-logProb) > 1e-12 {
			t.Fatalf("%s has log-probabilities %v and %v", key, old, logProb)
		}
		count[key]++
		logProbs[key] = logProb
	}
	checked := 0
	for key, n := range count {
		p := math.Exp(logProbs[key])
		if p*draws < 50 {
			continue
		}
		checked++
		if se := math.Sqrt(p * (1 - p) * draws); math.Abs(float64(n)-p*draws) > 4*se {
			t.Errorf("%s: drawn %d times, want %.1f +- %.1f", key, n, p*draws, se)
		}
	}
	if checked < 30 {
		t.Errorf("only %d derivations are frequent enough to check", checked)
	}
}

// Over derivations of one sentence, probabilities sum to the sentence's.
func TestSampledDerivationsSumToLogProb(t *testing.T) {
	// Two words, no unary cycle: few derivations, all drawn soon.
	g := parse(t, "S -> A B 0.5\nS -> B A 0.25\nS -> C C 0.125\nS -> C 0.125\nC -> A 0.5\nC -> B 0.5\nA : x 0.5 y 0.5\nB : x 0.25 y 0.75")
	rng := rand.New(rand.NewPCG(5, 6))
	sums, seen := map[string]float64{}, map[string]bool{}
	for range 20_000 {
		tree, logProb := g.Sample(rng)
		if key := tree.String(); !seen[key] {
			seen[key] = true
			sums[strings.Join(tree.Words(), " ")] += math.Exp(logProb)
		}
	}
	if len(sums) != 6 {
		t.Errorf("%d sentences drawn, want 6", len(sums))
	}
	for s, sum := range sums {
		near(t, s, g.LogProb(strings.Fields(s)), sum)
	}
}

func TestSampleCutsAnnotations(t *testing.T) {
	g := parse(t, "S -> NP-SG VP=1 .-Q 1\nNP-SG -> NN-A 1\nVP=1 -> VB 1\nNN-A : dog 1\nVB : barks 1\n.-Q : ? 1")
	tree, logProb := g.Sample(rand.New(rand.NewPCG(7, 8)))
	if want := "(S (NP (NN dog)) (VP (VB barks)) (. ?))"; tree.String() != want || logProb != 0 {
		t.Errorf("drew %s with log-probability %v, want %s with 0", tree, logProb, want)
	}
}
