package vb

import (
	"fmt"
	"math"
	"slices"

	"gorgonia.org/tensor"

	"arbelos/graph"
	"arbelos/models/lda"
	"arbelos/models/lda/variational"
)

// State is all that a fit's future depends on, besides the documents and options:
// restored from it, a fit goes on to the same bits as one that was never stopped. It
// is numbers only, for whoever writes files.
type State struct {
	Corpus     uint64 // the digest of the documents
	Iterations int
	Lambda     *tensor.Dense // [V, K], of the options' element type
	Alpha, Eta []float64     // as learned so far

	// What the last iteration found: its bound, under Alpha if that is predictive, and
	// gamma [D, K], Float32. Before the first one they are 0 and nil.
	ELBO  float64
	Gamma *tensor.Dense
}

// State returns a copy of the fit's state.
func (f *Fit) State() State {
	s := State{
		Corpus: variational.Digest(f.docs), Iterations: f.iterations,
		Lambda: f.lambda.Clone().(*tensor.Dense), Alpha: slices.Clone(f.alpha), Eta: slices.Clone(f.eta),
		ELBO: f.elbo,
	}
	if d := f.gamma.docs(); d > 0 {
		s.Gamma = tensor.New(tensor.WithShape(d, f.options.Topics), tensor.WithBacking(f.gamma.rows(0, d)))
	}
	return s
}

// Restore returns the fit of a state, on the documents and with the options that it
// was begun with; of these only what a state holds is checked, and a mismatch is a
// [*variational.StateError]. The state is copied.
func Restore(docs []lda.Bag, v int, o Options, s State) (*Fit, error) {
	if err := check(docs, v, o); err != nil {
		return nil, err
	}
	if err := s.check(docs, v, o); err != nil {
		return nil, err
	}
	f := begin(docs, v, o, s.Lambda.Clone().(*tensor.Dense))
	f.iterations, f.elbo = s.Iterations, s.ELBO
	f.alpha, f.eta = slices.Clone(s.Alpha), slices.Clone(s.Eta)
	if s.Gamma != nil {
		f.gamma.reset(variational.Spread(f.alpha, o.Topics))
		f.gamma.append(graph.Float64s(s.Gamma))
	}
	return f, nil
}

func (s State) check(docs []lda.Bag, v int, o Options) error {
	if s.Corpus != variational.Digest(docs) {
		return &variational.StateError{Found: "other documents", Expected: "those that the fit began with"}
	}
	if err := variational.CheckTable(lda.Dirichlet, s.Lambda, o.Dtype, v, o.Topics); err != nil {
		return err
	}
	if err := variational.CheckLearned("alpha", s.Alpha, o.Alpha); err != nil {
		return err
	}
	if err := variational.CheckLearned("eta", s.Eta, o.Eta); err != nil {
		return err
	}
	if s.Iterations < 0 || math.IsNaN(s.ELBO) {
		return &variational.StateError{Found: fmt.Sprintf("%d iterations, bound %v", s.Iterations, s.ELBO), Expected: "numbers, from 0 up"}
	}
	if s.Iterations == 0 || len(docs) == 0 {
		return nil
	}
	if s.Gamma == nil || s.Gamma.Dtype() != graph.Float32 || !slices.Equal(s.Gamma.Shape(), []int{len(docs), o.Topics}) {
		return &variational.StateError{Found: "a gamma of another type or shape", Expected: fmt.Sprintf("[%d, %d] of float32", len(docs), o.Topics)}
	}
	for _, g := range s.Gamma.Float32s() {
		if !(g > 0) || math.IsInf(float64(g), 1) {
			return &variational.StateError{Found: fmt.Sprintf("a gamma of %v", g), Expected: "finite numbers above 0"}
		}
	}
	return nil
}
