package graph

import kern "arbelos/graph/kernel"

// TreeLSTMLevels composes elements from the leaves up, as one op: what
// TreeLSTMCell does height by height.
//
// leaves [l, w] are the h of the elements of height 0, whose c is zero; weight
// [5w, 2w] and bias [5w] map the h of the right child and of the left one to
// the pre-activations of the gates input, forget right, forget left, output,
// cell. compose[k] names the children of the elements of height k+1, the right
// one and then the left one of each, as rows (Ref.Row) of a height
// (Ref.Source). The result is the h of all elements by height, [n, w].
func TreeLSTMLevels(leaves, weight, bias *Node, compose [][]Ref) *Node {
	l := newTreeLevels(leaves, compose)
	rows, cols := matrixOf(weight)
	if rows != 5*l.w || cols != 2*l.w {
		panic(errShape)
	}
	checkVector(bias, 5*l.w)
	composed := l.n - l.leaves
	// One block of rows each for h, c and the five gates of the composed ones.
	all := apply(spec{
		name:    "tree-lstm-levels",
		shape:   []int{2*l.n + 5*composed, l.w},
		scratch: []int{2 * l.widest() * l.w},
		run:     kernel{treeAhead[float32](l), treeAhead[float64](l)},
	}, leaves, weight, bias)
	return apply(spec{
		name:  "tree-lstm-levels-h",
		shape: []int{l.n, l.w},
		view:  &window{0, l.n * l.w},
		wrt:   []bool{false, true, true, true},
		grad: func(in []*Node, out, g *Node) []*Node {
			// A block of rows for the leaves, and one for the pre-activations.
			both := apply(spec{
				name:    "tree-lstm-levels-grad",
				shape:   []int{l.leaves + 5*composed, l.w},
				scratch: []int{l.n * l.w, l.n * l.w, 2 * l.widest() * l.w, 2 * l.widest() * l.w},
				run:     kernel{treeBack[float32](l), treeBack[float64](l)},
			}, in[0], in[2], g)
			dPre := Reshape(Rows(both, l.leaves, l.leaves+5*composed), composed, 5*l.w)
			kids := Reshape(Gather(out, l.kids), composed, 2*l.w)
			return []*Node{nil, Rows(both, 0, l.leaves), MatMul(dPre, kids, true, false), sumRows(dPre)}
		},
	}, all, leaves, weight, bias)
}

type treeLevels struct {
	n, leaves, w int
	start        []int // of each height among the elements
	kids         []int // right and left child of each composed element
}

func newTreeLevels(leaves *Node, compose [][]Ref) treeLevels {
	var l treeLevels
	l.leaves, l.w = matrixOf(leaves)
	l.start = []int{0, l.leaves}
	for k, refs := range compose {
		if len(refs)%2 > 0 {
			panic(errShape)
		}
		for _, r := range refs {
			if r.Source < 0 || r.Source > k || r.Row < 0 || l.start[r.Source]+r.Row >= l.start[r.Source+1] {
				panic(errIndex)
			}
			l.kids = append(l.kids, l.start[r.Source]+r.Row)
		}
		l.start = append(l.start, l.start[k+1]+len(refs)/2)
	}
	l.n = l.start[len(l.start)-1]
	return l
}

// blocks cuts what treeAhead gives into h, c [n, w] and the gates of the
// composed elements, [n-leaves, 5w].
func treeBlocks[T Float](l treeLevels, all []T) (h, c, gates []T) {
	size := l.n * l.w
	return all[:size], all[size : 2*size], all[2*size:]
}

// widest returns the number of elements of the largest height above the leaves.
func (l treeLevels) widest() (elements int) {
	l.each(false, func(from, to int) { elements = max(elements, to-from) })
	return elements
}

// each calls f for every height above the leaves, in that order or from the
// top down, with the composed elements [from, to) counted from the first.
func (l treeLevels) each(down bool, f func(from, to int)) {
	heights := len(l.start) - 2
	for k := range heights {
		if down {
			k = heights - 1 - k
		}
		f(l.start[k+1]-l.leaves, l.start[k+2]-l.leaves)
	}
}

