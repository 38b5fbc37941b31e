package urnng

import (
	"math"
	"slices"

	"arbelos/graph"
	"arbelos/layers"
)

// The model in plain Go, one vector at a time and straight from its equations,
// without plans, levels, merging or graphs.

func affine(l layers.Linear, x []float64) []float64 {
	w, y := l.Weight.Value.Float64s(), slices.Clone(l.Bias.Value.Float64s())
	for i := range y {
		for j, v := range x {
			y[i] += w[i*len(x)+j] * v
		}
	}
	return y
}

func row(p *graph.Param, i int) []float64 {
	width := p.Value.Shape()[1]
	return p.Value.Float64s()[i*width : (i+1)*width]
}

func naiveSigmoid(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

// hidden is the h and the c of an LSTM or a TreeLSTM.
type hidden struct{ h, c []float64 }

func zeroHidden(width int) hidden { return hidden{make([]float64, width), make([]float64, width)} }

func lstmAfter(l layers.LSTM, x []float64, prev hidden) (out hidden) {
	n := len(prev.h)
	recurrent := layers.Linear{Weight: l.StateWeight, Bias: &graph.Param{Value: graph.Zero(graph.Float64, 4*n)}}
	a, b := affine(layers.Linear{Weight: l.InWeight, Bias: l.Bias}, x), affine(recurrent, prev.h)
	for j := range n {
		in, forget, gate, cell := a[j]+b[j], a[n+j]+b[n+j], a[2*n+j]+b[2*n+j], a[3*n+j]+b[3*n+j]
		out.c = append(out.c, naiveSigmoid(forget)*prev.c[j]+naiveSigmoid(in)*math.Tanh(cell))
		out.h = append(out.h, naiveSigmoid(gate)*math.Tanh(out.c[j]))
	}
	return out
}

// naiveStack is a derivation of p. Cell 0 is that of <s>.
type naiveStack struct {
	m        *Model
	elements []hidden
	states   [][]hidden // by cell and layer
}

func newNaiveStack(m *Model) *naiveStack {
	s := &naiveStack{m: m}
	s.shift(m.Open)
	return s
}

// size is the number of elements above <s>.
func (s *naiveStack) size() int { return len(s.elements) - 1 }

func (s *naiveStack) top() []float64 {
	layers := s.states[len(s.states)-1]
	return layers[len(layers)-1].h
}

func (s *naiveStack) push(e hidden) {
	x := e.h
	var states []hidden
	for i, l := range s.m.Stack {
		prev := zeroHidden(s.m.Width)
		if len(s.states) > 0 {
			prev = s.states[len(s.states)-1][i]
		}
		states = append(states, lstmAfter(l, x, prev))
		x = states[i].h
	}
	s.elements, s.states = append(s.elements, e), append(s.states, states)
}

func (s *naiveStack) shift(word int) {
	s.push(hidden{row(s.m.Words.Table, word), make([]float64, s.m.Width)})
}

func (s *naiveStack) reduce() {
	n, w := len(s.elements), s.m.Width
	left, right := s.elements[n-2], s.elements[n-1]
	a := affine(s.m.Tree.Linear, slices.Concat(right.h, left.h))
	var e hidden
	for j := range w {
		in, forgetRight, forgetLeft, gate, cell := a[j], a[w+j], a[2*w+j], a[3*w+j], a[4*w+j]
		e.c = append(e.c, naiveSigmoid(in)*math.Tanh(cell)+naiveSigmoid(forgetRight)*right.c[j]+naiveSigmoid(forgetLeft)*left.c[j])
		e.h = append(e.h, naiveSigmoid(gate)*math.Tanh(e.c[j]))
	}
	s.elements, s.states = s.elements[:n-2], s.states[:n-2]
	s.push(e)
}

// reduceProbability is P(REDUCE), where two elements are there to be reduced.
func (s *naiveStack) reduceProbability() float64 {
	return naiveSigmoid(affine(s.m.Action, s.top())[0])
}

// wordProbability is that of the next word among all that are not forbidden.
func (s *naiveStack) wordProbability(word int, forbidden ...int) float64 {
	scores := affine(layers.Linear{Weight: s.m.Words.Table, Bias: s.m.Words.Bias}, s.top())
	var total float64
	for w, v := range scores {
		if !slices.Contains(forbidden, w) {
			total += math.Exp(v)
		}
	}
	return math.Exp(scores[word]) / total
}

// naiveJoint returns log p(x|z) and log p(z).
func naiveJoint(m *Model, words []int, tree layers.Tree) (logWords, logActions float64) {
	return naiveDerivation(m, words, tree, true)
}

// naiveDerivation follows a tree's actions, and those that end the sentence if
// asked to.
func naiveDerivation(m *Model, words []int, tree layers.Tree, end bool) (logWords, logActions float64) {
	s := newNaiveStack(m)
	do := func(a layers.Action, word int) {
		if s.size() >= 2 {
			p := s.reduceProbability()
			if a == layers.Shift {
				p = 1 - p
			}
			logActions += math.Log(p)
		}
		if a == layers.Reduce {
			s.reduce()
			return
		}
		logWords += math.Log(s.wordProbability(word))
		s.shift(word)
	}
	for _, a := range tree {
		word := -1
		if a == layers.Shift {
			word, words = words[0], words[1:]
		}
		do(a, word)
	}
	if end {
		do(layers.Shift, m.Close)
		do(layers.Reduce, -1)
	}
	return logWords, logActions
}

// naiveScores returns q's score of every span of one sentence, [first][last].
func naiveScores(m *Model, words []int) [][]float64 {
	framed := slices.Concat([]int{m.Frame[0]}, words, []int{m.Frame[1]})
	var xs [][]float64
	for i, w := range framed {
		word, position := row(m.Words.Table, w), row(m.Positions.Table, min(i, m.PositionRows-1))
		x := slices.Concat(word, position)
		if m.Pos == PosAdd {
			x = x[:m.Width]
			for j := range x {
				x[j] += position[j]
			}
		}
		xs = append(xs, x)
	}
	run := func(l layers.LSTM) (hs [][]float64) {
		state := zeroHidden(m.QWidth)
		for _, x := range xs {
			state = lstmAfter(l, x, state)
			hs = append(hs, state.h)
		}
		return hs
	}
	f := run(m.Reader.Ahead)
	slices.Reverse(xs)
	b := run(m.Reader.Back)
	slices.Reverse(b)

	n := len(words)
	scores := make([][]float64, n)
	for i := 1; i <= n; i++ {
		scores[i-1] = make([]float64, n)
		for j := i; j <= n; j++ {
			var x []float64
			for k := range m.QWidth {
				x = append(x, f[j+1][k]-f[i][k])
			}
			for k := range m.QWidth {
				x = append(x, b[i-1][k]-b[j][k])
			}
			scores[i-1][j-1] = naiveMLP(m.Scorer, x)
		}
	}
	return scores
}

func naiveMLP(l layers.SpanScorer, x []float64) float64 {
	y := affine(l.Hidden, x)
	var mean, variance float64
	for k := range y {
		y[k] = max(y[k], 0)
		mean += y[k] / float64(len(y))
	}
	for _, v := range y {
		variance += (v - mean) * (v - mean) / float64(len(y))
	}
	for k := range y {
		y[k] = l.Gain.Value.Float64s()[k]*(y[k]-mean)/math.Sqrt(variance+1e-5) + l.Bias.Value.Float64s()[k]
	}
	return affine(l.Out, y)[0]
}

// naiveLogQ returns log q of every tree of a sentence.
func naiveLogQ(m *Model, words []int) []float64 {
	scores := naiveScores(m, words)
	var logQ []float64
	var z float64
	for _, tree := range allTrees(len(words)) {
		var total float64
		for i := range words {
			total += scores[i][i]
		}
		for _, s := range tree.Spans() {
			total += scores[s.Start][s.Start+s.Width-1]
		}
		logQ = append(logQ, total)
		z += math.Exp(total)
	}
	for k := range logQ {
		logQ[k] -= math.Log(z)
	}
	return logQ
}
