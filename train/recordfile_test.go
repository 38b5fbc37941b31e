package train

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// What a loop writes is read back as records, with every figure computed anew
// here from what else is in the line.
func TestReadRecordsOfLoop(t *testing.T) {
	dir := t.TempDir()
	_, err := runToy(t, dir, func(l *Loop, _ func()) {
		l.Figures = func(m Metrics) map[string]float64 { return map[string]float64{"twice": 2 * m["objective"].Sum} }
	})
	if err != nil {
		t.Fatal(err)
	}
	records, err := ReadRecords(dir)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(mustRead(t, filepath.Join(dir, MetricsFile))), "\n")
	if len(records) != len(lines) || len(lines) != 11 {
		t.Fatalf("%d records of %d lines", len(records), len(lines))
	}
	for i, line := range lines {
		var raw struct {
			KLWeight       float64 `json:"kl_weight"`
			Rates, Norms   map[string]float64
			Running, Train map[string]Metric
			Validation     struct {
				Score   float64
				Metrics map[string]Metric
			}
		}
		if err := json.Unmarshal([]byte(line), &raw); err != nil {
			t.Fatal(err)
		}
		r := records[i]
		want := map[string]float64{}
		add := func(split string, m map[string]Metric) {
			for name, v := range m {
				if want[split+name] = v.Sum; v.Weight > 0 {
					want[split+name] = v.Sum / v.Weight
				}
			}
			if len(m) > 0 {
				want[split+"twice"] = 2 * m["objective"].Sum
			}
		}
		for name, v := range raw.Rates {
			want["rate/"+name] = v
		}
		for name, v := range raw.Norms {
			want["norm/"+name] = v
		}
		add("train/", raw.Running)
		add("train/", raw.Train)
		split := SplitTrain
		if r.Kind == KindEpoch {
			split = SplitValidation
			add("validation/", raw.Validation.Metrics)
			want["validation/score"] = raw.Validation.Score
		} else {
			want["kl_weight"] = raw.KLWeight
		}
		if diff := cmp.Diff(want, r.Figures); diff != "" {
			t.Errorf("line %d: %s", i+1, diff)
		}
		if age := time.Since(r.Time); r.Split != split || age < 0 || age > time.Minute || r.Kind == KindEpoch && !(r.Seconds > 0) {
			t.Errorf("line %d: %+v", i+1, r)
		}
	}
}

func TestReadRecordsRefuses(t *testing.T) {
	const good = `{"kind":"step","epoch":1,"step":2,"figures":{"a/b":1}}` + "\n"
	for text, line := range map[string]int{
		good + "{\n": 2, "\n" + good: 1, good + good + "[]\n": 3, good + `{"epoch":1}` + "\n": 2, good + `{"kind":"step","figures":{"a":"b"}}` + "\n": 2,
	} {
		var bad *RecordError
		if _, err := readRecords(strings.NewReader(text), "some/file"); !errors.As(err, &bad) || bad.Line != line || !strings.HasPrefix(err.Error(), "some/file:") {
			t.Errorf("%q: %v, expected an error in line %d", text, err, line)
		}
	}
	records, err := readRecords(strings.NewReader(good+good[:20]), "")
	if err != nil || len(records) != 1 {
		t.Errorf("a line under way: %v, %v", records, err)
	}
	if _, err := ReadRecords(t.TempDir()); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
}

func FuzzReadRecords(f *testing.F) {
	f.Add([]byte(`{"kind":"step","epoch":1,"step":2,"figures":{"a/b":1},"time":"2026-01-02T03:04:05Z"}` + "\n"))
	f.Add([]byte("{\n\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		records, err := readRecords(bytes.NewReader(text), "f")
		var bad *RecordError
		if err != nil && (!errors.As(err, &bad) || bad.Line < 1 || bad.Line > bytes.Count(text, []byte("\n"))) {
			t.Fatalf("%v", err)
		}
		if err == nil && len(records) != bytes.Count(text, []byte("\n")) {
			t.Fatalf("%d records", len(records))
		}
	})
}

// Records of a program that has no loop.
func TestRecord(t *testing.T) {
	dir := t.TempDir()
	run, err := CreateRun(dir, runOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer run.Close()
	want := []Record{
		{Kind: KindStep, Split: SplitTrain, Epoch: 1, Step: 10, Figures: map[string]float64{"train/bound": -7.5}, Time: time.Unix(1700000000, 0).UTC()},
		{Kind: KindEpoch, Split: SplitTrain, Epoch: 1, Step: 12, Figures: map[string]float64{"train/bound": -7.25}, Seconds: 1.5, Time: time.Unix(1700000001, 0).UTC()},
	}
	if kept, err := run.StartRecords(0, 0); kept != 0 || err != nil {
		t.Fatal(kept, err)
	}
	for _, r := range want {
		if err := run.Record(r); err != nil {
			t.Fatal(err)
		}
	}
	got, err := ReadRecords(dir)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]point{{10, "train/bound", -7.5}, {12, "train/bound", -7.25}}, readPoints(t, dir)); diff != "" {
		t.Error(diff)
	}
	if err := run.Sample("topics.txt", writeBytes([]byte("a b c\n"))); err != nil {
		t.Fatal(err)
	}
	if got := mustRead(t, filepath.Join(dir, "samples", "topics.txt")); got != "a b c\n" {
		t.Errorf("the sample is %q", got)
	}
}

// Killed, resumed and so on, the event files tell the same as the metrics file.
func TestEventsAfterCrashes(t *testing.T) {
	dir := t.TempDir()
	crash := errors.New("crash")
	for _, cut := range []int{3, 7, 8, 15} {
		if _, err := runToy(t, dir, func(l *Loop, _ func()) {
			l.RecordEvery, l.CheckpointEvery = 1, 2
			l.Hooks = []Hooks{{Step: func(r StepRecord) error {
				if r.Step == cut {
					return crash
				}
				return nil
			}}}
		}); !errors.Is(err, crash) {
			t.Fatal(err)
		}
	}
	if _, err := runToy(t, dir, func(l *Loop, _ func()) { l.RecordEvery, l.CheckpointEvery = 1, 2 }); err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(dir, "events.out.tfevents.*"))
	if err != nil || len(files) != 5 {
		t.Errorf("found %d event files (%v), expected one a process", len(files), err)
	}
	records, err := ReadRecords(dir)
	if err != nil {
		t.Fatal(err)
	}
	var want []point
	for _, r := range records {
		for _, tag := range slices.Sorted(maps.Keys(r.Figures)) {
			want = append(want, point{r.Step, tag, float32(r.Figures[tag])})
		}
	}
	if diff := cmp.Diff(want, readPoints(t, dir)); diff != "" {
		t.Error(diff)
	}
}
