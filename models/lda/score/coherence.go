package score

import (
	"math"

	"gonum.org/v1/gonum/floats"
)

// Coherence is how well the top words of a topic go together in a [Reference].
type Coherence struct {
	Value  float64
	Pairs  int // that Value is a mean over; without any it is 0
	Absent int // words that the reference does not have, and whose pairs are left out
}

// epsilon keeps the logarithm of probabilities finite, as in the work that NPMI and
// CV are from.
const epsilon = 1e-12

// The sizes of the windows over which NPMI and CV were found to agree with people
// (Röder, Both and Hinneburg, WSDM 2015).
const (
	NPMIWindow = 10
	CVWindow   = 110
)

// NPMI returns the mean over pairs of words of their normalised pointwise mutual
// information (Bouma 2009; Lau, Newman and Baldwin, EACL 2014):
//
//	ln [(p(a, b) + epsilon) / (p(a) p(b))] / -ln (p(a, b) + epsilon),  epsilon = 1e-12
//
// with probabilities as shares of the reference's places. It lies between -1 and 1;
// epsilon leaves words that never meet somewhat above -1.
func (r *Reference) NPMI(words []int) Coherence {
	return r.mean(words, func(a, b int) float64 { return r.npmi(a, b) })
}

// UMass returns the mean over pairs of ln [(D(a, b) + 1) / D(b)], b being the word that
// stands before a (Mimno, Wallach, Talley, Leenders and McCallum, EMNLP 2011), with D
// the number of places: documents, as it is defined. They give the sum, which is Pairs
// times this.
func (r *Reference) UMass(words []int) Coherence {
	return r.mean(words, func(before, a int) float64 { return math.Log((r.ofBoth(a, before) + 1) / r.of(before)) })
}

// CV returns the measure C_V of Röder, Both and Hinneburg (WSDM 2015): each word is
// the vector of its NPMI with all words of the topic, itself among them, raised to the
// power gamma = 1; the value is the mean cosine of these vectors with their sum. Pairs
// is the number of words, or 0 where one is alone, whose vector is its own sum.
func (r *Reference) CV(words []int) Coherence {
	var c Coherence
	vectors := make([][]float64, 0, len(words))
	all := make([]float64, len(words))
	for _, a := range words {
		if r.of(a) == 0 {
			c.Absent++
			continue
		}
		vector := make([]float64, len(words))
		for i, b := range words {
			if r.of(b) > 0 {
				vector[i] = r.npmi(a, b)
			}
		}
		vectors = append(vectors, vector)
		floats.Add(all, vector)
	}
	if len(vectors) < 2 {
		return c
	}
	c.Pairs = len(vectors)
	for _, vector := range vectors {
		if lengths := floats.Norm(vector, 2) * floats.Norm(all, 2); lengths > 0 {
			c.Value += floats.Dot(vector, all) / lengths
		}
	}
	c.Value /= float64(c.Pairs)
	return c
}

// mean averages a measure over the pairs of words that the reference has, the one that
// stands first in the topic given first.
func (r *Reference) mean(words []int, measure func(first, second int) float64) Coherence {
	var c Coherence
	for j, second := range words {
		if r.of(second) == 0 {
			c.Absent++
			continue
		}
		for _, first := range words[:j] {
			if r.of(first) > 0 {
				c.Pairs++
				c.Value += measure(first, second)
			}
		}
	}
	c.Value /= max(1, float64(c.Pairs))
	return c
}

func (r *Reference) npmi(a, b int) float64 {
	both := r.ofBoth(a, b)
	if both == r.places {
		return 1 // the limit for words that are always together
	}
	p := both/r.places + epsilon
	return math.Log(p*r.places*r.places/(r.of(a)*r.of(b))) / -math.Log(p)
}
