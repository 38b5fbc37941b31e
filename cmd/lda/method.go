package main

import (
	"gorgonia.org/tensor"

	"arbelos/graph"
	"arbelos/layers"
	"arbelos/models/lda"
	"arbelos/models/lda/variational"
	"arbelos/models/lda/vb"
	"arbelos/models/lda/vem"
)

// fitting is a fit under way, whichever the method.
type fitting interface {
	// step makes the next iteration: a sweep, an EM iteration, a minibatch.
	step() (found, error)
	// done is the number of iterations made.
	done() int
	model() *lda.Model
	snapshot() snapshot
	// theta returns the proportions of the documents that were fitted, if the
	// method estimates them itself and does not leave them to its Inferrer.
	theta() ([][]float64, bool)
}

// inferred is part of the fittings that leave proportions to their Inferrer.
type inferred struct{}

func (inferred) theta() ([][]float64, bool) { return nil, false }

// found is what an iteration found.
type found struct {
	tokens float64 // that were worked on
	// figures are named as in a train.Record, without the split. The first of
	// method.score is what the progress line shows.
	figures   map[string]float64
	converged bool
}

// snapshot is all that a fit's future depends on, besides documents and options.
type snapshot struct {
	Corpus     uint64 `json:"corpus"` // digest of the documents
	Iterations int    `json:"iterations"`
	Averaged   int    `json:"averaged,omitempty"` // states of gibbs
	Seen       int    `json:"seen,omitempty"`     // documents that online has seen

	Tensors map[string]*tensor.Dense `json:"-"`
	Topics  []int32                  `json:"-"` // of each token, with gibbs
}

// method is one way to fit a model. To add one, write its fitting in a file of its
// own and enter it here and in the enum of --method.
type method struct {
	iterations  func(o *fitCmd, d *data) int // to make
	unit, units string                       // what an iteration is called, and several
	epochs      func(d *data) int            // iterations in a pass over the documents, for records
	// score is what the progress line shows, and how it is called there.
	score, scoreName string
	// cell is the bytes that the method takes for each topic and word at most.
	cell func(o *fitCmd) int
	// token is those that it takes for each token, where documents are no longer counts.
	token int
	// streams says that the method takes documents one after the other, and never
	// all of them.
	streams bool
	// tensors are those that every snapshot has.
	tensors []string
	begin   func(o *fitCmd, d *data) (fitting, error)
	restore func(o *fitCmd, d *data, s snapshot) (fitting, error)
}

var methods = map[string]method{"gibbs": gibbsMethod, "vem": vemMethod, "vb": vbMethod, "online": onlineMethod, "neural": neuralMethod}

// orElse returns n, or what stands for 0.
func orElse(n, otherwise int) int {
	if n == 0 {
		return otherwise
	}
	return n
}

func onePass(*data) int { return 1 }

// prior returns a prior of n dimensions in the form in which it is learned: one
// number, or n of them.
func prior(name, text string, otherwise float64, learn string, n int) ([]float64, error) {
	x, err := numbers(name, text, otherwise, n)
	if err == nil && (learn == "asymmetric" || learn == "predictive") && len(x) == 1 {
		x = variational.Spread(x, n)
	}
	return x, err
}

// learnAlpha is --learn-alpha, or what the method does by itself.
func (o *fitCmd) learnAlpha() string {
	switch {
	case o.LearnAlpha != "auto":
		return o.LearnAlpha
	case o.Method == "vem" || o.Method == "vb" || o.Method == "online":
		return "predictive"
	}
	return "asymmetric"
}

// learning is how the variational methods learn alpha.
func (o *fitCmd) learning() variational.Learning {
	switch o.learnAlpha() {
	case "no":
		return variational.Fixed
	case "predictive":
		return variational.Predictive
	}
	return variational.ByBound
}

// settings are those of the variational methods for topics of a kind: with point
// topics a document's updates end by its bound, with Dirichlet ones by its weights.
func (o *fitCmd) settings(kind lda.Kind) variational.Settings {
	s := vb.DefaultOptions(o.Topics).Settings
	if kind == lda.Point {
		s = vem.DefaultOptions(o.Topics).Settings
	}
	s.Until.Iterations = o.InnerIterations
	if o.InnerTolerance > 0 {
		s.Until.Tolerance = o.InnerTolerance
	}
	s.Ops, s.Seed, s.Dtype = layers.Ops(o.Ops), o.Seed, graph.Float64
	if o.Dtype == "float32" {
		s.Dtype = graph.Float32
	}
	return s
}

// variationalCell is the memory of the variational methods for each topic and word:
// so many tables of the element type; the model, its copy for inference and phi.
func variationalCell(tables int) func(o *fitCmd) int {
	return func(o *fitCmd) int {
		if o.Dtype == "float32" {
			return 4*tables + 24
		}
		return 8*tables + 24
	}
}

// vector is a tensor of numbers; none, where there are none.
func vector(x []float64) *tensor.Dense {
	if len(x) == 0 {
		return nil
	}
	return graph.FromFloat64s(graph.Float64, x, len(x))
}

// floats are the numbers of a tensor that may not be there.
func floats(t *tensor.Dense) []float64 {
	if t == nil {
		return nil
	}
	return graph.Float64s(t)
}
