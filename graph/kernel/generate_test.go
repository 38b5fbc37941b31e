package kernel

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestGenerated runs the generator and compares with the assembly in the tree.
func TestGenerated(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("the go command is missing")
	}
	dir := t.TempDir()
	program := filepath.Join(dir, "asm")
	if out, err := exec.Command("go", "build", "-o", program, "./asm").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, file := range []string{"gemm", "pack", "functions"} {
		names := []string{file + "_amd64.s", file + "_amd64.go"}
		args := []string{"-file", file, "-out", filepath.Join(dir, names[0]), "-stubs", filepath.Join(dir, names[1]), "-pkg", "kernel"}
		if out, err := exec.Command(program, args...).CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		for _, name := range names {
			if diff := cmp.Diff(withoutHeader(t, name), withoutHeader(t, filepath.Join(dir, name))); diff != "" {
				t.Errorf("%s is not what the generator writes (run go generate): %.2000s", name, diff)
			}
		}
	}
}

// withoutHeader reads a file but for its first line, which holds the command.
func withoutHeader(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := bytes.Cut(text, []byte("\n"))
	return string(rest)
}
