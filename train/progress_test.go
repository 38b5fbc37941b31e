package train

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/google/go-cmp/cmp"
)

// testProgress writes to a buffer, by a clock that the test turns.
func testProgress(terminal bool) (p *Progress, out *bytes.Buffer, clock *time.Time) {
	out, clock = &bytes.Buffer{}, &time.Time{}
	p = &Progress{
		Epochs: 3,
		Train: []Figure{
			MeanFigure("ELBO", "elbo", "%.2f"),
			{"perplexity", "%.1f", func(m Metrics) float64 { return math.Exp(-m["elbo/word"].Mean()) }},
		},
		Validation: []Figure{MeanFigure("F1", "f1", "%.1f")},
		Items:      "sentences", Interval: 10 * time.Second,
		out: out, terminal: terminal, width: func() int { return 200 }, now: func() time.Time { return *clock },
	}
	p.since, p.printed = *clock, *clock
	return p, out, clock
}

func stepAt(epoch, position int, elbo float64) StepRecord {
	m := Metrics{"elbo": {elbo * 16, 16}, "elbo/word": {-3 * 16, 16}, "sentences": {16, 0}}
	return StepRecord{Epoch: epoch, Position: position, Batches: 40, Rate: 0.5, Metrics: m, Running: m}
}

func epochAt(epoch int, best bool) EpochRecord {
	r := EpochRecord{Epoch: epoch, Best: best, Validation: Validation{Score: 9, Metrics: Metrics{"f1": {45, 1}}}}
	if epoch > 0 {
		r.Train = stepAt(epoch, 40, -20).Running
	}
	return r
}

func TestProgressRedirected(t *testing.T) {
	p, out, clock := testProgress(false)
	h := p.Hooks()
	h.Epoch(epochAt(0, true))
	for i := 1; i <= 40; i++ {
		*clock = clock.Add(500 * time.Millisecond)
		h.Step(stepAt(1, i, -25))
	}
	*clock = clock.Add(time.Hour) // a long validation
	fmt.Fprintln(p, "a message")
	h.Epoch(epochAt(1, false))
	p.Close()
	want := strings.Join([]string{
		"epoch 0/3  validation  F1 45.0  best so far",
		"epoch 1/3  batch 20/40  rate 0.5  ELBO -25.00  perplexity 20.1  32.0 sentences/s",
		"epoch 1/3  batch 40/40  rate 0.5  ELBO -25.00  perplexity 20.1  32.0 sentences/s",
		"a message",
		"epoch 1/3  train  ELBO -20.00  perplexity 20.1  32.0 sentences/s  validation  F1 45.0",
		"",
	}, "\n")
	if diff := cmp.Diff(want, out.String()); diff != "" {
		t.Error(diff)
	}
	for _, r := range out.String() {
		if unicode.IsControl(r) && r != '\n' {
			t.Errorf("control character %q", r)
		}
	}
}

// screen is what a terminal shows after the text: enough of one for \r, \n, \b.
func screen(t *testing.T, text string) []string {
	lines, column := [][]rune{{}}, 0
	for _, r := range text {
		line := &lines[len(lines)-1]
		switch {
		case r == '\r':
			column = 0
		case r == '\b':
			column--
		case r == '\n':
			lines, column = append(lines, []rune{}), 0
		case unicode.IsControl(r):
			t.Errorf("control character %q", r)
		default:
			for len(*line) <= column {
				*line = append(*line, ' ')
			}
			(*line)[column] = r
			column++
		}
	}
	var shown []string
	for _, line := range lines {
		shown = append(shown, strings.TrimRight(string(line), " "))
	}
	return shown
}

func TestProgressOnTerminal(t *testing.T) {
	p, out, clock := testProgress(true)
	h := p.Hooks()
	*clock = clock.Add(time.Second)
	h.Step(stepAt(1, 1, -12345.67))
	*clock = clock.Add(time.Millisecond) // too soon to show
	h.Step(stepAt(1, 2, -99))
	want := []string{"epoch 1/3  batch 1/40  rate 0.5  ELBO -12345.67  perplexity 20.1  16.0 sentences/s"}
	if diff := cmp.Diff(want, screen(t, out.String())); diff != "" {
		t.Error(diff)
	}
	*clock = clock.Add(999 * time.Millisecond)
	h.Step(stepAt(1, 3, -1))
	want[0] = "epoch 1/3  batch 3/40  rate 0.5  ELBO -1.00  perplexity 20.1  24.0 sentences/s"
	if diff := cmp.Diff(want, screen(t, out.String())); diff != "" {
		t.Error(diff)
	}
	fmt.Fprintln(p, "a message")
	want = []string{"a message", want[0]}
	if diff := cmp.Diff(want, screen(t, out.String())); diff != "" {
		t.Error(diff)
	}
	h.Epoch(epochAt(1, true))
	p.Close()
	want = []string{"a message", "epoch 1/3  train  ELBO -20.00  perplexity 20.1  24.0 sentences/s  validation  F1 45.0  best so far", ""}
	if diff := cmp.Diff(want, screen(t, out.String())); diff != "" {
		t.Error(diff)
	}
}

func TestProgressNarrowTerminal(t *testing.T) {
	p, out, clock := testProgress(true)
	p.width = func() int { return 20 }
	*clock = clock.Add(time.Second)
	p.Hooks().Step(stepAt(1, 1, -1))
	if diff := cmp.Diff([]string{"epoch 1/3  batch 1/"}, screen(t, out.String())); diff != "" {
		t.Error(diff)
	}
}

// A file is no terminal.
func TestNewProgressOnFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "out")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	p := NewProgress(f)
	p.Interval = 0
	l := toyLoop(newToy(1), nil)
	p.Epochs, p.Items, p.Train = l.Schedule.Epochs, "items", []Figure{MeanFigure("objective", "objective", "%.3f")}
	l.Hooks = []Hooks{p.Hooks()}
	if _, err := l.Train(t.Context()); err != nil {
		t.Fatal(err)
	}
	text := mustRead(t, path)
	if n := strings.Count(text, "\n"); n != 15+4 || strings.ContainsAny(text, "\r\b\x1b") {
		t.Errorf("%d lines, want 19, without control characters:\n%s", n, text)
	}
}
