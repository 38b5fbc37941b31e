package documents

import (
	"errors"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"arbelos/train/corpus"
)

func TestReadStopWords(t *testing.T) {
	long := strings.Repeat("x", 1<<17) // more than a buffer
	words, err := ReadStopWords(text("\uFEFFthe\r\n\n of \n" + long + "\nthe\n的"))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"the", "of", long, "the", "的"}, words); diff != "" {
		t.Error(diff)
	}
	if words, err := ReadStopWords(text("")); err != nil || len(words) > 0 {
		t.Errorf("of nothing: got %q, %v", words, err)
	}
	_, err = ReadStopWords(text("a\nb\xff\n"))
	wantSyntaxError(t, err, corpus.ErrEncoding, 2, 2, "0xFF")
	_, err = ReadStopWords(File(filepath.Join(t.TempDir(), "none")))
	if !errors.As(err, new(*corpus.FileError)) || !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("got %v", err)
	}
}

func FuzzReadStopWords(f *testing.F) {
	f.Add([]byte("a\n\n b\n"))
	f.Add([]byte("\xffa\n"))
	f.Add([]byte("\x1f\x8b"))
	f.Fuzz(func(t *testing.T, data []byte) {
		words, err := ReadStopWords(Bytes("fuzz", data))
		if err != nil && !typed(err) {
			t.Fatalf("%T %v", err, err)
		}
		if slices.Contains(words, "") {
			t.Fatal("an empty word")
		}
	})
}
