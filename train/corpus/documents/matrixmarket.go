package documents

import (
	"slices"
	"strings"

	"arbelos/train/corpus"
)

// readMatrixMarket is the [matrixReader] of MatrixMarket's coordinate format, of
// real, integer or pattern matrices.
func readMatrixMarket(source Source, header func(matrixHeader, place) error, entry func(matrixEntry, line) error) error {
	m := matrixEntries{take: entry}
	sized := false
	end := place{file: source.Name}
	for l, err := range source.lines() {
		if err != nil {
			return err
		}
		end.line = l.line
		if l.line == 1 {
			if m.counted, err = banner(l); err != nil {
				return err
			}
			continue
		}
		f := l.split()
		if len(f.fields) == 0 || strings.HasPrefix(f.fields[0], "%") {
			continue
		}
		if !sized {
			if len(f.fields) != 3 {
				return f.at(1, ErrHeader, corpus.Quote(f.text), "the numbers of rows, columns and entries")
			}
			for i, size := range []*int{&m.docs, &m.words, &m.entries} {
				if *size, err = f.size(i, []string{"rows", "columns", "entries"}[i]); err != nil {
					return err
				}
			}
			sized = true
			if err := header(m.matrixHeader, l.place); err != nil {
				return err
			}
			continue
		}
		if err := m.add(f); err != nil {
			return err
		}
	}
	end.line++
	if !sized {
		return end.at(1, ErrHeader, "the end of the file", "the numbers of rows, columns and entries")
	}
	return m.end(end)
}

// banner reads the first line and tells whether entries have a count.
func banner(l line) (counted bool, err error) {
	const want = `"%%MatrixMarket matrix coordinate", then real, integer or pattern, then general`
	words := strings.Fields(strings.ToLower(l.text))
	if len(words) != 5 || !slices.Equal(words[:3], []string{"%%matrixmarket", "matrix", "coordinate"}) || words[4] != "general" {
		return false, l.at(1, ErrHeader, corpus.Quote(l.text), want)
	}
	switch words[3] {
	case "real", "integer":
		return true, nil
	case "pattern":
		return false, nil
	}
	return false, l.at(1, ErrHeader, corpus.Quote(l.text), want)
}
