package documents

import "arbelos/train/corpus"

// readUCI is the [matrixReader] of UCI's bags of words.
func readUCI(source Source, header func(matrixHeader, place) error, entry func(matrixEntry, line) error) error {
	m := matrixEntries{counted: true, take: entry}
	sizes := []struct {
		what string
		into *int
	}{{"documents", &m.docs}, {"words", &m.words}, {"entries", &m.entries}}
	read := 0 // of the sizes
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
				return f.at(1, ErrHeader, corpus.Quote(f.text), "the number of "+size.what)
			}
			if *size.into, err = f.size(0, size.what); err != nil {
				return err
			}
			if read++; read == len(sizes) {
				if err := header(m.matrixHeader, l.place); err != nil {
					return err
				}
			}
			continue
		}
		if len(f.fields) == 0 {
			continue
		}
		if err := m.add(f); err != nil {
			return err
		}
	}
	end.line++
	if read < len(sizes) {
		return end.at(1, ErrHeader, "the end of the file", "the number of "+sizes[read].what)
	}
	return m.end(end)
}
