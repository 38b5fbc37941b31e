package train

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestStartRecords(t *testing.T) {
	long := strings.Repeat("x", 1<<17) // longer than any buffer
	for name, c := range map[string]struct {
		content string
		n       int
		kept    int
		want    string
	}{
		"new":               {"", 0, 0, ""},
		"all kept":          {"1\n2\n", 2, 2, "1\n2\n"},
		"cut":               {"1\n2\n3\n", 2, 2, "1\n2\n"},
		"cut to nothing":    {"1\n2\n", 0, 0, ""},
		"half a line":       {"1\n2\n3", 2, 2, "1\n2\n"},
		"less than known":   {"1\n2", 5, 1, "1\n"},
		"very long records": {long + "\n" + long + "\n" + long + "\n", 2, 2, long + "\n" + long + "\n"},
	} {
		dir := t.TempDir()
		path := filepath.Join(dir, "metrics.jsonl")
		run, err := CreateRun(dir, runOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(c.content), 0o666); err != nil {
			t.Fatal(err)
		}
		kept, err := run.StartRecords(c.n, c.n)
		if err != nil || kept != c.kept {
			t.Errorf("%s: kept %d (%v), want %d", name, kept, err, c.kept)
		}
		if err := run.appendRecord("new", Record{}); err != nil {
			t.Fatal(err)
		}
		if got := mustRead(t, path); got != c.want+"\"new\"\n" {
			t.Errorf("%s: the file holds %.40q, want %.40q and a new line", name, got, c.want)
		}
		run.Close()
	}
}

// Each line of the file says what it is, and what was trained and how.
func TestRecords(t *testing.T) {
	dir := t.TempDir()
	if _, err := runToy(t, dir, nil); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(filepath.Join(dir, "metrics.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var kinds []string
	for in := bufio.NewScanner(f); in.Scan(); {
		var record struct {
			Kind       string
			Epoch      int
			Step       int
			Rates      map[string]float64
			Running    Metrics
			Train      Metrics
			Validation *Validation
		}
		if err := json.Unmarshal(in.Bytes(), &record); err != nil {
			t.Fatalf("%v in %s", err, in.Text())
		}
		kinds = append(kinds, record.Kind)
		if record.Rates["p"] == 0 {
			t.Errorf("no rate in %s", in.Text())
		}
		if record.Kind == "step" && record.Running["objective"].Weight == 0 ||
			record.Kind == "epoch" && (record.Validation == nil || record.Epoch > 0 && record.Train["objective"].Weight != 30) {
			t.Errorf("no metrics in %s", in.Text())
		}
	}
	// 15 steps of which every other is recorded, and 4 validations.
	want := "epoch step step epoch step step step epoch step step epoch"
	if diff := cmp.Diff(want, strings.Join(kinds, " ")); diff != "" {
		t.Error(diff)
	}
}
