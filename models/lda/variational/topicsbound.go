package variational

import (
	"gorgonia.org/tensor"

	"arbelos/graph"
	"arbelos/graph/dirichlet"
)

// chunkWords is how many words of a table are worked on at a time where its terms
// would be several tables.
const chunkWords = 32

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
		words := newWordLogs(k)
		for c := from; c < to; c++ {
			prior := eta[c*chunkWords : min((c+1)*chunkWords, v)]
			if n := len(prior) * k; lambda.Dtype() == graph.Float32 {
				chunks[c] = toLogsAndBound(lambda.Float32s()[c*chunkWords*k:][:n], prior, psi, words)
			} else {
				chunks[c] = toLogsAndBound(lambda.Float64s()[c*chunkWords*k:][:n], prior, psi, words)
			}
		}
	})
	return bound + total(chunks), nil
}

// wordLogs are buffers for the rows of a chunk: of those elements of lambda that are
// not the prior. Most are, where documents speak of few topics.
type wordLogs struct {
	topics               []int32
	lambda, logs         []float64
	ends                 [chunkWords]int     // of the words' elements in these
	prior, logGamma, psi [chunkWords]float64 // of the words
}

func newWordLogs(k int) *wordLogs {
	n := chunkWords * k
	return &wordLogs{topics: make([]int32, n), lambda: make([]float64, n), logs: make([]float64, n)}
}

// toLogsAndBound does the rows of some words.
func toLogsAndBound[T graph.Float](lambda []T, eta, psi []float64, w *wordLogs) (bound float64) {
	k, n := len(psi), 0
	for i, prior := range eta {
		w.prior[i] = float64(T(prior))
		for j, l := range lambda[i*k : (i+1)*k] {
			w.topics[n], w.lambda[n] = int32(j), float64(l)
			if l != T(prior) {
				n++
			}
		}
		w.ends[i] = n
	}
	others, logs := w.lambda[:n], w.logs[:n]
	dirichlet.LogGamma(w.logGamma[:len(eta)], w.prior[:len(eta)])
	dirichlet.LogGamma(logs, others)
	bound = total(logs)
	dirichlet.Digamma(w.psi[:len(eta)], w.prior[:len(eta)])
	dirichlet.Digamma(logs, others)
	from := 0
	for i, prior := range eta {
		own := lambda[i*k : (i+1)*k]
		for j, p := range psi {
			own[j] = T(w.psi[i] - p)
		}
		to := w.ends[i]
		bound += float64(k-to+from) * w.logGamma[i]
		for at, j := range w.topics[from:to] {
			log := logs[from+at] - psi[j]
			own[j] = T(log)
			bound += (prior - others[from+at]) * log
		}
		from = to
	}
	return bound
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
