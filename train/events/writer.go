package events

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// Writer writes one event file. Each event is one write, so that a process that
// is killed leaves all its events behind; one that cannot be written whole is
// taken back.
type Writer struct {
	file *os.File
	size int64
}

// Create makes a new event file in a folder. TensorBoard reads a folder's event
// files in the order of their names: one that is made later comes later.
func Create(dir string) (*Writer, error) {
	host, err := os.Hostname()
	if err != nil {
		host = "localhost"
	}
	// A run may be resumed within the second, so nanoseconds are part of the name.
	now := time.Now()
	name := fmt.Sprintf("events.out.tfevents.%010d.%s.%09d", now.Unix(), filepath.Base(host), now.Nanosecond())
	f, err := os.OpenFile(filepath.Join(dir, name), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return nil, fmt.Errorf("event file: %w", err)
	}
	w := &Writer{file: f}
	if err := w.write(event(now, 0, 3, []byte("brain.Event:2"))); err != nil {
		return nil, errors.Join(err, f.Close(), os.Remove(f.Name()))
	}
	return w, nil
}

// Restart says that training goes on so that the next step is the given one.
// What earlier files say of that step and of later ones is void: the process
// that wrote them died before it saved.
func (w *Writer) Restart(at time.Time, next int) error {
	var session message
	session.integer(1, 1) // tensorflow.SessionLog.START
	return w.write(event(at, next, 7, session))
}

// Scalars writes values of a step, by tag. They are kept in single precision.
func (w *Writer) Scalars(at time.Time, step int, values map[string]float64) error {
	return w.write(event(at, step, 5, scalars(values)))
}

// Start writes the hyper-parameters of the run, by name: numbers, strings and
// truth values.
func (w *Writer) Start(at time.Time, params map[string]any) error {
	return w.write(event(at, 0, 5, pluginSummary(startTag, hparamsPlugin, hparamsStart(at, params))))
}

// End writes how the run ended.
func (w *Writer) End(at time.Time, status Status) error {
	return w.write(event(at, 0, 5, pluginSummary(endTag, hparamsPlugin, hparamsEnd(at, status))))
}

// Close closes the file.
func (w *Writer) Close() error { return w.file.Close() }

func (w *Writer) write(m message) error {
	frame := appendFrame(nil, m)
	if _, err := w.file.Write(frame); err != nil {
		if cut := w.file.Truncate(w.size); cut == nil {
			_, cut = w.file.Seek(w.size, 0)
			err = errors.Join(err, cut)
		}
		return fmt.Errorf("event file: %w", err)
	}
	w.size += int64(len(frame))
	return nil
}
