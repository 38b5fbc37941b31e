package graph

import (
	"testing"

	"pgregory.net/rapid"
)

// A buffer has the length asked for and is at most twice as large; given back, it
// serves the next of its size; none serves two at once.
func TestPool(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var s shelf[float32]
		lent := map[*float32]bool{}
		var out [][]float32
		made := map[*float32]bool{}
		for range size(t, "calls", 1, 50) {
			if len(out) > 0 && rapid.Bool().Draw(t, "put") {
				i := size(t, "buffer", 0, len(out)-1)
				delete(lent, &out[i][:1][0])
				s.put(out[i])
				out = append(out[:i], out[i+1:]...)
				continue
			}
			n := size(t, "n", 1, 70)
			c, _ := class(n)
			free := len(s[c])
			buf := s.get(n)
			if len(buf) != n || n >= 8 && cap(buf) > 2*n {
				t.Fatalf("get(%d) has length %d and capacity %d", n, len(buf), cap(buf))
			}
			first := &buf[0]
			if lent[first] {
				t.Fatal("one buffer lent twice")
			}
			if free > 0 && !made[first] {
				t.Fatalf("a buffer for %d was made although %d were free", n, free)
			}
			lent[first], made[first] = true, true
			out = append(out, buf)
		}
	})
}

// Classes rise without a gap, and a size is its own class.
func TestPoolClasses(t *testing.T) {
	last, lastSize := -1, 0
	for n := 1; n <= 5000; n++ {
		c, size := class(n)
		if n <= lastSize {
			if c != last || size != lastSize {
				t.Fatalf("class(%d) is %d of size %d, expected %d of %d", n, c, size, last, lastSize)
			}
			continue
		}
		if c != last+1 || size < n || float64(size) > 1.25*float64(n) {
			t.Fatalf("class(%d) is %d of size %d after class %d", n, c, size, last)
		}
		last, lastSize = c, size
	}
	if c, _ := class(1 << 40); c >= len(shelf[float64]{}) {
		t.Fatalf("class %d of 2^40 elements is beyond the shelf", c)
	}
}

func TestPoolOfNothing(t *testing.T) {
	var s shelf[float64]
	s.put(nil)
	if buf := s.get(0); len(buf) != 0 || len(s[0]) != 0 {
		t.Errorf("found %v and %v on the shelf", buf, s[0])
	}
}
