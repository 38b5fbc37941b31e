package programtest

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"arbelos/train"
)

// CheckResume holds that a run which is killed at random moments and resumed, or
// interrupted and resumed, ends in the same bits as one that went through. args
// returns the arguments of a run of so many steps in a directory, with --json and a
// checkpoint after every step.
func CheckResume(t *testing.T, c Command, steps int, args func(t *testing.T, dir string) []string) {
	whole := filepath.Join(t.TempDir(), "run")
	first := args(t, whole)
	want := Outcome(t, whole, c.Succeed(t, "", first...).Stdout)
	if got := LastStep(whole); got != steps {
		t.Fatalf("the run has %d steps, expected %d", got, steps)
	}
	resume := func(dir string) []string { return []string{first[0], "--resume", "--run-dir", dir, "--json"} }
	t.Run("kill -9", func(t *testing.T) {
		t.Parallel()
		dir := filepath.Join(t.TempDir(), "run")
		random := rand.New(rand.NewPCG(1, 2))
		args := args(t, dir)
		kills := 0
		for ; kills < 6; kills++ {
			p := c.Launch(t, args...)
			step := min(LastStep(dir)+random.IntN(steps/3), steps-4) // at 0 more, while it reads and restores
			if !p.Kill(t, func() bool { return LastStep(dir) >= step }, time.Duration(random.IntN(5000))*time.Microsecond) {
				break
			}
			if _, err := os.Stat(filepath.Join(dir, train.ConfigFile)); err == nil {
				args = resume(dir)
			} else if err := os.RemoveAll(dir); err != nil { // killed before there was a run
				t.Fatal(err)
			}
		}
		if kills == 0 {
			t.Fatal("the run ended before it was killed once")
		}
		t.Logf("resumed from step %d after %d kills", LastStep(dir), kills)
		SameOutcome(t, "kill -9", want, Outcome(t, dir, c.Succeed(t, "", args...).Stdout))
	})
	t.Run("Ctrl-C", func(t *testing.T) {
		t.Parallel()
		p, dir := c.Interrupted(t, func(dir string) []string { return args(t, dir) }, func(dir string) bool { return LastStep(dir) >= 5 })
		hint := fmt.Sprintf("%s: stopped after step %d; to go on: %s %s --resume --run-dir %s\n", c, LastStep(dir), c, first[0], dir)
		if said := Read(t, p.Stderr); !strings.HasSuffix(said, hint) || p.Stdout.Len() > 0 {
			t.Errorf("found %q and %q, expected an end of %q", said, &p.Stdout, hint)
		}
		SameOutcome(t, "Ctrl-C", want, Outcome(t, dir, c.Succeed(t, "", resume(dir)...).Stdout))
	})
}
