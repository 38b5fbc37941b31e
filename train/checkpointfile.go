package train

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Save writes the checkpoint under a path, which ends in .json, and under
// further names in the same folder that share its tensor file. A crash at any
// moment leaves each name with its previous checkpoint or the new one, whole:
// tensor files are named by their digest, so that none is overwritten, and the
// renaming of the JSON file is what replaces a checkpoint. The further names
// are replaced before path is. Tensor files that only the replaced checkpoints
// used are removed at the end.
func (c *Checkpoint) Save(path string, also ...string) error {
	stem := strings.TrimSuffix(path, ".json")
	size := &countingWriter{}
	err := writeFileAs(stem+".safetensors", func(w io.Writer) (string, error) {
		size.to = w
		digest, err := writeTensors(size, c.tensors())
		if err != nil {
			return "", err
		}
		name := fmt.Sprintf("%s-%s.safetensors", filepath.Base(stem), digest[:16])
		c.File = TensorFile{Name: name, SHA256: digest}
		return filepath.Join(filepath.Dir(path), name), nil
	})
	if err != nil {
		return fmt.Errorf("save checkpoint: %w", err)
	}
	c.File.Bytes = size.n
	c.Format = CheckpointFormat
	text, err := json.MarshalIndent(c, "", "  ")
	if err != nil {
		return fmt.Errorf("save checkpoint %s: %w", path, err)
	}
	text = append(text, '\n')

	var replaced []string
	for _, name := range append(slices.Clone(also), path) {
		if old, ok := tensorFileOf(name); ok && old != c.File.Name {
			replaced = append(replaced, old)
		}
		if err := WriteFile(name, writeBytes(text)); err != nil {
			return fmt.Errorf("save checkpoint: %w", err)
		}
	}
	return removeUnused(filepath.Dir(path), replaced)
}

// ReadCheckpoint reads a checkpoint by the path of its JSON file. A file that
// cannot be opened gives the error of the file system; whatever else is wrong
// is a *CheckpointError.
func ReadCheckpoint(path string) (*Checkpoint, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("read checkpoint: %w", err)
	}
	c, err := decodeCheckpoint(path, text)
	if err != nil {
		return nil, err
	}
	tensorPath := filepath.Join(filepath.Dir(path), c.File.Name)
	f, err := os.Open(tensorPath)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, &CheckpointError{path, ErrCheckpointCorrupt, "tensor file", "none", c.File.Name + " beside it"}
	}
	if err != nil {
		return nil, fmt.Errorf("read checkpoint: %w", err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, fmt.Errorf("read checkpoint: %w", err)
	}
	if err := c.readTensors(tensorPath, f, info.Size()); err != nil {
		return nil, err
	}
	return c, nil
}

// decodeCheckpoint reads the JSON file's text. The format is looked at first,
// since of a later one nothing else is known.
func decodeCheckpoint(path string, text []byte) (*Checkpoint, error) {
	corrupt := func(what, found, expected string) error {
		return &CheckpointError{path, ErrCheckpointCorrupt, what, found, expected}
	}
	// The last byte is a newline, so that every cut is noticed.
	if !bytes.HasSuffix(text, []byte("}\n")) {
		return nil, corrupt("end of file", fmt.Sprintf("%q", text[max(0, len(text)-10):]), `"}\n"`)
	}
	var version struct{ Format int }
	if err := json.Unmarshal(text, &version); err != nil {
		return nil, corrupt("JSON", err.Error(), "the text of a checkpoint")
	}
	if version.Format > CheckpointFormat {
		return nil, &CheckpointError{path, ErrCheckpointFormat, "format", fmt.Sprint(version.Format), fmt.Sprintf("at most %d", CheckpointFormat)}
	}
	c := &Checkpoint{path: path}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(c); err != nil {
		return nil, corrupt("JSON", err.Error(), "the text of a checkpoint")
	}
	s := c.State
	switch {
	case c.Format < 1:
		return nil, corrupt("format", fmt.Sprint(c.Format), "at least 1")
	case s.Epoch < 0 || s.Position < 0 || s.Step < 0 || s.Records < 0 || s.Position > c.Batches:
		return nil, corrupt("state", fmt.Sprintf("epoch %d, position %d of %d, step %d, %d records", s.Epoch, s.Position, c.Batches, s.Step, s.Records),
			"counts of at least 0 and a position within the epoch")
	case !(s.Schedule.Scale > 0):
		return nil, corrupt("state", fmt.Sprintf("a factor of %v on rates", s.Schedule.Scale), "one above 0")
	case filepath.Ext(c.File.Name) != ".safetensors" || filepath.Base(c.File.Name) != c.File.Name:
		return nil, corrupt("tensor file", fmt.Sprintf("%q", c.File.Name), "a name without folder that ends in .safetensors")
	}
	return c, nil
}

// readTensors reads the tensor file that belongs to c, of the given size.
func (c *Checkpoint) readTensors(path string, r io.Reader, size int64) error {
	corrupt := func(what, found, expected string) error {
		return &CheckpointError{path, ErrCheckpointCorrupt, what, found, expected}
	}
	if size != c.File.Bytes {
		return corrupt("size", fmt.Sprintf("%d bytes", size), fmt.Sprintf("%d", c.File.Bytes))
	}
	all, digest, err := readTensors(r, size)
	if err != nil {
		return corrupt("tensors", err.Error(), "a safetensors file")
	}
	if digest != c.File.SHA256 {
		return corrupt("SHA-256", digest, c.File.SHA256)
	}
	if name, ok := c.setTensors(all); !ok {
		return corrupt("tensors", fmt.Sprintf("%q", name), "parameters and state of the optimisers named in the JSON file")
	}
	return nil
}

// tensorFileOf returns the name of the tensor file a JSON file speaks of.
func tensorFileOf(path string) (string, bool) {
	text, err := os.ReadFile(path)
	var c struct{ Tensors TensorFile }
	if err != nil || json.Unmarshal(text, &c) != nil || c.Tensors.Name == "" {
		return "", false
	}
	return c.Tensors.Name, true
}

// removeUnused removes those of the named tensor files in a folder that no JSON
// file in it speaks of.
func removeUnused(dir string, names []string) error {
	if len(names) == 0 {
		return nil
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return fmt.Errorf("remove replaced checkpoint: %w", err)
	}
	used := map[string]bool{}
	for _, e := range entries {
		if filepath.Ext(e.Name()) == ".json" {
			name, ok := tensorFileOf(filepath.Join(dir, e.Name()))
			if !ok {
				return nil // a damaged checkpoint may need any of them
			}
			used[name] = true
		}
	}
	for _, name := range names {
		if used[name] || filepath.Base(name) != name || filepath.Ext(name) != ".safetensors" {
			continue
		}
		if err := os.Remove(filepath.Join(dir, name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("remove replaced checkpoint: %w", err)
		}
	}
	return nil
}

// countingWriter counts the bytes that pass through it.
type countingWriter struct {
	to io.Writer
	n  int64
}

func (w *countingWriter) Write(b []byte) (int, error) {
	n, err := w.to.Write(b)
	w.n += int64(n)
	return n, err
}
