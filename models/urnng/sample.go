package urnng

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"arbelos/graph"
	"arbelos/layers"
)

// ErrTooLong is returned by Generate where a derivation did not end in time.
var ErrTooLong = errors.New("urnng: the derivation did not end within the most words allowed")

// ErrNoWord is returned by Generate where no word has a positive probability:
// all are forbidden, or the model's values are not numbers.
var ErrNoWord = errors.New("urnng: no word can be drawn")

// Generate draws one sentence with its tree from p. </s> can only be drawn
// where one element is on the stack (and at least one word has been), and words
// that never stand in a sentence (never, and <s>) not at all: the word
// distribution is renormalised without them.
func (m *Model) Generate(r *rand.Rand, never []int, maxWords int) ([]int, layers.Tree, error) {
	d := &derivation{m: m, c: m.context(nil), mac: m.machines.Next()}
	defer m.Release()
	d.push(d.word(m.Open))
	var words []int
	var tree layers.Tree
	for {
		top, err := d.top()
		if err != nil {
			return nil, nil, err
		}
		if len(d.stack) > 2 {
			p, err := d.value(m.reduceLogit(d.c, top))
			if err != nil {
				return nil, nil, err
			}
			if r.Float64() < 1/(1+math.Exp(-p[0])) {
				d.reduce()
				tree = append(tree, layers.Reduce)
				continue
			}
		}
		logits, err := d.value(m.Words.Logits(d.c, top))
		if err != nil {
			return nil, nil, err
		}
		for _, w := range append([]int{m.Open}, never...) {
			logits[w] = math.Inf(-1)
		}
		if len(d.stack) != 2 {
			logits[m.Close] = math.Inf(-1)
		}
		w, ok := layers.Draw(r, logits)
		if !ok {
			return nil, nil, ErrNoWord
		}
		if w == m.Close {
			return words, tree, nil
		}
		if len(words) == maxWords {
			return nil, nil, fmt.Errorf("%w: %d", ErrTooLong, maxWords)
		}
		words, tree = append(words, w), append(tree, layers.Shift)
		d.push(d.word(w))
	}
}

// derivation is a stack whose graph grows with every action.
type derivation struct {
	m     *Model
	c     *layers.Context
	mac   *graph.Machine
	stack []stacked // the first one is <s>
}

type stacked struct {
	element *graph.Node   // [1, 2w]
	states  []*graph.Node // of every layer, [1, 2h]
}

func (d *derivation) word(id int) *graph.Node {
	return d.m.Tree.Leaf(d.m.Words.Forward(d.c, []int{id}))
}

func (d *derivation) push(element *graph.Node) {
	var prev []*graph.Node
	if n := len(d.stack); n > 0 {
		prev = d.stack[n-1].states
	}
	h := graph.Columns(element, 0, d.m.Width)
	d.stack = append(d.stack, stacked{element, d.m.Stack.Step(d.c, h, prev)})
}

func (d *derivation) reduce() {
	n := len(d.stack)
	kids := graph.Add(
		graph.PadColumns(d.stack[n-1].element, 0, 4*d.m.Width),
		graph.PadColumns(d.stack[n-2].element, 2*d.m.Width, 4*d.m.Width))
	d.stack = d.stack[:n-2]
	d.push(d.m.Tree.Compose(d.c, kids))
}

func (d *derivation) top() (*graph.Node, error) {
	top := d.m.Stack.Top(d.stack[len(d.stack)-1].states)
	return top, d.mac.Run(top)
}

func (d *derivation) value(n *graph.Node) ([]float64, error) {
	if err := d.mac.Run(n); err != nil {
		return nil, err
	}
	return graph.Float64s(d.mac.Value(n)), nil
}
