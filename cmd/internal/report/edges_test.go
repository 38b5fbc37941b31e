package report

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"arbelos/cmd/internal/evaluation"
	"arbelos/train"
)

// Whatever is missing or wrong in a run's directory, there is a page, which says so.
func TestEdges(t *testing.T) {
	epoch := func(figures string) string {
		return fmt.Sprintf(`{"kind":"epoch","split":"validation","epoch":1,"step":3,"figures":{%s},"time":"2026-01-02T03:04:05Z"}`+"\n", figures)
	}
	for _, c := range []struct {
		name string
		make func(t *testing.T) string
		want []string
		not  []string
	}{
		{"still going", func(t *testing.T) string { dir, _ := madeRun(t, "r", 1); return dir }, []string{"running", "It still goes on; its last record here is of 2026-01-02 03:04:"}, nil},
		{"killed", func(t *testing.T) string {
			dir, run := madeRun(t, "r", 2)
			run.Close()
			return dir
		}, []string{"<td>killed</td><td>2</td>", "Curves"}, []string{"It still goes on"}},
		{"not begun", func(t *testing.T) string {
			dir, run := madeRun(t, "r", 0)
			run.Close()
			write(t, filepath.Join(dir, train.MetricsFile), "")
			return dir
		}, []string{"There is no record of its training."}, []string{`id="curves"`, "Not read"}},
		{"untrained model only", func(t *testing.T) string { dir, _ := madeRun(t, "r", 0); return dir }, []string{"Evidence lower bound"}, nil},
		{"a single epoch", func(t *testing.T) string { dir, _ := madeRun(t, "r", 1); return dir }, []string{"Figures of 2 epochs"}, nil},
		{"no validation", func(t *testing.T) string {
			dir := doneRun(t, "r")
			write(t, filepath.Join(dir, train.MetricsFile), epoch(`"train/elbo":-5`)+epoch(`"train/elbo":-4`))
			return dir
		}, []string{"Evidence lower bound"}, []string{">validation<"}},
		{"diverged", func(t *testing.T) string {
			dir, run := madeRun(t, "r", 1)
			if err := run.Finish(train.Summary{State: train.StateDiverged, Error: "elbo is NaN " + hostile}); err != nil {
				t.Fatal(err)
			}
			return dir
		}, []string{"diverged", "It ended with an error: elbo is NaN &lt;/script"}, nil},
		{"NaN among the records", func(t *testing.T) string {
			dir := doneRun(t, "r")
			write(t, filepath.Join(dir, train.MetricsFile), epoch(`"train/elbo":NaN`))
			return dir
		}, []string{"Not read: ", "metrics.jsonl:1: found invalid character", "There is no record of its training that can be read"}, []string{`id="curves"`}},
		{"numbers that no axis has", func(t *testing.T) string {
			dir := doneRun(t, "r")
			write(t, filepath.Join(dir, train.MetricsFile), epoch(`"train/elbo":1e308,"validation/elbo":-1e308,"train/kl":0,"validation/kl":1e20`)+epoch(`"train/elbo":-1e308,"train/kl":1e-320,"validation/kl":1e20,"norm/p":1e-300`)+epoch(`"norm/p":1e90`))
			return dir
		}, []string{"KL divergence", "Gradient norms"}, []string{"Evidence lower bound"}},
		{"half a record at the end", func(t *testing.T) string {
			dir := doneRun(t, "r")
			write(t, filepath.Join(dir, train.MetricsFile), epoch(`"train/elbo":-5`)+`{"kind":"ep`)
			return dir
		}, []string{"Evidence lower bound"}, []string{"Not read"}},
		{"no summary", func(t *testing.T) string {
			dir := doneRun(t, "r")
			if err := os.Remove(filepath.Join(dir, train.SummaryFile)); err != nil {
				t.Fatal(err)
			}
			return dir
		}, []string{"<td>unknown</td>"}, []string{"Not read"}},
		{"a summary and options that cannot be read", func(t *testing.T) string {
			dir := doneRun(t, "r")
			write(t, filepath.Join(dir, train.SummaryFile), "{")
			write(t, filepath.Join(dir, train.ConfigFile), "a = = 1")
			return dir
		}, []string{"Not read: ", "summary.json: found", "config.toml:1"}, nil},
		{"an unreadable file", func(t *testing.T) string {
			dir := doneRun(t, "r")
			for _, name := range []string{"topics.tsv", "pyldavis.json", "doc-topics.tsv", evaluation.FileName} {
				if err := os.Mkdir(filepath.Join(dir, name), 0o777); err != nil {
					t.Fatal(err)
				}
			}
			return dir
		}, []string{"topics.tsv: is a directory", "pyldavis.json: is a directory", "evaluation.json"}, nil},
		{"files cut short", func(t *testing.T) string {
			dir := doneRun(t, "r")
			addTopics(t, dir, 5)
			addParses(t, dir, right)
			for _, name := range []string{"topics.tsv", "pyldavis.json", "doc-topics.tsv", evaluation.FileName} {
				path := filepath.Join(dir, name)
				text := must(os.ReadFile(path))(t)
				write(t, path, string(text[:len(text)-9]))
			}
			return dir
		}, []string{"doc-topics.tsv:61: found", "pyldavis.json: found unexpected end of JSON input", "evaluation.json: found unexpected EOF"}, []string{`class="mixtures"`, `class="map"`, `id="trees"`}},
		{"no topics", func(t *testing.T) string {
			dir := doneRun(t, "r")
			addTopics(t, dir, 5)
			write(t, filepath.Join(dir, "topics.tsv"), "topic\talpha\tshare\twords\n")
			write(t, filepath.Join(dir, "doc-topics.tsv"), "document\tlabel\n")
			write(t, filepath.Join(dir, "pyldavis.json"), "{}")
			return dir
		}, []string{"Curves"}, []string{`class="mixtures"`, `class="map"`, "Not read"}},
		{"documents without topics", func(t *testing.T) string {
			dir := doneRun(t, "r")
			write(t, filepath.Join(dir, "doc-topics.tsv"), "document\tlabel\none\t\n")
			return dir
		}, []string{`class="mixtures"`}, []string{"Not read"}},
		{"1000 topics", func(t *testing.T) string {
			dir := doneRun(t, "r")
			addTopics(t, dir, 1000)
			return dir
		}, []string{"970 topics more"}, []string{"Not read"}},
		{"trees without an evaluation", func(t *testing.T) string {
			dir, _ := madeRun(t, "r", 1)
			write(t, filepath.Join(dir, "samples", "epoch-009.trees"), "(X (A a) (X (B b) (C c)))\n")
			write(t, filepath.Join(dir, "samples", "epoch-1000.trees"), "(X (X (A a) (B b)) (C c))\n")
			write(t, filepath.Join(dir, "samples", "gold.trees"), "(S (A a) (VP (B b) (C c)))\n")
			return dir
		}, []string{"Sentence 1 of validation, epoch-1000", "predicted, F1 0", ">gold<"}, []string{`id="parsing"`}},
		{"trees without gold ones", func(t *testing.T) string {
			dir, _ := madeRun(t, "r", 1)
			write(t, filepath.Join(dir, "samples", "epoch-001.trees"), "(X (A a) (X (B b) (C c)))\n")
			return dir
		}, []string{">predicted<"}, []string{">gold<", "in both trees"}},
		{"trees that do not agree", func(t *testing.T) string {
			dir, _ := madeRun(t, "r", 1)
			write(t, filepath.Join(dir, "samples", "epoch-001.trees"), "(X (A a) (X (B b) (C c)))\n")
			write(t, filepath.Join(dir, "samples", "gold.trees"), "(S (A a) (B b))\n")
			return dir
		}, []string{"found no tree over the words of gold.trees for sentence 1"}, []string{`id="trees"`}},
	} {
		t.Run(c.name, func(t *testing.T) {
			page := madePage(t, c.make(t))
			checkPage(t, page)
			for _, want := range c.want {
				if !strings.Contains(page, want) {
					t.Errorf("no %q on the page", want)
				}
			}
			for _, not := range c.not {
				if strings.Contains(page, not) {
					t.Errorf("%q is on the page", not)
				}
			}
			if t.Failed() {
				at := strings.Index(page, "<main")
				t.Log(page[at:min(len(page), at+3000)])
			}
		})
	}
}

func TestNoRun(t *testing.T) {
	for _, dir := range []string{t.TempDir(), "nowhere"} {
		if _, err := Read(dir); !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), dir) {
			t.Errorf("%s: %v", dir, err)
		}
	}
}
