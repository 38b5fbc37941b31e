package main

import (
	"fmt"
	"iter"
	"slices"
	"strings"

	"gorgonia.org/tensor"

	"arbelos/graph"
	"arbelos/models/lda"
	"arbelos/models/topic"
	"arbelos/train"
)

var neuralMethod = method{
	iterations: func(o *fitCmd, d *data) int { return orElse(o.Iterations, neuralPasses) * d.batches(o.BatchSize) },
	unit:       "minibatch", units: "minibatches",
	epochs: func(d *data) int { return d.batches(d.options.BatchSize) },
	score:  "elbo_token", scoreName: "ELBO a token",
	cell: neuralCell, streams: true,
	tensors: []string{neuralParam + "topics"},
	begin: func(o *fitCmd, d *data) (fitting, error) {
		c, err := o.neuralConfig(d)
		if err != nil {
			return nil, err
		}
		m, err := topic.New(c, o.Seed)
		if err != nil {
			return nil, err
		}
		return newNeuralFit(m, o, d), nil
	},
	restore: func(o *fitCmd, d *data, s snapshot) (fitting, error) {
		c, err := o.neuralConfig(d)
		if err != nil {
			return nil, err
		}
		m, err := neuralOf(c, s.Tensors)
		if err != nil {
			return nil, err
		}
		f := newNeuralFit(m, o, d)
		if s.Corpus != d.digest {
			return nil, &onlineStateError{}
		}
		return f, f.restore(s)
	},
}

// neuralPasses is how often neural goes over the corpus where nothing is said.
const neuralPasses = 40

// statisticsRate is the share of a batch in the running statistics.
const statisticsRate = 0.1

// Where tensors of a neural model and of its rules stand in a file: parameters under
// their names, and each rule's under its group.
const (
	neuralParam = "neural/"
	neuralRule  = "rule/"
)

// neuralCell is the memory of the topics and of the encoder's table, which is as wide
// as the hidden layer: of each the parameter, two moments, the gradient and two of
// what it is made from; and a model and its copy for inference.
func neuralCell(o *fitCmd) int {
	size := 8
	if o.Dtype == "float32" {
		size = 4
	}
	return 6*size*(1+(o.Hidden+o.Topics-1)/o.Topics) + 16
}

func (o *fitCmd) neuralConfig(d *data) (topic.Config, error) {
	c := topic.DefaultConfig(d.vocab.Len(), o.Topics)
	c.Hidden, c.Dropout, c.Decoder, c.Dtype = o.Hidden, o.Dropout, topic.Decoder(o.Decoder), o.Dtype
	var err error
	c.Alpha, err = numbers("alpha", o.Alpha, c.Alpha[0], o.Topics)
	return c, err
}

// neuralFit trains a neural topic model on a stream of minibatches.
type neuralFit struct {
	*topic.Model
	inferred
	opts  *fitCmd
	data  *data
	rules map[string]rule // by the group of parameters
	steps int
	next  func() ([]lda.Bag, error, bool) // the next minibatch, until the process ends
}

// rule moves a group of parameters.
type rule struct {
	train.Optimiser
	rate   float64
	falls  bool  // to 0 over the last half of the fit
	places []int // of the parameters among the model's
}

func newNeuralFit(m *topic.Model, o *fitCmd, d *data) *neuralFit {
	f := &neuralFit{Model: m, opts: o, data: d, rules: map[string]rule{
		topic.GroupTopics:     {Optimiser: &train.Adam{}, rate: o.TopicRate, falls: true},
		topic.GroupEncoder:    {Optimiser: &train.Adam{}, rate: o.EncoderRate, falls: true},
		topic.GroupStatistics: {Optimiser: &train.SGD{}, rate: statisticsRate},
	}}
	for i, p := range m.Params() {
		r := f.rules[p.Group]
		r.places = append(r.places, i)
		f.rules[p.Group] = r
	}
	return f
}

func (f *neuralFit) step() (found, error) {
	if f.next == nil {
		f.next, _ = iter.Pull2(f.data.minibatches(f.steps))
	}
	docs, err, ok := f.next()
	if !ok {
		panic("lda: the stream of minibatches ended")
	}
	if err != nil {
		return found{}, err
	}
	s, err := f.Step(docs, topic.At{Seed: f.opts.Seed, Step: uint64(f.steps), KLWeight: 1})
	if err != nil {
		return found{}, err
	}
	total := neuralMethod.iterations(f.opts, f.data)
	left := max(0, min(1, 2*float64(total-f.steps)/float64(total)))
	for _, r := range f.rules { // in any order: no group sees another
		rate := r.rate
		if r.falls {
			rate *= left
		}
		r.Step(rate, pick(f.Params(), r.places), pick(s.Grads, r.places))
	}
	f.steps++
	x := found{tokens: s.Tokens, figures: map[string]float64{"kl_document": (s.LogLikelihood - s.ELBO()) / float64(s.Documents), "rate": left}}
	if s.Tokens > 0 {
		x.figures["elbo_token"] = s.ELBO() / s.Tokens
	}
	return x, nil
}

func pick[T any](all []T, places []int) []T {
	var some []T
	for _, i := range places {
		some = append(some, all[i])
	}
	return some
}

func (f *neuralFit) done() int         { return f.steps }
func (f *neuralFit) model() *lda.Model { return f.LDA() }

func (f *neuralFit) snapshot() snapshot {
	s := snapshot{Corpus: f.data.digest, Iterations: f.steps, Tensors: map[string]*tensor.Dense{}}
	addNeural(s.Tensors, f.Model)
	for group, r := range f.rules {
		for name, t := range r.State().Tensors {
			s.Tensors[neuralRule+group+"/"+name] = t
		}
	}
	return s
}

// restore takes the rules' state from that of a fit.
func (f *neuralFit) restore(s snapshot) error {
	f.steps = s.Iterations
	for group, r := range f.rules {
		state := r.State()
		state.Steps = s.Iterations
		for name, t := range s.Tensors {
			if name, of := strings.CutPrefix(name, neuralRule+group+"/"); of {
				state.Tensors[name] = t
			}
		}
		if err := r.Restore(state, pick(f.Params(), r.places)); err != nil {
			return fmt.Errorf("lda: %s: %w", group, err)
		}
	}
	return nil
}

// addNeural adds the parameters of a model to tensors.
func addNeural(tensors map[string]*tensor.Dense, m *topic.Model) {
	for _, p := range m.Params() {
		tensors[neuralParam+p.Name] = p.Value
	}
}

// neuralOf returns the model of that shape whose parameters are among the tensors.
func neuralOf(c topic.Config, tensors map[string]*tensor.Dense) (*topic.Model, error) {
	m, err := topic.New(c, 0)
	if err != nil {
		return nil, err
	}
	for _, p := range m.Params() {
		t := tensors[neuralParam+p.Name]
		if t == nil || t.Dtype() != p.Value.Dtype() || !slices.Equal(t.Shape(), p.Value.Shape()) {
			return nil, fmt.Errorf("lda: %s%s: found none, or another shape or type, expected %v of %v", neuralParam, p.Name, p.Value.Shape(), p.Value.Dtype())
		}
		p.Value = graph.FromFloat64s(t.Dtype(), graph.Float64s(t), t.Shape()...)
	}
	return m, nil
}
