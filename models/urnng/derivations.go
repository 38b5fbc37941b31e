package urnng

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gorgonia.org/tensor"

	"arbelos/graph"
	"arbelos/layers"
)

// derivations is a weighted set of action prefixes of p that have produced the
// same words, the last action being a SHIFT. Their stacks form a trie of cells.
type derivations struct {
	m     *Model
	cells []stackCell
	// elements [*, 2w] are the TreeLSTM states of what stands in cells, states
	// [cells, 2h] those of every layer of the stack LSTM.
	elements *tensor.Dense
	states   []*tensor.Dense
	tops     []int     // of the derivations, among the cells
	logP     []float64 // of the derivations: log p(words, actions), or a weight with that expectation
}

// stackCell is the top of a stack: its element and the cell beneath. Cell 0 is
// that of <s>, with nothing beneath.
type stackCell struct {
	element, beneath int
	size             int // elements on the stack, <s> not counted
}

// newDerivations returns the derivation that has done nothing yet.
func newDerivations(m *Model) (*derivations, error) {
	d := &derivations{m: m, cells: make([]stackCell, 1), tops: []int{0}, logP: []float64{0}}
	c := m.context(nil)
	x := m.Words.Forward(c, []int{m.Open})
	return d, d.store(m.machines.Next(), m.Tree.Leaf(x), m.Stack.Step(c, x, nil))
}

// shift lets every derivation go on, in every way, to the SHIFT of word, and
// keeps at most n of what comes. It returns the logarithm of their total before
// any was left out, which has the expectation p(words so far), and whether none
// was.
func (d *derivations) shift(word, n int, u float64) (logTotal float64, all bool, err error) {
	c, mac := d.m.context(nil), d.m.machines.Next()
	next := d.expand(c)
	logP, err := next.score(c, mac, word)
	if err != nil {
		return 0, false, err
	}
	kept, logKept := thin(logP, n, u)

	// What is on the stacks that are left goes on; the rest is forgotten.
	cells, elements := next.reachable(kept)
	at, elementAt := inverse(cells), inverse(elements)
	d.cells, d.tops, d.logP = nil, nil, logKept
	for _, i := range cells {
		old := next.cells[i]
		d.cells = append(d.cells, stackCell{elementAt[old.element], at[old.beneath], old.size})
	}
	beneath := make([]int, len(kept))
	for k, i := range kept {
		beneath[k] = at[next.tops[i]]
		d.tops = append(d.tops, len(d.cells))
		d.cells = append(d.cells, stackCell{len(elements), beneath[k], d.cells[beneath[k]].size + 1})
	}
	x := d.m.Words.Forward(c, []int{word})
	rows := d.m.Words.Forward(c, slices.Repeat([]int{word}, len(kept)))
	states, prev := make([]*graph.Node, len(next.states)), make([]*graph.Node, len(next.states))
	for l, s := range next.states {
		states[l] = graph.Gather(s, cells)
		prev[l] = graph.Gather(states[l], beneath)
	}
	for l, s := range d.m.Stack.Step(c, rows, prev) {
		states[l] = graph.ConcatRows(states[l], s)
	}
	table := graph.ConcatRows(graph.Gather(next.elements, elements), d.m.Tree.Leaf(x))
	return floats.LogSumExp(logP), len(kept) == len(logP), d.store(mac, table, states)
}

// end returns the logarithm of the total of the derivations that are complete
// trees when they have made their REDUCEs, with </s> and the last REDUCE.
func (d *derivations) end() (float64, error) {
	c, mac := d.m.context(nil), d.m.machines.Next()
	next := d.expand(c)
	logP, err := next.score(c, mac, d.m.Close)
	if err != nil {
		return 0, err
	}
	var trees, logTrees = []int{}, []float64{}
	for i, top := range next.tops {
		if next.cells[top].size == 1 {
			trees, logTrees = append(trees, top), append(logTrees, logP[i])
		}
	}
	if len(trees) == 0 {
		return math.Inf(-1), nil
	}
	prev := make([]*graph.Node, len(next.states))
	for l, s := range next.states {
		prev[l] = graph.Gather(s, trees)
	}
	x := d.m.Words.Forward(c, slices.Repeat([]int{d.m.Close}, len(trees)))
	last := graph.LogSigmoid(d.m.reduceLogit(c, d.m.Stack.Top(d.m.Stack.Step(c, x, prev))))
	if err := mac.Run(last); err != nil {
		return 0, err
	}
	for i, v := range graph.Float64s(mac.Value(last)) {
		logTrees[i] += v
	}
	return floats.LogSumExp(logTrees), nil
}

// store computes the tables of the derivations and keeps them.
func (d *derivations) store(mac *graph.Machine, elements *graph.Node, states []*graph.Node) error {
	if err := mac.Finish(append([]*graph.Node{elements}, states...)...); err != nil {
		return err
	}
	d.elements = mac.Value(elements).Clone().(*tensor.Dense)
	d.states = make([]*tensor.Dense, len(states))
	for l, s := range states {
		d.states[l] = mac.Value(s).Clone().(*tensor.Dense)
	}
	return nil
}

