package rnnlm

import (
	"errors"
	"fmt"
	"math/rand/v2"

	"gorgonia.org/tensor"

	"arbelos/graph"
	"arbelos/layers"
)

// Group is the group of all parameters.
const Group = "p"

// Config fixes the shape of a model. It is saved with it.
type Config struct {
	Vocab     int     `json:"vocab"`  // word ids are 0 to Vocab-1
	Width     int     `json:"width"`  // of word embeddings and LSTM
	Layers    int     `json:"layers"` // of the LSTM
	Dtype     string  `json:"dtype"`  // float32 or float64
	Dropout   float64 `json:"dropout"`
	ParamInit float64 `json:"param_init"`

	Open  int `json:"open"`  // id of <s>, the input before the first word
	Close int `json:"close"` // id of </s>, which ends a sentence
}

// ErrConfig is matched by the errors of Config.Check.
var ErrConfig = errors.New("rnnlm: bad configuration")

// Check returns an error that names the first field out of its range.
func (c Config) Check() error {
	for _, f := range []struct {
		name string
		v    int
		min  int
	}{
		{"vocab", c.Vocab, 2}, {"width", c.Width, 1}, {"layers", c.Layers, 1},
	} {
		if f.v < f.min {
			return fmt.Errorf("%w: %s is %d, expected at least %d", ErrConfig, f.name, f.v, f.min)
		}
	}
	for _, id := range []int{c.Open, c.Close} {
		if id < 0 || id >= c.Vocab {
			return fmt.Errorf("%w: boundary symbol %d, expected 0 to %d", ErrConfig, id, c.Vocab-1)
		}
	}
	if !(c.Dropout >= 0 && c.Dropout < 1) {
		return fmt.Errorf("%w: dropout is %v, expected 0 <= dropout < 1", ErrConfig, c.Dropout)
	}
	if !(c.ParamInit > 0) {
		return fmt.Errorf("%w: param init is %v, expected more than 0", ErrConfig, c.ParamInit)
	}
	if _, err := graph.ParseDtype(c.Dtype); err != nil {
		return fmt.Errorf("%w: %w", ErrConfig, err)
	}
	return nil
}

// Model is a language model: its parameters and nothing that changes but them. It is
// not safe for concurrent use.
type Model struct {
	Config
	Ops layers.Ops // the build of the LSTM; Fused in a new model

	Words layers.Vocabulary // input and output embeddings are tied
	LSTM  layers.DeepLSTM

	params   []*graph.Param
	dtype    tensor.Dtype
	machines *graph.Machines
}

// New returns a model with every parameter drawn uniformly from
// [-ParamInit, ParamInit).
func New(cfg Config, seed uint64) (*Model, error) {
	if err := cfg.Check(); err != nil {
		return nil, err
	}
	m := &Model{Config: cfg, Ops: layers.Fused}
	m.dtype, _ = graph.ParseDtype(cfg.Dtype)
	m.machines = graph.NewMachines(m.dtype)
	mk := &layers.Maker{Rand: graph.Rand(seed, "parameters"), Dtype: m.dtype, Range: cfg.ParamInit}
	mk.Group(Group)
	m.Words = layers.NewVocabulary(mk, "words", cfg.Vocab, cfg.Width)
	m.LSTM = layers.NewDeepLSTM(mk, "lstm", cfg.Width, cfg.Width, cfg.Layers)
	m.params = mk.Params
	return m, nil
}

// Params returns all parameters, in an order that does not change.
func (m *Model) Params() []*graph.Param { return m.params }

// Release gives back the memory of the last step, its gradients too.
func (m *Model) Release() { m.machines.Release() }

// Key says which random numbers a step uses: dropout masks derive from it.
type Key struct{ Seed, Step uint64 }

// context starts the graph of one step; key is nil where nothing is dropped.
func (m *Model) context(key *Key) *layers.Context {
	var masks *rand.Rand
	rate := 0.0
	if key != nil && m.Dropout > 0 {
		rate, masks = m.Dropout, graph.Rand(key.Seed, "dropout", key.Step)
	}
	c := layers.NewContext(m.dtype, rate, masks)
	c.Ops = m.Ops
	return c
}
