package gibbs

import (
	"encoding/json"
	"errors"
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"arbelos/models/lda"
)

// A chain that goes on from its state, which went through JSON, has the same bits as one
// that was never stopped.
func TestCaseD11Resume(t *testing.T) {
	docs := randomDocs(20, 40, 30)
	for _, o := range []Options{
		{Blocks: 1, LearnAlpha: true, LearnBeta: true},
		{Blocks: 3, LearnAlpha: true, LearnBeta: true, BurnIn: 3, Thin: 2},
		{Blocks: 2, Dense: true, BurnIn: 8, Thin: 1},
		{Blocks: 2, Random: true},
	} {
		o.Topics, o.Alpha, o.Beta, o.Seed = 6, []float64{0.4}, []float64{0.05}, 3
		whole := mustNew(t, docs, 30, o)
		for range 20 {
			whole.Sweep(1)
		}
		for _, cut := range []int{0, 1, 7, 10} {
			first := mustNew(t, docs, 30, o)
			for range cut {
				first.Sweep(2)
			}
			text, err := json.Marshal(first.State())
			if err != nil {
				t.Fatal(err)
			}
			var state State
			if err := json.Unmarshal(text, &state); err != nil {
				t.Fatal(err)
			}
			second, err := Restore(docs, 30, state)
			if err != nil {
				t.Fatal(err)
			}
			for second.Sweeps() < 20 {
				second.Sweep(2)
			}
			if diff := cmp.Diff(whole.State(), second.State()); diff != "" {
				t.Errorf("%+v cut after %d sweeps: %s", o, cut, diff)
			}
			if diff := cmp.Diff(whole.Model(), second.Model()); diff != "" {
				t.Error(diff)
			}
		}
	}
}

func TestStateIsACopy(t *testing.T) {
	docs := randomDocs(4, 20, 10)
	o := DefaultOptions(3)
	o.BurnIn, o.Thin = 0, 1
	s := mustNew(t, docs, 10, o)
	s.Sweep(1)
	state := s.State()
	restored, err := Restore(docs, 10, state)
	if err != nil {
		t.Fatal(err)
	}
	state.Topics[0], state.Alpha[0], state.Beta[0], state.Phi[0], state.Options.Alpha[0] = 99, -1, -1, -1, -1
	for _, s := range []*Sampler{s, restored} {
		if got := s.State(); got.Topics[0] == 99 || got.Alpha[0] < 0 || got.Beta[0] < 0 || got.Phi[0] < 0 || got.Options.Alpha[0] < 0 {
			t.Error("the state shares memory with the chain")
		}
	}
}

// Whatever does not fit is told, words that are new to the chain among it.
func TestCaseD15StatesThatDoNotFit(t *testing.T) {
	docs := randomDocs(4, 20, 10)
	o := DefaultOptions(3)
	o.BurnIn, o.Thin = 0, 1
	s := mustNew(t, docs, 10, o)
	s.Sweep(1)
	more := append(slices.Clone(docs), lda.BagOf([]int{10}))
	for name, restore := range map[string]func(state State) (*Sampler, error){
		"new word":       func(state State) (*Sampler, error) { return Restore(more, 11, state) },
		"more documents": func(state State) (*Sampler, error) { return Restore(append(docs, docs[0]), 10, state) },
		"one more empty": func(state State) (*Sampler, error) { return Restore(append(docs, lda.Bag{}), 10, state) },
		"another order": func(state State) (*Sampler, error) {
			return Restore([]lda.Bag{docs[1], docs[0], docs[2], docs[3]}, 10, state)
		},
		"topic":  func(state State) (*Sampler, error) { state.Topics[3] = 3; return Restore(docs, 10, state) },
		"topic0": func(state State) (*Sampler, error) { state.Topics[3] = -1; return Restore(docs, 10, state) },
		"cut":    func(state State) (*Sampler, error) { state.Topics = state.Topics[1:]; return Restore(docs, 10, state) },
		"alpha":  func(state State) (*Sampler, error) { state.Alpha = state.Alpha[1:]; return Restore(docs, 10, state) },
		"beta":   func(state State) (*Sampler, error) { state.Beta[0] = math.NaN(); return Restore(docs, 10, state) },
		"phi":    func(state State) (*Sampler, error) { state.Phi = nil; return Restore(docs, 10, state) },
		"theta":  func(state State) (*Sampler, error) { state.Theta[0] = math.Inf(1); return Restore(docs, 10, state) },
		"states": func(state State) (*Sampler, error) { state.States = 0; return Restore(docs, 10, state) },
		"sweeps": func(state State) (*Sampler, error) { state.Sweeps = -1; return Restore(docs, 10, state) },
	} {
		_, err := restore(s.State())
		if !errors.Is(err, ErrState) || !errors.As(err, new(*StateError)) {
			t.Errorf("%s: got %v", name, err)
		}
	}
	if _, err := Restore(docs, 10, s.State()); err != nil {
		t.Error(err)
	}
}
