package graph

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"gorgonia.org/gorgonia"
)

// ErrMerged is returned by Grad where Gorgonia summed the wrong partial
// derivatives because two sums had the same 32-bit hash. Building the graph
// again makes other hashes.
var ErrMerged = errors.New("graph: Gorgonia merged two sums of gradients")

// Grad differentiates the scalar cost in the inputs wrt with gorgonia.Grad and
// verifies what it built. The gradients come in the order of wrt; where the
// cost does not depend on an input, or only through a stop-gradient, there is
// none and the entry is nil. It panics where a node that cost depends on has
// been differentiated before: Gorgonia would mix up the two costs' gradients.
func Grad(cost *Node, wrt []*Node) ([]*Node, error) {
	reached := differentiable(cost)
	for n := range reached {
		if n.Deriv() != nil {
			panic(errTwice)
		}
	}
	var in []*Node
	for _, n := range wrt {
		if reached[n] {
			in = append(in, n)
		}
	}
	grads := make([]*Node, len(wrt))
	if len(in) == 0 {
		return grads, nil
	}
	out, err := gorgonia.Grad(cost, in...)
	if err != nil {
		return nil, fmt.Errorf("graph: differentiating: %w", err)
	}
	if err := verifySums(cost); err != nil {
		return nil, err
	}
	for i, n := range wrt {
		if k := slices.Index(in, n); k >= 0 {
			grads[i] = out[k]
		}
	}
	return grads, nil
}

// differentiable returns the nodes that cost depends on through ops that have
// a gradient.
func differentiable(cost *Node) map[*Node]bool {
	seen := map[*Node]bool{cost: true}
	stack := []*Node{cost}
	for len(stack) > 0 {
		n := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		op, ok := n.Op().(gorgonia.SDOp)
		if !ok {
			continue
		}
		kids := childrenOf(n)
		wrt := op.DiffWRT(len(kids))
		for i, c := range kids {
			if wrt[i] && !seen[c] {
				seen[c] = true
				stack = append(stack, c)
			}
		}
	}
	return seen
}

// verifySums holds each sum of partial derivatives that Gorgonia built, a
// chain of additions, against the partials that our ops gave. Nodes that feed
// an op of Gorgonia's own are left out: their partials are not known.
func verifySums(cost *Node) error {
	partials := map[*Node][]*Node{}
	foreign := map[*Node]bool{}
	for _, n := range cost.Graph().AllNodes() {
		op, ok := n.Op().(*Op)
		if !ok {
			if n.Op() != nil {
				for _, c := range childrenOf(n) {
					foreign[c] = true
				}
			}
			continue
		}
		for i, p := range op.partials {
			if p != nil {
				c := op.children[i]
				partials[c] = append(partials[c], p)
			}
		}
	}
	for n, want := range partials {
		sum := n.Deriv()
		if sum == nil || foreign[n] {
			continue // nothing differentiated in n is asked for
		}
		got := make([]*Node, 0, len(want))
		for range len(want) - 1 {
			kids := childrenOf(sum)
			if !isAdd(sum, kids) {
				return ErrMerged
			}
			got = append(got, kids[1])
			sum = kids[0]
		}
		got = append(got, sum)
		slices.SortFunc(got, byID)
		slices.SortFunc(want, byID)
		if !slices.Equal(got, want) {
			return ErrMerged
		}
	}
	return nil
}

func byID(a, b *Node) int { return cmp.Compare(a.ID(), b.ID()) }

// isAdd says whether n is Gorgonia's elementwise addition of kids, of equal
// shapes.
func isAdd(n *Node, kids []*Node) bool {
	if n.Op() == nil || len(kids) != 2 || n.Op().String() != "+ false" {
		return false
	}
	shape := n.Shape()
	return kids[0].Shape().Eq(shape) && kids[1].Shape().Eq(shape)
}
