package train

import (
	"bufio"
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"

	"github.com/nlpodyssey/safetensors"
	"gorgonia.org/tensor"
)

// maxTensorHeader bounds the header that is read, in bytes. A header takes
// about a hundred bytes a tensor.
const maxTensorHeader = 16 << 20

// writeTensors writes tensors in the safetensors format and returns the SHA-256
// digest of what it wrote, in hexadecimal. At any time at most one tensor is
// held twice in memory.
func writeTensors(w io.Writer, tensors map[string]*tensor.Dense) (digest string, err error) {
	var scratch []byte
	views := make(map[string]tensorView, len(tensors))
	for name, d := range tensors {
		views[name] = tensorView{d, &scratch}
	}
	hash := sha256.New()
	if err := safetensors.SerializeToWriter(views, nil, io.MultiWriter(w, hash)); err != nil {
		return "", err
	}
	return hex.EncodeToString(hash.Sum(nil)), nil
}

// tensorView is a tensor as the safetensors package wants it. The bytes it
// gives are valid until the next view gives its own.
type tensorView struct {
	*tensor.Dense
	scratch *[]byte
}

func (v tensorView) DType() safetensors.DType {
	if isFloat32(v.Dense) {
		return safetensors.F32
	}
	return safetensors.F64
}

func (v tensorView) Shape() []uint64 {
	shape := make([]uint64, v.Dims())
	for i, n := range v.Dense.Shape() {
		shape[i] = uint64(n)
	}
	return shape
}

func (v tensorView) DataLen() uint64 {
	return uint64(v.Dense.Shape().TotalSize()) * v.DType().Size()
}

func (v tensorView) Data() []byte {
	b := slices.Grow((*v.scratch)[:0], int(v.DataLen()))[:v.DataLen()]
	if isFloat32(v.Dense) {
		for i, x := range elements[float32](v.Dense) {
			binary.LittleEndian.PutUint32(b[4*i:], math.Float32bits(x))
		}
	} else {
		for i, x := range elements[float64](v.Dense) {
			binary.LittleEndian.PutUint64(b[8*i:], math.Float64bits(x))
		}
	}
	*v.scratch = b
	return b
}

// readTensors reads a safetensors file of float32 and float64 tensors, of the
// given size in bytes, and returns the digest of all it read beside them. It
// allocates in proportion to the size at most, whatever the header claims.
func readTensors(r io.Reader, size int64) (tensors map[string]*tensor.Dense, digest string, err error) {
	hash := sha256.New()
	r = bufio.NewReaderSize(io.TeeReader(r, hash), 1<<16)
	names, infos, err := readTensorHeader(r, size)
	if err != nil {
		return nil, "", err
	}
	tensors = make(map[string]*tensor.Dense, len(names))
	for _, name := range names {
		if tensors[name], err = readTensor(r, infos[name]); err != nil {
			return nil, "", fmt.Errorf("tensor %q: %w", name, err)
		}
	}
	return tensors, hex.EncodeToString(hash.Sum(nil)), nil
}

// readTensorHeader reads the header and checks that its tensors fill the rest
// of the file exactly, one after the other. The names come in file order.
func readTensorHeader(r io.Reader, size int64) ([]string, map[string]*safetensors.TensorInfo, error) {
	var prefix [8]byte
	if _, err := io.ReadFull(r, prefix[:]); err != nil {
		return nil, nil, fmt.Errorf("header: found %d bytes in all, expected at least 8", size)
	}
	length := binary.LittleEndian.Uint64(prefix[:])
	room := uint64(max(size-8, 0))
	if length > min(room, maxTensorHeader) {
		return nil, nil, fmt.Errorf("header: found a length of %d bytes, expected at most %d", length, min(room, maxTensorHeader))
	}
	header := make([]byte, length)
	if _, err := io.ReadFull(r, header); err != nil {
		return nil, nil, fmt.Errorf("header: %w", err)
	}
	var metadata safetensors.Metadata
	if err := json.Unmarshal(header, &metadata); err != nil {
		return nil, nil, fmt.Errorf("header: %w", err)
	}
	infos := metadata.Tensors()
	names := slices.SortedFunc(maps.Keys(infos), func(a, b string) int {
		return cmp.Compare(infos[a].DataOffsets[0], infos[b].DataOffsets[0])
	})
	end := uint64(0)
	for _, name := range names {
		if infos[name].DataOffsets[0] != end {
			return nil, nil, fmt.Errorf("tensor %q: found offset %d, expected %d", name, infos[name].DataOffsets[0], end)
		}
		bytes, err := tensorBytes(infos[name], room-length-end)
		if err != nil {
			return nil, nil, fmt.Errorf("tensor %q: %w", name, err)
		}
		end += bytes
		if infos[name].DataOffsets[1] != end {
			return nil, nil, fmt.Errorf("tensor %q: found end %d, expected %d", name, infos[name].DataOffsets[1], end)
		}
	}
	if end != room-length {
		return nil, nil, fmt.Errorf("found %d bytes of tensors, expected %d", room-length, end)
	}
	return names, infos, nil
}

// tensorBytes returns the length of a tensor's data, which must not exceed
// room. Empty tensors are refused: no parameter has one.
func tensorBytes(info *safetensors.TensorInfo, room uint64) (uint64, error) {
	if info.DType != safetensors.F32 && info.DType != safetensors.F64 {
		return 0, fmt.Errorf("found elements of type %v, expected F32 or F64", info.DType)
	}
	bytes := info.DType.Size()
	for _, n := range info.Shape {
		if n == 0 {
			return 0, fmt.Errorf("found shape %v, expected no dimension of 0", info.Shape)
		}
		if n > room/bytes {
			return 0, fmt.Errorf("found shape %v, expected at most the %d bytes left in the file", info.Shape, room)
		}
		bytes *= n
	}
	if bytes > room {
		return 0, fmt.Errorf("found %d bytes, expected at most the %d left in the file", bytes, room)
	}
	return bytes, nil
}

func readTensor(r io.Reader, info *safetensors.TensorInfo) (*tensor.Dense, error) {
	shape := make([]int, len(info.Shape))
	for i, n := range info.Shape {
		shape[i] = int(n)
	}
	count := int((info.DataOffsets[1] - info.DataOffsets[0]) / info.DType.Size())
	var backing any
	var err error
	if info.DType == safetensors.F32 {
		x := make([]float32, count)
		backing, err = x, readElements(r, x, 4, func(to []float32, b []byte) {
			for i := range to {
				to[i] = math.Float32frombits(binary.LittleEndian.Uint32(b[4*i:]))
			}
		})
	} else {
		x := make([]float64, count)
		backing, err = x, readElements(r, x, 8, func(to []float64, b []byte) {
			for i := range to {
				to[i] = math.Float64frombits(binary.LittleEndian.Uint64(b[8*i:]))
			}
		})
	}
	if err != nil {
		return nil, err
	}
	return tensor.New(tensor.WithShape(shape...), tensor.WithBacking(backing)), nil
}

// readElements fills x, a piece at a time, so that the bytes need not be held
// beside the elements.
func readElements[T float](r io.Reader, x []T, size int, decode func(to []T, b []byte)) error {
	var buffer [1 << 14]byte
	for len(x) > 0 {
		n := min(len(x), len(buffer)/size)
		if _, err := io.ReadFull(r, buffer[:n*size]); err != nil {
			return err
		}
		decode(x[:n], buffer[:n*size])
		x = x[n:]
	}
	return nil
}
