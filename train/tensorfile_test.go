package train

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/nlpodyssey/safetensors"
	"gorgonia.org/tensor"
	"pgregory.net/rapid"
)

// sameTensors compares names, shapes, element types and bits.
func sameTensors(a, b map[string]*tensor.Dense) string {
	flat := func(m map[string]*tensor.Dense) map[string]string {
		out := map[string]string{}
		for name, d := range m {
			bits := ""
			if isFloat32(d) {
				for _, x := range elements[float32](d) {
					bits += fmt.Sprintf(" %08x", math.Float32bits(x))
				}
			} else {
				for _, x := range elements[float64](d) {
					bits += fmt.Sprintf(" %016x", math.Float64bits(x))
				}
			}
			out[name] = fmt.Sprintf("%v %v%s", d.Dtype(), []int(d.Shape()), bits)
		}
		return out
	}
	return cmp.Diff(flat(a), flat(b))
}

func drawTensors(t *rapid.T) map[string]*tensor.Dense {
	tensors := map[string]*tensor.Dense{}
	for _, name := range rapid.SliceOfNDistinct(rapid.String(), 0, 5, rapid.ID[string]).Draw(t, "names") {
		shape := rapid.SliceOfN(rapid.IntRange(1, 4), 0, 4).Draw(t, "shape")
		n := 1
		for _, d := range shape {
			n *= d
		}
		if rapid.Bool().Draw(t, "float32") {
			x := make([]float32, n)
			for i := range x {
				x[i] = math.Float32frombits(rapid.Uint32().Draw(t, "bits"))
			}
			tensors[strings.ToValidUTF8(name, "?")] = tensor.New(tensor.WithShape(shape...), tensor.WithBacking(x))
		} else {
			x := make([]float64, n)
			for i := range x {
				x[i] = math.Float64frombits(rapid.Uint64().Draw(t, "bits"))
			}
			tensors[strings.ToValidUTF8(name, "?")] = tensor.New(tensor.WithShape(shape...), tensor.WithBacking(x))
		}
	}
	delete(tensors, "__metadata__")
	return tensors
}

// Every bit survives, those of NaNs too.
func TestTensorsRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tensors := drawTensors(t)
		var file bytes.Buffer
		digest, err := writeTensors(&file, tensors)
		if err != nil {
			t.Fatal(err)
		}
		got, gotDigest, err := readTensors(bytes.NewReader(file.Bytes()), int64(file.Len()))
		if err != nil {
			t.Fatal(err)
		}
		if diff := sameTensors(tensors, got); diff != "" {
			t.Fatal(diff)
		}
		if digest != gotDigest {
			t.Fatalf("digest %s when read, %s when written", gotDigest, digest)
		}
		// The library itself must find the file well-formed.
		parsed, err := safetensors.Deserialize(file.Bytes())
		if err != nil || parsed.Len() != len(tensors) {
			t.Fatalf("the library finds %d tensors, want %d (%v)", parsed.Len(), len(tensors), err)
		}
	})
}

// tensorText makes a file from the text of a header and the data after it.
func tensorText(header string, data ...byte) []byte {
	b := binary.LittleEndian.AppendUint64(nil, uint64(len(header)))
	return append(append(b, header...), data...)
}

func TestReadTensorsRefuses(t *testing.T) {
	four := []byte{0, 0, 128, 63}
	for name, c := range map[string]struct {
		file []byte
		want string
	}{
		"empty":                 {nil, "expected at least 8"},
		"huge header":           {binary.LittleEndian.AppendUint64(nil, math.MaxUint64), "expected at most 0"},
		"header beyond the end": {tensorText(`{}`)[:9], "expected at most 1"},
		"no JSON":               {tensorText(`{"a":`), "header"},
		"other elements":        {tensorText(`{"a":{"dtype":"I32","shape":[1],"data_offsets":[0,4]}}`, four...), "expected F32 or F64"},
		"empty tensor":          {tensorText(`{"a":{"dtype":"F32","shape":[0],"data_offsets":[0,0]}}`), "dimension of 0"},
		"huge tensor":           {tensorText(`{"a":{"dtype":"F32","shape":[4611686018427387904,4],"data_offsets":[0,4]}}`, four...), "bytes left in the file"},
		"negative dimension":    {tensorText(`{"a":{"dtype":"F32","shape":[-1],"data_offsets":[0,4]}}`, four...), "header"},
		"too long by shape":     {tensorText(`{"a":{"dtype":"F32","shape":[2],"data_offsets":[0,4]}}`, four...), "bytes left in the file"},
		"too short by shape":    {tensorText(`{"a":{"dtype":"F32","shape":[],"data_offsets":[0,8]}}`, append(four, four...)...), "found end 8, expected 4"},
		"gap":                   {tensorText(`{"a":{"dtype":"F32","shape":[1],"data_offsets":[4,8]}}`, append(four, four...)...), "found offset 4, expected 0"},
		"overlap": {tensorText(`{"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]},"b":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}}`, four...),
			"found offset 0, expected 4"},
		"data after the last": {tensorText(`{"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}}`, 0, 0, 0, 0, 1), "found 5 bytes of tensors, expected 4"},
	} {
		_, _, err := readTensors(bytes.NewReader(c.file), int64(len(c.file)))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want one with %q", name, err, c.want)
		}
	}
}

