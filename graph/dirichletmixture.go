package graph

import "slices"

// DirichletMixture fits the weights of documents that are mixtures of K
// components, as one op: coordinate ascent to convergence for each document, as
// in Blei, Ng and Jordan (JMLR 2003).
//
// Row d of docs holds the words of document d, numbered below docs.Cols, and how
// often each occurs (Value; nil for once). logBeta [docs.Cols, K] is how likely a
// word is under each component: log phi, or the expectation of it. alpha [K] is
// the Dirichlet prior of a document's weights and start [docs.Rows, K] is what
// gamma, the parameters of their posterior q, starts from. An update is
//
//	share_nk proportional to exp(digamma(gamma_k) + logBeta_nk)
//	gamma_k = alpha_k + sum over words n of count_n share_nk
//
// The results are the bound [docs.Rows] on log p(words | alpha, beta), with the
// shares that are best for the last gamma,
//
//	  sum_n count_n log sum_k exp(E[log theta_k] + logBeta_nk) + sum_k (alpha_k - gamma_k) E[log theta_k]
//	+ log gamma(sum alpha) - sum log gamma(alpha_k) - log gamma(sum gamma) + sum log gamma(gamma_k)
//
// with E[log theta_k] = digamma(gamma_k) - digamma(sum gamma); gamma [docs.Rows, K];
// and the number of updates [docs.Rows]. A document without words has gamma alpha
// and bound 0. A word that no component can give (logBeta all -Inf) makes the
// bound -Inf and does not change gamma.
//
// The bound has a gradient in logBeta and alpha, that at a fixed gamma: at the
// maximum, where the ascent leads, the bound does not change with gamma to first
// order. In logBeta it is the expected number of times that component k gave a
// word, the sufficient statistics of the M-step. gamma and the updates have none.
//
// Documents are worked on in parallel, each by one goroutine. No result depends
// on the other documents or on the number of threads.
func DirichletMixture(docs *CSR, logBeta, alpha, start *Node, until Convergence) (bound, gamma, updates *Node) {
	fit := FitDirichletMixture(docs, likelihoodNodes(logBeta), alpha, start, until, new(MixtureBuffers))
	bound = apply(spec{
		name:  "dirichlet-mixture-bound",
		shape: []int{docs.Rows},
		view:  &window{0, docs.Rows},
		wrt:   []bool{false, true, true},
		grad: func(in []*Node, _, g *Node) []*Node {
			return []*Node{nil, fit.Counts(g), dirichletPriorGrad(in[2], fit.Gamma, g)}
		},
	}, fit.Bound, logBeta, alpha)
	return bound, fit.Gamma, fit.Updates
}

// DirichletFit is what FitDirichletMixture finds.
type DirichletFit struct {
	Bound   *Node // [docs.Rows]
	Gamma   *Node // [docs.Rows, K]
	Updates *Node // [docs.Rows]

	mixture *mixture
	words   LikelihoodNodes
	all     *Node // mixtureParts
}

// FitDirichletMixture is a [DirichletMixture] of words whose likelihoods are there
// already, as they are where many documents are fitted in turn. Its results have no
// gradient. No other fit may run in the same buffers before the last of them is there.
func FitDirichletMixture(docs *CSR, words LikelihoodNodes, alpha, start *Node, until Convergence, buffers *MixtureBuffers) *DirichletFit {
	n, k := matrixOf(words.rows)
	docs.check()
	checkVector(alpha, k)
	if n != docs.Cols || !slices.Equal(shapeOf(words.scales), []int{2, n}) || !slices.Equal(shapeOf(start), []int{docs.Rows, k}) {
		panic(errShape)
	}
	m := newMixture(docs, k, until)
	d := docs.Rows
	all := apply(spec{
		name:  "dirichlet-mixture",
		shape: []int{mixtureSize(m)},
		run:   kernel{mixtureAhead[float32](m, buffers), mixtureAhead[float64](m, buffers)},
	}, words.rows, words.scales, alpha, start)
	return &DirichletFit{
		Gamma: Reshape(Rows(all, 0, d*k), d, k), Bound: Rows(all, d*k, d*k+d), Updates: Rows(all, d*k+d, d*k+2*d),
		mixture: m, words: words, all: all,
	}
}

// Counts returns the expected number of times that each component gave a word
// [docs.Cols, K], each document's times its weight, of [docs.Rows]: with ones, what an
// M-step needs.
func (f *DirichletFit) Counts(weights *Node) *Node {
	checkVector(weights, f.mixture.Rows)
	add32, add64 := addMixtureCounts[float32](f.mixture), addMixtureCounts[float64](f.mixture)
	return apply(spec{
		name:  "dirichlet-mixture-counts",
		shape: []int{f.mixture.Cols, f.mixture.k},
		run: kernel{
			func(dst []float32, in [][]float32) { clear(dst); add32(dst, in) },
			func(dst []float64, in [][]float64) { clear(dst); add64(dst, in) },
		},
		add: kernel{add32, add64},
	}, f.all, f.words.rows, f.words.scales, weights)
}

// dirichletPriorGrad returns the gradient in alpha of the bounds, whose own
// gradients are g: the sum over documents d of
//
//	g_d (digamma(sum alpha) - digamma(alpha_k) + digamma(gamma_dk) - digamma(sum gamma_d))
func dirichletPriorGrad(alpha, gamma, g *Node) *Node {
	d, k := matrixOf(gamma)
	expected := func(x *Node) *Node { return AddColumn(Digamma(x), Scale(Digamma(RowSums(x)), -1)) }
	posterior := ScatterScaled(expected(gamma), g, make([]int, d), 1)
	prior := ScaleRows(expected(Reshape(alpha, 1, k)), Reshape(Sum(g), 1))
	return Reshape(Sub(posterior, prior), k)
}

func mixtureAhead[T Float](m *mixture, b *MixtureBuffers) func([]T, [][]T) {
	return func(dst []T, in [][]T) {
		p, t, alpha := mixturePartsOf(m, dst), tableOf(in[0], in[1], m.k), float64sFrom(in[2])
		start, buffers := in[3], buffersOf[T](b, m)
		m.byWord = &b.byWord
		m.byWord.sort(m)
		state := func(worker int) *mixtureAscent[T] { return newMixtureAscent(m, t, alpha, buffers[worker]) }
		shares(m.Rows, m.workers, state, func(a *mixtureAscent[T], d int) {
			own := p.gamma[d*m.k:][:m.k]
			a.open(d, start[d*m.k:])
			n, bound := a.ascend()
			for k, g := range a.allGamma(a.all) {
				own[k] = T(g)
			}
			p.updates[d], p.bounds[d] = T(n), T(bound)
			a.copyWeights(p.weights[d*m.k:][:m.k])
			a.putRatios(p.ratios)
		})
		<-m.byWord.sorted
	}
}

func float64sFrom[T Float](x []T) []float64 {
	out := make([]float64, len(x))
	for i, v := range x {
		out[i] = float64(v)
	}
	return out
}
