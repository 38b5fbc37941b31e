package main

import (
	"bufio"
	"os"
	"strconv"
	"strings"
	"time"

	"arbelos/graph/kernel"
	"arbelos/models/urnng"
)

// product is a matrix product [m, k] x [k, n] that is done times times.
type product struct{ m, n, k, times int }

// withGradients returns a product, and those of its gradients in both factors.
func withGradients(p product) []product {
	return []product{p, {p.m, p.k, p.n, p.times}, {p.n, p.k, p.m, p.times}}
}

// stepProducts are the matrix products of a training step, batched as the
// authors' code batches them: a step of time for all sentences and samples, and
// nothing merged. For T words p pushes 2T states a layer, composes T-1 elements
// and predicts T words; </s> is left out.
func stepProducts(c urnng.Config, sentences, words, samples int) []product {
	n := sentences * samples
	var all []product
	for _, p := range []product{
		{n, 4 * c.Width, 2 * c.Width, 2 * words * c.Layers},
		{n, 5 * c.Width, 2 * c.Width, words - 1},
		{n * words, c.Vocab, c.Width, 1},
	} {
		all = append(all, withGradients(p)...)
	}
	for _, p := range parseProducts(c, sentences, words) {
		all = append(all, withGradients(p)...)
	}
	return all
}

// parseProducts are those of q: the inputs of both directions, the states step
// by step, and the first layer of the span scorer.
func parseProducts(c urnng.Config, sentences, words int) []product {
	in := c.Width
	if c.Pos == urnng.PosConcat {
		in *= 2
	}
	return []product{
		{sentences * (words + 2), 4 * c.QWidth, in, 2},
		{sentences, 4 * c.QWidth, c.QWidth, 2 * (words + 2)},
		{sentences * (words + 1), 2 * c.QWidth, 2 * c.QWidth, 1},
	}
}

// floor does matrix products and nothing else.
type floor struct {
	products []product
	a, b, c  []float32
}

func newFloor(products []product) *floor {
	f := &floor{products: products}
	var a, b, c int
	for _, p := range products {
		a, b, c = max(a, p.m*p.k), max(b, p.k*p.n), max(c, p.m*p.n)
	}
	f.a, f.b, f.c = make([]float32, a), make([]float32, b), make([]float32, c)
	for i := range f.a {
		f.a[i] = float32(i%7) / 7
	}
	for i := range f.b {
		f.b[i] = float32(i%5) / 5
	}
	return f
}

func (f *floor) run() time.Duration {
	begin := time.Now()
	for _, p := range f.products {
		for range p.times {
			kernel.Sgemm(false, false, p.m, p.n, p.k, 1, f.a, p.k, f.b, p.n, 0, f.c, p.n)
		}
	}
	return time.Since(begin)
}

// flop counts a multiplication and an addition for each term.
func (f *floor) flop() float64 {
	var sum float64
	for _, p := range f.products {
		sum += 2 * float64(p.m) * float64(p.n) * float64(p.k) * float64(p.times)
	}
	return sum
}

// peakMemory returns the most memory, in MiB, that the process has held so far,
// where the system tells (Linux), else 0.
func peakMemory() float64 {
	file, err := os.Open("/proc/self/status")
	if err != nil {
		return 0
	}
	defer file.Close()
	for lines := bufio.NewScanner(file); lines.Scan(); {
		if fields := strings.Fields(lines.Text()); len(fields) == 3 && fields[0] == "VmHWM:" {
			kib, _ := strconv.ParseFloat(fields[1], 64)
			return kib / 1024
		}
	}
	return 0
}
