package layers

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"
)

// Draw returns an index with probability proportional to exp(logits). There is none,
// and ok is false, where no logit is finite or one is NaN or +Inf.
func Draw(r *rand.Rand, logits []float64) (index int, ok bool) {
	u := r.Float64()
	total := floats.LogSumExp(logits)
	if math.IsInf(total, 0) || math.IsNaN(total) {
		return 0, false
	}
	for i, v := range logits {
		p := math.Exp(v - total)
		if p == 0 {
			continue
		}
		index = i
		if u -= p; u < 0 {
			break
		}
	}
	return index, true
}
