package topic

import (
	"arbelos/graph"
	"arbelos/models/lda"
)

// LogProbs returns log p(d|theta) of each document with the proportions theta, a row
// of K for each, as the model's decoder has it and without the multinomial
// coefficient. It makes the model a score.Predictor: with [Product] the words of a
// document are no mixture of its topics.
func (m *Model) LogProbs(theta [][]float64, docs []lda.Bag) ([]float64, error) {
	if len(theta) != len(docs) {
		panic(errTheta)
	}
	if err := lda.CheckBags(docs, m.Vocab); err != nil {
		return nil, err
	}
	logs := make([]float64, 0, len(docs))
	for at := 0; at < len(docs); at += inferBlock {
		to := min(at+inferBlock, len(docs))
		var rows []float64
		for _, row := range theta[at:to] {
			if len(row) != m.Topics {
				panic(errTheta)
			}
			rows = append(rows, row...)
		}
		c, mac := m.context(nil), m.machines.Next()
		out := m.logLikelihood(c, matrix(docs[at:to], m.Vocab), c.Input(graph.FromFloat64s(m.dtype, rows, to-at, m.Topics)))
		if err := mac.Finish(out); err != nil {
			return nil, err
		}
		logs = append(logs, graph.Float64s(mac.Value(out))...)
		m.Release()
	}
	return logs, nil
}
