package main

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"arbelos/train/corpus/documents"

	"github.com/google/go-cmp/cmp"
	"github.com/klauspost/compress/gzip"
)

// What is written is what MALLET writes: a heading, two priors, a token a line; the
// topics come back.
func TestState(t *testing.T) {
	d := &data{
		vocab: must(documents.NewVocabulary([]string{"sea", "ship"})),
		docs:  []documents.Doc{{Name: "one two", IDs: []int{0, 1}, Counts: []float64{2, 1}}, {Name: "2"}, {Name: "3", IDs: []int{1}, Counts: []float64{1}}},
	}
	topics := []int32{1, 0, 12, 1}
	var file bytes.Buffer
	if err := writeState(&file, d, topics, []float64{0.5, 0.25}, []float64{0.1}); err != nil {
		t.Fatal(err)
	}
	got, err := readState(bytes.NewReader(file.Bytes()))
	if diff := cmp.Diff(topics, got); diff != "" || err != nil {
		t.Errorf("%v: %s", err, diff)
	}
	zip, err := gzip.NewReader(&file)
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(zip)
	want := `#doc source pos typeindex type topic
#alpha : 0.5 0.25
#beta : 0.1
0 one_two 0 0 sea 1
0 one_two 1 0 sea 0
0 one_two 2 1 ship 12
2 3 0 1 ship 1
`
	if diff := cmp.Diff(want, string(text)); diff != "" || err != nil {
		t.Errorf("%v: %s", err, diff)
	}
}

// FuzzReadState reads anything to its end, without a panic.
func FuzzReadState(f *testing.F) {
	f.Add([]byte("#doc\n0 a 0 0 a 3\n"))
	f.Add([]byte("0 a 0 0 a x\n3"))
	f.Fuzz(func(t *testing.T, text []byte) {
		readState(bytes.NewReader(text))
		var zipped bytes.Buffer
		zip := gzip.NewWriter(&zipped)
		zip.Write(text)
		zip.Close()
		topics, err := readState(&zipped)
		if n := bytes.Count(text, []byte("\n")); err == nil && len(topics) > n {
			t.Errorf("%d topics on %d lines", len(topics), n)
		}
	})
}

// A state that is cut or altered, or of another fit, is refused.
func TestBadStates(t *testing.T) {
	t.Parallel()
	dir := t.TempDir() + "/run"
	ldaCommand.Succeed(t, "", fitBars(t, "gibbs", dir, "--iterations", "3")...)
	states, err := filepath.Glob(dir + "/checkpoints/state-*.gz")
	if err != nil || len(states) != 1 {
		t.Fatalf("%d states, %v", len(states), err)
	}
	whole, err := os.ReadFile(states[0])
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string][]byte{"cut": whole[:len(whole)/2], "empty": {}, "text": []byte("0 a 0 0 a 1\n")} {
		if err := os.WriteFile(states[0], text, 0o666); err != nil {
			t.Fatal(err)
		}
		r, err := ldaCommand.Start("", "fit", "--resume", "--run-dir", dir, "--iterations", "5")
		if err != nil || r.Status != 1 || !strings.Contains(r.Stderr, "checkpoint is corrupt: state: found ") {
			t.Errorf("%s: exit status %d, %v\n%s", name, r.Status, err, r.Stderr)
		}
	}
	if err := os.Remove(states[0]); err != nil {
		t.Fatal(err)
	}
	if r, err := ldaCommand.Start("", "fit", "--resume", "--run-dir", dir, "--iterations", "5"); err != nil || r.Status != 1 || !strings.Contains(r.Stderr, "checkpoint is corrupt: state: found none, expected state-3-") {
		t.Errorf("none: exit status %d, %v\n%s", r.Status, err, r.Stderr)
	}
}
