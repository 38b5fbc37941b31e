package programtest

import (
	"bytes"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"
)

// Process is a program under way, whose standard error goes to a file.
type Process struct {
	Cmd    *exec.Cmd
	Stdout bytes.Buffer
	Stderr string // the file
	done   chan error
}

// Launch starts the command.
func (c Command) Launch(t *testing.T, args ...string) *Process {
	t.Helper()
	p := &Process{Cmd: exec.Command(string(c), args...), Stderr: Write(t, "stderr", ""), done: make(chan error, 1)}
	stderr, err := os.OpenFile(p.Stderr, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer stderr.Close()
	p.Cmd.Stdout, p.Cmd.Stderr = &p.Stdout, stderr
	if err := p.Cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() { p.done <- p.Cmd.Wait() }()
	return p
}

// Until waits for the moment that a condition holds, which the process must
// live to see.
func (p *Process) Until(t *testing.T, condition func() bool) {
	t.Helper()
	for {
		select {
		case <-p.done:
			t.Fatalf("the process ended by itself\n%s", Read(t, p.Stderr))
		case <-time.After(time.Millisecond):
			if condition() {
				return
			}
		}
	}
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
