package graph

import (
	"fmt"
	"testing"

	"gorgonia.org/tensor"
	"pgregory.net/rapid"
)

// Steps of any sizes, one after the other, have the bits of machines of their own; a
// step works in what the one before gave back.
func TestMachines(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := NewMachines(tensor.Float64)
		for range rapid.IntRange(1, 6).Draw(t, "steps") {
			n := rapid.IntRange(1, 30).Draw(t, "n")
			step := func(mac *Machine) []float64 {
				x := Input(New(), "x", Uniform(Rand(1, "test", uint64(n)), tensor.Float64, 1, n, n))
				y := Exp(MatMul(x, Exp(x), false, true))
				if err := mac.Finish(y); err != nil {
					t.Fatal(err)
				}
				return append([]float64(nil), Float64s(mac.Value(y))...)
			}
			requireSameBits(t, fmt.Sprint(n), step(m.Next()), step(NewMachine(tensor.Float64, NewPool())))
			if rapid.Bool().Draw(t, "release") {
				m.Release()
				m.Release()
			}
		}
	})
}

// The memory of a step serves the next: ten equal ones make as many buffers as one.
func TestMachinesReuse(t *testing.T) {
	m := NewMachines(tensor.Float64)
	var first int
	for i := range 10 {
		x := Input(New(), "x", Uniform(Rand(1, "test"), tensor.Float64, 1, 8, 8))
		if err := m.Next().Finish(Exp(MatMul(x, Exp(x), false, true))); err != nil {
			t.Fatal(err)
		}
		m.Release()
		buffers := 0
		for _, class := range m.pool.f64 {
			buffers += len(class)
		}
		if i == 0 {
			first = buffers
		}
		if buffers != first || first == 0 {
			t.Fatalf("%d buffers after step %d, %d after the first", buffers, i+1, first)
		}
	}
}
