package variational

import (
	"encoding/json"
	"math"
	"testing"

	"pgregory.net/rapid"

	"arbelos/testdata"
)

// golden holds the reference values of variational EM and of variational Bayes.
type golden struct {
	SmoothedVB struct {
		Alpha, Eta float64
		Topics     int
		Vocab      int
		Counts     [][]float64 // [D, V]
		Lambda0    [][]float64 // [K, V]
		Iterations []struct {
			Gamma  [][]float64 // [D, K]
			ELBO   float64
			Lambda [][]float64 `json:"lambda_after_m_step"` // [K, V]
		}
	} `json:"smoothed_vb"`
	VariationalEM struct {
		Alpha0    []float64
		Phi0      [][]float64 // [K, V]
		Gamma     [][]float64 // [D, K]
		ELBO      []float64   // of each document
		Phi1      [][]float64 // [K, V]
		Alpha1    []float64
		Gradient1 []float64   `json:"alpha_gradient_at_alpha1"`
		Gradient0 []float64   `json:"alpha_gradient_at_alpha0"`
		Hessian0  [][]float64 `json:"alpha_hessian_at_alpha0"`
	} `json:"variational_em"`
}

func readGolden(t *testing.T) golden {
	t.Helper()
	text, err := testdata.FS.ReadFile("golden/lda.json")
	if err != nil {
		t.Fatal(err)
	}
	var g golden
	if err := json.Unmarshal(text, &g); err != nil {
		t.Fatal(err)
	}
	return g
}

// requireClose wants |got - want| <= eps (1 + |want|) everywhere.
func requireClose(t rapid.TB, what string, got, want []float64, eps float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s: found %d numbers, want %d", what, len(got), len(want))
	}
	for i, w := range want {
		if !(math.Abs(got[i]-w) <= eps*(1+math.Abs(w))) {
			t.Fatalf("%s, number %d: found %.15g, want %.15g", what, i, got[i], w)
		}
	}
}
