package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"arbelos/cmd/internal/langmodel"
	"arbelos/cmd/internal/program"
	"arbelos/cmd/internal/program/programtest"
	"arbelos/train"
	"arbelos/train/corpus"

	"github.com/google/go-cmp/cmp"
)

// trainTiny are the arguments of a run of 36 steps over the handmade trees, with
// dropout and a checkpoint after every step.
func trainTiny(t *testing.T, dir string, more ...string) []string {
	return append([]string{"train", "--config", programtest.Write(t, "tiny.toml", tiny), "--json", "--batch-size", "4", "--num-epochs", "3",
		"--train-file", handmade, "--val-file", handmade, "--run-dir", dir, "--checkpoint-every", "1"}, more...)
}

// Killed at random moments and resumed, or interrupted and resumed, a run ends
// in the same bits as one that went through.
func TestResumeIsExact(t *testing.T) {
	t.Parallel()
	programtest.CheckResume(t, urnngCommand, 36, func(t *testing.T, dir string) []string { return trainTiny(t, dir) })
}

// The second Ctrl-C does not wait for the step to end.
func TestSecondInterruptLeavesAtOnce(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "run")
	text := programtest.Write(t, "text.txt", strings.Repeat("a dog sees the big cat at the small river near the old man who barks\n", 4))
	// A step that takes long.
	r := urnngCommand.Launch(t, trainTiny(t, dir, "--train-file", text, "--val-file", text, "--samples", "200000")...)
	r.Until(t, func() bool { return programtest.LastStep(dir) == 0 })
	r.Interrupt(t)
	r.Says(t, "finishing the step and saving; once more to leave at once")
	r.Interrupt(t)
	if got := r.Wait(t); got != program.Interrupted {
		t.Errorf("exit status %d, expected %d", got, program.Interrupted)
	}
	if got := programtest.LastStep(dir); got != 0 {
		t.Errorf("left after step %d", got)
	}
}

// Ctrl-C ends the other commands, and the figures after training.
func TestInterruptOutsideTraining(t *testing.T) {
	t.Parallel()
	r := urnngCommand.Launch(t, "eval", "--model-file", trained(t)) // the embedded corpus with 1000 samples
	r.Says(t, "read test data")
	r.Interrupt(t)
	if got := r.Wait(t); got != program.Interrupted {
		t.Errorf("exit status %d, expected %d", got, program.Interrupted)
	}
	if said := programtest.Read(t, r.Stderr); !strings.HasSuffix(said, "urnng: interrupted\n") || r.Stdout.Len() > 0 {
		t.Errorf("found %q and %q", said, &r.Stdout)
	}

	dir := filepath.Join(t.TempDir(), "run")
	long := programtest.Write(t, "long.txt", strings.Repeat("a dog sees the big cat at the small river near the old man who barks\n", 1000))
	r = urnngCommand.Launch(t, trainTiny(t, dir, "--num-epochs", "0", "--test-file", long)...)
	r.Says(t, "training stopped")
	r.Interrupt(t)
	if got := r.Wait(t); got != program.Interrupted {
		t.Errorf("exit status %d, expected %d", got, program.Interrupted)
	}
	hint := "urnng: training is complete, its final figures are not: urnng eval --model-file " + dir + "\n"
	if said := programtest.Read(t, r.Stderr); !strings.HasSuffix(said, hint) || r.Stdout.Len() > 0 {
		t.Errorf("found %q and %q, expected an end of %q", said, &r.Stdout, hint)
	}
}

// The same seed gives the same bits, whatever the number of threads; another seed
// gives others; 0 is a seed.
func TestSeedAndThreads(t *testing.T) {
	t.Parallel()
	run := func(more ...string) map[string]string {
		dir := filepath.Join(t.TempDir(), "run")
		return programtest.Outcome(t, dir, urnngCommand.Succeed(t, "", trainTiny(t, dir, append(more, "--num-epochs", "1")...)...).Stdout)
	}
	seven := run("--seed", "7", "--threads", "1")
	programtest.SameOutcome(t, "seed 7, two threads", seven, run("--seed", "7", "--threads", "2"))
	zero := run("--seed", "0", "--threads", "2")
	programtest.SameOutcome(t, "seed 0, twice", zero, run("--seed", "0"))
	if cmp.Equal(seven, zero) {
		t.Error("seeds 0 and 7 give the same bits")
	}
}

