package variational

import (
	"gorgonia.org/tensor"

	"arbelos/graph"
	"arbelos/layers"
	"arbelos/models/lda"
)

// Inferrer infers the topics of documents under a fitted model, of either kind, by
// the E-step that fits such models: documents of Dirichlet topics start from a gamma
// of ones, documents of point topics from alpha plus their words in equal shares. It
// is an [lda.Inferrer], for use by one goroutine at a time.
type Inferrer struct {
	estep   *EStep
	kind    lda.Kind
	alpha   []float64
	logBeta *tensor.Dense // [V, K]
}

// NewInferrer works the model's topics out for inference. It holds a table as large
// as the model.
func NewInferrer(m *lda.Model, ops layers.Ops, until graph.Convergence) (*Inferrer, error) {
	if err := m.Check(); err != nil {
		return nil, err
	}
	logBeta := ImportTopics(m.Topics, graph.Float64)
	if err := ToLogs(m.Topics.Kind, logBeta); err != nil {
		return nil, err
	}
	return &Inferrer{estep: NewEStep(ops, until), kind: m.Topics.Kind, alpha: m.Alpha, logBeta: logBeta}, nil
}

// Infer returns the mean of theta for each document, gamma / sum gamma, in order. A
// word that no topic of the model can give, as point topics have, counts as absent.
func (i *Inferrer) Infer(docs []lda.Bag) ([][]float64, error) {
	theta := make([][]float64, 0, len(docs))
	err := i.each(docs, func(x *Inferred) {
		k := len(i.alpha)
		for gamma := x.Gamma; len(gamma) > 0; gamma = gamma[k:] {
			theta = append(theta, lda.DirichletMean(gamma[:k]))
		}
	})
	return theta, err
}

// Bounds returns for each document a lower bound on log p(words | alpha, topics), with
// E[log phi] for log phi where topics are Dirichlet: what it takes to compare
// documents, or to add up to the bound of a corpus, and no held-out likelihood. It is
// -Inf for a document with a word that no topic can give, and 0 for an empty one.
func (i *Inferrer) Bounds(docs []lda.Bag) ([]float64, error) {
	bounds := make([]float64, 0, len(docs))
	err := i.each(docs, func(x *Inferred) { bounds = append(bounds, x.Bounds...) })
	return bounds, err
}

func (i *Inferrer) each(docs []lda.Bag, f func(*Inferred)) error {
	v := i.logBeta.Shape()[0]
	if err := lda.CheckBags(docs, v); err != nil {
		return err
	}
	return Blocks(docs, v, func(b Block) error {
		x, err := i.estep.Infer(b, i.logBeta, i.alpha, Start(i.kind, b, i.alpha))
		if err != nil {
			return err
		}
		f(x)
		return nil
	})
}

// ELBO returns the evidence lower bound of a corpus under a model: the sum of its
// documents' bounds and, for Dirichlet topics, that of the topics.
func ELBO(m *lda.Model, docs []lda.Bag, ops layers.Ops, until graph.Convergence) (float64, error) {
	i, err := NewInferrer(m, ops, until)
	if err != nil {
		return 0, err
	}
	bounds, err := i.Bounds(docs)
	if err != nil {
		return 0, err
	}
	elbo := total(bounds)
	if m.Topics.Kind == lda.Dirichlet {
		topics, err := TopicsBoundOf(ImportTopics(m.Topics, graph.Float64), m.Eta)
		if err != nil {
			return 0, err
		}
		elbo += topics
	}
	return elbo, nil
}
