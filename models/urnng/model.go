package urnng

import (
	"errors"
	"fmt"
	"math/rand/v2"

	"gorgonia.org/tensor"

	"arbelos/graph"
	"arbelos/layers"
)

// Groups of the parameters: the generative network with the embeddings that
// both networks share, the head that scores actions, the inference network.
const (
	GroupP      = "p"
	GroupAction = "action"
	GroupQ      = "q"
)

// Ways in which the inference network combines word and position embeddings.
const (
	PosConcat = "concat" // as described in notes on the model
	PosAdd    = "add"    // as in the authors' released code
)

// Config fixes the shape of a model. It is saved with it.
type Config struct {
	Vocab        int     `json:"vocab"`         // word ids are 0 to Vocab-1
	Width        int     `json:"width"`         // of word embeddings, stack LSTM and TreeLSTM
	QWidth       int     `json:"q_width"`       // of each direction of the inference network's LSTM
	Layers       int     `json:"layers"`        // of the stack LSTM
	PositionRows int     `json:"position_rows"` // rows of the position table; later positions use the last row
	Pos          string  `json:"pos"`           // PosConcat or PosAdd
	Dtype        string  `json:"dtype"`         // float32 or float64
	Dropout      float64 `json:"dropout"`       // in training
	ParamInit    float64 `json:"param_init"`

	Open  int `json:"open"`  // id of <s>, which the stack starts from
	Close int `json:"close"` // id of </s>, which ends a sentence
	// Frame are the ids of the symbols that the inference network sees before
	// and after a sentence. The authors' code uses <pad> and <s>.
	Frame [2]int `json:"frame"`
}

// ErrConfig is matched by the errors of Config.Check.
var ErrConfig = errors.New("urnng: bad configuration")

// Check returns an error that names the first field out of its range.
func (c Config) Check() error {
	for _, f := range []struct {
		name string
		v    int
		min  int
	}{
		{"vocab", c.Vocab, 2}, {"width", c.Width, 1}, {"q width", c.QWidth, 1}, {"layers", c.Layers, 1}, {"position rows", c.PositionRows, 1},
	} {
		if f.v < f.min {
			return fmt.Errorf("%w: %s is %d, expected at least %d", ErrConfig, f.name, f.v, f.min)
		}
	}
	for _, id := range []int{c.Open, c.Close, c.Frame[0], c.Frame[1]} {
		if id < 0 || id >= c.Vocab {
			return fmt.Errorf("%w: boundary symbol %d, expected 0 to %d", ErrConfig, id, c.Vocab-1)
		}
	}
	if c.Pos != PosConcat && c.Pos != PosAdd {
		return fmt.Errorf("%w: pos is %q, expected %s or %s", ErrConfig, c.Pos, PosConcat, PosAdd)
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

// Model is an URNNG: its parameters and nothing that changes but them. It is
// not safe for concurrent use.
type Model struct {
	Config
	Ops layers.Ops // the build of the recurrences; Fused in a new model

	Words  layers.Vocabulary // input and output embeddings are tied
	Stack  layers.DeepLSTM
	Tree   layers.TreeLSTM
	Action layers.Linear // to the logit of REDUCE

	Positions layers.Embedding
	Reader    layers.BiLSTM
	Scorer    layers.SpanScorer

	params   []*graph.Param
	dtype    tensor.Dtype
	machines *graph.Machines
}

// New returns a model with every parameter, LayerNorm's gain included, drawn
// uniformly from [-ParamInit, ParamInit), as the authors' code does: q starts
// flat.
func New(cfg Config, seed uint64) (*Model, error) {
	if err := cfg.Check(); err != nil {
		return nil, err
	}
	m := &Model{Config: cfg, Ops: layers.Fused}
	m.dtype, _ = graph.ParseDtype(cfg.Dtype)
	m.machines = graph.NewMachines(m.dtype)
	mk := &layers.Maker{Rand: graph.Rand(seed, "parameters"), Dtype: m.dtype, Range: cfg.ParamInit}

	mk.Group(GroupP)
	m.Words = layers.NewVocabulary(mk, "words", cfg.Vocab, cfg.Width)
	m.Stack = layers.NewDeepLSTM(mk, "stack", cfg.Width, cfg.Width, cfg.Layers)
	m.Tree = layers.NewTreeLSTM(mk, "tree", cfg.Width)

	mk.Group(GroupAction)
	m.Action = layers.NewLinear(mk, "action", cfg.Width, 1)

	mk.Group(GroupQ)
	in := cfg.Width
	if cfg.Pos == PosConcat {
		in *= 2
	}
	m.Positions = layers.NewEmbedding(mk, "positions", cfg.PositionRows, cfg.Width)
	m.Reader = layers.NewBiLSTM(mk, "reader", in, cfg.QWidth)
	m.Scorer = layers.NewSpanScorer(mk, "spans", cfg.QWidth)

	m.params = mk.Params
	return m, nil
}

// Params returns all parameters, in an order that does not change.
func (m *Model) Params() []*graph.Param { return m.params }

// context starts the graph of one step; masks is nil where nothing is dropped.
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

// Release gives back the memory of the last step, its gradients too.
func (m *Model) Release() { m.machines.Release() }

// Key says which random numbers a step uses: dropout masks derive from (Seed,
// Step), the trees of an item from (Seed, Step, item).
type Key struct{ Seed, Step uint64 }
