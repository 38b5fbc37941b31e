package graph

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// tableFrom returns the likelihoods of logBeta.
func tableFrom(logBeta []float64, k int) *table[float64] {
	t := tableOf(slices.Clone(logBeta), make([]float64, 2*len(logBeta)/k), k)
	t.fill()
	return t
}

func ascentOf(m *mixture, t *table[float64], alpha []float64) *mixtureAscent[float64] {
	return newMixtureAscent(m, t, alpha, buffersOf[float64](new(MixtureBuffers), m)[0])
}

// Documents about few of many components: most are retired on the way, which must
// not show.
func TestMixtureAscentRetires(t *testing.T) {
	const v, k = 12, 64
	documents, retired := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		documents++
		docs := drawBags(t, 1, v)
		r := generator(t)
		logBeta := make([]float64, v*k)
		for i := range logBeta {
			logBeta[i] = -6 * r.ExpFloat64()
		}
		alpha := slices.Repeat([]float64{0.01}, k)
		alpha[5] = 0.3
		start := slices.Repeat([]float64{1}, k)
		until := Convergence{Iterations: size(t, "updates", 1, 120)}

		table := tableFrom(logBeta, k)
		a := ascentOf(newMixture(docs, k, until), table, alpha)
		a.open(0, start)
		updates, bound := a.ascend()
		if docs.Start[1] > 0 && len(a.active) < k {
			retired++
		}
		// The bound is not that good an oracle: gonum's digamma is off by 1e-10.
		bounds, gammas := naiveMixture(docs, 0, logBeta, alpha, start, updates)
		requireClose(t, "gamma", a.allGamma(a.all), gammas[updates], 1e-7, 1e-7)
		requireClose(t, "bound", []float64{bound}, bounds[updates:], 1e-8, 1e-8)

		weights := make([]float64, k)
		a.copyWeights(weights)
		for j, g := range a.allGamma(a.all) {
			if weights[j] == 0 && math.Abs(g-alpha[j]) > 1e-15 {
				t.Fatalf("component %d has gamma %v and weight 0", j, g)
			}
		}
	})
	if retired < (documents-10)/3 { // of about 60 in 100, and of 12 in 20
		t.Errorf("components were retired in %d documents of %d", retired, documents)
	}
}

// What has been retired comes back where likelihoods have fallen so far that it may
// count.
func TestMixtureAscentActivatesAgain(t *testing.T) {
	const v, k = 1, 64
	docs := &CSR{Cols: v}
	docs.AppendRow(0)
	logBeta := make([]float64, k)
	alpha := slices.Repeat([]float64{0.01}, k)
	table := tableFrom(logBeta, k)
	a := ascentOf(newMixture(docs, k, Convergence{}), table, alpha)
	a.open(0, slices.Repeat([]float64{1}, k))
	a.pass()
	want := expectedWords(a)

	a.active, a.prior, a.gamma = a.active[:1], a.prior[:1], a.gamma[:1]
	a.shorten([]int{0}, len(a.weights))
	a.retired = a.priorRatio[1]
	a.pass()
	if len(a.active) != 1 {
		t.Fatalf("found %d active components, want 1", len(a.active))
	}
	a.retired = 0
	a.pass()
	if len(a.active) != k {
		t.Fatalf("found %d active components, want %d", len(a.active), k)
	}
	if got := expectedWords(a); got[0] <= want[0] {
		t.Errorf("with the others at their prior, found %v words of the first component, want more than %v", got[0], want[0])
	}
}

// expectedWords returns how many words a pass expects of each active component.
func expectedWords(a *mixtureAscent[float64]) []float64 {
	out := make([]float64, len(a.active))
	for j := range out {
		out[j] = a.weights[j] * a.sums[j]
	}
	return out
}
