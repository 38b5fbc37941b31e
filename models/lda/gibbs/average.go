package gibbs

// average sums the estimates of several states.
type average struct {
	states int
	phi    []float64 // [K, V]
	theta  []float64 // [D, K]
}

// add adds the state of a chain:
//
//	phi_kw = (n_kw + beta_w) / (n_k + sum beta)
//	theta_dk = (n_dk + alpha_k) / (n_d + sum alpha)
func (a *average) add(s *Sampler) {
	topics, v, docs := s.options.Topics, s.tokens.v, s.tokens.docs()
	if a.states == 0 {
		a.phi, a.theta = make([]float64, topics*v), make([]float64, docs*topics)
	}
	a.states++

	inverse := s.topicTotals()
	allBeta := sum(s.betaSum)
	for k, n := range inverse {
		inverse[k] = 1 / (n + allBeta)
		for w := range v {
			a.phi[k*v+w] += s.betaOf(int32(w)) * inverse[k]
		}
	}
	for w := range v {
		for k, n := range s.counts.of(int32(w)) {
			a.phi[int(k)*v+w] += float64(n) * inverse[k]
		}
	}

	allAlpha := sum(s.alpha)
	for d := range docs {
		from, to := s.tokens.span(d)
		length := float64(to-from) + allAlpha
		row := a.theta[d*topics : (d+1)*topics]
		nd, topicsOfDoc := s.documentCounts(d)
		for k, alpha := range s.alpha {
			row[k] += alpha / length
		}
		for _, k := range topicsOfDoc {
			row[k] += float64(nd[k]) / length
		}
	}
}

// mean returns a copy of sums over so many states, divided by their number.
func mean(sums []float64, states int) []float64 {
	out := make([]float64, len(sums))
	for i, x := range sums {
		out[i] = x / float64(states)
	}
	return out
}
