package gibbs

import "math"

// histogram says at place n how many counts are n. Counts of 0 need not be in it.
type histogram []int

func (h *histogram) add(n int) {
	for len(*h) <= n {
		*h = append(*h, 0)
	}
	(*h)[n]++
}

// digammas returns the sum of digamma(n+a) - digamma(a) over the counts n.
func (h histogram) digammas(a float64) float64 {
	var total, difference float64
	for n := 1; n < len(h); n++ {
		difference += 1 / (a + float64(n-1))
		total += float64(h[n]) * difference
	}
	return total
}

// logGammas returns the sum of ln gamma(n+a) - ln gamma(a) over the counts n.
func (h histogram) logGammas(a float64) float64 {
	var total float64
	for n := 1; n < len(h); n++ {
		if h[n] > 0 {
			total += float64(h[n]) * rising(a, float64(n))
		}
	}
	return total
}

// rising returns ln gamma(a+n) - ln gamma(a).
func rising(a, n float64) float64 {
	high, _ := math.Lgamma(a + n)
	low, _ := math.Lgamma(a)
	return high - low
}

// documentHistograms returns how many documents have how many tokens of each topic,
// and how many have how many tokens at all.
func (s *Sampler) documentHistograms() (topics []histogram, lengths histogram) {
	topics = make([]histogram, s.options.Topics)
	for d := range s.tokens.docs() {
		nd, topicsOfDoc := s.documentCounts(d)
		for _, k := range topicsOfDoc {
			topics[k].add(nd[k])
		}
		from, to := s.tokens.span(d)
		lengths.add(to - from)
	}
	return topics, lengths
}
