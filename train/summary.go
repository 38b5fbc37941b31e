package train

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// SummaryFile is the name of the file, in a run directory, that says how the run
// stands.
const SummaryFile = "summary.json"

// RunState says how a run stands.
type RunState string

// The states of a run.
const (
	StateRunning     RunState = "running"     // a process works on it
	StateDone        RunState = "done"        // trained to the end, final figures and all
	StateInterrupted RunState = "interrupted" // stopped on request, after saving
	StateDiverged    RunState = "diverged"    // a number became NaN or infinite
	StateFailed      RunState = "failed"      // any other error
	// StateKilled is never written: the file says running, and no process works
	// on it.
	StateKilled RunState = "killed"
	// StateUnknown is that of a directory without a summary.
	StateUnknown RunState = "unknown"
)

// Summary is what summary.json holds. It is written when a process begins to
// work on a run and, with the state that it leaves, when it ends.
type Summary struct {
	Program string   `json:"program"`
	State   RunState `json:"state"`
	Reason  string   `json:"reason,omitempty"` // why it ended, in a few words
	Error   string   `json:"error,omitempty"`  // the message, whole

	Epochs int        `json:"epochs"` // done
	Steps  int        `json:"steps"`  // done
	Best   *BestScore `json:"best,omitempty"`

	Started   time.Time          `json:"started"`        // the run's first process
	Ended     time.Time          `json:"ended,omitzero"` // the last process; absent while it runs
	Processes int                `json:"processes"`      // that have worked on the run
	Last      map[string]float64 `json:"last"`           // figures of the last epoch's record
	// Final holds what the program measured at the end, under names like those of
	// a Record's figures: "test/perplexity". Absent until then.
	Final map[string]float64 `json:"final,omitempty"`
}

// Summary returns what training ended with, for Run.Finish; err is the error
// that it ended with, if it did.
func (r Result) Summary(err error) Summary {
	s := Summary{State: StateDone, Reason: r.Reason.String(), Epochs: r.Epochs, Steps: r.Steps, Best: r.Best}
	switch r.Reason {
	case Cancelled:
		s.State = StateInterrupted
	case Diverged:
		s.State = StateDiverged
	case Failed:
		s.State = StateFailed
	}
	if err != nil {
		s.Error = err.Error()
	}
	return s
}

// ReadRun tells how the run in a directory stands. Of a run that has not ended
// as it should, the figures and the numbers of epochs and steps are those of the
// last epoch in its metrics file. The error is fs.ErrNotExist where there is no
// config.toml, and so no run.
func ReadRun(dir string) (Summary, error) {
	if _, err := os.Stat(filepath.Join(dir, ConfigFile)); err != nil {
		return Summary{}, fmt.Errorf("read run: %w", err)
	}
	s, err := readSummary(dir)
	if errors.Is(err, fs.ErrNotExist) {
		s, err = Summary{State: StateUnknown}, nil
	}
	if err != nil {
		return Summary{}, err
	}
	if s.State == StateRunning && !atWork(dir) {
		s.State = StateKilled
	}
	if s.State == StateDone {
		return s, nil
	}
	records, err := ReadRecords(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return Summary{}, err
	}
	for _, r := range records {
		s.Epochs, s.Steps = max(s.Epochs, r.Epoch-1), max(s.Steps, r.Step)
		if r.Kind == KindEpoch {
			s.Epochs, s.Last = r.Epoch, r.Figures
		}
	}
	return s, nil
}

func readSummary(dir string) (Summary, error) {
	path := filepath.Join(dir, SummaryFile)
	text, err := os.ReadFile(path)
	if err != nil {
		return Summary{}, fmt.Errorf("read run: %w", err)
	}
	var s Summary
	if err := json.Unmarshal(text, &s); err != nil {
		return Summary{}, fmt.Errorf("%s: found %w, expected the summary of a run in JSON", path, err)
	}
	return s, nil
}

// writeSummary writes the summary as it stands.
func (r *Run) writeSummary() error {
	text, err := json.MarshalIndent(r.summary, "", "  ")
	if err != nil {
		return fmt.Errorf("summary: %w", err)
	}
	return WriteFile(filepath.Join(r.dir, SummaryFile), writeBytes(append(text, '\n')))
}
