package train

import (
	"math"
	"strings"

	"gorgonia.org/tensor"
)

// Clip bounds the norm of the gradients of several groups taken as one vector.
// URNNG has two: its generative network and action head ("p", "action") at 5,
// its inference network ("q") at 1.
type Clip struct {
	Groups []string
	// MaxNorm is the bound; 0 or less measures the norm and leaves the
	// gradients alone.
	MaxNorm float64
}

// String joins the groups' names with "+": the key of the norm in records.
func (c Clip) String() string { return strings.Join(c.Groups, "+") }

// ClipNorm returns the Euclidean norm of all gradients taken as one vector,
// nil ones being zero, and scales them in place by max/(norm + 1e-6) where
// that is below 1. This is torch.nn.utils.clip_grad_norm_. The squares are
// summed in float64 in a fixed order. Nothing is scaled where max is 0 or less
// or the norm is NaN or infinite.
func ClipNorm(grads []*tensor.Dense, max float64) float64 {
	var squares float64
	for _, g := range grads {
		if g != nil {
			squares += sumSquares(g)
		}
	}
	norm := math.Sqrt(squares)
	factor := max / (norm + 1e-6)
	if max <= 0 || !isFinite(norm) || factor >= 1 {
		return norm
	}
	for _, g := range grads {
		if g != nil {
			scale(g, factor)
		}
	}
	return norm
}