// Trees on one line or several, in wrappers, with traces, gzipped or not, train
// the same model, bit by bit.
func TestTrainOnAnyFormOfTrees(t *testing.T) {
	t.Parallel()
	var forms []string
	lines := programtest.Read(t, handmade)
	several := strings.ReplaceAll(lines, ") (", ")\n    (")
	wrapped := func(open string) string {
		return regexp.MustCompile(`(?m)^(.+)$`).ReplaceAllString(lines, open+" $1)")
	}
	for name, text := range map[string]string{
		"lines.trees": lines, "several.mrg": several, "bare.mrg": wrapped("("), "top.mrg": wrapped("(TOP"), "root.mrg": wrapped("(ROOT"),
		"raw.mrg": programtest.Read(t, filepath.Join(filepath.Dir(handmade), "handmade_raw.mrg")),
	} {
		forms = append(forms, programtest.Write(t, name, text))
	}
	forms = append(forms, programtest.Write(t, "several.mrg.gz", programtest.Gzipped(t, several)), programtest.Write(t, "named.trees", programtest.Gzipped(t, lines)))
	var want map[string]string
	for _, path := range forms {
		dir := filepath.Join(t.TempDir(), "run")
		stdout := urnngCommand.Succeed(t, "", trainTiny(t, dir, "--train-file", path, "--num-epochs", "1", "--checkpoint-every", "0")...).Stdout
		got := programtest.Outcome(t, dir, stdout)
		if want == nil {
			want = got
		}
		programtest.SameOutcome(t, filepath.Base(path), want, got)
	}
}

// With no argument the embedded corpus and its grammar are used, and the run
// ends with the tables of perplexities and F1.
func TestQuickStart(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("trains on 3,000 sentences")
	}
	dir := filepath.Join(t.TempDir(), "run")
	// One epoch with smaller widths than quickstart.toml has.
	args := []string{"train", "--run-dir", dir, "--w-dim", "8", "--h-dim", "8", "--q-dim", "4", "--samples", "1", "--mc-samples", "1",
		"--num-epochs", "1", "--batch-size", "64", "--bucket", "mixed"}
	r := urnngCommand.Succeed(t, "", args...)
	numbers := func(row string, n int) string { return `(?m)^ *` + row + strings.Repeat(` +[0-9]+\.[0-9]+`, n) + `$` }
	for _, want := range []string{
		`(?m)^english/test.trees: 300 sentences, 2921 words \(0 sentences of fewer than two words skipped\)$`,
		`(?m)^best checkpoint of .*, after epoch [01] of 1; stopped: all epochs done$`,
		numbers("this model", 2), numbers("the grammar itself", 2), numbers("unigram model", 2),
		numbers("this model", 4), numbers("left-branching", 4), numbers("right-branching", 4), numbers("random", 4),
	} {
		if !regexp.MustCompile(want).MatchString(r.Stdout) {
			t.Errorf("no %s in\n%s", want, r.Stdout)
		}
	}
	config := programtest.Read(t, filepath.Join(dir, train.ConfigFile))
	for _, want := range []string{"w-dim = 8\n", "num-layers = 1\n", "train-q-epochs = -1\n", "train-file = ''\n"} {
		if !strings.Contains(config, want) {
			t.Errorf("no %q in config.toml", want)
		}
	}
	f := programtest.Figures[struct {
		Perplexity langmodel.Compared
		F1         map[string]corpus.Scores
	}](t, urnngCommand, "train", "--resume", "--run-dir", dir)
	model, grammar, unigram := f.Perplexity["model"], f.Perplexity["grammar"], f.Perplexity["unigram"]
	for _, p := range []langmodel.Perplexities{model, grammar, unigram} {
		if !(1 < p.WithEnd && p.WithEnd < p.WithoutEnd && p.WithoutEnd < 1000) {
			t.Errorf("perplexities %+v", p)
		}
	}
	if !(grammar.WithEnd < model.WithEnd && grammar.WithEnd < unigram.WithEnd) {
		t.Errorf("found a perplexity below that of the grammar the text is drawn from: %+v", f.Perplexity)
	}
	baseline := programtest.Figures[map[string]corpus.Scores](t, urnngCommand, "baseline")
	for _, name := range []string{"left", "right", "random"} {
		if diff := cmp.Diff(baseline[name], f.F1[name]); diff != "" {
			t.Errorf("%s differs from that of urnng baseline: %s", name, diff)
		}
	}
}

// T15: a file without permission, for a user whom permissions bind.
func TestTrainNoPermission(t *testing.T) {
	path, dir := programtest.Write(t, "secret.trees", "(S (A a) (B b))"), filepath.Join(t.TempDir(), "run")
	if err := os.Chmod(path, 0); err != nil {
		t.Fatal(err)
	}
	var err, refused error
	done := make(chan struct{})
	go func() {
		defer close(done)
		if os.Geteuid() == 0 { // reads all, so become another on a thread that ends here
			runtime.LockOSThread()
			if refused = syscall.Setfsuid(65534); refused != nil {
				return
			}
		}
		err = urnngProgram.Do([]string{"train", "--train-file", path, "--run-dir", dir})
	}()
	<-done
	if refused != nil {
		t.Skipf("the superuser can read every file, and cannot become another here: %v", refused)
	}
	var typed *corpus.FileError
	if !errors.Is(err, fs.ErrPermission) || !errors.As(err, &typed) || typed.File != path {
		t.Errorf("got %v", err)
	}
	if _, err := os.Stat(dir); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a run directory was made: %v", err)
	}
}
