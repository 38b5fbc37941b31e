package layers

import (
	"math"

	"arbelos/graph"
)

// The definitions of the layers, one vector at a time and in plain Go, for the
// tests to hold the graphs to.

func naiveLinear(l Linear, x []float64) []float64 {
	w, y := l.Weight.Value.Float64s(), append([]float64(nil), l.Bias.Value.Float64s()...)
	for i := range y {
		for j, v := range x {
			y[i] += w[i*len(x)+j] * v
		}
	}
	return y
}

func naiveSigmoid(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

// naiveLSTM returns the state after h, c on the input x.
func naiveLSTM(l LSTM, x, h, c []float64) (hNext, cNext []float64) {
	n := len(h)
	recurrent := Linear{l.StateWeight, &graph.Param{Value: graph.Zero(graph.Float64, 4*n)}}
	a, b := naiveLinear(Linear{l.InWeight, l.Bias}, x), naiveLinear(recurrent, h)
	for j := range n {
		in, forget, out, cell := a[j]+b[j], a[n+j]+b[n+j], a[2*n+j]+b[2*n+j], a[3*n+j]+b[3*n+j]
		cNext = append(cNext, naiveSigmoid(forget)*c[j]+naiveSigmoid(in)*math.Tanh(cell))
		hNext = append(hNext, naiveSigmoid(out)*math.Tanh(cNext[j]))
	}
	return hNext, cNext
}

// naiveSequence returns the h of a whole sequence.
func naiveSequence(l LSTM, xs [][]float64) (hs [][]float64) {
	h, c := make([]float64, l.width()), make([]float64, l.width())
	for _, x := range xs {
		h, c = naiveLSTM(l, x, h, c)
		hs = append(hs, h)
	}
	return hs
}

// naiveCompose returns the parent of two children.
func naiveCompose(t TreeLSTM, hLeft, cLeft, hRight, cRight []float64) (h, c []float64) {
	n := len(hLeft)
	a := naiveLinear(t.Linear, append(append([]float64(nil), hRight...), hLeft...))
	for j := range n {
		in, forgetRight, forgetLeft, out, cell := a[j], a[n+j], a[2*n+j], a[3*n+j], a[4*n+j]
		c = append(c, naiveSigmoid(in)*math.Tanh(cell)+naiveSigmoid(forgetRight)*cRight[j]+naiveSigmoid(forgetLeft)*cLeft[j])
		h = append(h, naiveSigmoid(out)*math.Tanh(c[j]))
	}
	return h, c
}

// naiveLayerNorm normalises one row. It also returns the row's deviation.
func naiveLayerNorm(x, gain, bias []float64) (y []float64, deviation float64) {
	n := float64(len(x))
	var sum, squares float64
	for _, v := range x {
		sum += v
	}
	for _, v := range x {
		squares += (v - sum/n) * (v - sum/n)
	}
	for i, v := range x {
		y = append(y, gain[i]*(v-sum/n)/math.Sqrt(squares/n+1e-5)+bias[i])
	}
	return y, math.Sqrt(squares / n)
}

// rows cuts a matrix of width columns into its rows.
func rows(x []float64, width int) [][]float64 {
	var out [][]float64
	for ; len(x) > 0; x = x[width:] {
		out = append(out, x[:width])
	}
	return out
}

// flat is the inverse of rows.
func flat(rows [][]float64) []float64 {
	var out []float64
	for _, r := range rows {
		out = append(out, r...)
	}
	return out
}
