package graph

import (
	"math/bits"
	"testing"

	"pgregory.net/rapid"
)

// A buffer has the length asked for and a power of two for its capacity; given
// back, it serves the next of its class; none serves two at once.
func TestPool(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var s shelf[float32]
		lent := map[*float32]bool{}
		var out [][]float32
		for range size(t, "calls", 1, 50) {
			if len(out) > 0 && rapid.Bool().Draw(t, "put") {
				i := size(t, "buffer", 0, len(out)-1)
				delete(lent, &out[i][:1][0])
				s.put(out[i])
				out = append(out[:i], out[i+1:]...)
				continue
			}
			n := size(t, "n", 1, 70)
			free := len(s[bits.Len(uint(n-1))])
			buf := s.get(n)
			if len(buf) != n || bits.OnesCount(uint(cap(buf))) != 1 || cap(buf) >= 2*n && n > 1 {
				t.Fatalf("get(%d) has length %d and capacity %d", n, len(buf), cap(buf))
			}
			if first := &buf[0]; lent[first] {
				t.Fatal("one buffer lent twice")
			} else {
				lent[first] = true
			}
			if left := len(s[bits.Len(uint(n-1))]); left != max(free-1, 0) {
				t.Fatalf("%d free buffers became %d", free, left)
			}
			out = append(out, buf)
		}
	})
}

func TestPoolOfNothing(t *testing.T) {
	var s shelf[float64]
	s.put(nil)
	if buf := s.get(0); len(buf) != 0 || len(s[0]) != 0 {
		t.Errorf("found %v and %v on the shelf", buf, s[0])
	}
}
