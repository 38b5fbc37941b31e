package pcfg

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// unaryClosure sums over unary chains of every length, cycles included. With
// U[a,b] the probability of the rule a -> b, C = I + U + U^2 + ... =
// (I - U)^-1 is the total weight of the chains that lead from a down to b
// (Stolcke, An efficient probabilistic context-free parsing algorithm that
// computes prefix probabilities, 1995, section 4.5). closure[b] lists the a
// with C[a,b] > 0, and log C[a,b], in the grammar's order; b itself is one.
//
// The series converges because derivations have finite expected sizes. The system
// solved is the transposed one, whose columns are diagonally dominant: partial
// pivoting then exchanges no rows, and from an M-matrix elimination subtracts
// only on the diagonal, so that small entries of C are as accurate,
// relatively, as large ones.
func (g *Grammar) unaryClosure() [][]arc {
	closure := make([][]arc, len(g.symbols))
	var linked []int // the symbols of unary rules
	place := make([]int, len(g.symbols))
	for b, isLinked := range g.inUnaryRules() {
		if isLinked {
			place[b] = len(linked)
			linked = append(linked, b)
		} else {
			closure[b] = []arc{{b, 0}}
		}
	}
	if len(linked) == 0 {
		return closure
	}

	n := len(linked)
	system := mat.NewDense(n, n, nil) // (I - U) transposed
	for i, a := range linked {
		system.Set(i, i, 1)
		for _, r := range g.symbols[a].rules {
			if len(r.right) == 1 {
				j := place[r.right[0]]
				system.Set(j, i, system.At(j, i)-r.prob)
			}
		}
	}
	var lu mat.LU
	lu.Factorize(system)
	identity := mat.NewDiagDense(n, nil)
	for i := range n {
		identity.SetDiag(i, 1)
	}
	var sums mat.Dense // C transposed
	if err := lu.SolveTo(&sums, false, identity); err != nil {
		panic("pcfg: unary chains without end") // validate has excluded them
	}
	for j, b := range linked {
		for i, a := range linked {
			if c := sums.At(j, i); c > 0 {
				closure[b] = append(closure[b], arc{a, math.Log(c)})
			}
		}
	}
	return closure
}

// inUnaryRules marks the symbols on either side of a unary rule.
func (g *Grammar) inUnaryRules() []bool {
	linked := make([]bool, len(g.symbols))
	for a, s := range g.symbols {
		for _, r := range s.rules {
			if len(r.right) == 1 {
				linked[a], linked[r.right[0]] = true, true
			}
		}
	}
	return linked
}
