package documents

import (
	"fmt"
	"slices"
	"strings"
)

// readMatrixMarket is the [matrixReader] of MatrixMarket's coordinate format, of
// real, integer or pattern matrices.
func readMatrixMarket(source Source, header func(matrixHeader, place) error, entry func(matrixEntry, line) error) error {
	var h matrixHeader
	counted, sized, entries := false, false, 0
	end := place{file: source.Name}
	for l, err := range source.lines() {
		if err != nil {
			return err
		}
		end.line = l.line
		if l.line == 1 {
			if counted, err = banner(l); err != nil {
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
				return f.at(1, ErrHeader, quote(f.text), "the numbers of rows, columns and entries")
			}
			for i, size := range []*int{&h.docs, &h.words, &h.entries} {
				if *size, err = f.size(i, []string{"rows", "columns", "entries"}[i]); err != nil {
					return err
				}
			}
			sized = true
			if err := header(h, l.place); err != nil {
				return err
			}
			continue
		}
		e, err := f.entry(h, counted)
		if err != nil {
			return err
		}
		if entries++; entries > h.entries {
			return f.at(1, ErrPairs, "one more entry", fmt.Sprintf("the %d declared", h.entries))
		}
		if err := entry(e, l); err != nil {
			return err
		}
	}
	end.line++
	if !sized {
		return end.at(1, ErrHeader, "the end of the file", "the numbers of rows, columns and entries")
	}
	if entries < h.entries {
		return end.at(1, ErrPairs, fmt.Sprintf("the end after %d entries", entries), fmt.Sprintf("the %d declared", h.entries))
	}
	return nil
}

// banner reads the first line and tells whether entries have a count.
func banner(l line) (counted bool, err error) {
	const want = `"%%MatrixMarket matrix coordinate", then real, integer or pattern, then general`
	words := strings.Fields(strings.ToLower(l.text))
	if len(words) != 5 || !slices.Equal(words[:3], []string{"%%matrixmarket", "matrix", "coordinate"}) || words[4] != "general" {
		return false, l.at(1, ErrHeader, quote(l.text), want)
	}
	switch words[3] {
	case "real", "integer":
		return true, nil
	case "pattern":
		return false, nil
	}
	return false, l.at(1, ErrHeader, quote(l.text), want)
}
