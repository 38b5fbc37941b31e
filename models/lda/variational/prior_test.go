package variational

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/diff/fd"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/mathext"
	"pgregory.net/rapid"
)

// evidenceOf sums the expectations of log theta over documents by the definition.
func evidenceOf(gammas [][]float64) Evidence {
	e := Evidence{N: float64(len(gammas)), Logs: make([]float64, len(gammas[0]))}
	for _, gamma := range gammas {
		for k, g := range gamma {
			e.Logs[k] += mathext.Digamma(g) - mathext.Digamma(total(gamma))
		}
	}
	return e
}

func TestPriorAgainstReferenceValues(t *testing.T) {
	em := readGolden(t).VariationalEM
	e := evidenceOf(em.Gamma)
	requireClose(t, "gradient at the first alpha", e.Gradient(em.Alpha0), em.Gradient0, 1e-9)
	requireClose(t, "gradient at the best alpha", e.Gradient(em.Alpha1), em.Gradient1, 1e-9)
	q, z := e.Hessian(em.Alpha0)
	for k, row := range em.Hessian0 {
		got := make([]float64, len(row))
		for l := range row {
			if got[l] = z; k == l {
				got[l] += q[k]
			}
		}
		requireClose(t, "a row of the Hessian", got, row, 1e-9)
	}
	requireClose(t, "best alpha", e.Maximise(em.Alpha0), em.Alpha1, 1e-6)
}

// drawEvidence draws documents' gammas, small and large.
func drawEvidence(t *rapid.T) Evidence {
	k := rapid.IntRange(2, 6).Draw(t, "topics")
	gammas := make([][]float64, rapid.IntRange(2, 8).Draw(t, "documents"))
	for d := range gammas {
		gammas[d] = make([]float64, k)
		for j := range gammas[d] {
			gammas[d][j] = math.Exp(rapid.Float64Range(-4, 4).Draw(t, "log gamma"))
		}
	}
	return evidenceOf(gammas)
}

func drawAlpha(t *rapid.T, k int) []float64 {
	alpha := make([]float64, k)
	for j := range alpha {
		alpha[j] = math.Exp(rapid.Float64Range(-3, 2).Draw(t, "log alpha"))
	}
	return alpha
}

// The gradient, its plus before the sum over documents included, is that of the
// bound, and the Hessian that of the gradient.
func TestPriorDerivatives(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e := drawEvidence(t)
		alpha := drawAlpha(t, len(e.Logs))
		scale := 1e-4 * alpha[0]
		for _, a := range alpha {
			scale = min(scale, 1e-4*a)
		}
		want := fd.Gradient(nil, e.Bound, alpha, &fd.Settings{Formula: fd.Central, Step: scale})
		requireClose(t, "gradient", e.Gradient(alpha), want, 1e-4)
		var h mat.Dense
		h.ReuseAs(len(alpha), len(alpha))
		fd.Jacobian(&h, func(y, x []float64) { copy(y, e.Gradient(x)) }, alpha, &fd.JacobianSettings{Formula: fd.Central, Step: scale})
		q, z := e.Hessian(alpha)
		for k := range alpha {
			row := make([]float64, len(alpha))
			for l := range row {
				if row[l] = z; k == l {
					row[l] += q[k]
				}
			}
			requireClose(t, "row of the Hessian", row, mat.Row(nil, k, &h), 1e-4)
		}
	})
}

// The linear-time step is the solution of H step = -g, and goes up.
func TestPriorAscent(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e := drawEvidence(t)
		alpha := drawAlpha(t, len(e.Logs))
		k := len(alpha)
		q, z := e.Hessian(alpha)
		h := mat.NewDense(k, k, nil)
		for i := range k {
			for j := range k {
				h.Set(i, j, z)
			}
			h.Set(i, i, z+q[i])
		}
		g := mat.NewVecDense(k, e.Gradient(alpha))
		var want mat.VecDense
		if err := want.SolveVec(h, g); err != nil {
			t.Skip("ill-conditioned")
		}
		want.ScaleVec(-1, &want)
		step := e.Ascent(alpha)
		requireClose(t, "step", step, want.RawVector().Data, 1e-6)
		if up := mat.Dot(g, mat.NewVecDense(k, step)); up < 0 {
			t.Fatalf("the step goes down: its product with the gradient is %v", up)
		}
	})
}

// From anywhere Newton's method reaches the point where the gradient vanishes,
// which lies above the start and its neighbours. That point is no alpha that
// sums to K.
func TestPriorMaximise(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e := drawEvidence(t)
		start := drawAlpha(t, len(e.Logs))
		best := e.Maximise(start)
		for k, g := range e.Gradient(best) {
			if scale := e.N * (1 + 1/best[k]); math.Abs(g) > 1e-6*scale {
				t.Fatalf("gradient %v at %v", g, best)
			}
		}
		other := e.Maximise(drawAlpha(t, len(e.Logs)))
		requireClose(t, "from two starts", other, best, 1e-5)
		if e.Bound(best) < e.Bound(start)-1e-9*math.Abs(e.Bound(start)) {
			t.Fatalf("the bound fell from %v to %v", e.Bound(start), e.Bound(best))
		}
		renormalised := make([]float64, len(best))
		for k, a := range best {
			renormalised[k] = a * float64(len(best)) / total(best)
		}
		if math.Abs(total(best)-float64(len(best))) > 1e-3 && e.Bound(renormalised) >= e.Bound(best) {
			t.Fatalf("alpha scaled to sum to K, %v, is above %v", renormalised, best)
		}
	})
}

func TestPriorMaximiseSymmetric(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e := drawEvidence(t)
		k := len(e.Logs)
		bound := func(a float64) float64 {
			alpha := make([]float64, k)
			for j := range alpha {
				alpha[j] = a
			}
			return e.Bound(alpha)
		}
		best := e.MaximiseSymmetric(drawAlpha(t, 1)[0])
		for _, factor := range []float64{0.5, 0.9, 0.999, 1.001, 1.1, 2} {
			if bound(best*factor) > bound(best) {
				t.Fatalf("%v is above %v", best*factor, best)
			}
		}
	})
}

// A prior of one dimension is not learned: nothing depends on it.
func TestPriorOfOneDimension(t *testing.T) {
	e := Evidence{N: 3, Logs: []float64{0}}
	for name, got := range map[string][]float64{"learned": e.Learn([]float64{0.3}), "moved": e.Move([]float64{0.3}, 0.5)} {
		requireClose(t, name, got, []float64{0.3}, 0)
	}
}
