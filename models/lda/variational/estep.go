package variational

import (
	"errors"

	"gorgonia.org/tensor"

	"arbelos/graph"
	"arbelos/layers"
)

// EStep infers the topics of blocks of documents, and counts what a method's
// M-step needs.
type EStep struct {
	Ops   layers.Ops // fused, one op, or unrolled, an op for each part of an update
	Until graph.Convergence

	topics, pool *graph.Pool
}

// NewEStep returns an E-step.
func NewEStep(ops layers.Ops, until graph.Convergence) *EStep {
	return &EStep{Ops: ops, Until: until, topics: graph.NewPool(), pool: graph.NewPool()}
}

// Inferred is what an E-step finds in a block of D documents.
type Inferred struct {
	Gamma   []float64 // [D, K], row after row
	Bounds  []float64 // of each document, as DocumentBounds
	Updates []float64 // made to each document's gamma
}

// Expected is what an M-step needs of a block.
type Expected struct {
	Inferred
	// Counts [len(Words), K] is the expected number of times that each topic
	// gave a word. It is valid until the next E-step.
	Counts *tensor.Dense
	// LogTheta [K] is the sum over the documents of E[log theta].
	LogTheta []float64
}

// Infer infers the topics of a block's documents: logBeta [len(Words), K] is log
// phi of its words, or the expectation of it, and start [D, K] what gamma starts
// from.
func (e *EStep) Infer(b Block, logBeta *tensor.Dense, alpha []float64, start []float64) (Inferred, error) {
	s := e.begin(b, logBeta, alpha, start)
	defer s.machine.Close()
	if err := s.fit(); err != nil {
		return Inferred{}, err
	}
	if err := s.machine.Finish(s.outputs()...); err != nil {
		return Inferred{}, err
	}
	return s.inferred(), nil
}

// Expect infers the topics of a block's documents and counts for the M-step. The
// counts are the gradient in logBeta of the sum of the bounds.
func (e *EStep) Expect(b Block, topics Topics, alpha []float64, start []float64) (*Expected, error) {
	for {
		x, err := e.expect(b, topics, alpha, start)
		if !errors.Is(err, graph.ErrMerged) { // else another graph has other hashes
			return x, err
		}
	}
}

func (e *EStep) expect(b Block, topics Topics, alpha []float64, start []float64) (*Expected, error) {
	// The gradient is that in an input: log beta is computed first.
	words := topics.logBeta(graph.New(), b.Words)
	m := graph.NewMachine(words.Dtype(), e.topics)
	defer m.Close()
	if err := m.Finish(words); err != nil {
		return nil, err
	}
	s := e.begin(b, m.Value(words), alpha, start)
	defer s.machine.Close()
	if err := s.fit(); err != nil {
		return nil, err
	}
	grads, err := graph.Grad(graph.Sum(s.bound), []*graph.Node{s.logBeta})
	if err != nil {
		return nil, err
	}
	logTheta := graph.ColumnSums(ExpectedLog(s.gamma))
	if err := s.machine.Finish(append(s.outputs(), grads[0], logTheta)...); err != nil {
		return nil, err
	}
	return &Expected{
		Inferred: s.inferred(),
		Counts:   s.machine.Value(grads[0]), // its buffer is the pool's, which the next machine takes from
		LogTheta: graph.Float64s(s.machine.Value(logTheta)),
	}, nil
}

// step is an E-step's graph.
type step struct {
	*EStep
	block   Block
	machine *graph.Machine

	logBeta, alpha, start *graph.Node
	bound, gamma          *graph.Node
	updates               *graph.Node // of the fused op
	updated               []float64   // by the unrolled ones
}

func (e *EStep) begin(b Block, logBeta *tensor.Dense, alpha, start []float64) *step {
	g, dt, d, k := graph.New(), logBeta.Dtype(), b.Docs.Rows, len(alpha)
	return &step{
		EStep: e, block: b, machine: graph.NewMachine(dt, e.pool),
		logBeta: graph.Input(g, "logBeta", logBeta),
		alpha:   graph.Input(g, "alpha", graph.FromFloat64s(dt, alpha, k)),
		start:   graph.Input(g, "start", graph.FromFloat64s(dt, start, d, k)),
	}
}

func (s *step) fit() (err error) {
	if s.Ops == layers.Fused {
		s.bound, s.gamma, s.updates = graph.DirichletMixture(s.block.Docs, s.logBeta, s.alpha, s.start, s.Until)
		return nil
	}
	s.bound, s.gamma, s.updated, err = unrolled(s.machine, s.block.Docs, s.logBeta, s.alpha, s.start, s.Until)
	return err
}

func (s *step) outputs() []*graph.Node {
	if s.updates == nil {
		return []*graph.Node{s.bound, s.gamma}
	}
	return []*graph.Node{s.bound, s.gamma, s.updates}
}

func (s *step) inferred() Inferred {
	value := func(n *graph.Node) []float64 { return graph.Float64s(s.machine.Value(n)) }
	out := Inferred{Gamma: value(s.gamma), Bounds: value(s.bound), Updates: s.updated}
	if s.updates != nil {
		out.Updates = value(s.updates)
	}
	return out
}
