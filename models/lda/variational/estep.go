package variational

import (
	"slices"

	"gonum.org/v1/gonum/floats"
	"gorgonia.org/tensor"

	"arbelos/graph"
	"arbelos/layers"
)

// EStep infers the topics of blocks of documents, and counts what a method's
// M-step needs. It is for use by one goroutine, and works on as many as there are
// processors for.
type EStep struct {
	until graph.Convergence
	ops   layers.Ops
	pool  *graph.Pool
	space graph.MixtureBuffers
	start []float64
	rows  Rows
}

// NewEStep returns an E-step: fused, one op, or unrolled, an op for each part of an
// update.
func NewEStep(ops layers.Ops, until graph.Convergence) *EStep {
	return &EStep{until: until, ops: ops, pool: graph.NewPool()}
}

// Inferred is what an E-step finds in a block of D documents.
type Inferred struct {
	Gamma   []float64 // [D, K], row after row; valid until the next E-step
	Bounds  []float64 // of each document, as DocumentBounds
	Updates []float64 // made to each document's gamma
}

// Statistics are what an M-step needs of documents: sums, to which those of a block are
// added.
type Statistics struct {
	// Counts, a table like that of the topics, are the expected number of times that each
	// topic gave a word: the gradient in log phi of the sum of the documents' bounds.
	Counts *tensor.Dense
	// LogTheta [K] is E[log theta]; nil if nobody asks.
	LogTheta []float64
}

// Infer infers the topics of a block's documents. topics are the likelihoods of words,
// of log phi or its expectation, see [ToLogs], and start [D, K] what gamma starts from.
func (e *EStep) Infer(b Block, topics *graph.Likelihoods, alpha, start []float64) (*Inferred, error) {
	s := e.begin(b, topics, alpha, start)
	defer s.machine.Close()
	if err := s.fit(); err != nil {
		return nil, err
	}
	if err := s.machine.Finish(s.outputs()...); err != nil {
		return nil, err
	}
	return s.inferred(), nil
}

// Expect is Infer, and adds what it expects to the statistics.
func (e *EStep) Expect(b Block, topics *graph.Likelihoods, alpha, start []float64, sums Statistics) (*Inferred, error) {
	return graph.UntilUnmerged(func() (*Inferred, error) { return e.expect(b, topics, alpha, start, sums) })
}

func (e *EStep) expect(b Block, topics *graph.Likelihoods, alpha, start []float64, sums Statistics) (*Inferred, error) {
	s := e.begin(b, topics, alpha, start)
	defer s.machine.Close()
	if err := s.fit(); err != nil {
		return nil, err
	}
	counts, err := s.counts()
	if err != nil {
		return nil, err
	}
	outputs := append(s.outputs(), graph.AddTo(graph.Input(s.graph, "counts", sums.Counts), counts))
	var logTheta *graph.Node
	if sums.LogTheta != nil {
		logTheta = graph.ColumnSums(ExpectedLog(s.gamma))
		outputs = append(outputs, logTheta)
	}
	if err := s.machine.Finish(outputs...); err != nil {
		return nil, err
	}
	if logTheta != nil {
		floats.Add(sums.LogTheta, float64sOf(s.machine.Value(logTheta)))
	}
	return s.inferred(), nil
}

// step is an E-step's graph.
type step struct {
	*EStep
	block   Block
	topics  *graph.Likelihoods
	graph   *graph.Graph
	machine *graph.Machine

	alpha, start *graph.Node
	bound, gamma *graph.Node

	fused   *graph.DirichletFit
	logBeta *graph.Node // of the unrolled ops
	updated []float64   // by these
}

func (e *EStep) begin(b Block, topics *graph.Likelihoods, alpha, start []float64) *step {
	g, dt, d, k := graph.New(), topics.Rows.Dtype(), b.Docs.Rows, len(alpha)
	return &step{
		EStep: e, block: b, topics: topics, graph: g, machine: graph.NewMachine(dt, e.pool),
		alpha: graph.Input(g, "alpha", graph.FromFloat64s(dt, alpha, k)),
		start: graph.Input(g, "start", tensorOf(dt, start, d, k)),
	}
}

// tensorOf returns a tensor of the elements of x, whose memory it may share.
func tensorOf(dt tensor.Dtype, x []float64, rows, columns int) *tensor.Dense {
	if dt == graph.Float64 && len(x) > 0 {
		return tensor.New(tensor.WithShape(rows, columns), tensor.WithBacking(x))
	}
	return graph.FromFloat64s(dt, x, rows, columns)
}

// float64sOf returns the elements of a tensor, whose memory they may share.
func float64sOf(t *tensor.Dense) []float64 {
	if t.Dtype() == graph.Float64 {
		return t.Float64s()
	}
	return graph.Float64s(t)
}

func (s *step) fit() (err error) {
	if s.ops == layers.Fused {
		s.fused = graph.FitDirichletMixture(s.block.Docs, s.topics.Of(s.graph), s.alpha, s.start, s.until, &s.space)
		s.bound, s.gamma = s.fused.Bound, s.fused.Gamma
		return nil
	}
	s.logBeta = graph.Input(s.graph, "logBeta", s.topics.Logs())
	s.bound, s.gamma, s.updated, err = unrolled(s.machine, s.block.Docs, s.logBeta, s.alpha, s.start, s.until)
	return err
}

// counts returns the node of the expected counts.
func (s *step) counts() (*graph.Node, error) {
	if s.fused != nil {
		d := s.block.Docs.Rows
		ones := graph.FromFloat64s(s.alpha.Dtype(), slices.Repeat([]float64{1}, d), d)
		return s.fused.Counts(graph.Input(s.graph, "ones", ones)), nil
	}
	grads, err := graph.Grad(graph.Sum(s.bound), []*graph.Node{s.logBeta})
	if err != nil {
		return nil, err
	}
	return grads[0], nil
}

func (s *step) outputs() []*graph.Node {
	if s.fused == nil {
		return []*graph.Node{s.bound, s.gamma}
	}
	return []*graph.Node{s.bound, s.gamma, s.fused.Updates}
}

func (s *step) inferred() *Inferred {
	value := func(n *graph.Node) []float64 { return graph.Float64s(s.machine.Value(n)) }
	// The buffer of gamma is the pool's, which the next machine takes from.
	out := &Inferred{Gamma: float64sOf(s.machine.Value(s.gamma)), Bounds: value(s.bound), Updates: s.updated}
	if s.fused != nil {
		out.Updates = value(s.fused.Updates)
	}
	return out
}
