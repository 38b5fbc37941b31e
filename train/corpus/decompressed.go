package corpus

import (
	"bytes"
	"io"

	"github.com/klauspost/compress/gzip"
)

// Decompressed reads r to its end. Where its first bytes are those of gzip, whatever
// its name, it returns what they hold.
func Decompressed(r io.Reader) ([]byte, error) {
	data, err := io.ReadAll(r)
	if err != nil || !bytes.HasPrefix(data, []byte{0x1f, 0x8b}) {
		return data, err
	}
	unzip, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(unzip)
}
