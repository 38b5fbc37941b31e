package train

import (
	"encoding/binary"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"gorgonia.org/tensor"
	"pgregory.net/rapid"
)

func TestTensorFileRoundTrip(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.safetensors")
	rapid.Check(t, func(t *rapid.T) {
		want := drawTensors(t)
		if err := WriteTensors(path, want); err != nil {
			t.Fatal(err)
		}
		got, err := ReadTensors(path)
		if err != nil {
			t.Fatal(err)
		}
		if diff := sameTensors(want, got); diff != "" {
			t.Fatal(diff)
		}
	})
}

// A file as other writers make it: with metadata, in another order of the keys,
// and with spaces that align the data.
func TestReadTensorsOfOthers(t *testing.T) {
	header := `{"b":{"shape":[2],"dtype":"F32","data_offsets":[8,16]}, "__metadata__":{"format":"pt"},"a":{"dtype":"F64","shape":[1,1],"data_offsets":[0,8]}}   `
	file := binary.LittleEndian.AppendUint64(nil, uint64(len(header)))
	file = append(file, header...)
	file = append(file, 0, 0, 0, 0, 0, 0, 0xf8, 0x3f, 0, 0, 0x80, 0x3f, 0, 0, 0, 0xc0)
	path := filepath.Join(t.TempDir(), "x.safetensors")
	if err := os.WriteFile(path, file, 0o666); err != nil {
		t.Fatal(err)
	}
	got, err := ReadTensors(path)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]*tensor.Dense{
		"a": tensor.New(tensor.WithShape(1, 1), tensor.WithBacking([]float64{1.5})),
		"b": tensor.New(tensor.WithShape(2), tensor.WithBacking([]float32{1, -2})),
	}
	if diff := sameTensors(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestReadTensorsErrors(t *testing.T) {
	dir := t.TempDir()
	if _, err := ReadTensors(filepath.Join(dir, "none")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
	path := filepath.Join(dir, "text")
	if err := os.WriteFile(path, []byte("the dog barks"), 0o666); err != nil {
		t.Fatal(err)
	}
	var bad *CheckpointError
	if _, err := ReadTensors(path); !errors.As(err, &bad) || bad.Path != path || !errors.Is(err, ErrCheckpointCorrupt) {
		t.Errorf("text: %v", err)
	}
}
