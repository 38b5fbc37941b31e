package train

import (
	"bytes"
	"fmt"
	"log/slog"
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
	return StepRecord{Epoch: epoch, Step: (epoch-1)*40 + position, Position: position, Batches: 40, Rate: 0.5, Metrics: m, Running: m}
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
		"epoch 1/3  batch 20/40  rate 0.5  ELBO -25.00  perplexity 20.1  32.0 sentences/s  left 50s",
		"epoch 1/3  batch 40/40  rate 0.5  ELBO -25.00  perplexity 20.1  32.0 sentences/s  left 40s",
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

// Of many short epochs some leave a line: the first, the last, one a second.
func TestProgressManyEpochs(t *testing.T) {
	for epochs, want := range map[int][]int{50: {0, 1, 2, 3, 4, 5, 50}, 51: {0, 1, 4, 51}} {
		p, out, clock := testProgress(false)
		p.Epochs = epochs
		for _, epoch := range []int{0, 1, 2, 3, 4, 5, epochs} {
			*clock = clock.Add(400 * time.Millisecond)
			if err := p.Hooks().Epoch(epochAt(epoch, true)); err != nil {
				t.Fatal(err)
			}
		}
		var got []int
		for _, line := range strings.Split(strings.TrimSpace(out.String()), "\n") {
			var epoch int
			if _, err := fmt.Sscanf(line, "epoch %d/", &epoch); err != nil {
				t.Fatal(err)
			}
			got = append(got, epoch)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%d epochs: %s", epochs, diff)
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
	want := []string{"epoch 1/3  [............]   2%  batch 1/40  rate 0.5  ELBO -12345.67  perplexity 20.1  16.0 sentences/s  left 1m59s"}
	if diff := cmp.Diff(want, screen(t, out.String())); diff != "" {
		t.Error(diff)
	}
	*clock = clock.Add(999 * time.Millisecond)
	h.Step(stepAt(1, 3, -1))
	want[0] = "epoch 1/3  [............]   7%  batch 3/40  rate 0.5  ELBO -1.00  perplexity 20.1  24.0 sentences/s  left 1m18s"
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

// What there is no room for is left out, whole, the rates first, the loss and
// the time left last; lasting lines are broken between figures.
func TestProgressNarrowTerminal(t *testing.T) {
	for width, want := range map[int]string{
		120: "epoch 1/3  [............]   2%  batch 1/40  rate 0.5  ELBO -1.00  perplexity 20.1  16.0 sentences/s  left 1m59s",
		100: "epoch 1/3  [............]   2%  ELBO -1.00  perplexity 20.1  16.0 sentences/s  left 1m59s",
		80:  "epoch 1/3  [............]   2%  ELBO -1.00  16.0 sentences/s  left 1m59s",
		60:  "epoch 1/3  [............]   2%  ELBO -1.00  left 1m59s",
		40:  "epoch 1/3  ELBO -1.00",
		20:  "epoch 1/3",
		5:   "",
	} {
		p, out, clock := testProgress(true)
		p.width = func() int { return width }
		*clock = clock.Add(time.Second)
		p.Hooks().Step(stepAt(1, 1, -1))
		if diff := cmp.Diff([]string{want}, screen(t, out.String())); diff != "" {
			t.Errorf("%d columns: %s", width, diff)
		}
	}
	p, out, clock := testProgress(true)
	p.width = func() int { return 60 }
	p.Hooks().Step(stepAt(1, 1, -1))
	*clock = clock.Add(time.Second)
	p.Hooks().Epoch(epochAt(1, true))
	want := []string{"epoch 1/3  train  ELBO -20.00  perplexity 20.1", "    16000000000.0 sentences/s  validation  F1 45.0", "    best so far", ""}
	if diff := cmp.Diff(want, screen(t, out.String())); diff != "" {
		t.Error(diff)
	}
}

// The time left counts what this process did, from where it began.
func TestProgressResumed(t *testing.T) {
	p, out, clock := testProgress(false)
	p.Interval = 0
	*clock = clock.Add(2 * time.Second)
	p.Hooks().Step(stepAt(3, 1, -1)) // 39 steps are left
	if !strings.HasSuffix(out.String(), "  left 1m18s\n") {
		t.Errorf("found %q", out)
	}
}

// With a logger, what the lines would say is logged.
func TestProgressLog(t *testing.T) {
	p, out, clock := testProgress(true)
	var logged bytes.Buffer
	p.Log = slog.New(slog.NewJSONHandler(&logged, &slog.HandlerOptions{ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
		if a.Key == slog.TimeKey {
			return slog.Attr{}
		}
		return a
	}}))
	*clock = clock.Add(10 * time.Second)
	p.Hooks().Step(stepAt(1, 1, -1))
	p.Hooks().Epoch(epochAt(0, true))
	p.Close()
	want := `{"level":"INFO","msg":"training","epoch":1,"epochs":3,"batch":1,"batches":40,"rate":0.5,"seconds_left":1190,"train":{"ELBO":-1,"perplexity":20.085536923187668},"sentences_per_second":1.6}
{"level":"INFO","msg":"epoch done","epoch":0,"epochs":3,"validation":{"F1":45},"score":9,"best":true}
`
	if diff := cmp.Diff(want, logged.String()); diff != "" || out.Len() > 0 {
		t.Errorf("wrote %q; %s", out, diff)
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

// Line is for programs without epochs.
func TestProgressLine(t *testing.T) {
	for terminal, want := range map[bool][]string{
		true:  {"sweep 3  ll -7.25", "    alpha 0.125", ""},
		false: {"sweep 3  ll -7.25  alpha 0.125", ""},
	} {
		p, out, clock := testProgress(terminal)
		p.width = func() int { return 20 }
		say := func(last bool, text string) {
			if err := p.Line(last, func() string { return text }); err != nil {
				t.Fatal(err)
			}
		}
		say(false, "too soon")
		*clock = clock.Add(time.Second)
		say(false, "sweep 2  ll -7.5  alpha 0.125")
		if shown := screen(t, out.String()); terminal && shown[0] != "sweep 2  ll -7.5" || !terminal && shown[0] != "" {
			t.Errorf("terminal %v: found %q", terminal, shown)
		}
		say(true, "sweep 3  ll -7.25  alpha 0.125")
		if diff := cmp.Diff(want, screen(t, out.String())); diff != "" {
			t.Errorf("terminal %v: %s", terminal, diff)
		}
	}
}
