package lda

import (
	"errors"
	"math"
	"slices"
	"testing"
)

func model() *Model {
	return &Model{
		Alpha: []float64{0.5, 2}, Eta: []float64{0.1},
		Topics: Topics{K: 2, V: 3, Values: []float64{0.5, 0.25, 0.25, 0, 1, 0}},
	}
}

func TestModelCheck(t *testing.T) {
	for name, change := range map[string]func(*Model){
		"point":      func(m *Model) {},
		"vector eta": func(m *Model) { m.Eta = []float64{1, 2, 3} },
		"no eta":     func(m *Model) { m.Eta = nil },
		"dirichlet":  func(m *Model) { m.Topics.Kind, m.Topics.Values = Dirichlet, []float64{5, 2, 1, 0.1, 0.1, 9} },
	} {
		m := model()
		change(m)
		if err := m.Check(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name, change := range map[string]func(*Model){
		"size":             func(m *Model) { m.Topics.V = 4 },
		"no topics":        func(m *Model) { m.Topics.K = 0 },
		"no words":         func(m *Model) { m.Topics.V, m.Topics.Values = 0, nil },
		"huge":             func(m *Model) { m.Topics.K, m.Topics.V = 1<<62, 4 },
		"short alpha":      func(m *Model) { m.Alpha = []float64{1} },
		"zero alpha":       func(m *Model) { m.Alpha[1] = 0 },
		"infinite alpha":   func(m *Model) { m.Alpha[0] = math.Inf(1) },
		"eta of 2":         func(m *Model) { m.Eta = []float64{1, 1} },
		"NaN eta":          func(m *Model) { m.Eta[0] = math.NaN() },
		"unknown kind":     func(m *Model) { m.Topics.Kind = 7 },
		"row sum":          func(m *Model) { m.Topics.Values[0] = 0.6 },
		"negative":         func(m *Model) { m.Topics.Values[0], m.Topics.Values[1] = -0.25, 1 },
		"NaN":              func(m *Model) { m.Topics.Values[0] = math.NaN() },
		"zero in lambda":   func(m *Model) { m.Topics.Kind = Dirichlet },
		"infinite lambda":  func(m *Model) { m.Topics.Kind, m.Topics.Values = Dirichlet, []float64{1, 1, 1, 1, math.Inf(1), 1} },
		"counts, not phis": func(m *Model) { m.Topics.Values[0] = 3 },
	} {
		m := model()
		change(m)
		if err := m.Check(); !errors.Is(err, ErrModel) || !errors.As(err, new(*ModelError)) {
			t.Errorf("%s: got %v", name, err)
		}
	}
}

func TestPhi(t *testing.T) {
	m := model()
	phi := m.Topics.Phi()
	if !slices.Equal(phi, m.Topics.Values) || &phi[0] == &m.Topics.Values[0] {
		t.Errorf("got %v", phi)
	}
	m.Topics = Topics{Kind: Dirichlet, K: 2, V: 2, Values: []float64{1, 3, 2, 2}}
	if got := m.Topics.Phi(); !slices.Equal(got, []float64{0.25, 0.75, 0.5, 0.5}) {
		t.Errorf("got %v", got)
	}
	if got := m.Topics.PhiRow(1); !slices.Equal(got, []float64{0.5, 0.5}) {
		t.Errorf("got %v", got)
	}
}

func TestDirichletMean(t *testing.T) {
	if got := DirichletMean([]float64{1, 2, 5}); !slices.Equal(got, []float64{0.125, 0.25, 0.625}) {
		t.Errorf("got %v", got)
	}
}
