package pcfg

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
)

const (
	// sumTolerance is how far from 1 the probabilities of a symbol may sum.
	sumTolerance = 1e-9

	// maxSize bounds the expected size of a derivation. Where recursion stops
	// but once in a million times, rounding a probability at the 16th digit
	// changes the sums over it at the 10th.
	maxSize = 1e6
)

// validate checks that every symbol is defined, that its probabilities sum to
// 1, that the start symbol reaches it, and that the expected size of what it
// derives is finite, by a margin. It divides the probabilities by their sum, so
// that what is lost or gained by writing them in decimal does no harm, and
// stores the expected length of a sentence.
func (g *Grammar) validate(file string) error {
	fault := func(s symbol, kind error, found, expected string) error {
		return &Error{File: file, Line: s.line, Found: found, Expected: expected, Err: kind}
	}
	for _, s := range g.symbols {
		if len(s.rules)+len(s.words) == 0 {
			return fault(s, ErrUndefined, s.name+" on a right side only", "a rule or words of "+s.name)
		}
		var sum float64
		for _, r := range s.rules {
			sum += r.prob
		}
		for _, e := range s.words {
			sum += e.prob
		}
		if !(math.Abs(sum-1) <= sumTolerance) {
			return fault(s, ErrSum, fmt.Sprintf("%s with probabilities that sum to %.12g", s.name, sum), "1")
		}
		for i := range s.rules {
			s.rules[i].prob /= sum
		}
		for i := range s.words {
			s.words[i].prob /= sum
		}
	}
	reached := g.reachable()
	for i, s := range g.symbols {
		if !reached[i] {
			return fault(s, ErrUnreachable, s.name, "a symbol that "+g.symbols[0].name+" can lead to")
		}
	}
	sizes, lengths, ok := g.expectations()
	for i, s := range g.symbols {
		if !ok || !(sizes[i] > 0 && sizes[i] <= maxSize) {
			return fault(s, ErrInfinite, s.name+", whose derivations do not end or are too large",
				fmt.Sprintf("an expected size of at most %.0f symbols", maxSize))
		}
	}
	g.meanLength = lengths[0]
	return nil
}

// reachable marks the symbols that the start symbol can lead to.
func (g *Grammar) reachable() []bool {
	reached := make([]bool, len(g.symbols))
	reached[0] = true
	for agenda := []int{0}; len(agenda) > 0; {
		s := g.symbols[agenda[0]]
		agenda = agenda[1:]
		for _, r := range s.rules {
			for _, child := range r.right {
				if !reached[child] {
					reached[child] = true
					agenda = append(agenda, child)
				}
			}
		}
	}
	return reached
}

// expectations solves, for every symbol, the expected size of its derivations,
// the number of symbols in them, and their expected length, the number of
// words: size = M size + 1 and length = M length + t, where M[a,b] is the
// expected number of b in one rewriting of a, and t is 1 for tags and 0 for
// phrases (Booth and Thompson, Applying probability measures to abstract
// languages, 1973).
//
// Sizes are finite where the spectral radius r of M is below 1. Otherwise the
// system has no solution, reported as not ok, or one that is negative for some
// symbol, and for none whose size is finite: take the lowest set of symbols that
// recur through each other with r >= 1, and multiply its equations by the left
// Perron vector y > 0 of its part of M. Then (1 - r) y.size = y.(1 + sizes below
// the set) > 0.
func (g *Grammar) expectations() (sizes, lengths []float64, ok bool) {
	n := len(g.symbols)
	system := mat.NewDense(n, n, nil) // I - M
	counted := mat.NewDense(n, 2, nil)
	for a, s := range g.symbols {
		system.Set(a, a, 1)
		counted.Set(a, 0, 1)
		if len(s.words) > 0 {
			counted.Set(a, 1, 1)
		}
		for _, r := range s.rules {
			for _, b := range r.right {
				system.Set(a, b, system.At(a, b)-r.prob)
			}
		}
	}
	var solution mat.Dense
	if err := solution.Solve(system, counted); err != nil {
		return nil, nil, false
	}
	return mat.Col(nil, 0, &solution), mat.Col(nil, 1, &solution), true
}
