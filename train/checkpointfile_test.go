package train

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"gorgonia.org/tensor"
)

// sameCheckpoint compares everything but the tensors with cmp, and those by
// bits.
func sameCheckpoint(a, b *Checkpoint) string {
	if diff := cmp.Diff(a, b, cmpopts.IgnoreUnexported(Checkpoint{}), cmpopts.IgnoreTypes(&tensor.Dense{}, TensorFile{}),
		cmp.Comparer(func(x, y json.RawMessage) bool {
			var cx, cy bytes.Buffer
			json.Compact(&cx, x)
			json.Compact(&cy, y)
			return cx.String() == cy.String()
		})); diff != "" {
		return diff
	}
	return sameTensors(a.tensors(), b.tensors())
}

func save(t *testing.T, c *Checkpoint, path string, also ...string) {
	t.Helper()
	if err := c.Save(path, also...); err != nil {
		t.Fatal(err)
	}
}

func read(t *testing.T, path string) *Checkpoint {
	t.Helper()
	c, err := ReadCheckpoint(path)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestCheckpointRoundTrip(t *testing.T) {
	path := filepath.Join(t.TempDir(), "last.json")
	c := sampleCheckpoint()
	save(t, c, path)
	if diff := sameCheckpoint(c, read(t, path)); diff != "" {
		t.Error(diff)
	}
}

// Saving the same state twice gives the same bytes.
func TestCheckpointDeterministic(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "last.json")
	save(t, sampleCheckpoint(), path)
	before, files := mustRead(t, path), names(t, dir)
	for range 20 {
		save(t, sampleCheckpoint(), path)
		if got := mustRead(t, path); got != before || !cmp.Equal(files, names(t, dir)) {
			t.Fatalf("second save differs:\n%s\nin %v", cmp.Diff(before, got), names(t, dir))
		}
	}
}

