package pcfg

import (
	"errors"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestValidateFindsFaults(t *testing.T) {
	for _, c := range []struct {
		name, text string
		kind       error
		line       int
	}{
		{"undefined", "S -> A B 1\nA : a 1\n", ErrUndefined, 1},
		{"unreachable", "S -> A 1\nA : a 1\nB -> A B 0.5\nB -> A 0.5\n", ErrUnreachable, 3},
		{"unreachable tag", "S : a 1\n\nA : a 1\n", ErrUnreachable, 3},
		{"sum below 1", "S -> A 0.9\nA : a 1\n", ErrSum, 1},
		{"sum above 1", "S -> A 1\n\nA : a 0.5 b 0.5\nA : c 0.1\n", ErrSum, 3},
		{"sum off by twice the tolerance", "S -> A 1\nA : a 0.5 b 0.500000002\n", ErrSum, 2},
		{"recursion without an end", "S -> A S 1\nA : a 1\n", ErrInfinite, 1},
		{"unary cycle without an end", "S -> A 1\nA -> A 1\n", ErrInfinite, 1},
		{"above the critical rate", "S -> A S S 0.6\nS -> A 0.4\nA : a 1\n", ErrInfinite, 1},
		{"at the critical rate", "S -> S S 0.5\nS -> A 0.5\nA : a 1\n", ErrInfinite, 1},
		{"too near the critical rate", "S -> S S 0.4999999\nS -> A 0.5000001\nA : a 1\n", ErrInfinite, 1},
		{"nearly endless cycle", "S -> A 1\nA -> A 0.9999999\nA -> T 1e-7\nT : t 1\n", ErrInfinite, 1},
		{"cycle lost in rounding", "S -> T 9e-16\nS -> S 0.9999999999999919\nT : a 1\n", ErrInfinite, 1},
		{"below a sound symbol", "S -> A 0.5\nS -> B 0.5\nA : a 1\nB -> B B 0.7\nB -> A 0.3\n", ErrInfinite, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := Read(strings.NewReader(c.text), "x.pcfg")
			var e *Error
			if !errors.As(err, &e) || !errors.Is(err, c.kind) {
				t.Fatalf("error %v, want one of kind %v", err, c.kind)
			}
			if e.Line != c.line {
				t.Errorf("line %d, want %d: %v", e.Line, c.line, err)
			}
		})
	}
}

// Rounded decimals are accepted and their error is divided out.
func TestValidateNormalises(t *testing.T) {
	g := parse(t, "S : a 0.3333333333 b 0.3333333333 c 0.3333333333")
	for _, w := range []string{"a", "b", "c"} {
		if got := g.LogProb([]string{w}); math.Abs(got+math.Log(3)) > 1e-15 {
			t.Errorf("log p(%s) = %v, want log 1/3", w, got)
		}
	}
}

// S -> S S with probability p: l = 2 p l + 1 - p, finite if and only if p < 1/2.
func TestExpectedLengthOfBranching(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := rapid.Float64Range(0.01, 0.99).Draw(t, "p")
		g := &Grammar{symbols: []symbol{
			{name: "S", line: 1, rules: []rule{{[]int{0, 0}, p}, {[]int{1}, 1 - p}}},
			{name: "T", line: 2, words: []entry{{"a", 1}}},
		}}
		err := g.validate("x.pcfg")
		if math.Abs(p-0.5) < 1e-5 {
			return
		}
		if p > 0.5 {
			if !errors.Is(err, ErrInfinite) {
				t.Errorf("p = %v: error %v, want %v", p, err, ErrInfinite)
			}
			return
		}
		if want := (1 - p) / (1 - 2*p); err != nil || math.Abs(g.MeanLength()-want) > 1e-9*want {
			t.Errorf("p = %v: mean length %v, error %v, want %v", p, g.MeanLength(), err, want)
		}
	})
}
