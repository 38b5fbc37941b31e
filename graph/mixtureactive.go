package graph

import (
	"math"

	"arbelos/graph/dirichlet"
)

// activeComponents are those that a document's passes are made over. After a few
// updates most components have so little weight that their expected words are lost
// in the rounding of gamma, which is then alpha: they are retired, and the document
// is laid out without them. The results are those of passes over all components, up
// to rounding, in a fraction of the time.
type activeComponents[T Float] struct {
	active       []int     // ascending
	prior, gamma []float64 // of the active components; the others' gamma is the prior
	priorRatio   []float64 // digamma(alpha) - log(alpha) of all components
	retired      float64   // the greatest of these among those not active
	kept         []int

	mixtureBuffers[T]
}

// activateAll makes all components active, with the given gammas.
func (a *mixtureAscent[T]) activateAll(gamma []float64) {
	a.active = a.active[:0]
	for k := range a.m.k {
		a.active = append(a.active, k)
	}
	a.prior = append(a.prior[:0], a.alpha...)
	a.gamma = append(a.gamma[:0], gamma...)
	a.retired = math.Inf(-1)
	a.layOut()
}

// allGamma sets dst to the gammas of all components.
func (a *mixtureAscent[T]) allGamma(dst []float64) []float64 {
	copy(dst, a.alpha)
	for j, k := range a.active {
		dst[k] = a.gamma[j]
	}
	return dst
}

// retire takes the components out that are at the prior and negligible, if that makes
// rows so much shorter that it pays.
func (a *mixtureAscent[T]) retire(atPrior int) {
	width := len(a.weights)
	pays := func(left int) bool {
		short := dirichlet.Width[T](left)
		return 4*short <= width || 2*short <= width && width <= 4*dirichlet.Width[T](1)
	}
	if !pays(len(a.active) - atPrior) {
		return
	}
	least := math.Inf(1)
	for _, norm := range a.norms {
		least = min(least, float64(norm))
	}
	// A hundredth of what makes it active again, lest it come and go.
	bound := a.negligible(least / 100)
	kept := a.kept[:0] // places among the active
	for j, k := range a.active {
		if a.gamma[j] != a.prior[j] || a.priorRatio[k] >= bound {
			kept = append(kept, j)
		}
	}
	if a.kept = kept; !pays(len(kept)) {
		return
	}
	at := 0
	for i, j := range kept {
		for ; at < j; at++ {
			a.retired = max(a.retired, a.priorRatio[a.active[at]])
		}
		a.active[i], a.prior[i], a.gamma[i] = a.active[j], a.prior[j], a.gamma[j]
		at = j + 1
	}
	for ; at < len(a.active); at++ {
		a.retired = max(a.retired, a.priorRatio[a.active[at]])
	}
	n := len(kept)
	a.active, a.prior, a.gamma = a.active[:n], a.prior[:n], a.gamma[:n]
	a.shorten(kept, width)
}

// negligible returns the digamma(alpha) - log(alpha) below which a component at the
// prior cannot be expected to give as many words as would change its gamma, nor change
// the likelihood of a word, where the least of these is given: no word can be expected
// of it more than its weight, exp(digamma(alpha) - shift), over that likelihood times.
func (a *mixtureAscent[T]) negligible(least float64) float64 {
	const rounding = 1e-18
	return a.shift + math.Log(rounding*least/a.total)
}

// layOut copies the rows of all components, so that they lie one after the other.
// Those of words that are lacking, or impossible, are ones.
func (a *mixtureAscent[T]) layOut() {
	width := dirichlet.Width[T](a.m.k)
	a.rows = a.rows[:len(a.counts)*width]
	a.weights, a.sums = a.weights[:width], a.sums[:width]
	clear(a.weights)
	from, _ := a.words()
	for i, count := range a.counts {
		row := a.rows[i*width : (i+1)*width]
		if count > 0 {
			a.table.copyRow(row, a.m.Index[from+i])
			continue
		}
		for j := range row {
			row[j] = 1
		}
	}
}

// shorten moves the columns that are kept together, with zeros behind them.
func (c *activeComponents[T]) shorten(kept []int, width int) {
	short := dirichlet.Width[T](len(kept))
	for i := range c.counts {
		row, out := c.rows[i*width:(i+1)*width], c.rows[i*short:(i+1)*short]
		for j, k := range kept {
			out[j] = row[k]
		}
		clear(out[len(kept):])
	}
	c.rows = c.rows[:len(c.counts)*short]
	c.weights, c.sums = c.weights[:short], c.sums[:short]
	clear(c.weights)
}