func TestCheckpointReplacesTensorFiles(t *testing.T) {
	dir := t.TempDir()
	last, best := filepath.Join(dir, "last.json"), filepath.Join(dir, "best.json")
	c := sampleCheckpoint()
	tensorFiles := func() int {
		n := 0
		for _, name := range names(t, dir) {
			if filepath.Ext(name) == ".safetensors" {
				n++
			}
		}
		return n
	}
	stranger := filepath.Join(dir, "other-0123456789abcdef.safetensors")
	if err := os.WriteFile(stranger, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	for step, want := range []int{1, 2, 2, 1, 2} { // files of last and best
		elements[float64](c.Params["q.b"])[0] = float64(step)
		if step == 0 || step == 3 {
			save(t, c, last, best) // one file for both
		} else {
			save(t, c, last)
		}
		if n := tensorFiles() - 1; n != want {
			t.Errorf("step %d: %d tensor files, want %d: %v", step, n, want, names(t, dir))
		}
		if got := elements[float64](read(t, last).Params["q.b"])[0]; got != float64(step) {
			t.Errorf("step %d: last holds %v", step, got)
		}
		if got, want := elements[float64](read(t, best).Params["q.b"])[0], []float64{0, 0, 0, 3, 3}[step]; got != want {
			t.Errorf("step %d: best holds %v, want %v", step, got, want)
		}
	}
	if _, err := os.Stat(stranger); err != nil {
		t.Error("removed a file that is not its own: ", err)
	}
	// A copy under another name keeps its tensors.
	kept := filepath.Join(dir, "kept.json")
	if err := os.WriteFile(kept, []byte(mustRead(t, last)), 0o666); err != nil {
		t.Fatal(err)
	}
	elements[float64](c.Params["q.b"])[0] = 99
	save(t, c, last)
	if got := elements[float64](read(t, kept).Params["q.b"])[0]; got != 4 {
		t.Errorf("the copy holds %v, want 4", got)
	}
}

// Cut anywhere, either file gives a typed error that names it, and the
// checkpoint saved under another name before stays readable.
func TestCheckpointTruncated(t *testing.T) {
	dir := t.TempDir()
	path, previous := filepath.Join(dir, "last.json"), filepath.Join(dir, "best.json")
	c := sampleCheckpoint()
	save(t, c, previous)
	before := read(t, previous)
	elements[float64](c.Params["q.b"])[0] = 77
	save(t, c, path)
	for _, file := range []string{path, filepath.Join(dir, c.File.Name)} {
		whole := []byte(mustRead(t, file))
		for n := range whole {
			if err := os.WriteFile(file, whole[:n], 0o666); err != nil {
				t.Fatal(err)
			}
			_, err := ReadCheckpoint(path)
			var typed *CheckpointError
			if !errors.As(err, &typed) || !errors.Is(err, ErrCheckpointCorrupt) || typed.Path != file {
				t.Fatalf("%s cut after %d of %d bytes: %v", file, n, len(whole), err)
			}
		}
		if err := os.WriteFile(file, whole, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	read(t, path)
	if diff := sameCheckpoint(before, read(t, previous)); diff != "" {
		t.Error(diff)
	}
}

// A changed byte anywhere in the tensors is noticed.
func TestCheckpointAltered(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "last.json")
	c := sampleCheckpoint()
	save(t, c, path)
	file := filepath.Join(dir, c.File.Name)
	whole := []byte(mustRead(t, file))
	for i := range whole {
		altered := bytes.Clone(whole)
		altered[i] ^= 1
		if err := os.WriteFile(file, altered, 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := ReadCheckpoint(path); !errors.Is(err, ErrCheckpointCorrupt) {
			t.Fatalf("byte %d of %d altered: %v", i, len(whole), err)
		}
	}
}

func TestCheckpointRefuses(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "last.json")
	c := sampleCheckpoint()
	save(t, c, path)
	text := mustRead(t, path)
	other := sampleCheckpoint()
	elements[float64](other.Params["q.b"])[0] = 5
	save(t, other, filepath.Join(dir, "other.json"))
	for name, test := range map[string]struct {
		old, new string
		kind     error
		want     []string
	}{
		"later format":         {`"format": 1,`, `"format": 2, "brand_new": {},`, ErrCheckpointFormat, []string{"found 2", "at most 1"}},
		"no format":            {`"format": 1,`, ``, ErrCheckpointCorrupt, []string{"format", "at least 1"}},
		"unknown field":        {`"format": 1,`, `"format": 1, "brand_new": {},`, ErrCheckpointCorrupt, []string{"brand_new"}},
		"other's tensors":      {c.File.Name, other.File.Name, ErrCheckpointCorrupt, []string{"SHA-256", c.File.SHA256, other.File.SHA256}},
		"no such tensor file":  {c.File.Name, "gone.safetensors", ErrCheckpointCorrupt, []string{"gone.safetensors"}},
		"file in other folder": {c.File.Name, "../" + c.File.Name, ErrCheckpointCorrupt, []string{"name without folder"}},
		"negative step":        {`"step": 14`, `"step": -14`, ErrCheckpointCorrupt, []string{"step -14"}},
		"past the epoch":       {`"position": 4`, `"position": 11`, ErrCheckpointCorrupt, []string{"position 11 of 10"}},
		"no rate":              {`"scale": 0.1`, `"scale": 0`, ErrCheckpointCorrupt, []string{"factor of 0"}},
		"optimiser of no name": {`"q": {`, `"r": {`, ErrCheckpointCorrupt, []string{`"optimiser/q/`}},
	} {
		changed := strings.Replace(text, test.old, test.new, 1)
		if changed == text {
			t.Fatalf("%s: %q is not in\n%s", name, test.old, text)
		}
		if err := os.WriteFile(path, []byte(changed), 0o666); err != nil {
			t.Fatal(err)
		}
		_, err := ReadCheckpoint(path)
		var typed *CheckpointError
		if !errors.As(err, &typed) || !errors.Is(err, test.kind) {
			t.Errorf("%s: error %v, want %v", name, err, test.kind)
			continue
		}
		for _, part := range append(test.want, dir) {
			if !strings.Contains(err.Error(), part) {
				t.Errorf("%s: %q does not name %s", name, err, part)
			}
		}
	}
	if _, err := ReadCheckpoint(filepath.Join(dir, "none.json")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("missing file: %v", err)
	}
	if _, err := ReadCheckpoint(dir); err == nil {
		t.Error("read a folder")
	}
}

// A save that fails, at the JSON file or at the tensors, changes nothing.
func TestCheckpointSaveFails(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "last.json")
	c := sampleCheckpoint()
	save(t, c, path)
	before := read(t, path)

	bad := sampleCheckpoint()
	bad.Config = []byte(`{`)
	elements[float64](bad.Params["q.b"])[0] = 5
	if err := bad.Save(path); err == nil {
		t.Error("saved a config that is not JSON")
	}
	for _, blocked := range []string{".last.json.tmp", ".last.safetensors.tmp"} {
		if err := os.Mkdir(filepath.Join(dir, blocked), 0o777); err != nil {
			t.Fatal(err)
		}
		next := sampleCheckpoint()
		elements[float64](next.Params["q.b"])[0] = 6
		if err := next.Save(path); err == nil {
			t.Errorf("saved although %s was in the way", blocked)
		}
		if diff := sameCheckpoint(before, read(t, path)); diff != "" {
			t.Error(diff)
		}
		if err := os.RemoveAll(filepath.Join(dir, blocked)); err != nil {
			t.Fatal(err)
		}
	}
}

// Of several names the first is replaced last: a run that dies in between goes
// on from the old last checkpoint and comes to the best one again.
func TestCheckpointSaveOrder(t *testing.T) {
	dir := t.TempDir()
	last, best := filepath.Join(dir, "last.json"), filepath.Join(dir, "best.json")
	c := sampleCheckpoint()
	save(t, c, last, best)
	if err := os.Mkdir(filepath.Join(dir, ".last.json.tmp"), 0o777); err != nil {
		t.Fatal(err)
	}
	next := sampleCheckpoint()
	next.State.Step = 15
	if err := next.Save(last, best); err == nil {
		t.Fatal("saved although something was in the way")
	}
	if l, b := read(t, last).State.Step, read(t, best).State.Step; l != 14 || b != 15 {
		t.Errorf("last is of step %d and best of step %d, want 14 and 15", l, b)
	}
}

// Whatever the text, the decoder ends without panic; what it accepts is within
// bounds.
func FuzzDecodeCheckpoint(f *testing.F) {
	c := sampleCheckpoint()
	c.File = TensorFile{Name: "a.safetensors", Bytes: 5, SHA256: "00"}
	text, err := json.MarshalIndent(c, "", "  ")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(append(text, '\n'))
	f.Add([]byte("{\"format\":99}\n"))
	f.Add([]byte("{}\n"))
	f.Add([]byte("{\"format\":1,\"tensors\":{\"file\":\"..\"},\"state\":{\"schedule\":{\"scale\":1}}}\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		c, err := decodeCheckpoint("x.json", text)
		if err != nil {
			if !errors.Is(err, ErrCheckpointCorrupt) && !errors.Is(err, ErrCheckpointFormat) {
				t.Fatalf("untyped error %v", err)
			}
			return
		}
		if c.State.Position < 0 || c.State.Position > c.Batches || filepath.Base(c.File.Name) != c.File.Name {
			t.Fatalf("accepted %+v", c)
		}
		if name, ok := c.setTensors(map[string]*tensor.Dense{"optimiser/q/m": vector(1)}); ok != (name == "") {
			t.Fatalf("misplaced %q, ok %v", name, ok)
		}
	})
}
