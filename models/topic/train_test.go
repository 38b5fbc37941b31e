package topic

import (
	"testing"

	"gorgonia.org/tensor"

	"arbelos/graph"
	"arbelos/models/lda"
	"arbelos/models/lda/online"
	"arbelos/train"
)

// trainer is training as a program does it, by package train's rules.
type trainer struct {
	model *Model
	seed  uint64
	rates map[string]float64
	rules map[string]train.Optimiser
	steps int
}

func newTrainer(m *Model, seed uint64) *trainer {
	return &trainer{
		model: m, seed: seed,
		rates: map[string]float64{GroupTopics: 0.1, GroupEncoder: 0.003, GroupStatistics: 0.1},
		rules: map[string]train.Optimiser{GroupTopics: &train.Adam{}, GroupEncoder: &train.Adam{}, GroupStatistics: &train.SGD{}},
	}
}

// group returns the parameters of a group and their gradients.
func (r *trainer) group(name string, grads []*tensor.Dense) (params []*graph.Param, of []*tensor.Dense) {
	for i, p := range r.model.Params() {
		if p.Group == name {
			params = append(params, p)
			if grads != nil {
				of = append(of, grads[i])
			}
		}
	}
	return params, of
}

// until trains on minibatches until so many steps have been made, the last half of
// them with rates that fall to zero if decay is set.
func (r *trainer) until(t testing.TB, docs []lda.Bag, size, steps int, decay bool) {
	t.Helper()
	for batch := range online.Minibatches(docs, size, r.seed, r.steps) {
		if r.steps == steps {
			return
		}
		s, err := r.model.Step(batch, At{Seed: r.seed, Step: uint64(r.steps), KLWeight: 1})
		if err != nil {
			t.Fatal(err)
		}
		scale := 1.0
		if decay {
			scale = min(1, 2*float64(steps-r.steps)/float64(steps))
		}
		for name, rule := range r.rules { // in any order: no group sees another
			rate := r.rates[name]
			if name != GroupStatistics {
				rate *= scale
			}
			params, grads := r.group(name, s.Grads)
			rule.Step(rate, params, grads)
		}
		r.steps++
	}
}

// restored returns training that goes on from what a checkpoint holds of r, with a
// model that starts from another seed.
func (r *trainer) restored(t testing.TB) *trainer {
	t.Helper()
	m := mustNew(t, r.model.Config, 99)
	for i, p := range r.model.Params() {
		if err := tensor.Copy(m.Params()[i].Value, p.Value); err != nil {
			t.Fatal(err)
		}
	}
	to := newTrainer(m, r.seed)
	to.steps = r.steps
	for name, rule := range r.rules {
		params, _ := to.group(name, nil)
		if err := to.rules[name].Restore(rule.State(), params); err != nil {
			t.Fatal(err)
		}
	}
	return to
}
