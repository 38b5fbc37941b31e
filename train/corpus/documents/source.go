package documents

import (
	"bufio"
	"bytes"
	"io"
	"io/fs"
	"os"

	"github.com/klauspost/compress/gzip"

	"arbelos/train/corpus"
)

// Source is a file that can be read from its beginning more than once, as a
// corpus that does not fit in memory must be.
type Source struct {
	Name string // for errors
	Open func() (io.ReadCloser, error)
}

// File is the source at a path.
func File(path string) Source {
	return Source{Name: path, Open: func() (io.ReadCloser, error) { return os.Open(path) }}
}

// Bytes is the source of embedded data.
func Bytes(name string, data []byte) Source {
	return Source{Name: name, Open: func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(data)), nil }}
}

// open returns the text of the source, decompressed if its first bytes are those of
// gzip, whatever its name, and without a byte order mark. Errors of reading it are
// the *corpus.FileError of the source.
func (s Source) open() (*bufio.Reader, io.Closer, error) {
	file, err := s.Open()
	if err != nil {
		return nil, nil, s.fileError(err)
	}
	if f, ok := file.(fs.File); ok {
		if info, err := f.Stat(); err == nil && info.IsDir() {
			file.Close()
			return nil, nil, s.fileError(corpus.ErrDirectory)
		}
	}
	r := bufio.NewReaderSize(file, 1<<16)
	if magic, _ := r.Peek(2); bytes.Equal(magic, []byte{0x1f, 0x8b}) {
		unzip, err := gzip.NewReader(r)
		if err != nil {
			file.Close()
			return nil, nil, s.fileError(err)
		}
		r = bufio.NewReaderSize(unzip, 1<<16)
	}
	if mark, _ := r.Peek(3); string(mark) == "\uFEFF" {
		r.Discard(3)
	}
	return r, file, nil
}

func (s Source) fileError(err error) error {
	return corpus.Unreadable(s.Name, err, "word", "a file of documents or words")
}
