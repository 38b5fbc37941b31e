package train

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/pelletier/go-toml/v2"
)

// ConfigFile is the name of the options' file in a run directory.
const ConfigFile = "config.toml"

// Run is a run directory:
//
//	config.toml     the options of the run, all of them, defaults included
//	metrics.jsonl   a JSON record a line, written as training goes on
//	log.txt         what was logged
//	checkpoints/    last.json and best.json, and the tensor files they name
type Run struct {
	dir     string
	metrics *os.File
	log     *os.File
}

// RunExistsError reports a new run in a folder that has something in it.
type RunExistsError struct{ Dir string }

// Error names the folder.
func (e *RunExistsError) Error() string {
	return fmt.Sprintf("run directory %s: found files in it, expected a new or empty folder; to continue the run in it, resume it", e.Dir)
}

// CreateRun makes a run directory, which must not exist or be empty (else the
// error is a *RunExistsError), and writes config, a struct or a map, to its
// config.toml.
func CreateRun(dir string, config any) (*Run, error) {
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("run directory: %w", err)
	}
	if len(entries) > 0 {
		return nil, &RunExistsError{dir}
	}
	text, err := toml.Marshal(config)
	if err != nil {
		return nil, fmt.Errorf("run directory %s: config: %w", dir, err)
	}
	if err := os.MkdirAll(filepath.Join(dir, "checkpoints"), 0o777); err != nil {
		return nil, fmt.Errorf("run directory: %w", err)
	}
	if err := WriteFile(filepath.Join(dir, ConfigFile), writeBytes(text)); err != nil {
		return nil, fmt.Errorf("run directory: %w", err)
	}
	return openRun(dir)
}

// OpenRun opens the run directory of a run that is to be continued, and reads
// its config.toml into config, a pointer; see ReadConfig. Whether there is a
// checkpoint to continue from is for ReadCheckpoint(run.Last()) to say: a run
// that ended before its first has none (fs.ErrNotExist) and starts again.
func OpenRun(dir string, config any) (*Run, error) {
	if err := ReadConfig(filepath.Join(dir, ConfigFile), config); err != nil {
		return nil, fmt.Errorf("resume run: %w", err)
	}
	if err := os.MkdirAll(filepath.Join(dir, "checkpoints"), 0o777); err != nil {
		return nil, fmt.Errorf("resume run: %w", err)
	}
	return openRun(dir)
}

func openRun(dir string) (*Run, error) {
	r := &Run{dir: dir}
	if err := r.removeOrphans(); err != nil {
		return nil, err
	}
	var err error
	if r.log, err = os.OpenFile(filepath.Join(dir, "log.txt"), os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o666); err != nil {
		return nil, fmt.Errorf("run directory: %w", err)
	}
	if r.metrics, err = os.OpenFile(filepath.Join(dir, "metrics.jsonl"), os.O_RDWR|os.O_CREATE, 0o666); err != nil {
		r.log.Close()
		return nil, fmt.Errorf("run directory: %w", err)
	}
	return r, nil
}

// removeOrphans removes tensor files of which no checkpoint speaks: a process
// that is killed between the two files of a checkpoint leaves one behind.
func (r *Run) removeOrphans() error {
	dir := filepath.Join(r.dir, "checkpoints")
	entries, err := os.ReadDir(dir)
	if err != nil {
		return fmt.Errorf("run directory: %w", err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return removeUnused(dir, names)
}

// Dir returns the path of the run directory.
func (r *Run) Dir() string { return r.dir }

// Last returns the path of the last checkpoint, whether it exists or not.
func (r *Run) Last() string { return filepath.Join(r.dir, "checkpoints", "last.json") }

// Best returns the path of the checkpoint with the best validation score.
func (r *Run) Best() string { return filepath.Join(r.dir, "checkpoints", "best.json") }

// Log returns log.txt, open for appending.
func (r *Run) Log() *os.File { return r.log }

// Close closes the run's files.
func (r *Run) Close() error { return errors.Join(r.log.Close(), r.metrics.Close()) }
