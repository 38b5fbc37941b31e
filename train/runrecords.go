package train

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"time"

	"arbelos/train/events"
)

// MetricsFile is the name of the records' file in a run directory.
const MetricsFile = "metrics.jsonl"

// StartRecords cuts the metrics file after its first n lines, those that the
// checkpoint knows of from which training continues, so that no step is recorded
// twice; step is the number of steps done there. It returns the number of lines
// kept, less than n if there were less. It is called before the first Record.
func (r *Run) StartRecords(n, step int) (kept int, err error) {
	if _, err := r.metrics.Seek(0, io.SeekStart); err != nil {
		return 0, fmt.Errorf("metrics file: %w", err)
	}
	size := int64(0)
	for in := bufio.NewReader(r.metrics); kept < n; kept++ {
		length, err := lineLength(in)
		if errors.Is(err, io.EOF) { // what follows the last newline was cut short
			break
		}
		if err != nil {
			return 0, fmt.Errorf("metrics file: %w", err)
		}
		size += length
	}
	if err := r.cutRecords(size); err != nil {
		return 0, err
	}
	r.next = 0
	if kept > 0 {
		r.next = step + 1
	}
	if r.events != nil { // of an earlier call in this process
		err = r.events.Restart(time.Now(), r.next)
	}
	return kept, err
}

// lineLength reads past the next newline and returns the number of bytes.
func lineLength(in *bufio.Reader) (int64, error) {
	n := int64(0)
	for {
		part, err := in.ReadSlice('\n')
		n += int64(len(part))
		if !errors.Is(err, bufio.ErrBufferFull) {
			return n, err
		}
	}
}

// Record appends a record to the metrics file, and its figures to the event
// file.
func (r *Run) Record(record Record) error { return r.appendRecord(record, record) }

// SyncRecords makes the records written so far durable. It is called before a
// checkpoint that counts them.
func (r *Run) SyncRecords() error {
	if err := r.metrics.Sync(); err != nil {
		return fmt.Errorf("metrics file: %w", err)
	}
	return nil
}

// appendRecord writes line as one line of JSON, in one write. The line has what
// the record has, and may have more.
func (r *Run) appendRecord(line any, record Record) error {
	var text bytes.Buffer
	if err := json.NewEncoder(&text).Encode(line); err != nil {
		return fmt.Errorf("metrics file: %w", err)
	}
	if _, err := r.metrics.Write(text.Bytes()); err != nil {
		return errors.Join(fmt.Errorf("metrics file: %w", err), r.cutRecords(r.size)) // half a line may be there
	}
	r.size += int64(text.Len())
	if record.Kind == KindEpoch {
		r.summary.Last = maps.Clone(record.Figures)
	}
	if err := r.openEvents(); err != nil {
		return err
	}
	return r.events.Scalars(record.Time, record.Step, record.Figures)
}

// cutRecords makes the metrics file end after so many bytes.
func (r *Run) cutRecords(size int64) error {
	if err := r.metrics.Truncate(size); err != nil {
		return fmt.Errorf("metrics file: %w", err)
	}
	if _, err := r.metrics.Seek(size, io.SeekStart); err != nil {
		return fmt.Errorf("metrics file: %w", err)
	}
	r.size = size
	return nil
}

// openEvents makes the event file of this process, which begins with the run's
// options, once there is something to put into it.
func (r *Run) openEvents() error {
	if r.events != nil {
		return nil
	}
	options := map[string]any{}
	if err := ReadConfig(filepath.Join(r.dir, ConfigFile), &options); err != nil {
		return err
	}
	w, err := events.Create(r.dir)
	if err != nil {
		return err
	}
	r.events = w
	if err := w.Restart(time.Now(), r.next); err != nil {
		return err
	}
	return w.Start(r.process.Started, options)
}

// Sample writes a file of the run's samples folder: what the model makes of
// some inputs that stay the same, after an epoch, say.
func (r *Run) Sample(name string, write func(io.Writer) error) error {
	dir := filepath.Join(r.dir, "samples")
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return fmt.Errorf("samples: %w", err)
	}
	return WriteFile(filepath.Join(dir, name), write)
}
