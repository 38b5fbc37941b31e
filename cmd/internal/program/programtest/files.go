package programtest

import (
	"compress/gzip"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Write makes a file in a new folder and returns its path.
func Write(t *testing.T, name, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(content), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

// Read returns the text of a file.
func Read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// Copied returns a copy of a run directory that a test may change.
func Copied(t *testing.T, run string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "run")
	if err := os.CopyFS(dir, os.DirFS(run)); err != nil {
		t.Fatal(err)
	}
	return dir
}

// SharedData returns the folder of corpora that are no part of the project, or
// skips the test. Tests run two folders below the module's root.
func SharedData(t *testing.T) string {
	t.Helper()
	dir := os.Getenv("ARBELOS_DATA")
	if dir == "" {
		dir = filepath.Join("..", "..", "..", "shared", "data") // beside the module
	}
	if _, err := os.Stat(dir); err != nil {
		t.Skipf("no corpora: %v; ARBELOS_DATA names their folder", err)
	}
	return dir
}

// Gzipped compresses a text.
func Gzipped(t *testing.T, text string) string {
	t.Helper()
	var b strings.Builder
	z := gzip.NewWriter(&b)
	if _, err := z.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}