func treeAhead[T Float](l treeLevels) func([]T, [][]T) {
	return func(dst []T, in [][]T) {
		leaves, weight, bias := in[0], in[1], in[2]
		hs, cs, gates := treeBlocks(l, dst)
		copy(hs, leaves)
		clear(cs[:l.leaves*l.w])
		l.each(false, func(from, to int) {
			kids := gatherRows(in[3], hs, l.kids[2*from:2*to], l.w)
			multiply(to-from, 5*l.w, 2*l.w, kids, false, weight, true, 0, gates[from*5*l.w:to*5*l.w])
			parallel(to-from, grainFor(40*l.w), func(lo, hi int) {
				for r := from + lo; r < from+hi; r++ {
					at := (l.leaves + r) * l.w
					right, left := l.kids[2*r], l.kids[2*r+1]
					treeRow(hs[at:at+l.w], cs[at:], gates[r*5*l.w:], bias, cs[right*l.w:], cs[left*l.w:])
				}
			})
		})
	}
}

// treeRow turns the pre-activations in a, without the bias, into the gates, and
// computes h and c from them and the children's c.
func treeRow[T Float](h, c, a, bias, right, left []T) {
	n := len(h)
	a = a[:5*n]
	for j, b := range bias {
		a[j] += b
	}
	kern.Sigmoid(a[:4*n], a[:4*n])
	kern.Tanh(a[4*n:], a[4*n:])
	i, fr, fl, o, u := a[:n], a[n:2*n], a[2*n:3*n], a[3*n:4*n], a[4*n:]
	c, right, left = c[:n], right[:n], left[:n]
	for j := range c {
		c[j] = i[j]*u[j] + fr[j]*right[j] + fl[j]*left[j]
	}
	kern.Tanh(h, c)
	for j := range h {
		h[j] *= o[j]
	}
}

func treeBack[T Float](l treeLevels) func([]T, [][]T) {
	return func(dst []T, in [][]T) {
		_, cs, gates := treeBlocks(l, in[0])
		weight := in[1]
		dh, dc := in[3], in[4]
		copy(dh, in[2])
		clear(dc)
		dPre := dst[l.leaves*l.w:]
		l.each(true, func(from, to int) {
			dKids, dcKids := in[5][:2*(to-from)*l.w], in[6][:2*(to-from)*l.w]
			parallel(to-from, grainFor(20*l.w), func(lo, hi int) {
				for r := from + lo; r < from+hi; r++ {
					at := (l.leaves + r) * l.w
					right, left := l.kids[2*r], l.kids[2*r+1]
					treeRowBack(dPre[r*5*l.w:(r+1)*5*l.w], dcKids[2*(r-from)*l.w:], gates[r*5*l.w:],
						cs[at:], cs[right*l.w:], cs[left*l.w:], dh[at:], dc[at:])
				}
			})
			multiply(to-from, 2*l.w, 5*l.w, dPre[from*5*l.w:to*5*l.w], false, weight, false, 0, dKids)
			addRowsTo(dh, dKids, nil, l.kids[2*from:2*to], l.w)
			addRowsTo(dc, dcKids, nil, l.kids[2*from:2*to], l.w)
		})
		copy(dst, dh[:l.leaves*l.w])
	}
}

// treeRowBack computes the gradients in a row's pre-activations and, in dcKids,
// in the children's c.
func treeRowBack[T Float](da, dcKids, a, c, right, left, dh, dc []T) {
	n := len(da) / 5
	di, dfr, dfl, do, du := da[:n], da[n:2*n], da[2*n:3*n], da[3*n:4*n], da[4*n:]
	i, fr, fl, o, u := a[:n], a[n:2*n], a[2*n:3*n], a[3*n:4*n], a[4*n:5*n]
	kern.Tanh(do, c[:n])
	dcRight, dcLeft := dcKids[:n], dcKids[n:2*n]
	right, left = right[:n], left[:n]
	dh, dc = dh[:n], dc[:n]
	for j, t := range do {
		d := dc[j] + dh[j]*o[j]*(1-t*t)
		di[j] = d * u[j] * i[j] * (1 - i[j])
		dfr[j] = d * right[j] * fr[j] * (1 - fr[j])
		dfl[j] = d * left[j] * fl[j] * (1 - fl[j])
		do[j] = dh[j] * t * o[j] * (1 - o[j])
		du[j] = d * i[j] * (1 - u[j]*u[j])
		dcRight[j], dcLeft[j] = d*fr[j], d*fl[j]
	}
}
