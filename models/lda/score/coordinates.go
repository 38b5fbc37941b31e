package score

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"arbelos/models/lda"
)

// Coordinates lays topics out in a plane: classical multidimensional scaling, where the
// distance of two topics is their Jensen-Shannon divergence, as pyLDAvis does. The axis
// that spreads topics most comes first; each points to the topic that is farthest along
// it. Identical topics have the same place. The work grows with K² V.
func Coordinates(m *lda.Model) [][2]float64 {
	k := m.K()
	distances := mat.NewSymDense(k, nil)
	phi := m.Topics.Phi()
	for i := range k {
		for j := range i {
			d := jensenShannon(phi[i*m.V():(i+1)*m.V()], phi[j*m.V():(j+1)*m.V()])
			distances.SetSym(i, j, d)
		}
	}
	var eigen mat.EigenSym
	if !eigen.Factorize(centred(distances), true) {
		panic("score: eigenvalues of a symmetric matrix not found")
	}
	values := eigen.Values(nil) // ascending
	var vectors mat.Dense
	eigen.VectorsTo(&vectors)
	places := make([][2]float64, k)
	for axis := range min(2, k) {
		column := k - 1 - axis
		// Divergences are no Euclidean distances: the small eigenvalues can be negative.
		scale := math.Sqrt(max(0, values[column]))
		farthest := 0.0
		for i := range k {
			if x := vectors.At(i, column); math.Abs(x) > math.Abs(farthest)+1e-12 {
				farthest = x
			}
		}
		for i := range k {
			places[i][axis] = math.Copysign(scale, farthest) * vectors.At(i, column)
		}
	}
	return places
}

// centred returns -1/2 J D² J, J taking the mean from every row and column.
func centred(distances *mat.SymDense) *mat.SymDense {
	k := distances.SymmetricDim()
	means := make([]float64, k)
	all := 0.0
	for i := range k {
		for j := range k {
			d := distances.At(i, j)
			means[i] += d * d / float64(k)
		}
		all += means[i] / float64(k)
	}
	out := mat.NewSymDense(k, nil)
	for i := range k {
		for j := range i + 1 {
			d := distances.At(i, j)
			out.SetSym(i, j, -(d*d-means[i]-means[j]+all)/2)
		}
	}
	return out
}

// jensenShannon returns the mean Kullback-Leibler divergence of two distributions from
// their mean, in nats: 0 to ln 2.
func jensenShannon(p, q []float64) (divergence float64) {
	for w, a := range p {
		b := q[w]
		both := a + b // not half of it, which of the smallest number is 0
		if a > 0 {
			divergence += a * math.Log(2*(a/both)) / 2
		}
		if b > 0 {
			divergence += b * math.Log(2*(b/both)) / 2
		}
	}
	return max(0, divergence)
}
