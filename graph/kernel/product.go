package kernel

import (
	"runtime"
	"unsafe"
)

// product is C = alpha op(A) op(B) + beta C with m, n and k at least 1.
//
// Every element of C is summed in the order of k, in blocks whose length
// depends on k alone, so that its bits do not depend on m, n, the packing or
// the cut into tasks.
type product[T float] struct {
	*set[T]
	ta, tb        bool
	m, n, k       int
	alpha, beta   T
	a, b, c       []T
	lda, ldb, ldc int
}

const (
	// A block of A of at most blockRows x blockDepth stays in a core's second
	// level cache while the panels of B, blockDepth deep, pass through the
	// first.
	blockRows  = 288
	blockDepth = 384
	// slack is the number of elements that copyColumns may write into after
	// its last.
	slack = 16
	// blockCols bounds the packed block of B.
	blockCols = 2048
	// parallelWork is the number of multiply-adds from which a second thread
	// pays.
	parallelWork = 1 << 22
)

func (p *product[T]) run() {
	threads := runtime.GOMAXPROCS(0)
	if threads == 1 || p.m*p.n*p.k < parallelWork {
		p.task(0, p.m, 0, p.n)
		return
	}
	p.spread(threads)
}

// spread runs the tasks on several threads. It has a copy of the product, so
// that those that need no second thread stay off the heap.
func (p product[T]) spread(threads int) {
	rows, cols := p.cut(threads)
	Share(rows*cols, threads, func(_, t int) {
		i, j := t%rows, t/rows
		p.task(part(p.m, rows, i, p.rows), part(p.m, rows, i+1, p.rows), part(p.n, cols, j, p.cols), part(p.n, cols, j+1, p.cols))
	})
}

// cut returns into how many tasks to cut the rows and the columns of C: enough
// for all threads, and, where tasks stay wide enough to pay for packing A and B
// in each, several a thread, so that one that is held up holds up little.
func (p *product[T]) cut(threads int) (rows, cols int) {
	rows, cols = 1, 1
	for rows*cols < threads || rows*cols < 4*threads && max(p.m/rows, p.n/cols) >= 512 {
		if p.m/rows >= p.n/cols {
			rows++
		} else {
			cols++
		}
	}
	return min(rows, ceil(p.m, p.rows)), min(cols, ceil(p.n, p.cols))
}

// task computes rows i0 to i1 and columns j0 to j1 of C.
func (p *product[T]) task(i0, i1, j0, j1 int) {
	buf := p.take()
	defer p.pool.Put(buf)
	depths := ceil(p.k, blockDepth)
	heights := ceil(i1-i0, blockRows)
	for j := j0; j < j1; j += blockCols {
		for d := range depths {
			k0, k1 := part(p.k, depths, d, 8), part(p.k, depths, d+1, 8)
			for h := range heights {
				p.block(buf, i0+part(i1-i0, heights, h, p.rows), i0+part(i1-i0, heights, h+1, p.rows), j, min(j+blockCols, j1), k0, k1, h == 0, heights > 1)
			}
		}
	}
}

// block adds the terms k0 to k1 to rows i0 to i1 and columns j0 to j1 of C. The
// panels of B are packed if first is set, into a place of their own each if
// keep is.
func (p *product[T]) block(buf *buffers[T], i0, i1, j0, j1, k0, k1 int, first, keep bool) {
	depth := k1 - k0
	panels := ceil(i1-i0, p.rows)
	packA := j1-j0 >= 4*p.cols && depth > 1
	var a []T
	if packA {
		a = grow(&buf.a, (i1-i0)*depth+slack)
		p.packA(a, i0, i1, k0, k1)
	}
	// Rows of B far apart cost more to read again than to pack.
	near := p.ldb*int(unsafe.Sizeof(p.alpha)) < 4096
	direct := !p.tb && (p.m <= p.rows || near && p.m <= 4*p.rows)
	var b []T
	if keep {
		b = grow(&buf.b, ceil(blockCols, p.cols)*p.cols*depth)
	} else {
		b = grow(&buf.b, p.cols*depth)
	}
	beta := p.beta
	if k0 > 0 {
		beta = 1
	}
	for j := j0; j < j1; j += p.cols {
		cols := min(p.cols, j1-j)
		var panel *T
		ldb := p.cols
		if direct && cols == p.cols {
			panel, ldb = &p.b[k0*p.ldb+j], p.ldb
		} else {
			to := b
			if keep {
				to = b[(j-j0)*depth:]
			}
			to = to[:p.cols*depth]
			if first {
				p.packB(to, j, cols, k0, k1)
			}
			panel = &to[0]
		}
		for r := range panels {
			from, to := part(i1-i0, panels, r, 1), part(i1-i0, panels, r+1, 1)
			rows := to - from
			var left *T
			var ars, acs int
			switch {
			case packA && p.ta:
				left, ars, acs = &a[from*depth], 1, rows
			case packA:
				left, ars, acs = &a[from*depth], depth, 1
			case p.ta:
				left, ars, acs = &p.a[k0*p.lda+i0+from], 1, p.lda
			default:
				left, ars, acs = &p.a[(i0+from)*p.lda+k0], p.lda, 1
			}
			p.kernels[rows](depth, left, ars, acs, panel, ldb, &p.c[(i0+from)*p.ldc+j], p.ldc, p.alpha, beta, cols)
		}
	}
}

// packA copies rows i0 to i1 of op(A), terms k0 to k1, to dst: row after row,
// or, if A is transposed, the columns of one tile after another.
func (p *product[T]) packA(dst []T, i0, i1, k0, k1 int) {
	depth := k1 - k0
	if !p.ta {
		for i := i0; i < i1; i++ {
			copy(dst[(i-i0)*depth:][:depth], p.a[i*p.lda+k0:])
		}
		return
	}
	panels := ceil(i1-i0, p.rows)
	for r := range panels {
		from, to := part(i1-i0, panels, r, 1), part(i1-i0, panels, r+1, 1)
		rows := to - from
		p.copyColumns(depth, &p.a[k0*p.lda+i0+from], p.lda, &dst[from*depth], rows)
	}
}

// packB copies columns j to j+cols of op(B), terms k0 to k1, to dst, with zeros
// up to the full width.
func (p *product[T]) packB(dst []T, j, cols, k0, k1 int) {
	depth, width := k1-k0, p.cols
	if !p.tb {
		if cols == width {
			p.copyPanel(depth, &p.b[k0*p.ldb+j], p.ldb, &dst[0])
			return
		}
		for k := range depth {
			row := dst[k*width:][:width]
			clear(row[copy(row, p.b[(k0+k)*p.ldb+j:][:cols]):])
		}
		return
	}
	if cols < width {
		clear(dst)
	}
	i := 0
	if depth >= p.side {
		for ; i+p.side <= cols; i += p.side {
			src := p.b[(j+i)*p.ldb+k0:]
			p.transpose(depth/p.side, &src[0], p.ldb, &dst[i], width)
			if depth%p.side > 0 {
				last := depth - p.side
				p.transpose(1, &src[last], p.ldb, &dst[last*width+i], width)
			}
		}
	}
	for ; i < cols; i++ {
		for k, x := range p.b[(j+i)*p.ldb+k0:][:depth] {
			dst[k*width+i] = x
		}
	}
}

// part returns where part i of parts of n begins, such that the lengths of
// parts differ little; all but the last are multiples of unit.
func part(n, parts, i, unit int) int {
	if i == parts {
		return n
	}
	return min(n, i*n/parts/unit*unit)
}

func ceil(n, unit int) int { return (n + unit - 1) / unit }
