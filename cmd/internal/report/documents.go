package report

import (
	"cmp"
	"path/filepath"
	"slices"
	"strconv"
)

// What a page holds of documents: so many of them, and of each the topics that
// have at least a share, the greatest first.
const (
	maxDocuments  = 10_000
	maxParts      = 8
	leastPart     = 0.01
	maxNameLength = 120
)

// Documents are the mixtures of the first documents of a run.
type Documents struct {
	Topics int
	Mixed  []Mixture
	More   bool // there are more in the file
}

// Mixture is a document's share of topics.
type Mixture struct {
	Name, Label string
	Parts       []Part
}

func (r *Run) readDocuments(dir string) error {
	path := filepath.Join(dir, "doc-topics.tsv")
	const before = 2 // columns: the name and the label
	d := &Documents{}
	err := table(path, func(line int, heading, cells []string) (bool, error) {
		if len(d.Mixed) == maxDocuments {
			d.More = true
			return false, nil
		}
		if d.Topics = len(heading) - before; d.Topics < 0 {
			return false, &TableError{path, 1, strconv.Itoa(len(heading)) + " columns", "a document, a label and a column for each topic"}
		}
		m := Mixture{Name: short(printable(cells[0]), maxNameLength), Label: short(printable(cells[1]), maxNameLength)}
		for k, cell := range cells[before:] {
			p, err := strconv.ParseFloat(cell, 64)
			if err != nil || !(p >= 0 && p <= 1+1e-6) {
				return false, &TableError{path, line, strconv.Quote(cell), "a share from 0 to 1"}
			}
			if p >= leastPart {
				m.Parts = append(m.Parts, Part{k, p})
			}
		}
		slices.SortStableFunc(m.Parts, func(a, b Part) int { return cmp.Compare(b.Share, a.Share) })
		m.Parts = m.Parts[:min(maxParts, len(m.Parts))]
		d.Mixed = append(d.Mixed, m)
		return true, nil
	})
	if err == nil && len(d.Mixed) > 0 {
		r.Documents = d
	}
	return err
}
