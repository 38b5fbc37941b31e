package documents

import "fmt"

// matrixEntries are the entries of a sparse matrix as they are read, held to its
// header.
type matrixEntries struct {
	matrixHeader
	counted bool // an entry has a count
	read    int
	take    func(matrixEntry, line) error
}

func (m *matrixEntries) add(f matrixFields) error {
	e, err := f.entry(m.matrixHeader, m.counted)
	if err != nil {
		return err
	}
	if m.read++; m.read > m.entries {
		return f.at(1, ErrPairs, "one more entry", fmt.Sprintf("the %d declared", m.entries))
	}
	return m.take(e, f.line)
}

// end tells whether there were as many as the header says.
func (m *matrixEntries) end(at place) error {
	if m.read < m.entries {
		return at.at(1, ErrPairs, fmt.Sprintf("the end after %d entries", m.read), fmt.Sprintf("the %d declared", m.entries))
	}
	return nil
}
