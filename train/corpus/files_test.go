package corpus

import (
	"os"
	"path/filepath"
	"testing"
)

// sharedData is the path of a file of the treebanks that do not come with the
// project: below $ARBELOS_DATA, or below ../shared/data beside the module. The
// test is skipped where it is absent.
func sharedData(t *testing.T, name string) string {
	t.Helper()
	root := os.Getenv("ARBELOS_DATA")
	if root == "" {
		root = filepath.Join(moduleRoot(t), "..", "shared", "data")
	}
	path := filepath.Join(root, filepath.FromSlash(name))
	if _, err := os.Stat(path); err != nil {
		t.Skipf("needs the treebank file %s, which is not there: set ARBELOS_DATA to the folder of treebanks", path)
	}
	return path
}

// projectData is the path of a file below the project's own testdata folder.
func projectData(t *testing.T, name string) string {
	t.Helper()
	return filepath.Join(moduleRoot(t), "testdata", filepath.FromSlash(name))
}

func moduleRoot(t *testing.T) string {
	t.Helper()
	folder, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(folder, "go.mod")); err == nil {
			return folder
		}
		parent := filepath.Dir(folder)
		if parent == folder {
			t.Fatal("no go.mod above the test")
		}
		folder = parent
	}
}

func mustParse(t *testing.T, brackets string) *Tree {
	t.Helper()
	tree, err := ParseTree(brackets)
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

func mustReadFile(t *testing.T, path string, format Format) []Sentence {
	t.Helper()
	sentences, err := ReadFile(path, format)
	if err != nil {
		t.Fatal(err)
	}
	return sentences
}