// A header may claim what it likes: what is allocated follows the file's size.
func TestReadTensorsAllocates(t *testing.T) {
	file := tensorText(`{"a":{"dtype":"F64","shape":[100000000],"data_offsets":[0,800000000]}}`)
	allocated := testing.Benchmark(func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, _, err := readTensors(bytes.NewReader(file), int64(len(file))); err == nil {
				b.Fatal("read a tensor that is not there")
			}
		}
	}).AllocedBytesPerOp()
	if allocated > 1<<18 {
		t.Errorf("allocated %d bytes for a file of %d", allocated, len(file))
	}
}

func TestWriteTensorsFails(t *testing.T) {
	full := errors.New("disk full")
	for n := range 40 {
		w := &limitedWriter{room: n, err: full}
		if _, err := writeTensors(w, map[string]*tensor.Dense{"a": vector(1, 2)}); !errors.Is(err, full) {
			t.Fatalf("room for %d bytes: error %v", n, err)
		}
	}
}

// limitedWriter fails once it has no more room.
type limitedWriter struct {
	room int
	err  error
}

func (w *limitedWriter) Write(b []byte) (int, error) {
	if len(b) > w.room {
		n := w.room
		w.room = 0
		return n, w.err
	}
	w.room -= len(b)
	return len(b), nil
}

// Whatever the bytes, the reader ends without panic, and what it accepts it
// writes again to the same meaning.
func FuzzReadTensors(f *testing.F) {
	var file bytes.Buffer
	if _, err := writeTensors(&file, map[string]*tensor.Dense{
		"param/a": vector(1, 2), "b": tensor.New(tensor.WithShape(2, 1), tensor.WithBacking([]float32{1, 2})),
	}); err != nil {
		f.Fatal(err)
	}
	f.Add(file.Bytes())
	f.Add(tensorText(`{}`))
	f.Add(tensorText(`{"__metadata__":{"a":"b"},"a":{"dtype":"F32","shape":[],"data_offsets":[0,4]}}`, 0, 0, 0, 0))
	f.Add(tensorText(`{"a":{"dtype":"F32","shape":[1,1,1,1,1,1],"data_offsets":[0,4]}}`, 0, 0, 0, 0))
	f.Add(binary.LittleEndian.AppendUint64(nil, 1<<40))
	f.Fuzz(func(t *testing.T, b []byte) {
		tensors, _, err := readTensors(bytes.NewReader(b), int64(len(b)))
		if err != nil {
			return
		}
		var again bytes.Buffer
		if _, err := writeTensors(&again, tensors); err != nil {
			t.Fatal(err)
		}
		second, _, err := readTensors(&again, int64(again.Len()))
		if err != nil {
			t.Fatal(err)
		}
		if diff := sameTensors(tensors, second); diff != "" {
			t.Fatal(diff)
		}
	})
}

func BenchmarkTensorFile(b *testing.B) {
	const n = 8 << 20
	tensors := map[string]*tensor.Dense{"a": tensor.New(tensor.WithShape(n), tensor.WithBacking(make([]float32, n)))}
	b.Run("write", func(b *testing.B) {
		b.SetBytes(4 * n)
		for b.Loop() {
			if _, err := writeTensors(io.Discard, tensors); err != nil {
				b.Fatal(err)
			}
		}
	})
	var file bytes.Buffer
	if _, err := writeTensors(&file, tensors); err != nil {
		b.Fatal(err)
	}
	b.Run("read", func(b *testing.B) {
		b.SetBytes(4 * n)
		for b.Loop() {
			if _, _, err := readTensors(bytes.NewReader(file.Bytes()), int64(file.Len())); err != nil {
				b.Fatal(err)
			}
		}
	})
}
