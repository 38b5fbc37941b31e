package lda

import (
	"fmt"
	"math"
)

// Kind says what the numbers of [Topics] are.
type Kind int

const (
	// Point topics are estimates of the distributions phi themselves: each row
	// sums to 1 and may hold zeros. Gibbs sampling and variational EM give them.
	Point Kind = iota
	// Dirichlet topics are the parameters lambda of q(phi_k) = Dirichlet(lambda_k),
	// all positive. Variational Bayes gives them.
	Dirichlet
)

func (k Kind) String() string {
	switch k {
	case Point:
		return "point"
	case Dirichlet:
		return "dirichlet"
	}
	return fmt.Sprintf("Kind(%d)", int(k))
}

// Topics is what is known of the topics' word distributions: K rows of V numbers,
// row after row, whose meaning is Kind.
type Topics struct {
	Kind   Kind
	K, V   int
	Values []float64
}

// Row returns the numbers of topic k, not a copy of them.
func (t Topics) Row(k int) []float64 { return t.Values[k*t.V : (k+1)*t.V] }

// Phi returns the word distributions [K, V], row after row, as a fresh slice: point
// topics as they are, Dirichlet ones by their mean lambda_kw / sum_v lambda_kv.
func (t Topics) Phi() []float64 {
	phi := make([]float64, len(t.Values))
	for k := range t.K {
		t.phiRow(phi[k*t.V:(k+1)*t.V], k)
	}
	return phi
}

// PhiRow returns the word distribution [V] of topic k, as [Topics.Phi] does.
func (t Topics) PhiRow(k int) []float64 {
	row := make([]float64, t.V)
	t.phiRow(row, k)
	return row
}

func (t Topics) phiRow(dst []float64, k int) {
	row := t.Row(k)
	if t.Kind == Point {
		copy(dst, row)
		return
	}
	dirichletMean(dst, row)
}

// rowSumTolerance is how far from 1 a row of point topics may sum: float32
// files of a large vocabulary still pass, rows of another meaning do not.
const rowSumTolerance = 1e-3

func (t Topics) check() error {
	if t.Kind != Point && t.Kind != Dirichlet {
		return &ModelError{Found: "topics of kind " + t.Kind.String(), Expected: fmt.Sprintf("%v or %v", Point, Dirichlet)}
	}
	for k := range t.K {
		var sum float64
		for w, v := range t.Row(k) {
			if t.Kind == Dirichlet && !positive(v) {
				return &ModelError{Found: fmt.Sprintf("lambda[%d,%d] = %v", k, w, v), Expected: "a finite number above 0"}
			}
			if t.Kind == Point && !(v >= 0 && v <= 1) {
				return &ModelError{Found: fmt.Sprintf("phi[%d,%d] = %v", k, w, v), Expected: "a probability"}
			}
			sum += v
		}
		if t.Kind == Point && math.Abs(sum-1) > rowSumTolerance {
			return &ModelError{Found: fmt.Sprintf("topic %d with probabilities that sum to %v", k, sum), Expected: "1"}
		}
	}
	return nil
}
