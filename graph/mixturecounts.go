package graph

import "arbelos/graph/dirichlet"

// mixtureCounts computes, for logBeta, the expected number of times that each
// component gave a word, times the gradient of each document's bound. A word's
// documents are summed in their order.
func mixtureCounts[T Float](m *mixture) func([]T, [][]T) {
	return func(dst []T, in [][]T) {
		p, g := mixturePartsOf(m, in[0], in[1]), in[2]
		shares(m.Cols, func() struct{} { return struct{}{} }, func(_ struct{}, w int) {
			own := dst[w*m.k : (w+1)*m.k]
			weigh(m, own, w, p.weights, p.ratios, g)
			for k, v := range p.table.row(w)[:m.k] {
				own[k] *= v
			}
			for _, i := range m.placesOf(w) {
				if p.ratios[i] == 0 && !p.table.impossible(w) { // the likelihood underflowed
					d := m.docOf[i]
					psi := float64sFrom(p.gamma[d*m.k : (d+1)*m.k])
					dirichlet.Digamma(psi, psi)
					mixtureShares(psi, psi, p.table.log[w*m.k:])
					c := float64(g[d]) * m.count(i)
					for k, s := range psi {
						own[k] += T(c * s)
					}
				}
			}
		})
	}
}

// weigh sets dst to the sum over the documents that have the word of their weights,
// times the word's ratio and the gradient of the document's bound: four at a time.
func weigh[T Float](m *mixture, dst []T, word int, weights, ratios, g []T) {
	clear(dst)
	k, places := len(dst), m.placesOf(word)
	row := func(place int) (x []T, factor T) {
		d := m.docOf[place]
		return weights[d*k:][:k], g[d] * ratios[place]
	}
	for ; len(places) >= 4; places = places[4:] {
		x0, c0 := row(places[0])
		x1, c1 := row(places[1])
		x2, c2 := row(places[2])
		x3, c3 := row(places[3])
		for j := range dst {
			dst[j] += (c0*x0[j] + c1*x1[j]) + (c2*x2[j] + c3*x3[j])
		}
	}
	for _, place := range places {
		x, c := row(place)
		for j, v := range x {
			dst[j] += c * v
		}
	}
}
