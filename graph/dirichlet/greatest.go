package dirichlet

import (
	"math"
	"unsafe"
)

// greatestFunc is Greatest of n elements, a positive multiple of 64 bytes.
type greatestFunc[T float] func(n int, x *T) T

// Greatest returns the greatest element of x, leaving NaN out, or -Inf.
func Greatest[T float](x []T) T {
	f, ok := any(chosen.greatest64).(greatestFunc[T])
	if !ok {
		f = any(chosen.greatest32).(greatestFunc[T])
	}
	return greatestBy(f, x)
}

func greatestBy[T float](f greatestFunc[T], x []T) T {
	top := T(math.Inf(-1))
	if whole := len(x) / Width[T](1) * Width[T](1); whole > 0 {
		top, x = f(whole, &x[0]), x[whole:]
	}
	for _, v := range x {
		if v > top {
			top = v
		}
	}
	return top
}

func greatestInGo[T float](n int, x *T) T {
	top := T(math.Inf(-1))
	for _, v := range unsafe.Slice(x, n) {
		if v > top {
			top = v
		}
	}
	return top
}
