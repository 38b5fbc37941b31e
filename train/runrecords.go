package train

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// startRecords cuts the metrics file after its first n lines, of which the
// checkpoint that training continues from knows, so that no step is recorded
// twice. It returns the number of lines kept, less than n if there were less.
func (r *Run) startRecords(n int) (kept int, err error) {
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
	if err := r.metrics.Truncate(size); err != nil {
		return 0, fmt.Errorf("metrics file: %w", err)
	}
	if _, err := r.metrics.Seek(size, io.SeekStart); err != nil {
		return 0, fmt.Errorf("metrics file: %w", err)
	}
	return kept, nil
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

// appendRecord writes v as one line of JSON, in one write.
func (r *Run) appendRecord(v any) error {
	var line bytes.Buffer
	if err := json.NewEncoder(&line).Encode(v); err != nil {
		return fmt.Errorf("metrics file: %w", err)
	}
	if _, err := r.metrics.Write(line.Bytes()); err != nil {
		return fmt.Errorf("metrics file: %w", err)
	}
	return nil
}

// syncRecords makes the records written so far durable.
func (r *Run) syncRecords() error {
	if err := r.metrics.Sync(); err != nil {
		return fmt.Errorf("metrics file: %w", err)
	}
	return nil
}
