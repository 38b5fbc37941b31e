package main

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"arbelos/cmd/internal/program/programtest"
	"arbelos/train"

	"github.com/google/go-cmp/cmp"
)

// outcome is what a run leaves, by the names of its files: digests of their bytes,
// and the records without what time tells.
func outcome(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		name, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		switch {
		case name == "log.txt" || name == train.ConfigFile || name == train.ProcessFile || name == train.SummaryFile || strings.HasPrefix(name, "events."):
			return nil // of processes and times
		case name == train.MetricsFile:
			records, err := train.ReadRecords(dir)
			for _, r := range records {
				files[name] += fmt.Sprintln(r.Kind, r.Epoch, r.Step, r.Figures)
			}
			return err
		}
		text, err := os.ReadFile(path)
		files[name] = fmt.Sprintf("%x", sha256.Sum256(text))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func sameOutcome(t *testing.T, what string, want, got map[string]string) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s: %s", what, diff)
	}
}

// lastIteration is that of a run's last checkpoint, 0 where there is none.
func lastIteration(dir string) int {
	text, err := os.ReadFile(filepath.Join(dir, "checkpoints", "last.json"))
	var c train.Checkpoint
	if err != nil || json.Unmarshal(text, &c) != nil {
		return 0
	}
	return c.State.Step
}

// Killed at random moments and resumed, or interrupted and resumed, a fit ends in
// the same bits as one that went through, whatever the method.
func TestResumeIsExact(t *testing.T) {
	for i, method := range allMethods {
		t.Run(method, func(t *testing.T) {
			t.Parallel()
			whole := filepath.Join(t.TempDir(), "run")
			ldaCommand.Succeed(t, "", fitBars(t, method, whole)...)
			want := outcome(t, whole)
			last := lastIteration(whole)
			if last < 30 {
				t.Fatalf("the run has %d iterations", last)
			}
			t.Run("kill -9", func(t *testing.T) {
				t.Parallel()
				dir := filepath.Join(t.TempDir(), "run")
				random := rand.New(rand.NewPCG(1, uint64(i)))
				args := fitBars(t, method, dir, "--checkpoint-every", "0")
				kills := 0
				for ; kills < 5; kills++ {
					p := ldaCommand.Launch(t, args...)
					step := min(lastIteration(dir)+random.IntN(last/5), 2*last/3) // at 0 more, while it reads and restores; before it ends
					if !p.Kill(t, func() bool { return lastIteration(dir) >= step }, time.Duration(random.IntN(3000))*time.Microsecond) {
						break
					}
					if _, err := os.Stat(filepath.Join(dir, train.ConfigFile)); err == nil {
						args = []string{"fit", "--resume", "--run-dir", dir}
					} else if err := os.RemoveAll(dir); err != nil { // killed before there was a run
						t.Fatal(err)
					}
				}
				if kills == 0 {
					t.Fatal("the run ended before it was killed once")
				}
				t.Logf("resumed from iteration %d after %d kills", lastIteration(dir), kills)
				ldaCommand.Succeed(t, "", args...)
				sameOutcome(t, "kill -9", want, outcome(t, dir))
			})
			t.Run("Ctrl-C", func(t *testing.T) {
				t.Parallel()
				p, dir := ldaCommand.Interrupted(t,
					func(dir string) []string { return fitBars(t, method, dir, "--checkpoint-every", "0") },
					func(dir string) bool { return lastIteration(dir) >= 5 })
				hint := fmt.Sprintf("lda: stopped after %s %d; to go on: lda fit --resume --run-dir %s\n", methods[method].unit, lastIteration(dir), dir)
				if said := programtest.Read(t, p.Stderr); !strings.HasSuffix(said, hint) || p.Stdout.Len() > 0 {
					t.Errorf("found %q and %q, expected an end of %q", said, &p.Stdout, hint)
				}
				if s, err := train.ReadRun(dir); err != nil || s.State != train.StateInterrupted {
					t.Errorf("the run is %s, %v", s.State, err)
				}
				ldaCommand.Succeed(t, "", "fit", "--resume", "--run-dir", dir)
				sameOutcome(t, "Ctrl-C", want, outcome(t, dir))
			})
		})
	}
}

// D8, D10: the same seed gives the same bits, whatever the number of threads and
// however often scores are computed; another seed gives others. 0 is a seed.
func TestSameSeedSameBits(t *testing.T) {
	for _, method := range allMethods {
		t.Run(method, func(t *testing.T) {
			t.Parallel()
			run := func(more ...string) map[string]string {
				dir := filepath.Join(t.TempDir(), "run")
				ldaCommand.Succeed(t, "", fitBars(t, method, dir, more...)...)
				return outcome(t, dir)
			}
			seven := run("--seed", "7", "--threads", "1")
			sameOutcome(t, "seed 7, two threads", seven, run("--seed", "7", "--threads", "2"))
			zero := run("--seed", "0", "--threads", "2")
			sameOutcome(t, "seed 0 again", zero, run("--seed", "0", "--threads", "1"))
			if zero["phi.npy"] == seven["phi.npy"] {
				t.Error("seeds 0 and 7 give the same topics")
			}
			often := run("--seed", "7", "--score-every", "1", "--checkpoint-every", "0")
			for _, name := range []string{"phi.npy", "theta.npy", "topics.tsv"} {
				if often[name] != seven[name] {
					t.Errorf("%s depends on how often scores are computed", name)
				}
			}
		})
	}
}

// b: every method finds the ten bars.
func TestBars(t *testing.T) {
	for _, method := range allMethods {
		t.Run(method, func(t *testing.T) {
			t.Parallel()
			more := map[string][]string{
				"gibbs": {"--iterations", "200"}, "vem": {"--iterations", "60"}, "vb": {"--iterations", "100"},
				"online": {"--iterations", "40", "--tau", "1", "--batch-size", "50"},
			}[method]
			more = append(more, "--corpus", bars+"/bars.ldac")
			f := programtest.Figures[fitFigures](t, ldaCommand, fitBars(t, method, filepath.Join(t.TempDir(), "run"), append(more, "--top-words", "5")...)...)
			if missing := missingBars(f.Topics); len(missing) > 0 {
				t.Errorf("no topic for %v", missing)
			}
		})
	}
}

// missingBars are the rows and columns whose five words are the top words of no
// topic.
func missingBars(topics []topicFigures) []string {
	found := map[string]bool{}
	for _, t := range topics {
		rows, columns := map[string]bool{}, map[string]bool{}
		for _, word := range t.Words {
			rows[word[:4]], columns[word[4:]] = true, true // row3, column5
		}
		for _, bars := range []map[string]bool{rows, columns} {
			for bar := range bars {
				found[bar] = found[bar] || len(bars) == 1
			}
		}
	}
	var missing []string
	for i := 1; i <= 5; i++ {
		for _, bar := range []string{fmt.Sprint("row", i), fmt.Sprint("column", i)} {
			if !found[bar] {
				missing = append(missing, bar)
			}
		}
	}
	return missing
}
