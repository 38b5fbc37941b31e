package kernel

import (
	"sync/atomic"
	"testing"
)

// Every task is done once, whatever the number of goroutines, and no more of them are
// at work than asked for.
func TestShare(t *testing.T) {
	for _, n := range []int{0, 1, 2, 7, 100} {
		for goroutines := 1; goroutines < 6; goroutines++ {
			done := make([]atomic.Int32, n)
			var working, most atomic.Int32
			Share(n, goroutines, func(goroutine, task int) {
				if goroutine < 0 || goroutine >= goroutines {
					t.Errorf("%d goroutines: one is number %d", goroutines, goroutine)
				}
				if now := working.Add(1); now > int32(goroutines) {
					most.Store(now)
				}
				done[task].Add(1)
				working.Add(-1)
			})
			for task := range done {
				if times := done[task].Load(); times != 1 {
					t.Errorf("%d tasks on %d goroutines: task %d was done %d times", n, goroutines, task, times)
				}
			}
			if most.Load() > 0 {
				t.Errorf("%d tasks on %d goroutines: %d at work", n, goroutines, most.Load())
			}
		}
	}
}
