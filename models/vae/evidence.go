package vae

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"arbelos/graph"
)

// ErrNotKnown is returned where the evidence has no closed form.
var ErrNotKnown = errors.New("vae: the evidence is known of a linear Gaussian p alone")

// principal is a linear Gaussian p in numbers, s being its variance:
//
//	x ~ N(b, C), C = W W^T + s I
//	z | x ~ N(M^-1 W^T (x - b), s M^-1), M = W^T W + s I
//
// (Tipping and Bishop, 1999). C enters by way of M alone, which is small:
// log |C| = (D - L) log s + log |M| and C^-1 = (I - W M^-1 W^T) / s.
type principal struct {
	w    *mat.Dense // [D, L]
	b    []float64
	s    float64
	chol mat.Cholesky // of M
}

func (m *Model) principal() (*principal, error) {
	f, ok := m.p.(*linearGaussian)
	if !ok {
		return nil, ErrNotKnown
	}
	p := &principal{
		w: mat.NewDense(m.Data, m.Latent, graph.Float64s(f.net.Weight.Value)),
		b: graph.Float64s(f.net.Bias.Value),
		s: math.Exp(graph.Float64s(f.logVar.Value)[0]),
	}
	gram := mat.NewSymDense(m.Latent, nil)
	gram.SymOuterK(1, p.w.T())
	for i := range m.Latent {
		gram.SetSym(i, i, gram.At(i, i)+p.s)
	}
	if !finite(p.b) || !finite(gram.RawSymmetric().Data) || !p.chol.Factorize(gram) {
		return nil, fmt.Errorf("%w: covariance of p", ErrValues)
	}
	return p, nil
}

// Evidence returns log p(x) of every item, exactly, of a Linear model; of others
// the error is ErrNotKnown.
func (m *Model) Evidence(x [][]float64) ([]float64, error) {
	p, err := m.principal()
	if err != nil {
		return nil, err
	}
	if _, err := m.flatten(x); err != nil {
		return nil, err
	}
	d := float64(m.Data)
	logDet := (d-float64(m.Latent))*math.Log(p.s) + p.chol.LogDet()
	logs := make([]float64, len(x))
	for i, row := range x {
		away, projected, mean := p.explain(row)
		squares := (mat.Dot(away, away) - mat.Dot(projected, mean)) / p.s
		logs[i] = -0.5 * (d*math.Log(2*math.Pi) + logDet + squares)
	}
	return logs, nil
}

// explain returns x - b, W^T (x - b) and the posterior mean.
func (p *principal) explain(x []float64) (away, projected, mean *mat.VecDense) {
	away = mat.NewVecDense(len(x), nil)
	away.SubVec(mat.NewVecDense(len(x), x), mat.NewVecDense(len(x), p.b))
	projected, mean = new(mat.VecDense), new(mat.VecDense)
	projected.MulVec(p.w.T(), away)
	if err := p.chol.SolveVecTo(mean, projected); err != nil && !errors.As(err, new(mat.Condition)) {
		panic(err) // the sizes are the model's own
	}
	return away, projected, mean
}

// Posterior is p(z|x) of a Linear model: a mean for each item and one covariance for
// all, [L][L].
type Posterior struct{ Mean, Covariance [][]float64 }

// Posterior returns the exact posterior of every item; see Evidence.
func (m *Model) Posterior(x [][]float64) (*Posterior, error) {
	p, err := m.principal()
	if err != nil {
		return nil, err
	}
	if _, err := m.flatten(x); err != nil {
		return nil, err
	}
	var inverse mat.SymDense
	if err := p.chol.InverseTo(&inverse); err != nil && !errors.As(err, new(mat.Condition)) {
		return nil, err
	}
	post := &Posterior{}
	for i := range m.Latent {
		row := make([]float64, m.Latent)
		for j := range row {
			row[j] = p.s * inverse.At(i, j)
		}
		post.Covariance = append(post.Covariance, row)
	}
	for _, row := range x {
		_, _, mean := p.explain(row)
		post.Mean = append(post.Mean, mean.RawVector().Data)
	}
	return post, nil
}
