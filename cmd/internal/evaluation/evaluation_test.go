package evaluation

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

	"arbelos/train/corpus"
)

func sentences(t *testing.T, text string) []corpus.Sentence {
	t.Helper()
	all, err := corpus.Read(strings.NewReader(text), "test", corpus.Auto)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// What is read is what was written, and scores as the trees do that it was made of.
func TestEvaluation(t *testing.T) {
	all := sentences(t, "(S (NP (D the) (N -LRB-)) (VP (V sees) (NP (N </script>) (P .))))\n(X (A a))\n(S (A a) (B b) (C c))\n")
	var predicted []corpus.Binary
	for i, s := range all {
		tree := corpus.LeftBranching(len(s.Words))
		if i == 0 {
			tree = corpus.Binarize(s.Tree)
		}
		predicted = append(predicted, tree)
	}
	e := New("a corpus", "run/best.json", all, predicted)
	dir := t.TempDir()
	if err := e.Write(dir); err != nil {
		t.Fatal(err)
	}
	got, parses, err := Read(dir)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(e, got); d != "" {
		t.Error(d)
	}
	var want, have corpus.Evaluation
	for i, p := range parses {
		if d := cmp.Diff(all[i].Tree, p.GoldTree); d != "" {
			t.Error(d)
		}
		if d := cmp.Diff(predicted[i], p.Binary); d != "" {
			t.Error(d)
		}
		want.Add(all[i].Tree, predicted[i])
		have.Add(p.GoldTree, p.Binary)
	}
	if d := cmp.Diff(want.Scores(), have.Scores()); d != "" {
		t.Error(d)
	}
	// The third has no gold span, of which all are found, and one predicted that is wrong.
	if *e.Sentences[0].F1 != 100 || e.Sentences[1].F1 != nil || *e.Sentences[2].F1 != 0 {
		t.Errorf("f1 %v, %v, %v", *e.Sentences[0].F1, e.Sentences[1].F1, *e.Sentences[2].F1)
	}
}

// Of plain text there are words and predicted trees, also of blank lines.
func TestPlain(t *testing.T) {
	all := sentences(t, "a b c\n\nd\n")
	var predicted []corpus.Binary
	for _, s := range all {
		predicted = append(predicted, corpus.RightBranching(len(s.Words)))
	}
	dir := t.TempDir()
	if err := New("text", "", all, predicted).Write(dir); err != nil {
		t.Fatal(err)
	}
	_, parses, err := Read(dir)
	if err != nil {
		t.Fatal(err)
	}
	if len(parses) != 3 || parses[0].GoldTree != nil || parses[1].PredictedTree != nil || parses[2].Binary.Words() != 1 {
		t.Errorf("read %+v", parses)
	}
}

func TestFileError(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{``, "expected an evaluation in JSON"},
		{`{"format": 1} x`, "expected an evaluation in JSON"},
		{`{"format": 2}`, "found format 2, expected format 1"},
		{`{"format": 1, "sentences": [{"words": ["a"], "predicted": ""}]}`, "sentence 1: found no predicted tree"},
		{`{"format": 1, "sentences": [{"words": ["a", "b"], "predicted": "(X (A a))"}]}`, "found a predicted tree over 1 words, expected one over 2"},
		{`{"format": 1, "sentences": [{"words": [], "predicted": ""}, {"words": ["a"], "predicted": "(X (A a)"}]}`, "sentence 2: found"},
		{`{"format": 1, "sentences": [{"words": ["a"], "tags": [], "predicted": "(X (A a))"}]}`, "found 0 tags, expected 1"},
	} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, FileName), []byte(c.text), 0o666); err != nil {
			t.Fatal(err)
		}
		_, _, err := Read(dir)
		if !errors.As(err, new(*FileError)) || !strings.Contains(err.Error(), c.want) || !strings.HasPrefix(err.Error(), dir) {
			t.Errorf("%s: %v, expected %q", c.text, err, c.want)
		}
	}
	if _, _, err := Read(t.TempDir()); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
}

// Whatever the file holds, reading ends in an evaluation that agrees with itself or
// in a *FileError.
func FuzzRead(f *testing.F) {
	f.Add([]byte(`{"format": 1, "corpus": "c", "sentences": [{"words": ["a", "b"], "tags": ["A", "B"], "gold": "(S (A a) (B b))", "predicted": "(NT (A a) (B b))", "f1": 100}]}`))
	f.Add([]byte(`{"format": 1, "sentences": [{"words": [], "predicted": "(X"}]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		e, parses, err := read(bytes.NewReader(text), "file")
		if err != nil {
			if !errors.As(err, new(*FileError)) {
				t.Errorf("%v is no *FileError", err)
			}
			return
		}
		for i, p := range parses {
			if p.Binary.Words() != len(e.Sentences[i].Words) {
				t.Errorf("sentence %d has %d words, its tree %d", i+1, len(e.Sentences[i].Words), p.Binary.Words())
			}
		}
		if _, err := json.Marshal(e); err != nil {
			t.Error(err)
		}
	})
}
