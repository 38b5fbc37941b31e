package train

import (
	"fmt"
	"io"
	"os"

	"gorgonia.org/tensor"
)

// WriteTensors writes tensors of float32 or float64 elements to a file in the
// safetensors format, for use elsewhere, whole or not at all; see WriteFile.
// A checkpoint's tensors are written by Checkpoint.Save.
func WriteTensors(path string, tensors map[string]*tensor.Dense) error {
	return WriteFile(path, func(w io.Writer) error {
		_, err := writeTensors(w, tensors)
		return err
	})
}

// ReadTensors reads a file in the safetensors format whose tensors have float32
// or float64 elements. A file that cannot be opened gives the error of the file
// system; whatever else is wrong is a *CheckpointError of the kind
// ErrCheckpointCorrupt.
func ReadTensors(path string) (map[string]*tensor.Dense, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("read tensors: %w", err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, fmt.Errorf("read tensors: %w", err)
	}
	tensors, _, err := readTensors(f, info.Size())
	if err != nil {
		return nil, &CheckpointError{path, ErrCheckpointCorrupt, "tensors", err.Error(), "a safetensors file of F32 or F64 tensors"}
	}
	return tensors, nil
}
