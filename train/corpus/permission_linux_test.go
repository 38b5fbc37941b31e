package corpus

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"
)

// A file without permission to read it. The superuser may read all, so that a
// test which it runs reads with another user's rights, on a thread of its own
// that ends with the reading.
func TestCaseT15NoPermission(t *testing.T) {
	path := filepath.Join(t.TempDir(), "secret.trees")
	if err := os.WriteFile(path, []byte("(S (NN a))"), 0o000); err != nil {
		t.Fatal(err)
	}
	var sentences []Sentence
	var err, refused error
	done := make(chan struct{})
	go func() {
		defer close(done)
		if os.Geteuid() == 0 {
			runtime.LockOSThread()
			if refused = syscall.Setfsuid(65534); refused != nil {
				return
			}
		}
		sentences, err = ReadFile(path, Auto)
	}()
	<-done
	if refused != nil {
		t.Skipf("the superuser can read every file, and cannot become another here: %v", refused)
	}
	var got *FileError
	if !errors.Is(err, fs.ErrPermission) || !errors.As(err, &got) || sentences != nil {
		t.Fatalf("got %v and %d sentences", err, len(sentences))
	}
	if got.File != path || got.Found != "no permission to read it" {
		t.Errorf("got %v", got)
	}
}
