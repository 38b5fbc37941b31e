package variational

import (
	"gorgonia.org/tensor"

	"arbelos/graph"
)

// chunkWords is how many words of a table the value of a bound is worked out for at
// a time: the terms of a whole table would be several tables.
const chunkWords = 1024

// TopicsBoundOf returns the value of TopicsBound for a word-major table of lambda
// [V, K], and eta, one number or V.
func TopicsBoundOf(lambda *tensor.Dense, eta []float64) (float64, error) {
	totals, err := Totals(lambda)
	if err != nil {
		return 0, err
	}
	v, dt := lambda.Shape()[0], lambda.Dtype()
	eta = Spread(eta, v)
	pool := graph.NewPool()
	run := func(build func(totals, eta *graph.Node) *graph.Node, eta []float64) (float64, error) {
		g := graph.New()
		n := build(graph.Input(g, "totals", graph.FromFloat64s(dt, totals, len(totals))), graph.Input(g, "eta", graph.FromFloat64s(dt, eta, len(eta))))
		m := graph.NewMachine(dt, pool)
		defer m.Close()
		if err := m.Finish(n); err != nil {
			return 0, err
		}
		return m.Scalar(n), nil
	}
	bound, err := run(TopicTotalsBound, eta)
	if err != nil {
		return 0, err
	}
	for from := 0; from < v; from += chunkWords {
		to := min(from+chunkWords, v)
		part, err := run(func(totals, eta *graph.Node) *graph.Node {
			return TopicWordsBound(graph.Input(eta.Graph(), "lambda", rowsOf(lambda, from, to)), totals, eta)
		}, eta[from:to])
		if err != nil {
			return 0, err
		}
		bound += part
	}
	return bound, nil
}

// WordEvidence returns what lambda [V, K] says of the prior eta: of K topics, the sums
// over them of E[log phi] of each word.
func WordEvidence(lambda *tensor.Dense) (Evidence, error) {
	totals, err := Totals(lambda)
	if err != nil {
		return Evidence{}, err
	}
	v, dt := lambda.Shape()[0], lambda.Dtype()
	e := Evidence{N: float64(len(totals))}
	pool := graph.NewPool()
	for from := 0; from < v; from += chunkWords {
		g := graph.New()
		logs := graph.RowSums(ExpectedLogWords(
			graph.Input(g, "lambda", rowsOf(lambda, from, min(from+chunkWords, v))),
			graph.Input(g, "totals", graph.FromFloat64s(dt, totals, len(totals)))))
		m := graph.NewMachine(dt, pool)
		if err := m.Finish(logs); err != nil {
			return Evidence{}, err
		}
		e.Logs = append(e.Logs, graph.Float64s(m.Value(logs))...)
		m.Close()
	}
	return e, nil
}

// rowsOf returns some rows of a table, not copied.
func rowsOf(table *tensor.Dense, from, to int) *tensor.Dense {
	k := table.Shape()[1]
	var backing any
	if table.Dtype() == graph.Float32 {
		backing = table.Float32s()[from*k : to*k]
	} else {
		backing = table.Float64s()[from*k : to*k]
	}
	return tensor.New(tensor.WithShape(to-from, k), tensor.WithBacking(backing))
}
