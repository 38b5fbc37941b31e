package train

import (
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"golang.org/x/term"
)

// Figure is a number on the progress line.
type Figure struct {
	Name   string
	Format string // of the value, for fmt: "%.2f"
	Value  func(Metrics) float64
}

// MeanFigure is the mean of the metric of that name.
func MeanFigure(label, metric, format string) Figure {
	return Figure{label, format, func(m Metrics) float64 { return m[metric].Mean() }}
}

// Progress writes how training goes: on a terminal one line that is rewritten,
// elsewhere a line at an interval, and a lasting line after every epoch. It
// uses no colour and no escape sequence, and off a terminal no control
// character but the newline.
type Progress struct {
	Epochs     int      // the schedule's, for "epoch 3/18"
	Train      []Figure // of the epoch so far
	Validation []Figure
	// Items is the metric whose Sum counts what is worked on, such as
	// "sentences": its rate is shown, in items a second.
	Items string
	// Interval is the time between lines where the line is not rewritten.
	Interval time.Duration

	mu       sync.Mutex
	out      io.Writer
	terminal bool
	width    func() int // of the terminal, in columns
	now      func() time.Time

	line    string    // on the terminal at present
	printed time.Time // when the line was last written
	since   time.Time // the start of the epoch, in this process
	stepped time.Time // the end of the last step
	items   float64   // done from since to stepped
}

// NewProgress returns a Progress that writes to f, with an interval of 10
// seconds. Fields may be set before training begins.
func NewProgress(f *os.File) *Progress {
	p := &Progress{
		Interval: 10 * time.Second,
		out:      f,
		terminal: term.IsTerminal(int(f.Fd())) && os.Getenv("TERM") != "dumb",
		width: func() int {
			if width, _, err := term.GetSize(int(f.Fd())); err == nil && width > 0 {
				return width
			}
			return 80
		},
		now: time.Now,
	}
	p.since = p.now()
	p.printed = p.since
	return p
}

// Hooks returns the hooks that keep the progress line up to date.
func (p *Progress) Hooks() Hooks { return Hooks{Step: p.step, Epoch: p.epoch} }

// Write writes text, such as that of a logger, above the progress line. The
// text must end in a newline.
func (p *Progress) Write(text []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	line := p.line
	if err := p.show(""); err != nil {
		return 0, err
	}
	n, err := p.out.Write(text)
	if err != nil {
		return n, err
	}
	return n, p.show(line)
}

// Close takes the progress line off the terminal.
func (p *Progress) Close() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.show("")
}

func (p *Progress) step(r StepRecord) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.items += r.Metrics[p.Items].Sum
	interval := p.Interval
	if p.terminal {
		interval = 100 * time.Millisecond
	}
	p.stepped = p.now()
	if p.stepped.Sub(p.printed) < interval {
		return nil
	}
	p.printed = p.stepped
	text := fmt.Sprintf("epoch %d/%d  batch %d/%d  rate %.4g%s  %s", r.Epoch, p.Epochs, r.Position, r.Batches,
		r.Rate, figures(p.Train, r.Running), p.throughput())
	if p.terminal {
		return p.show(text)
	}
	_, err := fmt.Fprintln(p.out, text)
	return err
}

func (p *Progress) epoch(r EpochRecord) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	text := fmt.Sprintf("epoch %d/%d", r.Epoch, p.Epochs)
	if r.Epoch > 0 {
		text += fmt.Sprintf("  train%s  %s", figures(p.Train, r.Train), p.throughput())
	}
	text += "  validation" + figures(p.Validation, r.Validation.Metrics)
	if r.Best {
		text += "  best so far"
	}
	p.since, p.items = p.now(), 0
	p.printed = p.since
	if err := p.show(""); err != nil {
		return err
	}
	_, err := fmt.Fprintln(p.out, text)
	return err
}

// show puts a line on the terminal in place of the one there, and the cursor
// at its end; or in its place, if there is none to show. It wipes what is left
// of a longer line with spaces, and keeps off the last column, where some
// terminals wrap.
func (p *Progress) show(line string) error {
	if !p.terminal || line == "" && p.line == "" {
		return nil
	}
	if columns := p.width() - 1; utf8.RuneCountInString(line) > columns {
		line = string([]rune(line)[:max(0, columns)])
	}
	wipe := max(0, utf8.RuneCountInString(p.line)-utf8.RuneCountInString(line))
	p.line = line
	text := "\r" + line + strings.Repeat(" ", wipe) + strings.Repeat("\b", wipe)
	if line == "" {
		text = "\r" + strings.Repeat(" ", wipe) + "\r"
	}
	_, err := io.WriteString(p.out, text)
	return err
}

// throughput is the number of items a second in the epoch's steps, as far as
// this process did them.
func (p *Progress) throughput() string {
	return fmt.Sprintf("%.1f %s/s", p.items/max(p.stepped.Sub(p.since).Seconds(), 1e-9), p.Items)
}

// figures writes each figure, with two spaces before it.
func figures(list []Figure, m Metrics) string {
	var b strings.Builder
	for _, f := range list {
		fmt.Fprintf(&b, "  %s "+f.Format, f.Name, f.Value(m))
	}
	return b.String()
}
