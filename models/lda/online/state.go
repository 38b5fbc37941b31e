package online

import (
	"fmt"
	"slices"

	"gorgonia.org/tensor"

	"arbelos/models/lda"
	"arbelos/models/lda/variational"
)

// State is all that a fit's future depends on, besides the options and the minibatches
// to come: restored from it, a fit goes on to the same bits as one that was never
// stopped, if the stream goes on after minibatch number Batches. It is numbers only,
// for whoever writes files.
type State struct {
	Batches    int
	Seen       int           // documents, as often as they came
	Lambda     *tensor.Dense // [V, K], of the options' element type
	Alpha, Eta []float64     // as learned so far
}

// State returns a copy of the fit's state.
func (f *Fit) State() State {
	return State{
		Batches: f.batches, Seen: f.seen, Lambda: f.lambda.Clone().(*tensor.Dense),
		Alpha: slices.Clone(f.alpha), Eta: slices.Clone(f.eta),
	}
}

// Restore returns the fit of a state, with the options that it was begun with; of these
// only what a state holds is checked, and a mismatch, in the number of words too, is a
// [*variational.StateError]. The state is copied.
func Restore(v int, o Options, s State) (*Fit, error) {
	if err := o.check(v); err != nil {
		return nil, err
	}
	if err := variational.CheckTable(lda.Dirichlet, s.Lambda, o.Dtype, v, o.Topics); err != nil {
		return nil, err
	}
	if err := variational.CheckLearned("alpha", s.Alpha, o.Alpha); err != nil {
		return nil, err
	}
	if err := variational.CheckLearned("eta", s.Eta, o.Eta); err != nil {
		return nil, err
	}
	if s.Batches < 0 || s.Seen < 0 {
		return nil, &variational.StateError{Found: fmt.Sprintf("%d minibatches of %d documents", s.Batches, s.Seen), Expected: "numbers from 0 up"}
	}
	f, err := begin(v, o, s.Lambda.Clone().(*tensor.Dense))
	if err != nil {
		return nil, err
	}
	f.batches, f.seen, f.alpha, f.eta = s.Batches, s.Seen, slices.Clone(s.Alpha), slices.Clone(s.Eta)
	return f, nil
}
