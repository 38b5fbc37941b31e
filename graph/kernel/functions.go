package kernel

import "math"

// Exp sets dst[i] to exp(x[i]), within 2 units in the last place. NaN stays NaN,
// what is too large becomes +Inf, and what is below the least normal number may
// become 0. dst must be as long as x and either x itself or apart from it.
func Exp[T float](dst, x []T) { ExpSub(dst, x, 0) }

// ExpSub sets dst[i] to exp(x[i]-shift), like Exp. With the log-sum-exp of x as
// the shift dst is the softmax of x.
func ExpSub[T float](dst, x []T, shift T) {
	if sameLength(dst, x) {
		chosen[T]().expSub(len(x), &dst[0], &x[0], shift)
	}
}

// Sigmoid sets dst[i] to 1/(1+exp(-x[i])), within 2 units in the last place;
// what is below the least normal number may become 0. dst must be as long as x
// and either x itself or apart from it.
func Sigmoid[T float](dst, x []T) {
	if sameLength(dst, x) {
		chosen[T]().sigmoid(len(x), &dst[0], &x[0])
	}
}

// Tanh sets dst[i] to tanh(x[i]), within 2 units in the last place. dst must be
// as long as x and either x itself or apart from it.
func Tanh[T float](dst, x []T) {
	if sameLength(dst, x) {
		chosen[T]().tanh(len(x), &dst[0], &x[0])
	}
}

// MaxSumExp returns the greatest element of x and the sum of exp(x[i]-max), so
// that max + log(sum) is the logarithm of the sum of exp(x[i]). Of no elements
// and of nothing but -Inf that is -Inf, with an element of +Inf it is +Inf, and
// with a NaN sum is NaN. The order of the sum depends on len(x) alone.
func MaxSumExp[T float](x []T) (largest, sum T) {
	return maxSumExp(&chosen[T]().functions, x)
}

func maxSumExp[T float](f *functions[T], x []T) (largest, sum T) {
	if len(x) == 0 {
		return T(math.Inf(-1)), 0
	}
	largest = f.maximum(len(x), &x[0])
	shift := largest
	if math.IsInf(float64(largest), 0) {
		shift = 0 // Inf-Inf is NaN; unshifted, infinities sum to what they should
	}
	return largest, f.sumExp(len(x), &x[0], shift)
}

// LogSumExp returns the logarithm of the sum of exp(x[i]), without overflow.
func LogSumExp[T float](x []T) T {
	largest, sum := MaxSumExp(x)
	return largest + T(math.Log(float64(sum)))
}

const errLength = "kernel: slices of different lengths"

// sameLength says whether there is anything to do.
func sameLength[T float](dst, x []T) bool {
	if len(dst) != len(x) {
		panic(errLength)
	}
	return len(x) > 0
}
