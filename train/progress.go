package train

import (
	"fmt"
	"io"
	"log/slog"
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
// with a bar for the epoch, elsewhere a line at an interval, and a lasting line
// after every epoch; of more than fifty, no more than one a second, beside the
// first and the last. The time left is that of all epochs, at the pace so far,
// validation included; a schedule that stops early needs less. Where a terminal
// is too narrow for a line, whole figures are left out. Progress uses no colour
// and no escape sequence, and off a terminal no control character but the
// newline.
type Progress struct {
	Epochs     int      // the schedule's, for "epoch 3/18"
	Train      []Figure // of the epoch so far, the most telling first
	Validation []Figure
	// Items is the metric whose Sum counts what is worked on, such as
	// "sentences": its rate is shown, in items a second.
	Items string
	// Interval is the time between lines where the line is not rewritten.
	Interval time.Duration
	// Log, if set, is told what the lines would say, as attributes; no line is
	// written then. It must not write to the Progress.
	Log *slog.Logger

	mu       sync.Mutex
	out      io.Writer
	terminal bool
	width    func() int // of the terminal, in columns
	now      func() time.Time

	line    string    // on the terminal at present
	printed time.Time // when the line was last written
	since   time.Time // the start of the epoch, in this process
	lasting time.Time // when the last epoch's line was written
	stepped time.Time // the end of the last step
	items   float64   // done from since to stepped
	first   int       // step that this process did; 0: none yet
	began   time.Time // the start of that step
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
	if p.rewrites() {
		interval = 100 * time.Millisecond
	}
	p.stepped = p.now()
	if p.first == 0 {
		p.first, p.began = r.Step, p.since
	}
	if p.stepped.Sub(p.printed) < interval {
		return nil
	}
	p.printed = p.stepped
	left := p.left(r)
	if p.Log != nil {
		p.Log.Info("training", p.attributes(r.Epoch, "batch", r.Position, "batches", r.Batches, "rate", r.Rate,
			"seconds_left", int(left.Seconds()+0.5), figureAttributes("train", p.Train, r.Running), p.Items+"_per_second", p.throughput())...)
		return nil
	}
	line := []piece{{fmt.Sprintf("epoch %d/%d", r.Epoch, p.Epochs), 0}}
	if p.terminal {
		line = append(line, piece{bar(r.Position, r.Batches), 2})
	}
	line = append(line, piece{fmt.Sprintf("batch %d/%d", r.Position, r.Batches), 6}, piece{fmt.Sprintf("rate %.4g", r.Rate), 7})
	for i, text := range figures(p.Train, r.Running) {
		line = append(line, piece{text, 1 + 4*min(i, 1)})
	}
	line = append(line, piece{p.speed(), 4}, piece{"left " + span(left), 3})
	if p.terminal {
		return p.show(fit(line, p.width()-1))
	}
	_, err := fmt.Fprintln(p.out, join(line))
	return err
}

func (p *Progress) epoch(r EpochRecord) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.Log != nil {
		p.Log.Info("epoch done", p.attributes(r.Epoch, figureAttributes("train", p.Train, r.Train),
			figureAttributes("validation", p.Validation, r.Validation.Metrics), "score", r.Validation.Score, "best", r.Best)...)
	}
	line := []piece{{text: fmt.Sprintf("epoch %d/%d", r.Epoch, p.Epochs)}}
	add := func(texts ...string) {
		for _, text := range texts {
			line = append(line, piece{text: text})
		}
	}
	if r.Epoch > 0 {
		add("train")
		add(figures(p.Train, r.Train)...)
		add(p.speed())
	}
	add("validation")
	add(figures(p.Validation, r.Validation.Metrics)...)
	if r.Best {
		add("best so far")
	}
	p.since, p.items = p.now(), 0
	if p.Log != nil {
		p.printed = p.since
		return nil
	}
	if p.Epochs > 50 && r.Epoch > 1 && r.Epoch != p.Epochs && p.since.Sub(p.lasting) < time.Second {
		return nil
	}
	p.printed, p.lasting = p.since, p.since
	if err := p.show(""); err != nil {
		return err
	}
	text := join(line)
	if p.terminal {
		text = wrap(line, p.width()-1)
	}
	_, err := fmt.Fprintln(p.out, text)
	return err
}

// rewrites tells whether there is a line on a terminal.
func (p *Progress) rewrites() bool { return p.terminal && p.Log == nil }

// attributes are what a logger is told, the epoch first.
func (p *Progress) attributes(epoch int, more ...any) []any {
	return append([]any{"epoch", epoch, "epochs", p.Epochs}, more...)
}

// left estimates how long all epochs will still take.
func (p *Progress) left(r StepRecord) time.Duration {
	done := (r.Epoch-1)*r.Batches + r.Position
	each := p.stepped.Sub(p.began).Seconds() / float64(r.Step-p.first+1)
	return time.Duration(each * float64(max(0, p.Epochs*r.Batches-done)) * float64(time.Second))
}

// show puts a line on the terminal in place of the one there, and the cursor
// at its end; or in its place, if there is none to show. It wipes what is left
// of a longer line with spaces, and keeps off the last column, where some
// terminals wrap.
func (p *Progress) show(line string) error {
	if !p.rewrites() || line == "" && p.line == "" {
		return nil
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
func (p *Progress) throughput() float64 {
	return p.items / max(p.stepped.Sub(p.since).Seconds(), 1e-9)
}

func (p *Progress) speed() string { return fmt.Sprintf("%.1f %s/s", p.throughput(), p.Items) }

// figures are the texts of figures.
func figures(list []Figure, m Metrics) []string {
	var texts []string
	for _, f := range list {
		texts = append(texts, fmt.Sprintf("%s "+f.Format, f.Name, f.Value(m)))
	}
	return texts
}

// figureAttributes are the figures that are finite as a logger is told them.
func figureAttributes(group string, list []Figure, m Metrics) slog.Attr {
	var attributes []any
	for _, f := range list {
		if v := f.Value(m); isFinite(v) {
			attributes = append(attributes, slog.Float64(f.Name, v))
		}
	}
	return slog.Group(group, attributes...)
}
