package documents

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"arbelos/train/corpus"
)

// sharedData is the path of a file of the corpora that do not come with the
// project: below $ARBELOS_DATA, or below ../shared/data beside the module. The
// test is skipped where it is absent.
func sharedData(t testing.TB, name string) string {
	t.Helper()
	root := os.Getenv("ARBELOS_DATA")
	if root == "" {
		folder, err := os.Getwd()
		if err != nil {
			t.Fatal(err)
		}
		for {
			if _, err := os.Stat(filepath.Join(folder, "go.mod")); err == nil {
				break
			}
			if folder == filepath.Dir(folder) {
				t.Fatal("no go.mod above the test")
			}
			folder = filepath.Dir(folder)
		}
		root = filepath.Join(folder, "..", "shared", "data")
	}
	path := filepath.Join(root, filepath.FromSlash(name))
	if _, err := os.Stat(path); err != nil {
		t.Skipf("needs %s, which is not there: set ARBELOS_DATA to the folder of corpora", path)
	}
	return path
}

func text(data string) Source { return Bytes("test", []byte(data)) }

func mustRead(t testing.TB, data string, o Options) *Corpus {
	t.Helper()
	c, err := Read(text(data), o)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// wantSyntaxError holds an error to its sentinel and its place, and its text to
// naming both what was found and what was expected.
func wantSyntaxError(t *testing.T, err, sentinel error, line, column int, found string) {
	t.Helper()
	var got *corpus.SyntaxError
	if !errors.Is(err, sentinel) || !errors.As(err, &got) {
		t.Fatalf("got %v, want %v", err, sentinel)
	}
	if got.File != "test" || got.Line != line || got.Column != column {
		t.Errorf("at %s:%d:%d, want test:%d:%d (%v)", got.File, got.Line, got.Column, line, column, err)
	}
	if !strings.Contains(got.Found, found) || got.Expected == "" {
		t.Errorf("found %q expected %q, want it to name %q", got.Found, got.Expected, found)
	}
}

// typed tells whether an error is of the kinds that readers give.
func typed(err error) bool {
	return errors.As(err, new(*corpus.SyntaxError)) || errors.As(err, new(*corpus.FileError)) || errors.As(err, new(*OptionError))
}

// holdCorpus holds what was read to what every document promises.
func holdCorpus(t *testing.T, c *Corpus) {
	t.Helper()
	for d, doc := range c.Docs {
		if len(doc.IDs) != len(doc.Counts) || doc.Unknown < 0 {
			t.Fatalf("document %d: %+v", d, doc)
		}
		for i, id := range doc.IDs {
			if id < 0 || id >= c.Vocabulary.Len() || i > 0 && doc.IDs[i-1] >= id || doc.Counts[i] < 1 || doc.Counts[i] != float64(int64(doc.Counts[i])) {
				t.Fatalf("document %d: %+v", d, doc)
			}
		}
		if doc.Words != nil && len(doc.Words) != doc.Tokens() {
			t.Fatalf("document %d has %d words in order and %d counted", d, len(doc.Words), doc.Tokens())
		}
	}
}
