package diagnostics

import (
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"arbelos/graph"
)

func near(t testing.TB, what string, got, want, tol float64) {
	t.Helper()
	if got != want && !(math.Abs(got-want) <= tol*(1+math.Abs(want))) {
		t.Errorf("%s: got %.10g, want %.10g", what, got, want)
	}
}

// mustFail holds an error to be an *InputError that has all parts.
func mustFail(t testing.TB, what string, err error, parts ...string) {
	t.Helper()
	var input *InputError
	if !errors.As(err, &input) {
		t.Errorf("%s: got error %v, want an *InputError", what, err)
		return
	}
	for _, p := range parts {
		if !strings.Contains(err.Error(), p) {
			t.Errorf("%s: %q does not say %q", what, err, p)
		}
	}
}

// gaussianWeights draws log-weights of z ~ N(mean, sd^2) for the target N(0, 1)
// times evidence: importance weights whose every moment is known.
func gaussianWeights(r *rand.Rand, n int, mean, sd, logEvidence float64) []float64 {
	out := make([]float64, n)
	for i := range out {
		e := r.NormFloat64()
		z := mean + sd*e
		out[i] = logEvidence - z*z/2 + e*e/2 + math.Log(sd)
	}
	return out
}

func testRand(keys ...uint64) *rand.Rand { return graph.Rand(11, "diagnostics", keys...) }

var nan, inf = math.NaN(), math.Inf(1)
