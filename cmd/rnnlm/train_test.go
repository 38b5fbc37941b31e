package main

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"arbelos/cmd/internal/langmodel"
	"arbelos/cmd/internal/program/programtest"

	"github.com/google/go-cmp/cmp"
)

// trainTiny are the arguments of a run of 36 steps over the handmade corpus, with
// dropout and a checkpoint after every step.
func trainTiny(t *testing.T, dir string, more ...string) []string {
	return append([]string{"train", "--config", programtest.Write(t, "tiny.toml", tiny), "--json", "--batch-size", "4", "--num-epochs", "3",
		"--train-file", handmade, "--val-file", handmade, "--run-dir", dir, "--checkpoint-every", "1"}, more...)
}

// Killed at random moments and resumed, or interrupted and resumed, a run ends in
// the same bits as one that went through.
func TestResumeIsExact(t *testing.T) {
	t.Parallel()
	programtest.CheckResume(t, rnnlmCommand, 36, func(t *testing.T, dir string) []string { return trainTiny(t, dir) })
}

// The same seed gives the same bits, whatever the number of threads; another seed
// gives others; 0 is a seed. The words of trees train what their text trains.
func TestSeedAndThreads(t *testing.T) {
	t.Parallel()
	run := func(more ...string) map[string]string {
		dir := filepath.Join(t.TempDir(), "run")
		return programtest.Outcome(t, dir, rnnlmCommand.Succeed(t, "", trainTiny(t, dir, append(more, "--num-epochs", "1")...)...).Stdout)
	}
	seven := run("--seed", "7", "--threads", "1")
	programtest.SameOutcome(t, "seed 7, two threads", seven, run("--seed", "7", "--threads", "2"))
	zero := run("--seed", "0", "--threads", "2")
	programtest.SameOutcome(t, "seed 0, twice", zero, run("--seed", "0"))
	if cmp.Equal(seven, zero) {
		t.Error("seeds 0 and 7 give the same bits")
	}
	text := regexp.MustCompile(`\(\S+ |\)`).ReplaceAllString(programtest.Read(t, handmade), "")
	programtest.SameOutcome(t, "plain text", zero, run("--seed", "0", "--train-file", programtest.Write(t, "text.txt", text)))
}

// With no argument the embedded corpus and its grammar are used, and the run ends
// with the table of perplexities.
func TestQuickStart(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("trains on 3,000 sentences")
	}
	dir := filepath.Join(t.TempDir(), "run")
	args := []string{"train", "--run-dir", dir, "--w-dim", "16", "--num-epochs", "1", "--batch-size", "64", "--bucket", "mixed"}
	r := rnnlmCommand.Succeed(t, "", args...)
	for _, want := range []string{
		`(?m)^english/test.trees: 300 sentences, 2921 words \(0 sentences of fewer than two words skipped\)$`,
		`(?m)^best checkpoint of .*, after epoch [01] of 1; stopped: all epochs done$`,
		`(?m)^ *this model( +[0-9]+\.[0-9]+){2}$`, `(?m)^ *the grammar itself +12\.89 +16\.76$`, `(?m)^ *unigram model +107\.68 +174\.11$`,
	} {
		if !regexp.MustCompile(want).MatchString(r.Stdout) {
			t.Errorf("no %s in\n%s", want, r.Stdout)
		}
	}
	if config := programtest.Read(t, dir+"/config.toml"); !strings.Contains(config, "num-layers = 1\n") || !strings.Contains(config, "lr = 0.4\n") {
		t.Errorf("config.toml lacks what quickstart.toml has:\n%s", config)
	}
	f := programtest.Figures[struct{ Perplexity langmodel.Compared }](t, rnnlmCommand, "train", "--resume", "--run-dir", dir)
	if model, grammar := f.Perplexity["model"], f.Perplexity["grammar"]; !(grammar.WithEnd < model.WithEnd && model.WithEnd < 300) {
		t.Errorf("found a perplexity below that of the grammar the text is drawn from, or no better than at first: %+v", f.Perplexity)
	}
}
