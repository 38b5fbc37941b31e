package train

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"arbelos/train/events"

	"github.com/pelletier/go-toml/v2"
)

// ConfigFile is the name of the options' file in a run directory.
const ConfigFile = "config.toml"

// Run is a run directory:
//
//	config.toml       the options of the run, all of them, defaults included
//	processes.jsonl   a Process a line: command lines, versions, CPU
//	metrics.jsonl     a Record a line, written as training goes on
//	events.out.tfevents.*  the same figures for TensorBoard, a file a process
//	log.txt           what was logged
//	checkpoints/      last.json and best.json, and the tensor files they name
//	samples/          what the model makes of some inputs as training goes on
//	summary.json      a Summary: how the run stands
//
// One process at a time has a run open, which the system sees to where it can
// lock files. What is open stays so until Close.
type Run struct {
	dir     string
	metrics *os.File
	size    int64 // of the metrics file
	log     *os.File
	events  *events.Writer // nil until there is something to write
	next    int            // the step that training goes on with
	process Process
	summary Summary
}

// RunExistsError reports a new run in a folder that has something in it.
type RunExistsError struct{ Dir string }

// Error names the folder.
func (e *RunExistsError) Error() string {
	return fmt.Sprintf("run directory %s: found files in it, expected a new or empty folder", e.Dir)
}

// CreateRun makes a run directory, which must not exist or be empty (else the
// error is a *RunExistsError), and writes config, a struct or a map, to its
// config.toml. What a process leaves that dies before it has written that does
// not count.
func CreateRun(dir string, config any) (*Run, error) {
	text, err := toml.Marshal(config)
	if err != nil {
		return nil, fmt.Errorf("run directory %s: config: %w", dir, err)
	}
	if err := checkUnused(dir); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(filepath.Join(dir, "checkpoints"), 0o777); err != nil {
		return nil, fmt.Errorf("run directory: %w", err)
	}
	r := &Run{dir: dir}
	if err := r.lock(); err != nil {
		return nil, err
	}
	err = checkUnused(dir) // another process may have been faster
	if err == nil {
		if err = WriteFile(filepath.Join(dir, ConfigFile), writeBytes(text)); err != nil {
			err = fmt.Errorf("run directory: %w", err)
		}
	}
	if err != nil {
		return nil, errors.Join(err, r.metrics.Close())
	}
	if err := r.open(); err != nil {
		return nil, err
	}
	return r, nil
}

// checkUnused refuses a folder with something in it.
func checkUnused(dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("run directory: %w", err)
	}
	for _, e := range entries {
		switch path := filepath.Join(dir, e.Name()); e.Name() {
		case "checkpoints":
			if within, err := os.ReadDir(path); err == nil && len(within) == 0 {
				continue
			}
		case MetricsFile:
			if info, err := e.Info(); err == nil && info.Mode().IsRegular() && info.Size() == 0 {
				continue
			}
		case temporaryName(ConfigFile):
			continue
		}
		return &RunExistsError{dir}
	}
	return nil
}

// OpenRun opens the run directory of a run that is to be continued, and reads
// its config.toml into config, a pointer; see ReadConfig. Whether there is a
// checkpoint to continue from is for ReadCheckpoint(run.Last()) to say: a run
// that ended before its first has none (fs.ErrNotExist) and starts again. A run
// that another process works on is a *RunLockedError.
func OpenRun(dir string, config any) (*Run, error) {
	if err := ReadConfig(filepath.Join(dir, ConfigFile), config); err != nil {
		return nil, fmt.Errorf("resume run: %w", err)
	}
	if err := os.MkdirAll(filepath.Join(dir, "checkpoints"), 0o777); err != nil {
		return nil, fmt.Errorf("resume run: %w", err)
	}
	r := &Run{dir: dir}
	if err := r.lock(); err != nil {
		return nil, err
	}
	var err error
	if r.summary, err = readSummary(dir); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, errors.Join(err, r.metrics.Close())
	}
	if err := r.open(); err != nil {
		return nil, err
	}
	return r, nil
}

// lock opens the metrics file and takes the run's lock.
func (r *Run) lock() error {
	var err error
	if r.metrics, err = os.OpenFile(filepath.Join(r.dir, MetricsFile), os.O_RDWR|os.O_CREATE, 0o666); err != nil {
		return fmt.Errorf("run directory: %w", err)
	}
	if err := Lock(r.metrics, r.dir); err != nil {
		return errors.Join(err, r.metrics.Close())
	}
	return nil
}

// open opens what is left to open of a locked run, and says in it that this
// process works on it now.
func (r *Run) open() (err error) {
	defer func() {
		if err != nil {
			err = errors.Join(err, r.metrics.Close())
			if r.log != nil {
				err = errors.Join(err, r.log.Close())
			}
		}
	}()
	if err := r.removeOrphans(); err != nil {
		return err
	}
	if r.log, err = os.OpenFile(filepath.Join(r.dir, "log.txt"), os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o666); err != nil {
		return fmt.Errorf("run directory: %w", err)
	}
	r.process = thisProcess()
	s := &r.summary
	if s.Processes, err = addProcess(r.dir, r.process); err != nil {
		return err
	}
	s.Program, s.State, s.Reason, s.Error, s.Ended = r.process.Program, StateRunning, "", "", time.Time{}
	if s.Started.IsZero() {
		s.Started = r.process.Started
	}
	return r.writeSummary()
}

// Finish writes to summary.json how the run stands as this process ends its work
// on it. The caller fills in the state and the reason, the numbers of epochs and
// steps, the best score and what is final.
func (r *Run) Finish(s Summary) error {
	s.Program, s.Started, s.Processes, s.Last = r.summary.Program, r.summary.Started, r.summary.Processes, r.summary.Last
	s.Ended = time.Now()
	r.summary = s
	if err := r.writeSummary(); err != nil || r.events == nil {
		return err
	}
	status := events.Success
	if s.State == StateFailed || s.State == StateDiverged {
		status = events.Failure
	}
	return r.events.End(s.Ended, status)
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

// Close closes the run's files, which releases its lock.
func (r *Run) Close() error {
	err := errors.Join(r.log.Close(), r.metrics.Close())
	if r.events != nil {
		err = errors.Join(err, r.events.Close())
	}
	return err
}
