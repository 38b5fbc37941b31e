package programtest

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"arbelos/cmd/internal/program"
)

// Process is a program under way, whose standard error goes to a file.
type Process struct {
	Cmd    *exec.Cmd
	Stdout bytes.Buffer
	Stderr string        // the file
	done   chan struct{} // closed when it has ended
}

// Launch starts the command.
func (c Command) Launch(t *testing.T, args ...string) *Process {
	t.Helper()
	p := &Process{Cmd: exec.Command(string(c), args...), Stderr: Write(t, "stderr", ""), done: make(chan struct{})}
	stderr, err := os.OpenFile(p.Stderr, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer stderr.Close()
	p.Cmd.Stdout, p.Cmd.Stderr = &p.Stdout, stderr
	if err := p.Cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		p.Cmd.Wait() // what it returns is in ProcessState
		close(p.done)
	}()
	return p
}

// Until waits for the moment that a condition holds, which the process must
// live to see.
func (p *Process) Until(t *testing.T, condition func() bool) {
	t.Helper()
	if !p.lives(condition) {
		t.Fatalf("the process ended by itself\n%s", Read(t, p.Stderr))
	}
}

// lives waits for the moment that a condition holds, and tells whether the process
// lived to see it.
func (p *Process) lives(condition func() bool) bool {
	for {
		select {
		case <-p.done:
			return false
		case <-time.After(time.Millisecond):
			if condition() {
				return true
			}
		}
	}
}

// Kill kills the process (kill -9) a pause after the moment that a condition holds. It
// tells whether it did: on a busy machine the process may come to its end, status 0,
// while nobody looks.
func (p *Process) Kill(t *testing.T, condition func() bool, pause time.Duration) bool {
	t.Helper()
	p.lives(condition)
	time.Sleep(pause)
	p.Cmd.Process.Kill() // an error says that it has ended, as its status does
	status := p.Wait(t)
	if status != -1 && status != 0 {
		t.Fatalf("exit status %d of a process to be killed\n%s", status, Read(t, p.Stderr))
	}
	return status == -1
}

// Interrupted starts the command in a new folder and presses Ctrl-C when a condition of
// the folder holds. It returns the process, which has ended with the status of that, and
// the folder. A process that comes to its end first is another's turn, as Kill explains.
func (c Command) Interrupted(t *testing.T, args func(dir string) []string, condition func(dir string) bool) (*Process, string) {
	t.Helper()
	for range 5 {
		dir := filepath.Join(t.TempDir(), "run")
		p := c.Launch(t, args(dir)...)
		if p.lives(func() bool { return condition(dir) }) {
			p.Cmd.Process.Signal(os.Interrupt)
		}
		switch status := p.Wait(t); status {
		case program.Interrupted:
			return p, dir
		case 0:
		default:
			t.Fatalf("exit status %d, expected %d\n%s", status, program.Interrupted, Read(t, p.Stderr))
		}
	}
	t.Fatal("five processes ended by themselves before Ctrl-C, or did not heed it")
	return nil, ""
}

// Says waits until the process has written a text to standard error.
func (p *Process) Says(t *testing.T, text string) {
	t.Helper()
	p.Until(t, func() bool { return strings.Contains(Read(t, p.Stderr), text) })
}

// Interrupt is Ctrl-C.
func (p *Process) Interrupt(t *testing.T) {
	t.Helper()
	if err := p.Cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
}

// Wait waits for the end of the process and returns its exit status, -1 if it
// was killed.
func (p *Process) Wait(t *testing.T) (status int) {
	t.Helper()
	select {
	case <-p.done:
	case <-time.After(time.Minute):
		p.Cmd.Process.Kill()
		t.Fatalf("did not end within a minute\n%s", Read(t, p.Stderr))
	}
	return p.Cmd.ProcessState.ExitCode()
}
