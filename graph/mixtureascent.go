package graph

import (
	"math"

	"arbelos/graph/dirichlet"
)

// mixtureAscent fits the weights of one document at a time.
type mixtureAscent[T Float] struct {
	m       *mixture
	table   *table[T]
	alpha   []float64
	ofPrior float64 // log gamma(sum alpha) - sum log gamma(alpha_k)

	doc        int
	total      float64 // words of the document, impossible ones left out
	tops       float64 // the sum over them of the greatest logBeta
	impossible bool    // there are impossible ones
	activeComponents[T]

	// What a pass found for the active components: digamma(gamma), in a buffer that
	// is a few elements longer, and the weights and sums, whose products are the
	// words expected of each.
	psi        []float64
	shift      float64 // the weights are exp(psi-shift)
	underflown bool    // the likelihoods did; the pass was made in logarithms,
	logs       float64 // and this is their sum, times the counts

	all, scratch []float64 // some elements more than components
}

func newMixtureAscent[T Float](m *mixture, table *table[T], alpha []float64, buffers mixtureBuffers[T]) *mixtureAscent[T] {
	a := &mixtureAscent[T]{
		m: m, table: table, alpha: alpha,
		psi: make([]float64, wholeEights(m.k)), all: make([]float64, m.k), scratch: make([]float64, wholeEights(m.k+1)),
	}
	a.mixtureBuffers = buffers
	a.ofPrior = logDirichletNormaliser(alpha, a.scratch)
	a.priorRatio = make([]float64, m.k)
	dirichlet.Digamma(a.priorRatio, alpha)
	for k := range alpha {
		a.priorRatio[k] -= math.Log(alpha[k])
	}
	return a
}

// words returns the places of the document in hand.
func (a *mixtureAscent[T]) words() (from, to int) { return a.m.Start[a.doc], a.m.Start[a.doc+1] }

// open takes up document d, whose gamma starts at start.
func (a *mixtureAscent[T]) open(d int, start []T) {
	a.doc, a.total, a.tops, a.impossible = d, 0, 0, false
	from, to := a.words()
	a.mixtureBuffers.open(to - from)
	clear(a.counts)
	for i, w := range a.m.Index[from:to] {
		if a.table.impossible(w) {
			a.impossible = true
			continue
		}
		c := a.m.count(from + i)
		a.counts[i] = T(c)
		a.total += c
		a.tops += c * float64(a.table.top[w])
	}
	for k := range a.all {
		a.all[k] = float64(start[k])
	}
	a.activateAll(a.all)
}

// ascend updates gamma to convergence, and returns the number of updates and the
// bound, for the shares that are best for the last gamma.
func (a *mixtureAscent[T]) ascend() (updates int, bound float64) {
	if from, to := a.words(); from == to {
		copy(a.gamma, a.prior)
		return 0, 0
	}
	until := a.m.until
	before := math.Inf(-1)
	for {
		a.pass()
		if until.Criterion == BoundChange {
			bound = a.bound()
			if relativeChange(before, bound) < until.Tolerance {
				return updates, bound
			}
			before = bound
		}
		if updates == until.Iterations {
			break
		}
		updates++
		if change := a.update(); until.Criterion == WeightChange && change < until.Tolerance {
			a.pass()
			break
		}
	}
	return updates, a.bound()
}

// update moves gamma and returns the mean absolute change.
func (a *mixtureAscent[T]) update() float64 {
	n := len(a.active)
	prior, gamma, weights, sums := a.prior[:n], a.gamma[:n], a.weights[:n], a.sums[:n]
	var change float64
	atPrior := 0
	for j, p := range prior {
		next := p + float64(weights[j])*float64(sums[j])
		change += math.Abs(next - gamma[j])
		gamma[j] = next
		if next == p {
			atPrior++
		}
	}
	if !a.underflown {
		a.retire(atPrior)
	}
	return change / float64(len(a.alpha))
}

// pass works out the shares of all words under gamma.
func (a *mixtureAscent[T]) pass() {
	least := a.mix()
	if len(a.active) < a.m.k && !(a.retired < a.negligible(least)) {
		a.activateAll(a.allGamma(a.all))
		least = a.mix()
	}
	if a.underflown = !(least > leastNorm[T]()); a.underflown {
		a.activateAll(a.allGamma(a.all))
		a.passInLogs()
	}
}

// mix makes a pass over the active components, and returns the least likelihood of
// a word.
func (a *mixtureAscent[T]) mix() float64 {
	n := len(a.active)
	copy(a.psi, a.gamma)
	digammaInPlace(a.psi, n)
	a.shift = mixtureWeights(a.weights[:n], a.psi[:n])
	return float64(dirichlet.Mix(a.rows, a.weights, a.counts, a.norms, a.ratios, a.sums))
}

// digammaInPlace replaces the first n elements of a buffer, which has room for
// eights of them: the functions of package dirichlet are quickest on these.
func digammaInPlace(buf []float64, n int) {
	x := buf[:wholeEights(n)]
	for i := n; i < len(x); i++ {
		x[i] = 1
	}
	dirichlet.Digamma(x, x)
}

// wholeEights returns n rounded up to a multiple of 8.
func wholeEights(n int) int { return (n + 7) / 8 * 8 }

// leastNorm is the likelihood below which ratios may overflow, or the components
// that are lost to underflow may count.
func leastNorm[T Float]() float64 {
	if _, single := any(T(0)).(float32); single {
		return 1e-28
	}
	return 1e-280
}

// passInLogs is a pass for likelihoods out of range. All components are active.
func (a *mixtureAscent[T]) passInLogs() {
	copy(a.psi, a.gamma)
	digammaInPlace(a.psi, a.m.k)
	expected := a.all
	clear(expected)
	a.logs = 0
	from, to := a.words()
	for i := from; i < to; i++ {
		w := a.m.Index[i]
		if a.table.impossible(w) {
			continue
		}
		c := a.m.count(i)
		shares := a.scratch[:a.m.k]
		a.table.logs(shares, w)
		a.logs += c * mixtureShares(shares, a.psi[:a.m.k])
		for k, s := range shares {
			expected[k] += c * s
		}
	}
	for k, e := range expected {
		a.weights[k], a.sums[k] = 1, T(e)
	}
}

// putRatios gives the counts over the likelihoods, relative to the scaled rows and
// weights, in the order by word, and zeros where the likelihoods underflowed.
func (a *mixtureAscent[T]) putRatios(dst []T) {
	<-a.m.byWord.sorted
	from, to := a.words()
	for i, at := range a.m.byWord.order[from:to] {
		if dst[at] = a.ratios[i]; a.underflown {
			dst[at] = 0
		}
	}
}

// copyWeights gives the weights of all components.
func (a *mixtureAscent[T]) copyWeights(dst []T) {
	clear(dst)
	for j, k := range a.active {
		dst[k] = a.weights[j]
	}
}
