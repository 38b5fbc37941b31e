package vem

import (
	"math"
	"math/rand/v2"
	"sync"

	"arbelos/graph"
	"arbelos/models/lda"
)

// candidates is how many documents are weighed for each topic.
const candidates = 10

// seedTopics is Seeds, unnormalised [V, K]: for every topic the words of a document in
// their proportions, and as much again spread evenly. The documents are chosen as
// k-means++ chooses centres (Arthur and Vassilvitskii, SODA 2007), greedily:
// candidates are drawn in proportion to their distance from the nearest document
// chosen so far, and the one that leaves all documents nearest to a chosen one is
// taken. The distance is the squared Hellinger distance of the words' proportions.
// Where no document is left that differs from the chosen ones, topics are Random.
func seedTopics(docs []lda.Bag, seed uint64, v, k int) []float64 {
	x := randomTopics(seed, v, k)
	for j, d := range chooseSeeds(docs, v, k, graph.Rand(seed, "lda seeds")) {
		total := docs[d].Total()
		for w := range v {
			x[w*k+j] = 1 / float64(v)
		}
		for i, w := range docs[d].IDs {
			x[w*k+j] += docs[d].Counts[i] / total
		}
	}
	return x
}

// chooseSeeds returns up to k documents, none without words.
func chooseSeeds(docs []lda.Bag, v, k int, r *rand.Rand) (seeds []int) {
	left := make([]float64, len(docs)) // distance from the nearest seed
	for d, doc := range docs {
		if len(doc.IDs) > 0 {
			left[d] = 1
		}
	}
	for len(seeds) < k {
		tries := candidates
		if len(seeds) == 0 {
			tries = 1
		}
		drawn := make([]int, tries)
		for i := range drawn {
			drawn[i] = draw(left, r)
		}
		if drawn[0] < 0 {
			return seeds
		}
		leaves := make([][]float64, tries)
		var wg sync.WaitGroup
		for i, doc := range drawn {
			wg.Go(func() { leaves[i] = nearer(left, docs, docs[doc], v) })
		}
		wg.Wait()
		best, least := 0, math.Inf(1)
		for i, distances := range leaves {
			if sum := sumOf(distances); sum < least {
				best, least = i, sum
			}
		}
		seeds, left = append(seeds, drawn[best]), leaves[best]
	}
	return seeds
}

// draw returns an index in proportion to weights, or -1 if there is none.
func draw(weights []float64, r *rand.Rand) int {
	u := r.Float64() * sumOf(weights)
	last := -1
	for i, w := range weights {
		if w > 0 {
			if last = i; u < w {
				return i
			}
			u -= w
		}
	}
	return last
}

// nearer returns the distances where doc is chosen too. It is itself at 0, whatever
// rounding makes of that.
func nearer(distances []float64, docs []lda.Bag, doc lda.Bag, v int) []float64 {
	root := make([]float64, v)
	total := doc.Total()
	for i, w := range doc.IDs {
		root[w] = math.Sqrt(doc.Counts[i] / total)
	}
	out := make([]float64, len(docs))
	for d, other := range docs {
		if distances[d] == 0 {
			continue
		}
		var same float64
		for i, w := range other.IDs {
			same += root[w] * math.Sqrt(other.Counts[i])
		}
		if out[d] = min(distances[d], 1-same/math.Sqrt(other.Total())); out[d] < 1e-12 {
			out[d] = 0
		}
	}
	return out
}

func sumOf(x []float64) float64 {
	var sum float64
	for _, v := range x {
		sum += v
	}
	return sum
}
