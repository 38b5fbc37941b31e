package dirichlet

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

func TestGreatest(t *testing.T) {
	for _, impl := range all {
		t.Run("float32/"+impl.name, func(t *testing.T) { checkGreatest(t, impl.greatest32) })
		t.Run("float64/"+impl.name, func(t *testing.T) { checkGreatest(t, impl.greatest64) })
	}
}

func checkGreatest[T float](t *testing.T, f greatestFunc[T]) {
	numbers := rapid.OneOf(rapid.Float32(), rapid.SampledFrom([]float32{float32(math.Inf(1)), float32(math.Inf(-1)), float32(math.NaN())}))
	rapid.Check(t, func(t *rapid.T) {
		x := make([]T, rapid.IntRange(0, 70).Draw(t, "length"))
		want := math.Inf(-1)
		for i := range x {
			x[i] = T(numbers.Draw(t, "x"))
			if v := float64(x[i]); v > want {
				want = v
			}
		}
		if got := greatestBy(f, x); float64(got) != want {
			t.Fatalf("found %v, want %v", got, want)
		}
	})
}
