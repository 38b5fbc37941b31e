package lda

// Inferrer gives the topic proportions of documents under a fitted model. Every
// method has one; scores take any.
type Inferrer interface {
	// Infer returns the expectation of theta for each document, in order: rows
	// of K that sum to 1. An empty document has alpha / sum alpha. A row depends
	// on the model, the inferrer's settings and the document alone, bit for bit:
	// not on its place in the list, on what else is in it, on the number of
	// threads or on earlier calls. Documents that [CheckBags] refuses are an
	// error, which is a [*BagError].
	Infer(docs []Bag) ([][]float64, error)
}

// DirichletMean returns gamma / sum gamma, the mean of the Dirichlet distribution
// with parameters gamma: of alpha, the proportions of an empty document.
func DirichletMean(gamma []float64) []float64 {
	mean := make([]float64, len(gamma))
	dirichletMean(mean, gamma)
	return mean
}

func dirichletMean(dst, gamma []float64) {
	var sum float64
	for _, g := range gamma {
		sum += g
	}
	for k, g := range gamma {
		dst[k] = g / sum
	}
}
