package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"arbelos/cmd/internal/program"
	"arbelos/cmd/internal/program/programtest"
	"arbelos/train"
)

// wholeRun holds that every file of a run that failed can be read.
func wholeRun(t *testing.T, dir string) {
	t.Helper()
	if _, err := train.ReadRun(dir); err != nil {
		t.Error(err)
	}
	if _, err := train.ReadProcesses(dir); err != nil {
		t.Error(err)
	}
	if text := programtest.Read(t, filepath.Join(dir, train.MetricsFile)); !strings.HasSuffix(text, "\n") {
		t.Errorf("the records end in %q", text[max(0, len(text)-40):])
	}
	for _, name := range []string{"last.json", "best.json"} {
		if _, err := train.ReadCheckpoint(filepath.Join(dir, "checkpoints", name)); err != nil {
			t.Error(err)
		}
	}
}

// A disk that becomes full in mid-run stops training with an error; what was
// written before is whole, and once there is room training ends in the same bits
// as if nothing had happened.
func TestDiskFull(t *testing.T) {
	disk := t.TempDir()
	if err := syscall.Mount("tmpfs", disk, "tmpfs", 0, "size=1m"); err != nil {
		t.Skipf("cannot make a small disk: %v", err)
	}
	defer syscall.Unmount(disk, syscall.MNT_DETACH)
	whole := filepath.Join(t.TempDir(), "run")
	want := programtest.Outcome(t, whole, urnngCommand.Succeed(t, "", trainTiny(t, whole)...).Stdout)

	dir := filepath.Join(disk, "run")
	ballast := filepath.Join(disk, "ballast")
	p := urnngCommand.Launch(t, trainTiny(t, dir)...)
	p.Until(t, func() bool { return programtest.LastStep(dir) >= 2 })
	if err := exec.Command("dd", "if=/dev/zero", "of="+ballast, "bs=4k").Run(); err == nil {
		t.Fatal("the disk takes all")
	}
	if status := p.Wait(t); status != 1 {
		t.Fatalf("exit status %d\n%s", status, programtest.Read(t, p.Stderr))
	}
	said := programtest.Read(t, p.Stderr)
	if !strings.Contains(said, "no space left on device") || !strings.Contains(said, "urnng train --resume --run-dir "+dir) {
		t.Errorf("said %s", said)
	}
	wholeRun(t, dir)
	if err := os.Remove(ballast); err != nil {
		t.Fatal(err)
	}
	programtest.SameOutcome(t, "after a full disk", want, programtest.Outcome(t, dir, urnngCommand.Succeed(t, "", "train", "--resume", "--run-dir", dir, "--json").Stdout))
}

