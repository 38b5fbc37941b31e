package topic

import (
	"arbelos/graph"
	"arbelos/models/lda"
)

// inferBlock is how many documents the encoder reads at a time.
const inferBlock = 256

// Infer returns the topic proportions of documents: the softmax of the posterior's
// mean, rows of K in order. That is theta at the median of every logit and not its
// expectation, which has no closed form. A document without words has alpha / sum
// alpha, the softmax of the prior's mean. The encoder runs once, with nothing dropped
// and no sampling. It makes the model an [lda.Inferrer].
func (m *Model) Infer(docs []lda.Bag) ([][]float64, error) {
	if err := lda.CheckBags(docs, m.Vocab); err != nil {
		return nil, err
	}
	k := m.Topics
	theta := make([][]float64, 0, len(docs))
	for at := 0; at < len(docs); at += inferBlock {
		block := docs[at:min(at+inferBlock, len(docs))]
		c, mac := m.context(nil), m.machines.Next()
		q := m.Encoder.forward(c, matrix(block, m.Vocab), m.prior(c, len(block)), m.Encoder.Norm.Fixed)
		if err := mac.Finish(q.Mean); err != nil {
			return nil, err
		}
		means := graph.Float64s(mac.Value(q.Mean))
		m.Release()
		for d, doc := range block {
			row := means[d*k : (d+1)*k]
			softmax(row)
			if len(doc.IDs) == 0 {
				row = lda.DirichletMean(m.alpha)
			}
			theta = append(theta, row)
		}
	}
	return theta, nil
}
