package dirichlet

import "unsafe"

// Side is what the number of rows of a [Mix] is a multiple of.
const Side = 8

// Width returns the length of a row of k elements with what [Mix] wants behind
// it: zeros, up to a multiple of 64 bytes.
func Width[T float](k int) int {
	var zero T
	lane := 64 / int(unsafe.Sizeof(zero))
	return (k + lane - 1) / lane * lane
}

// mixFunc is Mix for a number of blocks of Side rows, both at least 1.
type mixFunc[T float] func(blocks, width int, rows, weights, counts, norms, ratios, sums *T) (least T)

// mixFuncs are one for any width, and faster ones: narrow[i] for i+1 times 64 bytes.
type mixFuncs[T float] struct {
	any    mixFunc[T]
	narrow []mixFunc[T]
}

func (m *mixFuncs[T]) of(width int) mixFunc[T] {
	if i := width/Width[T](1) - 1; i < len(m.narrow) {
		return m.narrow[i]
	}
	return m.any
}

// Mix does the pass over the words of a document, or whatever else is a mixture,
// that an update of its weights consists of. Row i of rows [n, width] holds how likely
// word i is under each component:
//
//	norms[i] = the product of row i and weights
//	ratios[i] = counts[i] / norms[i]
//	sums = the sum of the rows times their ratios
//
// The share of component k in word i is weights[k] rows[i,k] / norms[i], so that
// weights[k] sums[k] is the number of words expected of it.
//
// n is a multiple of [Side] and width is a [Width]: rows that a document lacks are
// ones with counts of 0, and columns zeros. It returns the least norm, by which a
// caller sees norms that have underflown; their ratios are meaningless, and with them
// the sums.
func Mix[T float](rows, weights, counts, norms, ratios, sums []T) (least T) {
	n, width := len(counts), len(weights)
	if n%Side != 0 || len(norms) != n || len(ratios) != n || width != Width[T](width) || len(sums) != width || len(rows) != n*width {
		panic(errLength)
	}
	clear(sums)
	if n == 0 || width == 0 {
		return 1
	}
	return mixOf[T]().of(width)(n/Side, width, &rows[0], &weights[0], &counts[0], &norms[0], &ratios[0], &sums[0])
}

// mixOf returns the chosen loops of an element type.
func mixOf[T float]() *mixFuncs[T] {
	if f, ok := any(&chosen.mix64).(*mixFuncs[T]); ok {
		return f
	}
	return any(&chosen.mix32).(*mixFuncs[T])
}

func mixInGo[T float](blocks, width int, rows, weights, counts, norms, ratios, sums *T) T {
	n := blocks * Side
	r, w, s := unsafe.Slice(rows, n*width), unsafe.Slice(weights, width), unsafe.Slice(sums, width)
	c, norm, ratio := unsafe.Slice(counts, n), unsafe.Slice(norms, n), unsafe.Slice(ratios, n)
	least := T(1e30)
	for i := range n {
		row := r[i*width:][:len(w)]
		// Four partial sums, as the latency of one would count.
		var a, b, d, e T
		for k := 0; k < len(row); k += 4 {
			a += row[k] * w[k]
			b += row[k+1] * w[k+1]
			d += row[k+2] * w[k+2]
			e += row[k+3] * w[k+3]
		}
		norm[i] = a + b + (d + e)
		ratio[i] = c[i] / norm[i]
		least = min(least, norm[i])
		for k, v := range row {
			s[k] += ratio[i] * v
		}
	}
	return least
}
