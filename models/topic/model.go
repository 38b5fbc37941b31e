package topic

import (
	"math"
	"math/rand/v2"
	"slices"

	"gorgonia.org/tensor"

	"arbelos/graph"
	"arbelos/layers"
	"arbelos/models/lda"
)

// The groups of parameters: the topics, the encoder, and the running statistics of its
// batch normalisation. The statistics are not the objective's: they must be given to
// plain gradient ascent with a rate of at most 1, 0.1 say; see [layers.BatchNorm.Moves].
const (
	GroupTopics     = "p"
	GroupEncoder    = "q"
	GroupStatistics = layers.StatisticsGroup
)

// Model is a neural topic model: its parameters and nothing that changes but them. It
// is not safe for concurrent use.
type Model struct {
	Config

	Beta    *graph.Param // beta, word-major [V, K]: the topics' logits
	Encoder Encoder

	alpha    []float64 // [K]
	params   []*graph.Param
	dtype    tensor.Dtype
	machines *graph.Machines
}

// New returns a model with random topics and a random encoder.
func New(cfg Config, seed uint64) (*Model, error) {
	if err := cfg.Check(); err != nil {
		return nil, err
	}
	m := &Model{Config: cfg, alpha: cfg.Alpha}
	if len(cfg.Alpha) == 1 {
		m.alpha = slices.Repeat(cfg.Alpha, cfg.Topics)
	}
	m.dtype, _ = graph.ParseDtype(cfg.Dtype)
	m.machines = graph.NewMachines(m.dtype)
	mk := &layers.Maker{Rand: graph.Rand(seed, "topic parameters"), Dtype: m.dtype}
	mk.Group(GroupTopics)
	mk.Range = topicRange
	m.Beta = mk.Param("topics", cfg.Vocab, cfg.Topics)
	mk.Group(GroupEncoder)
	m.Encoder = newEncoder(mk, cfg)
	m.params = mk.Params
	return m, nil
}

// topicRange bounds the topics' logits at the start: all topics are nearly uniform, and
// what parts them is the encoder.
const topicRange = 0.1

// Params returns all parameters, in an order that does not change.
func (m *Model) Params() []*graph.Param { return m.params }

// Release gives back the memory of the last step, its gradients too.
func (m *Model) Release() { m.machines.Release() }

// LDA returns the topics as those of a topic model, with the Dirichlet prior that the
// logistic-normal one approximates. Topic k is softmax(beta_k) for either decoder: the
// word distribution of a document that has no other topic.
func (m *Model) LDA() *lda.Model {
	topics := lda.Topics{Kind: lda.Point, K: m.Topics, V: m.Vocab, Values: make([]float64, m.Topics*m.Vocab)}
	beta := graph.Float64s(m.Beta.Value)
	for k := range topics.K {
		row := topics.Row(k)
		for w := range row {
			row[w] = beta[w*topics.K+k]
		}
		softmax(row)
	}
	return &lda.Model{Alpha: slices.Clone(m.alpha), Topics: topics}
}

// softmax replaces logits by probabilities.
func softmax(x []float64) {
	top := slices.Max(x)
	var sum float64
	for i, v := range x {
		x[i] = math.Exp(v - top)
		sum += x[i]
	}
	for i := range x {
		x[i] /= sum
	}
}

// context starts the graph of one step; masks is nil where nothing is dropped.
func (m *Model) context(masks *rand.Rand) *layers.Context {
	rate := 0.0
	if masks != nil {
		rate = m.Dropout
	}
	return layers.NewContext(m.dtype, rate, masks)
}
