package docs

import (
	"bytes"
	"encoding/xml"
	"errors"
	"image/png"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"arbelos/cmd/internal/program/programtest"
)

// docsMostBytes is the most that a picture may take.
const docsMostBytes = 100_000

var docsPicture = regexp.MustCompile(`!\[([^\]]*)\]\(([^)]+)\)`)

// docsCheckPictures holds the pictures of a document against what its commands made
// in a folder: the picture pictures/PAGE/PATH of PAGE.md is the file PATH of a user
// who did what the page says, so that they must have made one of that name and kind.
// Each is described in words, can be decoded, and is small; and none lies about that the
// page does not show.
func docsCheckPictures(t *testing.T, path, made string) {
	t.Helper()
	text := programtest.Read(t, path)
	folder := filepath.Join("pictures", strings.TrimSuffix(filepath.Base(path), ".md"))
	shown := map[string]bool{}
	for _, m := range docsPicture.FindAllStringSubmatch(text, -1) {
		name, below := strings.CutPrefix(filepath.FromSlash(m[2]), folder+string(filepath.Separator))
		if !below {
			t.Errorf("%s: the picture %s is not below %s", path, m[2], folder)
			continue
		}
		shown[name] = true
		if m[1] == "" {
			t.Errorf("%s: the picture %s is not described", path, m[2])
		}
		docsDecodes(t, filepath.Join(filepath.Dir(path), folder, name), docsMostBytes)
		docsDecodes(t, filepath.Join(made, name), 10*docsMostBytes)
	}
	err := filepath.WalkDir(filepath.Join(filepath.Dir(path), folder), func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		name, err := filepath.Rel(filepath.Join(filepath.Dir(path), folder), file)
		if !shown[name] {
			t.Errorf("%s does not show %s", path, file)
		}
		return err
	})
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
}

// docsDecodes checks that a file is a picture, of so many bytes at most.
func docsDecodes(t *testing.T, path string, most int) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Error(err)
		return
	}
	if len(data) > most {
		t.Errorf("%s has %d bytes, expected %d at most", path, len(data), most)
	}
	switch filepath.Ext(path) {
	case ".png":
		if _, err := png.Decode(bytes.NewReader(data)); err != nil {
			t.Errorf("%s: %v", path, err)
		}
	case ".svg":
		root := ""
		for d := xml.NewDecoder(bytes.NewReader(data)); ; {
			token, err := d.Token()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Errorf("%s: %v", path, err)
				return
			}
			if start, ok := token.(xml.StartElement); ok && root == "" {
				root = start.Name.Local
			}
		}
		if root != "svg" {
			t.Errorf("%s: found the element %q, expected svg", path, root)
		}
	default:
		t.Errorf("%s is neither SVG nor PNG", path)
	}
}

// TestPicturesOfPages holds that each folder of pictures is one of a document.
func TestPicturesOfPages(t *testing.T) {
	folders, err := os.ReadDir(filepath.Join(docsRoot, "docs", "pictures"))
	if err != nil || len(folders) == 0 {
		t.Fatalf("found %d folders of pictures (%v)", len(folders), err)
	}
	for _, folder := range folders {
		if _, err := os.Stat(filepath.Join(docsRoot, "docs", folder.Name()+".md")); err != nil {
			t.Errorf("docs/pictures/%s is of no document: %v", folder.Name(), err)
		}
	}
}
