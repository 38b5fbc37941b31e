package pcfg

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
)

// sumTolerance is how far from 1 the probabilities of a symbol may sum.
const sumTolerance = 1e-9

// validate checks that every symbol is defined, that its probabilities sum to
// 1, that the start symbol reaches it, and that the expected length of a
// sentence is finite. It divides the probabilities by their sum, so that what
// is lost or gained by writing them in decimal does no harm, and stores the
// expected length.
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
	lengths, ok := g.expectedLengths()
	for i, s := range g.symbols {
		// Finite expected lengths are 1 or more, so that 1/2 leaves room for the
		// rounding of the solution on both sides.
		if !ok || !(lengths[i] > 0.5) {
			return fault(s, ErrInfinite, s.name+", whose derivations need not end", "rules that stop more often than they recur")
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

// expectedLengths solves l = M l + t for the expected number of words that
// each symbol derives: M[a,b] is the expected number of b in one rewriting of
// a, and t is 1 for tags and 0 for phrases (Booth and Thompson, Applying
// probability measures to abstract languages, 1973). The solution is the
// expected length where the spectral radius of M is below 1. Otherwise either
// the system is singular, reported as not ok, or the solution is 0 or negative
// for some symbol, and for none whose expected length is finite: multiply the
// equations of the symbols that recur through each other, in the lowest such
// set with radius r >= 1, by the left Perron vector y > 0 of their part of M:
// (1 - r) y.l = y.(what leads out of the set), which is not negative.
func (g *Grammar) expectedLengths() (lengths []float64, ok bool) {
	n := len(g.symbols)
	system := mat.NewDense(n, n, nil) // I - M
	words := mat.NewVecDense(n, nil)
	for a, s := range g.symbols {
		system.Set(a, a, 1)
		if len(s.words) > 0 {
			words.SetVec(a, 1)
		}
		for _, r := range s.rules {
			for _, b := range r.right {
				system.Set(a, b, system.At(a, b)-r.prob)
			}
		}
	}
	var solution mat.VecDense
	if err := solution.SolveVec(system, words); err != nil {
		return nil, false
	}
	return solution.RawVector().Data, true
}
