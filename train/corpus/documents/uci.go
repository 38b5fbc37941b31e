package documents

import "fmt"

// readUCI is the [matrixReader] of UCI's bags of words.
func readUCI(source Source, header func(matrixHeader, place) error, entry func(matrixEntry, line) error) error {
	var h matrixHeader
	sizes := []struct {
		what string
		into *int
	}{{"documents", &h.docs}, {"words", &h.words}, {"entries", &h.entries}}
	read, entries := 0, 0
	end := place{file: source.Name}
	for l, err := range source.lines() {
		if err != nil {
			return err
		}
		end.line = l.line
		f := l.split()
		if read < len(sizes) {
			size := sizes[read]
			if len(f.fields) != 1 {
				return f.at(1, ErrHeader, quote(f.text), "the number of "+size.what)
			}
			if *size.into, err = f.size(0, size.what); err != nil {
				return err
			}
			if read++; read == len(sizes) {
				if err := header(h, l.place); err != nil {
					return err
				}
			}
			continue
		}
		if len(f.fields) == 0 {
			continue
		}
		e, err := f.entry(h, true)
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
	if read < len(sizes) {
		return end.at(1, ErrHeader, "the end of the file", "the number of "+sizes[read].what)
	}
	if entries < h.entries {
		return end.at(1, ErrPairs, fmt.Sprintf("the end after %d entries", entries), fmt.Sprintf("the %d declared", h.entries))
	}
	return nil
}
