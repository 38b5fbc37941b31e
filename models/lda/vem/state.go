package vem

import (
	"fmt"
	"math"
	"slices"

	"gorgonia.org/tensor"

	"arbelos/models/lda"
	"arbelos/models/lda/variational"
)

// State is all that a fit's future depends on, besides the documents and options:
// restored from it, a fit goes on to the same bits as one that was never stopped. It
// is numbers only, for whoever writes files.
type State struct {
	Corpus     uint64 // the digest of the documents
	Iterations int
	Phi        *tensor.Dense // [V, K], of the options' element type
	Alpha      []float64     // as learned so far
	Bound      float64       // that the last iteration found, under Alpha if it is predictive; 0 before the first
}

// State returns a copy of the fit's state.
func (f *Fit) State() State {
	return State{
		Corpus: variational.Digest(f.docs), Iterations: f.iterations,
		Phi: f.phi.Clone().(*tensor.Dense), Alpha: slices.Clone(f.alpha), Bound: f.bound,
	}
}

// Restore returns the fit of a state, on the documents and with the options that it
// was begun with; of these only what a state holds is checked, and a mismatch is a
// [*variational.StateError]. The state is copied.
func Restore(docs []lda.Bag, v int, o Options, s State) (*Fit, error) {
	if err := check(docs, v, o); err != nil {
		return nil, err
	}
	if s.Corpus != variational.Digest(docs) {
		return nil, &variational.StateError{Found: "other documents", Expected: "those that the fit began with"}
	}
	if err := variational.CheckTable(lda.Point, s.Phi, o.Dtype, v, o.Topics); err != nil {
		return nil, err
	}
	if err := variational.CheckLearned("alpha", s.Alpha, o.Alpha); err != nil {
		return nil, err
	}
	if s.Iterations < 0 || math.IsNaN(s.Bound) {
		return nil, &variational.StateError{Found: fmt.Sprintf("%d iterations, bound %v", s.Iterations, s.Bound), Expected: "numbers, from 0 up"}
	}
	f := begin(docs, v, o, s.Phi.Clone().(*tensor.Dense))
	f.iterations, f.bound, f.alpha = s.Iterations, s.Bound, slices.Clone(s.Alpha)
	return f, nil
}
