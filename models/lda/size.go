package lda

import (
	"fmt"
	"math/bits"
)

// SizeError says that topics times words is more than memory holds; it unwraps to
// [ErrTooLarge].
type SizeError struct {
	K, V          int
	Bytes         uint64 // what it would take; the largest uint64 if more than that
	Limit         uint64
	BytesEachCell int
}

func (e *SizeError) Error() string {
	return fmt.Sprintf("%v: %d topics times %d words, at %d bytes each, take %s of the %s there are; expected fewer topics or words",
		ErrTooLarge, e.K, e.V, e.BytesEachCell, gibibytes(e.Bytes), gibibytes(e.Limit))
}

// Unwrap gives [ErrTooLarge].
func (e *SizeError) Unwrap() error { return ErrTooLarge }

// CheckSize returns a [*SizeError] if k topics times v words, each cell of which
// takes bytesEachCell over all arrays of a method, need more than limit bytes. It
// allocates nothing: it is what a method is asked before it does.
func CheckSize(k, v, bytesEachCell int, limit uint64) error {
	if k < 1 || v < 0 || bytesEachCell < 1 {
		panic(errShape)
	}
	high, cells := bits.Mul64(uint64(k), uint64(v))
	higher, bytes := bits.Mul64(cells, uint64(bytesEachCell))
	if high != 0 || higher != 0 {
		bytes = ^uint64(0)
	}
	if bytes <= limit {
		return nil
	}
	return &SizeError{K: k, V: v, Bytes: bytes, Limit: limit, BytesEachCell: bytesEachCell}
}

func gibibytes(n uint64) string { return fmt.Sprintf("%.1f GiB", float64(n)/(1<<30)) }
