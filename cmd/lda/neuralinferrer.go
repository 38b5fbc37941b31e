package main

import (
	"fmt"

	"arbelos/cmd/internal/program"
	"arbelos/models/lda"
	"arbelos/models/topic"
)

// neuralInferrer infers by the encoder of a neural model, and predicts by its decoder.
type neuralInferrer struct{ *topic.Model }

// boundSamples is from how many samples a document's bound is estimated.
const boundSamples = 10

// Bounds estimates the bound of each document, from samples that depend on its place
// in the list.
func (n neuralInferrer) Bounds(docs []lda.Bag) ([]float64, error) {
	bounds, err := n.Model.Bounds(docs, boundSamples, 0)
	elbos := make([]float64, len(bounds))
	for d, b := range bounds {
		elbos[d] = b.ELBO()
	}
	return elbos, err
}

// ELBO sums the bounds of documents; topics have no part of their own.
func (n neuralInferrer) ELBO(docs []lda.Bag) (float64, error) {
	bounds, err := n.Bounds(docs)
	var sum float64
	for _, b := range bounds {
		sum += b
	}
	return sum, err
}

// mixes refuses what takes the words of documents for mixtures of topics, where they
// are not.
func (l *loaded) mixes(found string) error {
	if l.neural != nil && l.neural.Decoder == topic.Product {
		return program.Refused(fmt.Errorf("%s, and the topics of a product of experts do not mix to words: expected --inference auto, or --measure completion, elbo or coherence", found))
	}
	return nil
}
