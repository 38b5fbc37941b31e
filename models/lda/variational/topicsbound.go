package variational

import (
	"gorgonia.org/tensor"

	"arbelos/graph"
	"arbelos/graph/dirichlet"
)

// chunkWords is how many words of a table are worked on at a time where its terms
// would be several tables.
const chunkWords = 512

// ToLogsAndBound replaces a table of lambda [V, K] by E[log phi], as [ToLogs], and
// returns the value of TopicsBound for it and for eta, one number or V. What the graph
// does table by table is done row by row, from which both results come.
func ToLogsAndBound(lambda *tensor.Dense, eta []float64) (float64, error) {
	totals, err := Totals(lambda)
	if err != nil {
		return 0, err
	}
	v, k := lambda.Shape()[0], len(totals)
	psi, sum := make([]float64, k), make([]float64, k)
	dirichlet.Digamma(psi, totals)
	dirichlet.LogGamma(sum, totals)
	bound := -total(sum)

	eta = Spread(eta, v)
	ofEta := []float64{total(eta)}
	dirichlet.LogGamma(ofEta, ofEta)
	bound += float64(k) * ofEta[0]
	logs := make([]float64, v)
	dirichlet.LogGamma(logs, eta)
	bound -= float64(k) * total(logs)

	chunks := make([]float64, (v+chunkWords-1)/chunkWords)
	graph.ParallelRows(len(chunks), 8*chunkWords*k, func(from, to int) {
		for c := from; c < to; c++ {
			words := eta[c*chunkWords : min((c+1)*chunkWords, v)]
			if lambda.Dtype() == graph.Float32 {
				chunks[c] = toLogsAndBound(lambda.Float32s()[c*chunkWords*k:], words, psi)
			} else {
				chunks[c] = toLogsAndBound(lambda.Float64s()[c*chunkWords*k:], words, psi)
			}
		}
	})
	return bound + total(chunks), nil
}

// toLogsAndBound does the rows of some words.
func toLogsAndBound[T graph.Float](lambda []T, eta, psi []float64) (bound float64) {
	k := len(psi)
	lambda = lambda[:len(eta)*k]
	before, logs := make([]float64, len(lambda)), make([]float64, len(lambda))
	for i, l := range lambda {
		before[i] = float64(l)
	}
	dirichlet.LogGamma(logs, before)
	bound = total(logs)
	dirichlet.Digamma(logs, before)
	for w, prior := range eta {
		own, row, b := lambda[w*k:(w+1)*k], logs[w*k:(w+1)*k], before[w*k:(w+1)*k]
		for j, p := range psi {
			row[j] -= p
			own[j] = T(row[j])
			b[j] = (prior - b[j]) * row[j]
		}
	}
	return bound + total(before)
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
