package variational

// Prediction is what documents say of a Dirichlet prior alpha that is to predict half
// of the words of each from the other half. Under topics phi [K, V], the half that is
// known having the expected counts n_dk, the words to be predicted have the likelihood
//
//	L(alpha) = sum_d sum_w count_dw log [ sum_k phi_kw (n_dk + alpha_k) / (n_d + sum alpha) ]
//
// which is the score of document completion. The bound knows alpha by E[log theta]
// alone, and the mean-field posterior, exp(digamma(gamma)) being about gamma - 1/2,
// keeps few topics in a document: the alpha that is best for the bound is too small to
// predict with (Asuncion, Welling, Smyth and Teh, On smoothing and inference for topic
// models, UAI 2009).
type Prediction struct {
	LogProb float64
	// Shares [K] and Weight are the two parts of the gradient, which is Shares_k -
	// Weight:
	//
	//	Shares_k = sum_d sum_w count_dw phi_kw / sum_j phi_jw (n_dj + alpha_j)
	//	Weight   = sum_d sum_w count_dw / (n_d + sum alpha)
	Shares []float64
	Weight float64
}

// leastPrior keeps the prior of a topic that predicts nothing above 0.
const leastPrior = 1e-6

// Learn returns the prior, in the form that it is given in, one number or K, after the
// step
//
//	alpha_k <- alpha_k Shares_k / Weight
//
// from the alpha that the prediction was made with. It never lowers L for the same
// counts and topics, as it maximises a lower bound on L that touches it at that alpha:
// with r_k = phi_k alpha_k / sum_j phi_j (n_j + alpha_j) and s = sum alpha, at the alpha
// before, log sum_k phi_k (n_k + alpha_k) is at least sum_k r_k log alpha_k plus a
// constant, by Jensen's inequality, and -log(n + sum alpha) at least
// -(sum alpha)/(n + s) plus another, by its convexity. Minka's fixed point for the
// Dirichlet-multinomial distribution is made in the same way.
func (p Prediction) Learn(prior []float64) []float64 {
	if p.Weight == 0 { // there was nothing to predict
		return prior
	}
	shares, weight := p.Shares, p.Weight
	if len(prior) != len(shares) {
		shares, weight = []float64{total(shares)}, weight*float64(len(shares))
	}
	next := make([]float64, len(prior))
	for k, a := range prior {
		next[k] = max(leastPrior, a*shares[k]/weight)
	}
	return next
}

// Move returns the prior after the part rho of that step.
func (p Prediction) Move(prior []float64, rho float64) []float64 {
	next := p.Learn(prior)
	for k, a := range prior {
		next[k] = (1-rho)*a + rho*next[k]
	}
	return next
}
