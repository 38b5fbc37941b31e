package graph

import (
	"slices"

	kern "arbelos/graph/kernel"
)

// LSTMLevels runs an LSTM over the levels of a recurrence, as one op: what
// LSTMCell does level by level.
//
// x [n, 4h] holds the inputs' part of the gates' pre-activations, in the order
// input, forget, output, cell, bias included; w [4h, h] maps the h before. Rows
// start[k] to start[k+1]-1 are level k; row r of level k > 0, counted from the
// level's first, follows row prev[k][r] of level k-1; level 0 follows the zero
// state. The result is the h of all rows, [n, h].
//
// The gates and c are kept for the gradient. It goes through the levels once,
// downwards; the gradient in w is then one matrix product over all rows.
func LSTMLevels(x, w *Node, start []int, prev [][]int) *Node {
	n, h4 := matrixOf(x)
	rows, h := matrixOf(w)
	if rows != h4 || h4 != 4*h || len(start) < 2 || len(prev) != len(start)-1 || start[0] != 0 || start[len(start)-1] != n {
		panic(errShape)
	}
	l := lstmLevels{n: n, h: h, start: slices.Clone(start), prev: make([]int, n)}
	for k := 1; k < len(start)-1; k++ {
		if len(prev[k]) != start[k+1]-start[k] {
			panic(errShape)
		}
		checkIndex(prev[k], start[k]-start[k-1])
		for r, p := range prev[k] {
			l.prev[start[k]+r] = start[k-1] + p
		}
	}
	// One block of rows each for h, c and the four gates.
	all := apply(spec{
		name:    "lstm-levels",
		shape:   []int{6 * n, h},
		scratch: []int{l.widest() * h},
		run:     kernel{lstmAhead[float32](l), lstmAhead[float64](l)},
	}, x, w)
	return apply(spec{
		name:  "lstm-levels-h",
		shape: []int{n, h},
		view:  &window{0, n * h},
		wrt:   []bool{false, true, true},
		grad: func(in []*Node, out, g *Node) []*Node {
			dx := apply(spec{
				name:    "lstm-levels-grad",
				shape:   []int{n, 4 * h},
				scratch: []int{n * h, n * h, l.widest() * h},
				run:     kernel{lstmBack[float32](l), lstmBack[float64](l)},
			}, in[0], in[2], g)
			first := l.start[1] // rows that follow a state
			return []*Node{nil, dx, MatMul(Rows(dx, first, n), Gather(out, l.prev[first:]), true, false)}
		},
	}, all, x, w)
}

type lstmLevels struct {
	n, h  int
	start []int
	prev  []int // of every row, among all rows; level 0 has none
}

// widest returns the number of rows of the largest level.
func (l lstmLevels) widest() (rows int) {
	for k := range len(l.start) - 1 {
		rows = max(rows, l.start[k+1]-l.start[k])
	}
	return rows
}

// blocks cuts what lstmAhead gives into h, c [n, h] and the gates [n, 4h].
func blocks[T Float](l lstmLevels, all []T) (h, c, gates []T) {
	size := l.n * l.h
	return all[:size], all[size : 2*size], all[2*size:]
}

func lstmAhead[T Float](l lstmLevels) func([]T, [][]T) {
	return func(dst []T, in [][]T) {
		x, w, before := in[0], in[1], in[2]
		hs, cs, gates := blocks(l, dst)
		copy(gates, x)
		for k := range len(l.start) - 1 {
			from, to := l.start[k], l.start[k+1]
			if k > 0 {
				multiply(to-from, 4*l.h, l.h, gatherRows(before, hs, l.prev[from:to], l.h), false, w, true, 1, gates[from*4*l.h:to*4*l.h])
			}
			parallel(to-from, grainFor(32*l.h), func(lo, hi int) {
				for r := from + lo; r < from+hi; r++ {
					var c []T
					if k > 0 {
						c = cs[l.prev[r]*l.h:]
					}
					lstmRow(hs[r*l.h:(r+1)*l.h], cs[r*l.h:], gates[r*4*l.h:(r+1)*4*l.h], c)
				}
			})
		}
	}
}

// lstmRow turns the pre-activations in a into the gates, and computes h and c
// from them and the c before, nil for zero.
func lstmRow[T Float](h, c, a, before []T) {
	n := len(h)
	kern.Sigmoid(a[:3*n], a[:3*n])
	kern.Tanh(a[3*n:4*n], a[3*n:4*n])
	i, f, o, u := a[:n], a[n:2*n], a[2*n:3*n], a[3*n:4*n]
	c = c[:n]
	for j := range c {
		c[j] = i[j] * u[j]
	}
	if before != nil {
		before = before[:n]
		for j := range c {
			c[j] += f[j] * before[j]
		}
	}
	kern.Tanh(h, c)
	for j := range h {
		h[j] *= o[j]
	}
}

func lstmBack[T Float](l lstmLevels) func([]T, [][]T) {
	return func(dst []T, in [][]T) {
		_, cs, gates := blocks(l, in[0])
		w := in[1]
		dh, dc := in[3], in[4]
		copy(dh, in[2])
		clear(dc)
		for k := len(l.start) - 2; k >= 0; k-- {
			from, to := l.start[k], l.start[k+1]
			parallel(to-from, grainFor(16*l.h), func(lo, hi int) {
				for r := from + lo; r < from+hi; r++ {
					var before []T
					if k > 0 {
						before = cs[l.prev[r]*l.h:]
					}
					at := r * l.h
					lstmRowBack(dst[4*at:4*(at+l.h)], gates[4*at:], cs[at:], before, dh[at:], dc[at:])
				}
			})
			if k == 0 {
				break
			}
			dBefore := in[5][:(to-from)*l.h]
			multiply(to-from, l.h, 4*l.h, dst[from*4*l.h:to*4*l.h], false, w, false, 0, dBefore)
			addRowsTo(dh, dBefore, nil, l.prev[from:to], l.h)
			addRowsTo(dc, dc[from*l.h:to*l.h], nil, l.prev[from:to], l.h)
		}
	}
}

// lstmRowBack computes the gradient da in a row's pre-activations. It leaves
// in dc the gradient in the c before.
func lstmRowBack[T Float](da, a, c, before, dh, dc []T) {
	n := len(da) / 4
	di, df, do, du := da[:n], da[n:2*n], da[2*n:3*n], da[3*n:4*n]
	i, f, o, u := a[:n], a[n:2*n], a[2*n:3*n], a[3*n:4*n]
	kern.Tanh(do, c[:n])
	dh, dc = dh[:n], dc[:n]
	for j, t := range do {
		d := dc[j] + dh[j]*o[j]*(1-t*t)
		di[j] = d * u[j] * i[j] * (1 - i[j])
		df[j] = 0
		do[j] = dh[j] * t * o[j] * (1 - o[j])
		du[j] = d * i[j] * (1 - u[j]*u[j])
		if before != nil {
			df[j] = d * before[j] * f[j] * (1 - f[j])
		}
		dc[j] = d * f[j]
	}
}

// gatherRows copies rows of x, of width m, to the beginning of buf, and returns that.
func gatherRows[T Float](buf, x []T, idx []int, m int) []T {
	buf = buf[:len(idx)*m]
	parallel(len(idx), grainFor(m), func(from, to int) {
		for i := from; i < to; i++ {
			copy(buf[i*m:(i+1)*m], x[idx[i]*m:])
		}
	})
	return buf
}
