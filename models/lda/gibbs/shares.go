package gibbs

import (
	"math"
	"math/rand/v2"
	"slices"

	"arbelos/graph"
)

// drawShares draws, for each topic, its mass in the words of each block, from
// Dirichlet(n_kb + sum of beta over b): a row of topics for each block.
func (s *Sampler) drawShares(round int) [][]float64 {
	blocks, topics := s.tokens.blocks, s.options.Topics
	shares := make([][]float64, blocks)
	for b := range shares {
		shares[b] = slices.Repeat([]float64{1}, topics)
	}
	if blocks == 1 {
		return shares
	}
	rng := graph.Rand(s.options.Seed, "lda gibbs shares", uint64(s.sweep), uint64(round))
	logs := make([]float64, blocks)
	for k := range topics {
		for b := range blocks {
			logs[b] = logGamma(rng, s.nk[b][k]+s.betaSum[b])
		}
		// In logarithms, since gamma variates of small shapes fall below what a
		// float64 holds.
		largest := slices.Max(logs)
		var total float64
		for b := range blocks {
			logs[b] = math.Exp(logs[b] - largest)
			total += logs[b]
		}
		for b := range blocks {
			shares[b][k] = logs[b] / total
		}
	}
	return shares
}

// logGamma draws the logarithm of a gamma variate of the given shape and scale 1
// (Marsaglia and Tsang, A simple method for generating gamma variables, 2000).
func logGamma(rng *rand.Rand, shape float64) float64 {
	if shape < 1 {
		return logGamma(rng, shape+1) + math.Log(1-rng.Float64())/shape
	}
	d := shape - 1.0/3
	c := 1 / math.Sqrt(9*d)
	for {
		x := rng.NormFloat64()
		root := 1 + c*x
		if root <= 0 {
			continue
		}
		v := root * root * root
		if math.Log(1-rng.Float64()) < x*x/2+d*(1-v+math.Log(v)) {
			return math.Log(d * v)
		}
	}
}
