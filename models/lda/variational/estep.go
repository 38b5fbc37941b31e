package variational

import (
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
	rows  *tensor.Dense // a buffer for logBeta
}

// NewEStep returns an E-step: fused, one op, or unrolled, an op for each part of an
// update.
func NewEStep(ops layers.Ops, until graph.Convergence) *EStep {
	return &EStep{until: until, ops: ops, pool: graph.NewPool()}
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

// Infer infers the topics of a block's documents. logBeta [V, K] is log phi, or its
// expectation, see [ToLogs], and start [D, K] what gamma starts from.
func (e *EStep) Infer(b Block, logBeta *tensor.Dense, alpha, start []float64) (*Inferred, error) {
	s := e.begin(b, e.gather(logBeta, b.Words), alpha, start)
	defer s.machine.Close()
	if err := s.fit(); err != nil {
		return nil, err
	}
	if err := s.machine.Finish(s.outputs()...); err != nil {
		return nil, err
	}
	return s.inferred(), nil
}

// Expect is Infer, and counts for the M-step. The counts are the gradient in logBeta
// of the sum of the bounds.
func (e *EStep) Expect(b Block, logBeta *tensor.Dense, alpha, start []float64) (*Expected, error) {
	return e.ExpectRows(b, e.gather(logBeta, b.Words), alpha, start)
}

// ExpectRows is Expect, given the rows [len(Words), K] of the block's words alone.
func (e *EStep) ExpectRows(b Block, rows *tensor.Dense, alpha, start []float64) (*Expected, error) {
	return graph.UntilUnmerged(func() (*Expected, error) { return e.expect(b, rows, alpha, start) })
}

func (e *EStep) expect(b Block, rows *tensor.Dense, alpha, start []float64) (*Expected, error) {
	s := e.begin(b, rows, alpha, start)
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
		Inferred: *s.inferred(),
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

func (e *EStep) begin(b Block, rows *tensor.Dense, alpha, start []float64) *step {
	g, dt, d, k := graph.New(), rows.Dtype(), b.Docs.Rows, len(alpha)
	return &step{
		EStep: e, block: b, machine: graph.NewMachine(dt, e.pool),
		logBeta: graph.Input(g, "logBeta", rows),
		alpha:   graph.Input(g, "alpha", graph.FromFloat64s(dt, alpha, k)),
		start:   graph.Input(g, "start", graph.FromFloat64s(dt, start, d, k)),
	}
}

// gather returns the rows words of a table, in a buffer that the next E-step
// overwrites.
func (e *EStep) gather(table *tensor.Dense, words []int) *tensor.Dense {
	dt, k := table.Dtype(), table.Shape()[1]
	n := len(words)
	if n == 0 {
		return graph.Zero(dt, 0, k)
	}
	if e.rows == nil || e.rows.Dtype() != dt || e.rows.Shape()[1] != k || e.rows.Shape()[0] < n {
		e.rows = graph.Zero(dt, n+n/8, k)
	}
	rows := rowsOf(e.rows, 0, n)
	GatherRows(rows, table, words)
	return rows
}

func (s *step) fit() (err error) {
	if s.ops == layers.Fused {
		s.bound, s.gamma, s.updates = graph.DirichletMixture(s.block.Docs, s.logBeta, s.alpha, s.start, s.until)
		return nil
	}
	s.bound, s.gamma, s.updated, err = unrolled(s.machine, s.block.Docs, s.logBeta, s.alpha, s.start, s.until)
	return err
}

func (s *step) outputs() []*graph.Node {
	if s.updates == nil {
		return []*graph.Node{s.bound, s.gamma}
	}
	return []*graph.Node{s.bound, s.gamma, s.updates}
}

func (s *step) inferred() *Inferred {
	value := func(n *graph.Node) []float64 { return graph.Float64s(s.machine.Value(n)) }
	out := &Inferred{Gamma: value(s.gamma), Bounds: value(s.bound), Updates: s.updated}
	if s.updates != nil {
		out.Updates = value(s.updates)
	}
	return out
}
