package train

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"
)

func mustRead(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// names lists a folder.
func names(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	list := []string{}
	for _, e := range entries {
		list = append(list, e.Name())
	}
	return list
}

func TestWriteFile(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.txt")
	for _, content := range []string{"first", "", "a longer second"} {
		if err := WriteFile(path, writeBytes([]byte(content))); err != nil {
			t.Fatal(err)
		}
		if got := mustRead(t, path); got != content {
			t.Errorf("found %q, want %q", got, content)
		}
	}
	if list := names(t, dir); len(list) != 1 {
		t.Errorf("left %v in the folder", list)
	}
}

// A write that fails at any byte leaves the old file and nothing else.
func TestWriteFileFails(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.txt")
	if err := WriteFile(path, writeBytes([]byte("old"))); err != nil {
		t.Fatal(err)
	}
	full := errors.New("disk full")
	for n := range 5 {
		err := WriteFile(path, func(w io.Writer) error {
			w.Write([]byte("new content")[:n])
			return full
		})
		if !errors.Is(err, full) {
			t.Errorf("error %v, want %v", err, full)
		}
		if got := mustRead(t, path); got != "old" {
			t.Errorf("after a failure the file holds %q", got)
		}
		if list := names(t, dir); len(list) != 1 {
			t.Errorf("left %v in the folder", list)
		}
	}
	if err := WriteFile(filepath.Join(dir, "none", "a.txt"), writeBytes(nil)); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("missing folder: %v", err)
	}
	if err := WriteFile(dir, writeBytes(nil)); err == nil {
		t.Error("wrote to a folder")
	}
}

// What a killed process left behind is in nobody's way.
func TestWriteFileAfterCrash(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.txt")
	if err := os.WriteFile(filepath.Join(dir, temporaryName("a.txt")), []byte("much longer leftovers"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := WriteFile(path, writeBytes([]byte("new"))); err != nil {
		t.Fatal(err)
	}
	if got := mustRead(t, path); got != "new" || len(names(t, dir)) != 1 {
		t.Errorf("found %q in %v", got, names(t, dir))
	}
}

func TestWriteFileThroughLink(t *testing.T) {
	dir := t.TempDir()
	target, link := filepath.Join(dir, "target"), filepath.Join(dir, "link")
	if err := os.WriteFile(target, []byte("old"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(target, link); err != nil {
		t.Skip("no symbolic links here: ", err)
	}
	if err := WriteFile(link, writeBytes([]byte("new"))); err != nil {
		t.Fatal(err)
	}
	info, err := os.Lstat(link)
	if err != nil || info.Mode()&os.ModeSymlink == 0 || mustRead(t, target) != "new" {
		t.Errorf("link replaced (%v) or target unchanged: %q", err, mustRead(t, target))
	}
}

func TestWriteFileToDevice(t *testing.T) {
	if _, err := os.Stat("/dev/null"); err != nil {
		t.Skip("no /dev/null here")
	}
	if err := WriteFile("/dev/null", writeBytes([]byte("x"))); err != nil {
		t.Error(err)
	}
	if info, err := os.Stat("/dev/null"); err != nil || info.Mode().IsRegular() {
		t.Fatal("/dev/null was replaced by a file")
	}
}
