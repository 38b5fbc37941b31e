package variational

import (
	"math"

	"arbelos/graph"
)

// unrolled is graph.DirichletMixture as plain nodes, a group for each update: its
// definition. The documents that have converged keep their gamma from then on; to
// see which have, the graph is run between two updates, while it grows. The bound
// is that of the last gamma, which it has no gradient in.
func unrolled(m *graph.Machine, docs *graph.CSR, logBeta, alpha, start *graph.Node, until graph.Convergence) (bound, gamma *graph.Node, updates []float64, err error) {
	g, dt := logBeta.Graph(), logBeta.Dtype()
	k := alpha.Shape()[0]
	of := documentOf(docs)
	counts := graph.Input(g, "counts", graph.FromFloat64s(dt, docs.Value, len(docs.Value)))
	words := graph.Gather(graph.Exp(logBeta), docs.Index)

	// A document without words has the prior's gamma at once.
	active := make([]bool, docs.Rows)
	first := make([]graph.Ref, docs.Rows)
	for d := range active {
		active[d] = docs.Start[d] < docs.Start[d+1]
		if first[d] = (graph.Ref{Source: 0, Row: d}); !active[d] {
			first[d] = graph.Ref{Source: 1, Row: 0}
		}
	}
	gamma = graph.GatherFrom([]*graph.Node{start, graph.Reshape(alpha, 1, k)}, first)
	updates = make([]float64, docs.Rows)
	for range until.Iterations {
		theta := graph.Exp(ExpectedLog(gamma))
		norms := graph.RowDot(graph.Gather(theta, of), words)
		shares := graph.Mul(theta, graph.ScatterScaled(words, graph.Div(counts, norms), of, docs.Rows))
		next := graph.AddRow(shares, alpha)

		change, err := changes(m, docs, logBeta, alpha, gamma, next, until.Criterion)
		if err != nil {
			return nil, nil, nil, err
		}
		from := make([]graph.Ref, docs.Rows)
		left := false
		for d := range from {
			if from[d] = (graph.Ref{Source: 0, Row: d}); active[d] {
				from[d].Source = 1
				updates[d]++
				active[d] = !(change[d] < until.Tolerance)
				left = left || active[d]
			}
		}
		gamma = graph.GatherFrom([]*graph.Node{gamma, next}, from)
		if !left {
			break
		}
	}
	return DocumentBounds(docs, logBeta, alpha, graph.Stop(gamma)), gamma, updates, nil
}

// changes returns for each document what the criterion says of an update.
func changes(m *graph.Machine, docs *graph.CSR, logBeta, alpha, before, after *graph.Node, criterion graph.Criterion) ([]float64, error) {
	out := make([]float64, docs.Rows)
	if criterion == graph.WeightChange {
		if err := m.Run(before, after); err != nil {
			return nil, err
		}
		k := alpha.Shape()[0]
		x, y := elementsOf(m.Value(before)), elementsOf(m.Value(after))
		for i := range docs.Rows * k {
			out[i/k] += math.Abs(y(i)-x(i)) / float64(k)
		}
		return out, nil
	}
	b, a := DocumentBounds(docs, logBeta, alpha, before), DocumentBounds(docs, logBeta, alpha, after)
	if err := m.Run(b, a); err != nil {
		return nil, err
	}
	x, y := elementsOf(m.Value(b)), elementsOf(m.Value(a))
	for d := range out {
		out[d] = math.Abs((y(d) - x(d)) / x(d))
	}
	return out, nil
}