// The same where the run's directory becomes read-only.
func TestReadOnly(t *testing.T) {
	parent := t.TempDir()
	dir := filepath.Join(parent, "run")
	args := trainTiny(t, dir, "--train-file", "handmade.trees", "--val-file", "handmade.trees", "--config", "tiny.toml")
	const nobody = 65534
	for name, text := range map[string]string{"handmade.trees": programtest.Read(t, handmade), "tiny.toml": tiny} {
		if err := os.WriteFile(filepath.Join(parent, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	binary, err := exec.LookPath("urnng")
	if err != nil {
		t.Fatal(err)
	}
	copied := filepath.Join(parent, "urnng") // another user cannot see the original
	if err := os.WriteFile(copied, []byte(programtest.Read(t, binary)), 0o777); err != nil {
		t.Fatal(err)
	}
	p := exec.Command(copied, args...)
	p.Dir = parent
	if os.Geteuid() == 0 { // whom permissions do not bind
		p.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
		for d := parent; len(d) > len(os.TempDir()); d = filepath.Dir(d) {
			if err := os.Chown(d, nobody, nobody); err != nil {
				t.Skipf("cannot run as another user: %v", err)
			}
		}
	}
	var said strings.Builder
	p.Stderr = &said
	if err := p.Start(); err != nil {
		t.Skipf("cannot run as another user: %v", err)
	}
	ended := make(chan error, 1)
	go func() { ended <- p.Wait() }()
	for programtest.LastStep(dir) < 2 {
		select {
		case err := <-ended:
			t.Fatalf("ended by itself: %v\n%s", err, &said)
		default:
		}
	}
	folders := []string{dir, filepath.Join(dir, "checkpoints"), filepath.Join(dir, "samples")}
	for _, d := range folders {
		if err := os.Chmod(d, 0o555); err != nil {
			t.Fatal(err)
		}
	}
	<-ended
	if status := p.ProcessState.ExitCode(); status != 1 || !strings.Contains(said.String(), "permission denied") {
		t.Errorf("exit status %d\n%s", status, &said)
	}
	wholeRun(t, dir)
	for _, d := range folders {
		if err := os.Chmod(d, 0o777); err != nil {
			t.Fatal(err)
		}
	}
}

// A second process is refused while the first is at work, with a summary of what
// the first leaves at its interruption; a sweep is stopped by one Ctrl-C.
func TestAtWork(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "run")
	p := urnngCommand.Launch(t, trainTiny(t, dir, "--num-epochs", "1000")...)
	p.Until(t, func() bool { return programtest.LastStep(dir) >= 1 })
	r, err := urnngCommand.Start("", "train", "--resume", "--run-dir", dir)
	if err != nil || r.Status != 1 || !strings.Contains(r.Stderr, "at work on it, expected none") {
		t.Errorf("a second process: status %d, %v\n%s", r.Status, err, r.Stderr)
	}
	if s, err := train.ReadRun(dir); err != nil || s.State != train.StateRunning {
		t.Errorf("under way: %+v, %v", s, err)
	}
	p.Interrupt(t)
	if status := p.Wait(t); status != program.Interrupted {
		t.Errorf("exit status %d", status)
	}
	if s, err := train.ReadRun(dir); err != nil || s.State != train.StateInterrupted || s.Steps != programtest.LastStep(dir) || s.Reason != "interrupted" {
		t.Errorf("interrupted: %+v, %v", s, err)
	}
}

func TestSweepInterrupted(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "sweep")
	p := urnngCommand.Launch(t, trainTiny(t, dir, "--num-epochs", "1000", "--set", "seed=1,2,3", "--jobs", "2")...)
	first, second := filepath.Join(dir, "001"), filepath.Join(dir, "002")
	p.Until(t, func() bool { return programtest.LastStep(first) >= 1 && programtest.LastStep(second) >= 1 })
	p.Interrupt(t)
	if status := p.Wait(t); status != program.Interrupted {
		t.Errorf("exit status %d\n%s", status, programtest.Read(t, p.Stderr))
	}
	said := programtest.Read(t, p.Stderr)
	if want := "urnng: stopped; to go on: urnng train --resume --run-dir " + dir + "\n"; !strings.HasSuffix(said, want) {
		t.Errorf("said %s, expected the end %s", said, want)
	}
	for _, run := range []string{first, second} {
		if s, err := train.ReadRun(run); err != nil || s.State != train.StateInterrupted {
			t.Errorf("%s: %+v, %v", run, s, err)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "003")); err == nil {
		t.Error("the third run began")
	}
}

// Where the sweep is killed, its runs die too, and go on when it does.
func TestSweepKilled(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "sweep")
	args := trainTiny(t, dir, "--num-epochs", "1000", "--set", "seed=1,2")
	p := urnngCommand.Launch(t, args...)
	run := filepath.Join(dir, "001")
	p.Until(t, func() bool { return programtest.LastStep(run) >= 1 })
	if err := p.Cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	p.Wait(t)
	for range 10000 { // ten seconds, in which the run would not come to its end
		if s, err := train.ReadRun(run); err == nil && s.State == train.StateKilled {
			return
		}
		time.Sleep(time.Millisecond)
	}
	t.Error("the run goes on without its sweep")
}
