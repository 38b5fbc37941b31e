package corpus

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/klauspost/compress/gzip"
)

// Plain text without trees: sentences without tags and trees.
func TestCaseT1PlainText(t *testing.T) {
	got, err := Read(strings.NewReader("the dog barks\n"), "x.txt", Auto)
	if err != nil {
		t.Fatal(err)
	}
	want := []Sentence{{Words: []string{"the", "dog", "barks"}, File: "x.txt", Line: 1}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestBlankLinesAreEmptySentences(t *testing.T) {
	got, err := Read(strings.NewReader("\na b\r\n \t\r\n\nc"), "x", Text)
	if err != nil {
		t.Fatal(err)
	}
	want := []Sentence{
		{File: "x", Line: 1}, {Words: []string{"a", "b"}, File: "x", Line: 2},
		{File: "x", Line: 3}, {File: "x", Line: 4}, {Words: []string{"c"}, File: "x", Line: 5},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// Spaces other than the four separators belong to the word they stand in.
func TestCaseT8UnusualSpacesInsideTokens(t *testing.T) {
	for _, space := range []string{"\u00a0", "\u200a", "\u3000", "\u2028", "\u0085", "\v", "\f"} {
		word := "10" + space + "000"
		text, err := Read(strings.NewReader("about "+word+" people\n"), "x", Text)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff([]string{"about", word, "people"}, text[0].Words); diff != "" {
			t.Error(diff)
		}
		tree := mustParse(t, "(NP (IN about) (CD "+word+"))")
		if diff := cmp.Diff([]string{"about", word}, tree.Words()); diff != "" {
			t.Error(diff)
		}
	}
}

// Files that cannot be read or have nothing in them.
func TestCaseT15UnusableFiles(t *testing.T) {
	folder := t.TempDir()
	write := func(name string, data []byte) string {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	for _, c := range []struct {
		path, found string
		sentinel    error
	}{
		{filepath.Join(folder, "absent.trees"), "no such file", fs.ErrNotExist},
		{folder, "a directory", ErrDirectory},
		{write("empty.trees", nil), "no word in it", ErrEmpty},
		{write("blank.txt", []byte(" \n\n\t\r\n")), "no word in it", ErrEmpty},
		{write("traces.mrg", []byte("( (S (-NONE- *)))\n")), "no word in it", ErrEmpty},
		{write("empty.gz", gzipped(t, "")), "no word in it", ErrEmpty},
		{write("cut.gz", gzipped(t, "(S (NN a))")[:20]), "a compressed file that is cut short (unexpected EOF)", io.ErrUnexpectedEOF},
		{write("broken.gz", []byte{0x1f, 0x8b, 'x'}), "a compressed file that is cut short (unexpected EOF)", io.ErrUnexpectedEOF},
	} {
		sentences, err := ReadFile(c.path, Auto)
		var got *FileError
		if !errors.As(err, &got) || got.File != c.path || got.Found != c.found || sentences != nil {
			t.Errorf("%s: got %v", c.path, err)
		}
		if !errors.Is(err, c.sentinel) {
			t.Errorf("%s: %v is not %v", c.path, err, c.sentinel)
		}
	}
}

func TestCaseT15ErrorText(t *testing.T) {
	_, err := ReadFile("absent.trees", Auto)
	const want = "absent.trees: found no such file, expected a file of text or bracketed trees"
	if err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

func TestFileInAnotherEncoding(t *testing.T) {
	_, err := Read(strings.NewReader("é ok\nun caf\xe9 noir\n"), "latin1.txt", Auto)
	var got *SyntaxError
	if !errors.As(err, &got) || !errors.Is(err, ErrEncoding) {
		t.Fatalf("got %v", err)
	}
	if got.Line != 2 || got.Column != 7 || got.Found != "the byte 0xE9" {
		t.Errorf("got %v", got)
	}
}

func TestByteOrderMarkIsSkipped(t *testing.T) {
	for _, data := range []string{"\uFEFF(NP (NN a) (NN b))", "\uFEFFa b"} {
		got, err := Read(strings.NewReader(data), "x", Auto)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff([]string{"a", "b"}, got[0].Words); diff != "" {
			t.Error(diff)
		}
	}
}

// Compression shows in the first bytes; the name may be anything.
func TestGzippedFiles(t *testing.T) {
	for _, name := range []string{"x.trees.gz", "x.trees"} {
		path := filepath.Join(t.TempDir(), name)
		members := append(gzipped(t, "(NP (NN a)"), gzipped(t, " (NN b))\n")...)
		if err := os.WriteFile(path, members, 0o600); err != nil {
			t.Fatal(err)
		}
		got := mustReadFile(t, path, Auto)
		if len(got) != 1 || got[0].Tree.String() != "(NP (NN a) (NN b))" {
			t.Errorf("got %v", got)
		}
	}
	path := filepath.Join(t.TempDir(), "plain.gz")
	if err := os.WriteFile(path, []byte("a b\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := mustReadFile(t, path, Auto); len(got[0].Words) != 2 {
		t.Errorf("got %v", got)
	}
}

func TestParseTreeReadsOne(t *testing.T) {
	for _, s := range []string{"", "(A a) (B b)", "a", "(A"} {
		if tree, err := ParseTree(s); err == nil {
			t.Errorf("%q: got %s", s, tree)
		}
	}
}

func FuzzReadText(f *testing.F) {
	for _, seed := range []string{
		"the dog barks\n\na\u00a0b\r\n", "( There is no doubt )", "t(est) (713)853-7041\n", "(S (NN a))\nx", "\x1f\x8b", "caf\xe9", "(a (b", "\n",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if _, err := Read(bytes.NewReader(data), "fuzz", Auto); err != nil {
			checkTyped(t, data, err)
		}
		sentences, err := Read(bytes.NewReader(data), "fuzz", Text)
		if err != nil {
			checkTyped(t, data, err)
			return
		}
		if bytes.HasPrefix(data, []byte{0x1f, 0x8b}) {
			return // what was compressed is not known here
		}
		want := bytes.Count(data, []byte{'\n'})
		if !bytes.HasSuffix(data, []byte{'\n'}) {
			want++
		}
		if len(sentences) != want {
			t.Fatalf("%d sentences for %d lines", len(sentences), want)
		}
		var all strings.Builder
		for _, s := range sentences {
			for _, word := range s.Words {
				if word == "" || strings.ContainsAny(word, " \t\r\n") {
					t.Fatalf("the word %q", word)
				}
				all.WriteString(word)
			}
		}
		text := strings.TrimPrefix(string(data), "\uFEFF")
		if got := strings.NewReplacer(" ", "", "\t", "", "\r", "", "\n", "").Replace(text); got != all.String() {
			t.Fatalf("%q became %q", got, all.String())
		}
	})
}

func gzipped(t *testing.T, text string) []byte {
	t.Helper()
	var out bytes.Buffer
	zip := gzip.NewWriter(&out)
	if _, err := zip.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := zip.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func sameAsFile(t *testing.T, path string, got []byte) {
	t.Helper()
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(string(got), "\n")); diff != "" {
		t.Error(diff)
	}
}
