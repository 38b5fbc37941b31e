package programtest

import (
	"bytes"
	"encoding/json"
	"errors"
	"os/exec"
	"strings"
	"testing"
)

// Command is the name of a program on PATH, where testscript.Main puts it.
type Command string

// Result is what a process left.
type Result struct {
	Stdout, Stderr string
	Status         int
}

// Start runs the command in a process of its own to its end, whatever its exit
// status.
func (c Command) Start(stdin string, args ...string) (Result, error) {
	cmd := exec.Command(string(c), args...)
	var stdout, stderr bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(stdin), &stdout, &stderr
	err := cmd.Run()
	if errors.As(err, new(*exec.ExitError)) {
		err = nil
	}
	return Result{stdout.String(), stderr.String(), cmd.ProcessState.ExitCode()}, err
}

// Succeed runs the command, which must succeed, and returns its output.
func (c Command) Succeed(t *testing.T, stdin string, args ...string) Result {
	t.Helper()
	r, err := c.Start(stdin, args...)
	if err != nil {
		t.Fatal(err)
	}
	if r.Status != 0 {
		t.Fatalf("%s %s: exit status %d\n%s", c, strings.Join(args, " "), r.Status, r.Stderr)
	}
	return r
}

// Figures runs a command with --json and decodes what it prints.
func Figures[F any](t *testing.T, c Command, args ...string) F {
	t.Helper()
	var f F
	if err := json.Unmarshal([]byte(c.Succeed(t, "", append(args, "--json")...).Stdout), &f); err != nil {
		t.Fatalf("%s %s --json: %v", c, strings.Join(args, " "), err)
	}
	return f
}
