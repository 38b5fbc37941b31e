package train

import (
	"fmt"
	"math"
	"slices"

	"arbelos/graph"

	"gorgonia.org/tensor"
)

// Adam's constants: the defaults of the paper and of PyTorch.
const (
	adamBeta1   = 0.9
	adamBeta2   = 0.999
	adamEpsilon = 1e-8
)

// Adam is the rule of Kingma and Ba (ICLR 2015, algorithm 1), ascending. With
// gradient g, at the t-th step from 1,
//
//	m <- b1 m + (1 - b1) g          b1 = 0.9
//	v <- b2 v + (1 - b2) g^2        b2 = 0.999
//	x <- x + rate (m / (1 - b1^t)) / (sqrt(v / (1 - b2^t)) + 1e-8)
//
// As in the algorithm's statement and in torch.optim.Adam, 1e-8 is added after
// the root and after the correction of v. The moments have the element type of
// their parameter and start from zero. A zero gradient still moves a parameter
// that has momentum; a parameter that must stay put belongs to a group which
// is not trained.
type Adam struct {
	steps int
	m, v  map[string]*tensor.Dense // by the parameter's name
}

// Step implements Optimiser.
func (o *Adam) Step(rate float64, params []*graph.Param, grads []*tensor.Dense) {
	checkFits(params, grads)
	if o.m == nil {
		o.m, o.v = map[string]*tensor.Dense{}, map[string]*tensor.Dense{}
	}
	o.steps++
	for i, p := range params {
		m, v := o.m[p.Name], o.v[p.Name]
		if m == nil {
			m, v = zerosLike(p.Value), zerosLike(p.Value)
			o.m[p.Name], o.v[p.Name] = m, v
		}
		if isFloat32(p.Value) {
			adamStep[float32](rate, o.steps, p.Value, m, v, grads[i])
		} else {
			adamStep[float64](rate, o.steps, p.Value, m, v, grads[i])
		}
	}
}

func adamStep[T float](rate float64, t int, value, moment1, moment2, grad *tensor.Dense) {
	x, m, v := elements[T](value), elements[T](moment1), elements[T](moment2)
	m, v = m[:len(x)], v[:len(x)]
	var g []T
	if grad != nil {
		g = elements[T](grad)[:len(x)]
	}
	// The two corrections are folded into one factor each, computed in float64.
	step := T(rate / (1 - math.Pow(adamBeta1, float64(t))))
	root := T(1 / math.Sqrt(1-math.Pow(adamBeta2, float64(t))))
	var gi T
	for i := range x {
		if g != nil {
			gi = g[i]
		}
		m[i] = T(adamBeta1*m[i]) + T((1-adamBeta1)*gi)
		v[i] = T(adamBeta2*v[i]) + T(T((1-adamBeta2)*gi)*gi)
		x[i] += step * m[i] / (T(T(math.Sqrt(float64(v[i])))*root) + adamEpsilon)
	}
}

// State implements Optimiser. The tensors are "m/" and "v/" before the name of
// each parameter; there are none before the first step.
func (o *Adam) State() OptimiserState {
	s := OptimiserState{Rule: "adam", Steps: o.steps, Tensors: map[string]*tensor.Dense{}}
	for name := range o.m {
		s.Tensors["m/"+name] = o.m[name]
		s.Tensors["v/"+name] = o.v[name]
	}
	return s
}

// Restore implements Optimiser.
func (o *Adam) Restore(s OptimiserState, params []*graph.Param) error {
	if s.Rule != "adam" {
		return fmt.Errorf("optimiser: found %q, expected \"adam\"", s.Rule)
	}
	restored := Adam{steps: s.Steps}
	if s.Steps == 0 {
		params = nil // moments are made by the first step
	} else {
		restored.m, restored.v = map[string]*tensor.Dense{}, map[string]*tensor.Dense{}
	}
	for _, p := range params {
		for _, moment := range []struct {
			name string
			of   map[string]*tensor.Dense
		}{{"m/", restored.m}, {"v/", restored.v}} {
			d, ok := s.Tensors[moment.name+p.Name]
			if !ok {
				return fmt.Errorf("optimiser adam: found no tensor %q", moment.name+p.Name)
			}
			if !slices.Equal(d.Shape(), p.Value.Shape()) || d.Dtype() != p.Value.Dtype() {
				return fmt.Errorf("optimiser adam: found %q of %s, expected %s", moment.name+p.Name, describe(d), describe(p.Value))
			}
			moment.of[p.Name] = d.Clone().(*tensor.Dense)
		}
	}
	if found, want := len(s.Tensors), 2*len(params); found != want {
		return fmt.Errorf("optimiser adam: found %d tensors of state, expected %d", found, want)
	}
	*o = restored
	return nil
}

func zerosLike(d *tensor.Dense) *tensor.Dense {
	return tensor.New(tensor.Of(d.Dtype()), tensor.WithShape(d.Shape()...))
}
