package variational

import (
	"arbelos/graph"
	"arbelos/layers"
	"arbelos/models/lda"
)

// Inferrer infers the topics of documents under a fitted model, of either kind, by
// the E-step that fits such models: documents of Dirichlet topics start from a gamma
// of ones, documents of point topics from alpha plus their words in equal shares. It
// is an [lda.Inferrer], for use by one goroutine at a time.
type Inferrer struct {
	estep  *EStep
	kind   lda.Kind
	alpha  []float64
	topics *graph.Likelihoods
	bound  float64 // the topics' part of a corpus's bound
}

// NewInferrer works the model's topics out for inference. It holds a table as large
// as the model.
func NewInferrer(m *lda.Model, ops layers.Ops, until graph.Convergence) (*Inferrer, error) {
	if err := m.Check(); err != nil {
		return nil, err
	}
	i := &Inferrer{estep: NewEStep(ops, until), kind: m.Topics.Kind, alpha: m.Alpha}
	table := ImportTopics(m.Topics, graph.Float64)
	var err error
	if i.kind == lda.Dirichlet && len(m.Eta) > 0 {
		i.bound, err = ToLogsAndBound(table, m.Eta)
	} else {
		err = ToLogs(i.kind, table)
	}
	i.topics = graph.ToLikelihoods(table)
	return i, err
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
	v := i.topics.Rows.Shape()[0]
	if err := lda.CheckBags(docs, v); err != nil {
		return err
	}
	return NewCorpus(docs, v, len(i.alpha)).Blocks(func(b Block) error {
		x, err := i.estep.Infer(b, i.topics, i.alpha, i.estep.Start(i.kind, b, i.alpha))
		if err != nil {
			return err
		}
		f(x)
		return nil
	})
}

// ELBO returns the evidence lower bound of a corpus under the model: the sum of its
// documents' bounds and, where topics are Dirichlet with a prior, the topics' part. It
// is what an iteration of vb or vem that starts from this model, with the same
// settings, reports.
func (i *Inferrer) ELBO(docs []lda.Bag) (float64, error) {
	bounds, err := i.Bounds(docs)
	var sum float64
	for _, b := range bounds { // in the order of an iteration, for the same bits
		sum += b
	}
	return sum + i.bound, err
}
