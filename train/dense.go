package train

import (
	"math"

	"gorgonia.org/tensor"
)

// float is an element type that parameters may have.
type float interface{ float32 | float64 }

// elements returns the backing slice of a contiguous tensor of element type T.
func elements[T float](d *tensor.Dense) []T {
	if d.RequiresIterator() {
		panic("train: tensor is not contiguous")
	}
	var zero T
	switch any(zero).(type) {
	case float32:
		return any(d.Float32s()).([]T)
	default:
		return any(d.Float64s()).([]T)
	}
}

// isFloat32 tells the two element types apart and panics at any other.
func isFloat32(d *tensor.Dense) bool {
	switch d.Dtype() {
	case tensor.Float32:
		return true
	case tensor.Float64:
		return false
	}
	panic("train: element type is neither float32 nor float64")
}

// sumSquares returns the sum of the squares of all elements, in float64 and in
// an order that depends on their number only.
func sumSquares(d *tensor.Dense) float64 {
	if isFloat32(d) {
		return sumSquaresOf(elements[float32](d))
	}
	return sumSquaresOf(elements[float64](d))
}

// sumSquaresOf keeps four sums so that the additions need not wait for each
// other.
func sumSquaresOf[T float](x []T) float64 {
	var s [4]float64
	for ; len(x) >= 4; x = x[4:] {
		a, b, c, d := float64(x[0]), float64(x[1]), float64(x[2]), float64(x[3])
		s[0] += a * a
		s[1] += b * b
		s[2] += c * c
		s[3] += d * d
	}
	for _, v := range x {
		s[0] += float64(v) * float64(v)
	}
	return (s[0] + s[1]) + (s[2] + s[3])
}

// scale multiplies all elements by a factor, in place.
func scale(d *tensor.Dense, factor float64) {
	if isFloat32(d) {
		scaleBy(elements[float32](d), float32(factor))
	} else {
		scaleBy(elements[float64](d), factor)
	}
}

func scaleBy[T float](x []T, factor T) {
	for i := range x {
		x[i] *= factor
	}
}

// firstNonFinite returns the first NaN or infinity among the elements, and
// whether there is one.
func firstNonFinite(d *tensor.Dense) (float64, bool) {
	if isFloat32(d) {
		return firstNonFiniteOf(elements[float32](d))
	}
	return firstNonFiniteOf(elements[float64](d))
}

func firstNonFiniteOf[T float](x []T) (float64, bool) {
	for _, v := range x {
		if !isFinite(float64(v)) {
			return float64(v), true
		}
	}
	return 0, false
}

func isFinite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }
