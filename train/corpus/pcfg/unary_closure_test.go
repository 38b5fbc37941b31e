package pcfg

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// The closure is the sum of the powers of the matrix of unary rules.
func TestUnaryClosureIsSumOfPowers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := randomGrammar(t, true)
		n := len(g.symbols)
		closure := make([][]float64, n)
		for b := range closure {
			closure[b] = make([]float64, n)
			for _, up := range g.form.closure[b] {
				closure[b][up.symbol] = math.Exp(up.weight)
			}
		}
		for b := range n {
			// power[a] is the weight of the chains of k rules from a to b.
			power, sum := make([]float64, n), make([]float64, n)
			power[b], sum[b] = 1, 1
			for range 2000 {
				next := make([]float64, n)
				for a, s := range g.symbols {
					for _, r := range s.rules {
						if len(r.right) == 1 {
							next[a] += r.prob * power[r.right[0]]
						}
					}
				}
				power = next
				for a := range n {
					sum[a] += power[a]
				}
			}
			for a := range n {
				if got := closure[b][a]; math.Abs(got-sum[a]) > 1e-10*sum[a] {
					t.Errorf("chains from %s to %s weigh %v, want %v", g.symbols[a].name, g.symbols[b].name, got, sum[a])
				}
			}
		}
	})
}

// A -> B and B -> A: the chains from A to T are 0.4 + 0.5 x 0.9 x 0.4 + ...
func TestUnaryClosureOfACycle(t *testing.T) {
	g := parse(t, "A -> B 0.5\nA -> T 0.4\nA -> T T 0.1\nB -> A 0.9\nB -> T 0.1\nT : x 1")
	near(t, "x", g.LogProb([]string{"x"}), (0.4+0.5*0.1)/(1-0.5*0.9))
	near(t, "x x", g.LogProb([]string{"x", "x"}), 0.1/(1-0.5*0.9))
}

// Chains of tiny probability are as accurate, relatively, as others: here in a
// cycle with sure ones, where a residual of 1e-16 would drown them.
func TestUnaryClosureOfTinyChains(t *testing.T) {
	g := parse(t, `
S -> A 1e-100
S -> T 1
A -> B 1e-100
A -> T 1
B -> S 0.5
B -> U 0.5
T : t 1
U : u 1`)
	got, want := g.LogProb([]string{"u"}), math.Log(0.5)-200*math.Ln10
	if math.Abs(got-want) > 1e-9 {
		t.Errorf("log-probability %v, want %v", got, want)
	}
}

// A cycle that is left only once in 200,000 times.
func TestUnaryClosureOfANearlyEndlessCycle(t *testing.T) {
	g := parse(t, "S -> A 1\nA -> A 0.999995\nA -> T 0.000002\nA -> U 0.000003\nT : t 1\nU : u 1")
	near(t, "t", g.LogProb([]string{"t"}), 0.4)
	near(t, "u", g.LogProb([]string{"u"}), 0.6)
}
