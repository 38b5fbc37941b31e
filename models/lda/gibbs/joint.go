package gibbs

// JointLogLikelihood returns ln p(w, z | alpha, beta) of the corpus and the present
// topics, in nats, topics and proportions summed out (Griffiths and Steyvers 2004,
// equations 2 and 3):
//
//	sum_d ln [B(n_d + alpha) / B(alpha)] + sum_k ln [B(n_k + beta) / B(beta)]
//
// with B the normaliser of a Dirichlet. It changes nothing.
func (s *Sampler) JointLogLikelihood() float64 {
	topics, lengths := s.documentHistograms()
	total := -lengths.logGammas(sum(s.alpha))
	for k, h := range topics {
		total += h.logGammas(s.alpha[k])
	}
	if len(s.beta) == 1 {
		total += s.wordHistogram().logGammas(s.beta[0])
	} else {
		for w, beta := range s.beta {
			for _, n := range s.counts.of(int32(w)) {
				total += rising(beta, float64(n))
			}
		}
	}
	allBeta := sum(s.betaSum)
	for _, n := range s.topicTotals() {
		total -= rising(allBeta, n)
	}
	return total
}
