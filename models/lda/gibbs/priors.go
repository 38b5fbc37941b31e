package gibbs

import "gonum.org/v1/gonum/mathext"

// Priors are learned in every fifth sweep, by five steps from where they stand: states
// change more in between than more steps would gain.
const (
	learnEvery = 5
	learnSteps = 5
)

// leastPrior keeps the prior of a topic that has lost its tokens above 0.
const leastPrior = 1e-6

// learn takes the priors towards where they make the present topics likeliest.
func (s *Sampler) learn() {
	if s.options.LearnAlpha {
		topics, lengths := s.documentHistograms()
		for range learnSteps {
			learnAlpha(s.alpha, topics, lengths)
		}
	}
	if s.options.LearnBeta {
		counts := s.wordHistogram()
		for range learnSteps {
			s.beta[0] = learnBeta(s.beta[0], counts, s.topicTotals(), s.tokens.v)
		}
		s.sumBeta()
	}
}

// learnAlpha makes a step of Minka's fixed point (Estimating a Dirichlet
// distribution, 2000, equation 55), which never lowers the likelihood:
//
//	alpha_k <- alpha_k sum_d (digamma(n_dk + alpha_k) - digamma(alpha_k))
//	                 / sum_d (digamma(n_d + sum alpha) - digamma(sum alpha))
func learnAlpha(alpha []float64, topics []histogram, lengths histogram) {
	all := lengths.digammas(sum(alpha))
	if all == 0 { // no document has a token
		return
	}
	for k, h := range topics {
		alpha[k] = max(leastPrior, alpha[k]*h.digammas(alpha[k])/all)
	}
}

// learnBeta returns beta after a step of the same fixed point for one beta that all
// words share, topics standing for documents and words for topics. Counts of 0 add
// nothing to its numerator.
func learnBeta(beta float64, counts histogram, totals []float64, v int) float64 {
	var all float64
	sum := beta * float64(v)
	for _, n := range totals {
		all += mathext.Digamma(n+sum) - mathext.Digamma(sum)
	}
	if all == 0 {
		return beta
	}
	return max(leastPrior, beta*counts.digammas(beta)/(float64(v)*all))
}

// wordHistogram returns how many pairs of a topic and a word have how many tokens,
// those without any left out.
func (s *Sampler) wordHistogram() (counts histogram) {
	for w := range s.tokens.v {
		for _, n := range s.counts.of(int32(w)) {
			counts.add(n)
		}
	}
	return counts
}

// topicTotals returns n_k.
func (s *Sampler) topicTotals() []float64 {
	totals := make([]float64, s.options.Topics)
	for _, block := range s.nk {
		for k, n := range block {
			totals[k] += n
		}
	}
	return totals
}

func sum(x []float64) (total float64) {
	for _, v := range x {
		total += v
	}
	return total
}
