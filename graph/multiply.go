package graph

// multiply adds op(a) op(b) to beta c, for c [m, n] and k terms a sum, where op
// transposes if ta (tb) is set. beta is 0 or 1.
func multiply[T Float](m, n, k int, a []T, ta bool, b []T, tb bool, beta T, c []T) {
	g := gemm{m: m, n: n, k: k, ta: ta, tb: tb}
	switch c := any(c).(type) {
	case []float32:
		g.float32(float32(beta), any(a).([]float32), any(b).([]float32), c)
	case []float64:
		g.float64(float64(beta), any(a).([]float64), any(b).([]float64), c)
	}
}
