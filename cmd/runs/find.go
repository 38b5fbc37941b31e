package main

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"

	"arbelos/train"
)

// foundRun is a run directory below the folder that was searched.
type foundRun struct {
	Name    string        `json:"run"` // path below the folder
	Dir     string        `json:"directory"`
	Summary train.Summary `json:"summary"`
}

// figures are all figures of the run: those of its last epoch, and those that
// were measured at the end.
func (r foundRun) figures() map[string]float64 {
	all := maps.Clone(r.Summary.Last)
	if all == nil {
		all = map[string]float64{}
	}
	maps.Copy(all, r.Summary.Final)
	if r.Summary.Best != nil {
		all["best/score"] = r.Summary.Best.Score
	}
	return all
}

// find returns the runs below a folder, or the run that it is, in the order of
// their names. The folder may be a link to one, as of a larger disk. A run whose
// files cannot be read is told to warn, and left out.
func find(root string, warn func(error)) ([]foundRun, error) {
	var found []foundRun
	folder, err := filepath.EvalSymlinks(root)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s: found no such folder, expected one with run directories in it", root)
	}
	if err != nil {
		return nil, err
	}
	if info, err := os.Stat(folder); err == nil && !info.IsDir() {
		return nil, fmt.Errorf("%s: found a file, expected a folder with run directories in it", root)
	}
	err = filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.IsDir() {
			return err
		}
		if !isRun(path) {
			return nil
		}
		name, err := filepath.Rel(folder, path)
		if err != nil {
			return err
		}
		path = filepath.Join(root, name)
		summary, err := train.ReadRun(path)
		if err != nil {
			warn(err)
			return fs.SkipDir
		}
		if name == "." {
			name = filepath.Base(path)
		}
		found = append(found, foundRun{name, path, summary})
		return fs.SkipDir
	})
	return found, err
}

// isRun tells whether a folder is a run directory, not that of a sweep.
func isRun(dir string) bool {
	for _, name := range []string{train.ConfigFile, train.MetricsFile} {
		if info, err := os.Stat(filepath.Join(dir, name)); err != nil || !info.Mode().IsRegular() {
			return false
		}
	}
	return true
}
