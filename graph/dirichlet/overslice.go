package dirichlet

import "unsafe"

type float interface{ float32 | float64 }

// sliceFunc sets dst[i] to a function of x[i] for the i below n, a positive
// multiple of 8.
type sliceFunc func(n int, dst, x *float64)

// overSlice calls f for the elements of slices of one length; for float32 it is
// computed in float64.
func overSlice[T float](f sliceFunc, dst, x []T) {
	if len(dst) != len(x) {
		panic(errLength)
	}
	switch dst := any(dst).(type) {
	case []float64:
		overDoubles(f, dst, any(x).([]float64))
	case []float32:
		x := any(x).([]float32)
		var double [256]float64
		for from := 0; from < len(x); from += len(double) {
			part := x[from:min(from+len(double), len(x))]
			y := double[:len(part)]
			for i, v := range part {
				y[i] = float64(v)
			}
			overDoubles(f, y, y)
			for i, v := range y {
				dst[from+i] = float32(v)
			}
		}
	}
}

func overDoubles(f sliceFunc, dst, x []float64) {
	whole := len(x) &^ 7
	if whole > 0 {
		f(whole, &dst[0], &x[0])
	}
	if whole < len(x) {
		rest := [8]float64{1, 1, 1, 1, 1, 1, 1, 1}
		copy(rest[:], x[whole:])
		f(len(rest), &rest[0], &rest[0])
		copy(dst[whole:], rest[:])
	}
}

// each makes a sliceFunc of a function of one number.
func each(f func(float64) float64) sliceFunc {
	return func(n int, dst, x *float64) {
		to := unsafe.Slice(dst, n)
		for i, v := range unsafe.Slice(x, n) {
			to[i] = f(v)
		}
	}
}
