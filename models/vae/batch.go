package vae

import (
	"errors"
	"fmt"
)

// ErrBatch is matched by the errors that a batch's content raises.
var ErrBatch = errors.New("vae: bad batch")

// flatten returns the rows of a batch as one vector.
func (m *Model) flatten(x [][]float64) ([]float64, error) {
	if len(x) == 0 {
		return nil, fmt.Errorf("%w: no item", ErrBatch)
	}
	flat := make([]float64, 0, len(x)*m.Data)
	for i, row := range x {
		if len(row) != m.Data {
			return nil, fmt.Errorf("%w: item %d has %d numbers, expected %d", ErrBatch, i, len(row), m.Data)
		}
		for j, v := range row {
			if !m.p.valid(v) {
				return nil, fmt.Errorf("%w: item %d has %v in place %d, expected %s", ErrBatch, i, v, j, m.p.expected())
			}
		}
		flat = append(flat, row...)
	}
	return flat, nil
}
