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

// shelf holds free buffers: class c has those of capacity 1<<c.
type shelf[T Float] [48][][]T

func (s *shelf[T]) get(n int) []T {
	if n == 0 {
		return nil
	}
	c := bits.Len(uint(n - 1))
	if k := len(s[c]); k > 0 {
		buf := s[c][k-1]
		s[c] = s[c][:k-1]
		return buf[:n]
	}
	return make([]T, n, 1<<c)
}

func (s *shelf[T]) put(buf []T) {
	if cap(buf) == 0 {
		return
	}
	c := bits.Len(uint(cap(buf) - 1))
	s[c] = append(s[c], buf[:cap(buf)])
}