// expansion is what derivations become by REDUCEs, none included: candidates for
// the next SHIFT. Those that have made equally many stand together, fewest
// first.
type expansion struct {
	*derivations
	cells    []stackCell
	tops     []int // of the candidates, among the cells
	from     []int // the candidate a REDUCE earlier; -1 where there was none
	elements *graph.Node
	states   []*graph.Node // of the cells
	hidden   *graph.Node   // [candidates, h], the top layer's state on top of the stack
}

// expand adds all REDUCEs to a graph. Only tops are new: what a REDUCE joins to
// one, and what then lies beneath, is there already.
func (d *derivations) expand(c *layers.Context) *expansion {
	e := &expansion{derivations: d, cells: slices.Clone(d.cells), tops: slices.Clone(d.tops)}
	for range d.tops {
		e.from = append(e.from, -1)
	}
	elements := c.Input(d.elements)
	states := make([]*graph.Node, len(d.states))
	for l, s := range d.states {
		states[l] = c.Input(s)
	}
	allElements, allStates := []*graph.Node{elements}, make([][]*graph.Node, len(states))
	for l := range states {
		allStates[l] = []*graph.Node{states[l]}
	}
	hidden := []*graph.Node{graph.Gather(d.m.Stack.Top(states), d.tops)}

	rights, first := elements, 0 // where the tops' elements are, and the number of the first
	count := d.elements.Shape()[0]
	for begin, end := 0, len(e.tops); begin < end; begin, end = end, len(e.tops) {
		composed := map[[2]int]int{}
		var left, right, rows, prev []int
		for i := begin; i < end; i++ {
			top := e.cells[e.tops[i]]
			if top.size < 2 {
				continue
			}
			beside := e.cells[top.beneath]
			pair := [2]int{beside.element, top.element}
			row, ok := composed[pair]
			if !ok {
				row = len(left)
				composed[pair] = row
				left, right = append(left, pair[0]), append(right, pair[1]-first)
			}
			rows, prev = append(rows, row), append(prev, beside.beneath)
			e.tops, e.from = append(e.tops, len(e.cells)), append(e.from, i)
			e.cells = append(e.cells, stackCell{count + row, beside.beneath, top.size - 1})
		}
		if len(rows) == 0 {
			break
		}
		w := d.m.Width
		rights = d.m.Tree.Compose(c, graph.Add(
			graph.PadColumns(graph.Gather(rights, right), 0, 4*w),
			graph.PadColumns(graph.Gather(elements, left), 2*w, 4*w)))
		first, count = count, count+len(left)
		beneath := make([]*graph.Node, len(states))
		for l := range states {
			beneath[l] = graph.Gather(states[l], prev)
		}
		after := d.m.Stack.Step(c, graph.Gather(graph.Columns(rights, 0, w), rows), beneath)
		allElements, hidden = append(allElements, rights), append(hidden, d.m.Stack.Top(after))
		for l := range after {
			allStates[l] = append(allStates[l], after[l])
		}
	}
	e.elements, e.hidden = graph.ConcatRows(allElements...), graph.ConcatRows(hidden...)
	for _, s := range allStates {
		e.states = append(e.states, graph.ConcatRows(s...))
	}
	return e
}

// score returns log p of the candidates with the SHIFT of word.
func (e *expansion) score(c *layers.Context, mac *graph.Machine, word int) ([]float64, error) {
	words := e.m.Words.LogProbs(c, e.hidden, slices.Repeat([]int{word}, len(e.tops)))
	logit := e.m.reduceLogit(c, e.hidden)
	reduce, shift := graph.LogSigmoid(logit), graph.LogSigmoid(graph.Scale(logit, -1))
	if err := mac.Run(words, reduce, shift); err != nil {
		return nil, err
	}
	logWord, logReduce, logShift := graph.Float64s(mac.Value(words)), graph.Float64s(mac.Value(reduce)), graph.Float64s(mac.Value(shift))
	arrived, out := make([]float64, len(e.tops)), make([]float64, len(e.tops))
	for i, top := range e.tops {
		if from := e.from[i]; from < 0 {
			arrived[i] = e.logP[i]
		} else {
			arrived[i] = arrived[from] + logReduce[from]
		}
		out[i] = arrived[i] + logWord[i]
		if e.cells[top].size >= 2 { // else SHIFT is forced
			out[i] += logShift[i]
		}
	}
	return out, nil
}

// reachable returns, rising, the cells of the stacks of some candidates and the
// elements in them.
func (e *expansion) reachable(candidates []int) (cells, elements []int) {
	seen := make([]bool, len(e.cells))
	elementSeen := make([]bool, e.elements.Shape()[0])
	seen[0], elementSeen[0] = true, true
	for _, i := range candidates {
		for at := e.tops[i]; !seen[at]; at = e.cells[at].beneath {
			seen[at], elementSeen[e.cells[at].element] = true, true
		}
	}
	return where(seen), where(elementSeen)
}

// where returns the indices of what is true.
func where(x []bool) (indices []int) {
	for i, v := range x {
		if v {
			indices = append(indices, i)
		}
	}
	return indices
}

// inverse maps each of the indices to its place among them.
func inverse(indices []int) map[int]int {
	at := make(map[int]int, len(indices))
	for k, i := range indices {
		at[i] = k
	}
	return at
}
