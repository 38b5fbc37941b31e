package train

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"
)

// Kinds of records.
const (
	KindStep  = "step"  // of training, at an interval of steps
	KindEpoch = "epoch" // after an epoch and its validation; epoch 0 is the untrained model
)

// Splits of the data.
const (
	SplitTrain      = "train"
	SplitValidation = "validation"
)

// Record is what every line of a run's metrics.jsonl holds, whichever program
// wrote it; a line may hold more. A program that has no epochs counts its passes
// over the data as epochs, one that has no steps counts them as steps too.
//
// The names of figures are paths, "train/elbo": first the sentences or documents
// that the figure is of, "train" or "validation", or what kind of quantity of
// training it is: "rate/GROUP", a learning rate; "norm/GROUPS", the norm of
// gradients before clipping; "kl_weight". All are finite: what is not is left
// out. The figures of training in an epoch's records, those of its steps and its
// own, are means over the epoch so far.
type Record struct {
	Kind string `json:"kind"` // KindStep or KindEpoch
	// Split is what the line was written for: SplitTrain in a step's record,
	// SplitValidation in an epoch's, which has the epoch's training figures
	// beside those of validation; SplitTrain where nothing is held out.
	Split   string             `json:"split"`
	Epoch   int                `json:"epoch"`
	Step    int                `json:"step"` // done in all epochs
	Figures map[string]float64 `json:"figures"`
	// Seconds is the time that the epoch has taken in the process that wrote the
	// line, 0 in a step's record. Time is the wall clock's. Of a line they alone
	// differ between two runs of one seed.
	Seconds float64   `json:"seconds,omitempty"`
	Time    time.Time `json:"time"`
}

// RecordError says what is wrong in a metrics file.
type RecordError struct {
	Path    string
	Line    int // from 1
	Problem string
}

// Error names the file and the line.
func (e *RecordError) Error() string {
	return fmt.Sprintf("%s:%d: found %s, expected a record in JSON with kind, epoch, step and figures", e.Path, e.Line, e.Problem)
}

// ReadRecords reads the metrics file of a run directory, of a run that goes on
// too: what follows the last newline is not there yet. What is no record is a
// *RecordError.
func ReadRecords(dir string) ([]Record, error) {
	path := filepath.Join(dir, MetricsFile)
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("read records: %w", err)
	}
	defer f.Close()
	return readRecords(f, path)
}

func readRecords(from io.Reader, path string) ([]Record, error) {
	var records []Record
	for in := bufio.NewReader(from); ; {
		text, err := in.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			return records, nil
		}
		if err != nil {
			return nil, fmt.Errorf("read records: %w", err)
		}
		var r Record
		if err := json.Unmarshal(text, &r); err != nil {
			return nil, &RecordError{path, len(records) + 1, err.Error()}
		}
		if r.Kind == "" {
			return nil, &RecordError{path, len(records) + 1, "no kind"}
		}
		records = append(records, r)
	}
}
