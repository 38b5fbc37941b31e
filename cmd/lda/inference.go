package main

import (
	"cmp"
	"context"
	"iter"
	"runtime"

	"arbelos/cmd/internal/program"
	"arbelos/models/lda"
	"arbelos/models/lda/gibbs"
	"arbelos/models/lda/variational"
	"arbelos/train/corpus/documents"
)

// inference are the flags of how topics of documents are inferred.
type inference struct {
	Inference string  `group:"Inference" help:"gibbs, by sampling, or variational, by the E-step, under the topics alone; auto is as the model was fitted." enum:"auto,gibbs,variational" default:"auto"`
	BurnIn    int     `group:"Inference" help:"Sweeps over a document before states are averaged (gibbs)." default:"20"`
	Samples   int     `group:"Inference" help:"States averaged (gibbs)." default:"20"`
	Thin      int     `group:"Inference" help:"Sweeps from one of them to the next (gibbs)." default:"2"`
	Seed      *uint64 `group:"Inference" help:"Seed of the sampling, and of how documents are halved. Default: that of the fit, so that its scores come out again." placeholder:"N"`
}

// of returns the Inferrer of a model.
func (o inference) of(l *loaded) (lda.Inferrer, error) {
	if l.neural != nil && o.Inference == "auto" {
		return neuralInferrer{l.neural}, nil
	}
	if err := l.mixes("--inference is " + o.Inference); err != nil {
		return nil, err
	}
	if o.Inference == "gibbs" || o.Inference != "variational" && l.Method == "gibbs" {
		if err := cmp.Or(program.AtLeast("burn-in", o.BurnIn, 0), program.AtLeast("samples", o.Samples, 1), program.AtLeast("thin", o.Thin, 1)); err != nil {
			return nil, program.Refused(err)
		}
		return gibbs.NewInferrer(l.Model, gibbs.InferOptions{
			BurnIn: o.BurnIn, Samples: o.Samples, Thin: o.Thin, Seed: o.seed(l), Threads: runtime.GOMAXPROCS(0),
		})
	}
	return variational.NewInferrer(l.Model, l.Ops, l.Until)
}

func (o inference) seed(l *loaded) uint64 {
	if o.Seed != nil {
		return *o.Seed
	}
	return l.Seed
}

// defaultInference are the flags' defaults.
func defaultInference() inference {
	d := gibbs.DefaultInferOptions()
	return inference{Inference: "auto", BurnIn: d.BurnIn, Samples: d.Samples, Thin: d.Thin}
}

// docTopics are documents with their topic proportions, in order.
type docTopics = iter.Seq2[topicsOf, error]

// topicsOf is a document and its topic proportions.
type topicsOf struct {
	documents.Doc
	theta []float64
}

// inferChunk is how many documents are inferred together; results do not depend on
// it.
const inferChunk = 256

// inferAll infers the topics of documents, of which it keeps a few at a time.
func inferAll(inferrer lda.Inferrer, docs iter.Seq2[documents.Doc, error]) docTopics {
	return func(yield func(topicsOf, error) bool) {
		for chunk, err := range chunks(docs, inferChunk) {
			var theta [][]float64
			if err == nil {
				theta, err = inferrer.Infer(bags(chunk))
			}
			if err != nil {
				yield(topicsOf{}, err)
				return
			}
			for i, doc := range chunk {
				if !yield(topicsOf{doc, theta[i]}, nil) {
					return
				}
			}
		}
	}
}

// elboInferrer is an Inferrer that has a bound.
type elboInferrer interface {
	lda.Inferrer
	ELBO(docs []lda.Bag) (float64, error)
	Bounds(docs []lda.Bag) ([]float64, error)
}

// bounded returns the inferrer whose bound is that of the fit: the encoder's, or the
// E-step's.
func (l *loaded) bounded() (elboInferrer, error) {
	if l.neural != nil {
		return neuralInferrer{l.neural}, nil
	}
	return variational.NewInferrer(l.Model, l.Ops, l.Until)
}

// elbo is the bound of a corpus under a model, document by document in order, so
// that a stream has the same bits as a corpus in memory.
func elbo(ctx context.Context, inferrer elboInferrer, docs iter.Seq2[documents.Doc, error]) (float64, error) {
	sum := 0.0
	for chunk, err := range chunks(docs, inferChunk) {
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return 0, err
		}
		bounds, err := inferrer.Bounds(bags(chunk))
		if err != nil {
			return 0, err
		}
		for _, b := range bounds {
			sum += b
		}
	}
	topics, err := inferrer.ELBO(nil) // the topics' own part
	return sum + topics, err
}
