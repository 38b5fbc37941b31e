package score

import "arbelos/models/lda"

// Topic says what a topic is made of.
type Topic struct {
	// Share is the expected share of the corpus' tokens, sum_d n_d theta_dk / sum n_d.
	Share float64
	// EffectiveWords is 1 / sum_w phi_kw²: of a topic uniform over n words, n.
	EffectiveWords float64
	// Exclusivity is the mean over the topic's top words of phi_kw / sum_j phi_jw: 1 if
	// no other topic has them, 1/K if all topics have them as much.
	Exclusivity float64
}

// Topics diagnoses each topic of a model, given the proportions theta, rows of K, of
// documents, and how many top words exclusivity is about. Without a token shares are
// those of theta's mean.
func Topics(m *lda.Model, theta [][]float64, docs []lda.Bag, top int) []Topic {
	if len(theta) != len(docs) {
		panic(errShape)
	}
	topics := make([]Topic, m.K())
	ofWord := make([]float64, m.V()) // sum_j phi_jw
	for k := range topics {
		squares := 0.0
		for w, p := range m.Topics.PhiRow(k) {
			ofWord[w] += p
			squares += p * p
		}
		topics[k].EffectiveWords = 1 / squares
	}
	for k := range topics {
		words := m.Topics.Top(k, top)
		for _, word := range words {
			if word.Weight > 0 {
				topics[k].Exclusivity += word.Weight / ofWord[word.ID] / float64(len(words))
			}
		}
	}
	total := 0.0
	for _, doc := range docs {
		total += doc.Total()
	}
	for d, row := range theta {
		weight := docs[d].Total() / total
		if total == 0 {
			weight = 1 / float64(len(docs))
		}
		for k, p := range row {
			topics[k].Share += weight * p
		}
	}
	return topics
}
