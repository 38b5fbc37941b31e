package sweep

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"

	"github.com/pelletier/go-toml/v2"

	"arbelos/train"
)

// GridFile is the name of the grid's file in a sweep's folder.
const GridFile = "sweep.json"

// Sweep is a sweep's folder, which one process at a time has open.
type Sweep struct {
	Dir  string
	Grid []Axis
	Runs []Run
	lock *os.File
}

// Run is one of the sweep's runs.
type Run struct {
	Name     string    `json:"run"` // "001"
	Dir      string    `json:"directory"`
	Settings []Setting `json:"settings"`
}

// Status tells how the run stands, and whether its directory is there already.
func (r Run) Status() (s train.Summary, begun bool, err error) {
	s, err = train.ReadRun(r.Dir)
	if errors.Is(err, fs.ErrNotExist) {
		return train.Summary{State: train.StateUnknown}, false, nil
	}
	return s, true, err
}

// Create makes the folder of a sweep, which must be new or empty, else the error
// is a *train.RunExistsError. Options, a struct or a map, are those that all runs
// share.
func Create(dir string, grid []Axis, options any) (*Sweep, error) {
	text, err := toml.Marshal(options)
	if err != nil {
		return nil, fmt.Errorf("sweep %s: options: %w", dir, err)
	}
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("sweep: %w", err)
	}
	if len(entries) > 0 {
		return nil, &train.RunExistsError{Dir: dir}
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, fmt.Errorf("sweep: %w", err)
	}
	if err := write(filepath.Join(dir, train.ConfigFile), text); err != nil {
		return nil, err
	}
	if text, err = json.MarshalIndent(grid, "", "  "); err != nil {
		return nil, fmt.Errorf("sweep %s: grid: %w", dir, err)
	}
	if err := write(filepath.Join(dir, GridFile), append(text, '\n')); err != nil {
		return nil, err
	}
	return Open(dir)
}

func write(path string, text []byte) error {
	return train.WriteFile(path, func(w io.Writer) error { _, err := w.Write(text); return err })
}

// Is tells whether a folder is a sweep's.
func Is(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, GridFile))
	return err == nil
}

// Open opens a sweep's folder. One that another process has open is a
// *train.RunLockedError.
func Open(dir string) (*Sweep, error) {
	path := filepath.Join(dir, GridFile)
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return nil, fmt.Errorf("sweep: %w", err)
	}
	s := &Sweep{Dir: dir, lock: f}
	err = train.Lock(f, dir)
	if err == nil {
		if err = json.NewDecoder(f).Decode(&s.Grid); err != nil {
			err = fmt.Errorf("%s: found %w, expected the grid of a sweep in JSON", path, err)
		}
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	points := Points(s.Grid)
	digits := max(3, len(strconv.Itoa(len(points))))
	for i, point := range points {
		name := fmt.Sprintf("%0*d", digits, i+1)
		s.Runs = append(s.Runs, Run{name, filepath.Join(dir, name), point})
	}
	return s, nil
}

// Close lets other processes open the folder.
func (s *Sweep) Close() error { return s.lock.Close() }
