package layers

import (
	"math"
	"slices"

	"arbelos/graph"
)

// bracketing is a binary tree together with its spans, built from the split
// points alone.
type bracketing struct {
	tree  Tree
	spans []Span // of inner nodes, children before parents
}

// bracketings lists all binary trees over the words from start on, those with
// the lowest split first.
func bracketings(start, words int) []bracketing {
	if words == 1 {
		return []bracketing{{tree: Tree{Shift}}}
	}
	var all []bracketing
	for k := 1; k < words; k++ {
		for _, left := range bracketings(start, k) {
			for _, right := range bracketings(start+k, words-k) {
				all = append(all, bracketing{
					tree:  append(slices.Concat(left.tree, right.tree), Reduce),
					spans: append(slices.Concat(left.spans, right.spans), Span{start, words}),
				})
			}
		}
	}
	return all
}

// allTrees lists all binary trees, those with the lowest split first.
func allTrees(words int) []Tree {
	var trees []Tree
	for _, b := range bracketings(0, words) {
		trees = append(trees, b.tree)
	}
	return trees
}

// catalan[n] is the number of binary trees over n+1 words.
var catalan = []int{1, 1, 2, 5, 14, 42, 132}

// enumerated is what sums over all trees of one sentence say.
type enumerated struct {
	all         []bracketing
	score       []float64 // of each tree
	probability []float64
	logZ        float64
	entropy     float64
	marginal    map[Span]float64 // of all spans, those of width 1 too
}

// enumerate sums over all trees of sentence b, whose spans have the scores.
func enumerate(chart *graph.Chart, b int, scores []float64) enumerated {
	n := chart.Lengths[b]
	e := enumerated{all: bracketings(0, n), marginal: map[Span]float64{}}
	var z float64
	for _, t := range e.all {
		s := treeSum(chart, b, scores, t)
		e.score = append(e.score, s)
		z += math.Exp(s)
	}
	e.logZ = math.Log(z)
	for k, t := range e.all {
		q := math.Exp(e.score[k]) / z
		e.probability = append(e.probability, q)
		if q > 0 {
			e.entropy -= q * math.Log(q)
		}
		for _, s := range t.spans {
			e.marginal[s] += q
		}
		for i := range n {
			e.marginal[Span{i, 1}] += q
		}
	}
	return e
}

// treeSum is the sum of a tree's scores, those of single words too.
func treeSum(chart *graph.Chart, b int, scores []float64, t bracketing) (total float64) {
	for i := range chart.Lengths[b] {
		total += scores[chart.At(b, i, 1)]
	}
	for _, s := range t.spans {
		total += scores[chart.At(b, s.Start, s.Width)]
	}
	return total
}

// eachSpan calls f for all spans of sentence b.
func eachSpan(chart *graph.Chart, b int, f func(s Span, at int)) {
	for w := 1; w <= chart.Lengths[b]; w++ {
		for i := range chart.Lengths[b] - w + 1 {
			f(Span{i, w}, chart.At(b, i, w))
		}
	}
}
