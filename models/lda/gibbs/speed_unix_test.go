//go:build unix

package gibbs

import (
	"fmt"
	"runtime"
	"slices"
	"syscall"
	"testing"
	"time"

	"arbelos/models/lda"
	"arbelos/models/lda/ldatest"
)

// cpuTime returns the processor time that the process has taken, which other
// processes prolong less than the time of the clock.
func cpuTime(b *testing.B) time.Duration {
	b.Helper()
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		b.Fatal(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

func median(x []float64) float64 { return slices.Sorted(slices.Values(x))[len(x)/2] }

// BenchmarkTenSeconds reports the joint log-likelihood a token that one thread reaches
// on ap within ten seconds of processor time, the start included, and how many sweeps
// those were.
//
//	go test -run '^$' -bench TenSeconds -benchtime 1x ./models/lda/gibbs
func BenchmarkTenSeconds(b *testing.B) {
	docs, v := ldatest.AP(b)
	for _, topics := range []int{100, 1000} {
		b.Run(fmt.Sprintf("K=%d", topics), func(b *testing.B) {
			for b.Loop() {
				began := cpuTime(b)
				s := mustNew(b, docs, v, DefaultOptions(topics))
				for cpuTime(b)-began < 10*time.Second {
					s.Sweep(1)
				}
				b.ReportMetric(s.JointLogLikelihood()/float64(s.Tokens()), "nats/token")
				b.ReportMetric(float64(s.Sweeps()), "sweeps")
			}
		})
	}
}

// BenchmarkSamplers reports the tokens that the samplers draw in a second of
// processor time on ap, each from the same state, and the median of their ratio.
func BenchmarkSamplers(b *testing.B) {
	docs, v := ldatest.AP(b)
	for _, topics := range []int{100, 1000} {
		b.Run(fmt.Sprintf("K=%d", topics), func(b *testing.B) {
			state := burnt(b, docs, v, topics)
			var speeds [2][]float64
			var ratios []float64
			for b.Loop() {
				for i, dense := range []bool{true, false} {
					state.Options.Dense = dense
					s, err := Restore(docs, v, state)
					if err != nil {
						b.Fatal(err)
					}
					s.walker(0)
					began := cpuTime(b)
					s.Sweep(1)
					speeds[i] = append(speeds[i], float64(s.Tokens())/(cpuTime(b)-began).Seconds())
				}
				ratios = append(ratios, speeds[1][len(ratios)]/speeds[0][len(ratios)])
			}
			b.ReportMetric(median(speeds[0]), "dense-tokens/s")
			b.ReportMetric(median(speeds[1]), "sparse-tokens/s")
			b.ReportMetric(median(ratios), "times")
		})
	}
}

// BenchmarkThreads reports how much faster two threads are than one, by the clock, on
// 20 newsgroups: the median over pairs of runs of four sweeps, one after the other. It
// needs two processors that do nothing else.
func BenchmarkThreads(b *testing.B) {
	if runtime.GOMAXPROCS(0) < 2 {
		b.Skip("needs two processors")
	}
	docs, v := ldatest.Newsgroups(b)
	state := burnt(b, docs, v, 100)
	var ratios, speeds []float64
	for b.Loop() {
		var taken [2]float64
		for i := range taken {
			s, err := Restore(docs, v, state)
			if err != nil {
				b.Fatal(err)
			}
			s.Sweep(i + 1) // caches and scratch memory
			began := time.Now()
			for range 4 {
				s.Sweep(i + 1)
			}
			taken[i] = time.Since(began).Seconds()
		}
		ratios = append(ratios, taken[0]/taken[1])
		speeds = append(speeds, 4*float64(len(state.Topics))/taken[1])
	}
	b.ReportMetric(median(ratios), "times")
	b.ReportMetric(median(speeds), "tokens/s")
}

// burnt returns the state after some sweeps.
func burnt(b *testing.B, docs []lda.Bag, v, topics int) State {
	b.Helper()
	o := DefaultOptions(topics)
	o.Thin = 0
	s := mustNew(b, docs, v, o)
	for range 30 {
		s.Sweep(2)
	}
	return s.State()
}
