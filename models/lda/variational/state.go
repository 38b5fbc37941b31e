package variational

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"math"
	"slices"

	"gorgonia.org/tensor"

	"arbelos/models/lda"
)

// ErrState is what a [*StateError] unwraps to.
var ErrState = errors.New("not a state of this fit")

// StateError says why a fit cannot go on from a state.
type StateError struct{ Found, Expected string }

func (e *StateError) Error() string {
	return fmt.Sprintf("lda: %v: found %s, expected %s", ErrState, e.Found, e.Expected)
}

// Unwrap gives [ErrState].
func (e *StateError) Unwrap() error { return ErrState }

// CheckTable returns a [*StateError] unless a table has the type and shape that is
// expected and holds positive numbers, or for point topics ones from 0 to 1.
func CheckTable(kind lda.Kind, table *tensor.Dense, dt tensor.Dtype, v, k int) error {
	if table == nil || table.Dtype() != dt || !slices.Equal(table.Shape(), []int{v, k}) {
		return &StateError{tableName(table), fmt.Sprintf("a table [%d, %d] of %v", v, k, dt)}
	}
	at := elementsOf(table)
	for i := range v * k {
		x := at(i)
		if kind == lda.Dirichlet && !(x > 0 && !math.IsInf(x, 1)) || kind == lda.Point && !(x >= 0 && x <= 1) {
			return &StateError{fmt.Sprintf("%v for word %d and topic %d", x, i/k, i%k), fmt.Sprintf("%v topics", kind)}
		}
	}
	return nil
}

func tableName(t *tensor.Dense) string {
	if t == nil {
		return "no table"
	}
	return fmt.Sprintf("a table %v of %v", t.Shape(), t.Dtype())
}

// CheckLearned returns a [*StateError] unless a prior of a state has as many numbers
// as that of the options, all finite and positive.
func CheckLearned(name string, prior, given []float64) error {
	if len(prior) != len(given) {
		return &StateError{fmt.Sprintf("%s of %d numbers", name, len(prior)), fmt.Sprint(len(given))}
	}
	for _, x := range prior {
		if !(x > 0) || math.IsInf(x, 1) {
			return &StateError{fmt.Sprintf("%s of %v", name, x), "finite numbers above 0"}
		}
	}
	return nil
}

// Digest returns a number for documents that others have only by a chance of 2^-64.
func Digest(docs []lda.Bag) uint64 {
	h := fnv.New64a()
	buf := make([]byte, 0, 16)
	for _, doc := range docs {
		h.Write(binary.LittleEndian.AppendUint64(buf, uint64(len(doc.IDs))))
		for i, id := range doc.IDs {
			buf = binary.LittleEndian.AppendUint64(buf[:0], uint64(id))
			h.Write(binary.LittleEndian.AppendUint64(buf, math.Float64bits(doc.Counts[i])))
		}
		buf = buf[:0]
	}
	return h.Sum64()
}
