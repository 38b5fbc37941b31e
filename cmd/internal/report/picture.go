package report

import (
	"encoding/base64"
	"errors"
	"fmt"
	"html/template"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Picture is an image file that the run's program has left in its directory.
type Picture struct {
	Name string
	Data template.URL // a data URL: an image has no script that runs
}

const (
	maxPictures     = 12
	maxPictureBytes = 4 << 20
)

var pictureTypes = map[string]string{".svg": "image/svg+xml", ".png": "image/png"}

// readPictures reads the images at the top of the directory; where there is a
// picture in both formats, the SVG.
func (r *Run) readPictures(dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	slices.Reverse(entries) // svg before png
	seen := map[string]bool{}
	var failed error
	for _, e := range entries {
		kind := pictureTypes[filepath.Ext(e.Name())]
		base := strings.TrimSuffix(e.Name(), filepath.Ext(e.Name()))
		if kind == "" || !e.Type().IsRegular() || seen[base] || len(r.Pictures) == maxPictures {
			continue
		}
		seen[base] = true
		path := filepath.Join(dir, e.Name())
		if info, err := e.Info(); err == nil && info.Size() > maxPictureBytes {
			failed = errors.Join(failed, fmt.Errorf("%s: found %d bytes, expected a picture of at most %d", path, info.Size(), maxPictureBytes))
			continue
		}
		data, err := os.ReadFile(path)
		if err != nil {
			failed = errors.Join(failed, err)
			continue
		}
		r.Pictures = append(r.Pictures, Picture{printable(base), template.URL("data:" + kind + ";base64," + base64.StdEncoding.EncodeToString(data))})
	}
	slices.Reverse(r.Pictures)
	return failed
}
