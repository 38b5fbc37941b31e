package score

import (
	"gonum.org/v1/gonum/floats"

	"arbelos/models/lda"
)

const errShape = "score: wrong shape"

// Predictor is an [lda.Inferrer] of a model in which the words of a document are not
// drawn from the mixture of its topics, but from theta in a way of the model's own.
type Predictor interface {
	lda.Inferrer
	// LogProbs returns log p(d|theta), the sum over the tokens of each document, given
	// proportions, a row of K for each.
	LogProbs(theta [][]float64, docs []lda.Bag) ([]float64, error)
}

// Completion predicts half of each document from the other: proportions theta are
// inferred from the tokens that are observed, and those to be predicted are scored by
//
//	p(w | d) = sum_k theta_dk phi_kw
//
// with phi the topics, or their mean, or by the inferrer's LogProbs if it is a
// [Predictor]. Unlike a bound on the evidence of a document, or
// an estimate of it, this is comparable across methods and numbers of topics. The
// halves are as many and in the same order; an error is that of the inferrer or, for
// documents of other words, a *lda.BagError.
func Completion(m *lda.Model, inferrer lda.Inferrer, observed, predicted []lda.Bag) (Tally, error) {
	if len(observed) != len(predicted) {
		panic(errShape)
	}
	if err := lda.CheckBags(predicted, m.V()); err != nil {
		return Tally{}, err
	}
	theta, err := inferrer.Infer(observed)
	if err != nil {
		return Tally{}, err
	}
	return PredictBy(m, inferrer, theta, predicted)
}

// PredictBy scores documents as [Completion] does, given the proportions that the
// inferrer gave: by its own LogProbs if it is a [Predictor], and else by [Predict].
func PredictBy(m *lda.Model, inferrer lda.Inferrer, theta [][]float64, docs []lda.Bag) (Tally, error) {
	p, ok := inferrer.(Predictor)
	if !ok {
		return Predict(m, theta, docs), nil
	}
	logs, err := p.LogProbs(theta, docs)
	if err != nil {
		return Tally{}, err
	}
	var tally Tally
	for d, doc := range docs {
		tally.LogProb += logs[d]
		tally.Tokens += doc.Total()
	}
	return tally, nil
}

// Predict scores documents by the mixture of a model's topics, given their
// proportions, a row of K for each. Documents must be as lda.CheckBags wants them.
func Predict(m *lda.Model, theta [][]float64, docs []lda.Bag) Tally {
	if len(theta) != len(docs) {
		panic(errShape)
	}
	phi := wordMajor(m)
	var tally Tally
	for d, doc := range docs {
		for i, id := range doc.IDs {
			tally.add(floats.Dot(theta[d], phi[id*m.K():(id+1)*m.K()]), doc.Counts[i])
		}
	}
	return tally
}

// wordMajor returns phi [V, K].
func wordMajor(m *lda.Model) []float64 {
	topics := m.K()
	phi := make([]float64, topics*m.V())
	for k := range topics {
		for w, p := range m.Topics.PhiRow(k) {
			phi[w*topics+k] = p
		}
	}
	return phi
}
