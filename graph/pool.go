package graph

import "math/bits"

// Pool keeps the buffers that a Machine gives back, by size class, for the
// machines to come: a training step then allocates nothing that the step
// before it did not. It is not safe for use by two machines at once.
type Pool struct {
	f32 shelf[float32]
	f64 shelf[float64]
}

// NewPool returns an empty pool.
func NewPool() *Pool { return new(Pool) }

// shelf holds free buffers by class: four classes to a factor of two, so that a
// buffer is at most a quarter larger than what it was made for.
type shelf[T Float] [160][][]T

// get takes the smallest free buffer of the class and the three above it, which
// are about twice as large at most, or makes one.
func (s *shelf[T]) get(n int) []T {
	if n == 0 {
		return nil
	}
	first, size := class(n)
	for c := first; c < first+4; c++ {
		if k := len(s[c]); k > 0 {
			buf := s[c][k-1]
			s[c] = s[c][:k-1]
			return buf[:n]
		}
	}
	return make([]T, n, size)
}

func (s *shelf[T]) put(buf []T) {
	if cap(buf) == 0 {
		return
	}
	c, _ := class(cap(buf))
	s[c] = append(s[c], buf[:cap(buf)])
}

// class returns the class of buffers for n > 0 elements, and their size: 1, 2,
// 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 20 and so on.
func class(n int) (c, size int) {
	if n <= 4 {
		return n - 1, n
	}
	e := bits.Len(uint(n - 1))
	half, step := 1<<(e-1), 1<<(e-3)
	q := (n - half + step - 1) / step
	return 4*e - 9 + q, half + q*step
}
