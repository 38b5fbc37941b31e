package main

import (
	"testing"
	"unicode"

	"arbelos/cmd/internal/program/programtest"
)

func TestHelp(t *testing.T) {
	t.Parallel()
	parser, err := ldaProgram.Parser()
	if err != nil {
		t.Fatal(err)
	}
	programtest.CheckHelp(t, ldaCommand, parser)
}

// Output that does not go to a terminal holds no control characters but newlines and
// the tabs of tables.
func TestPlainOutput(t *testing.T) {
	t.Parallel()
	dir := t.TempDir() + "/run"
	for _, args := range [][]string{
		{"fit", "--iterations", "20", "--run-dir", dir}, {"fit", "--resume", "--run-dir", dir}, {"fit", "--run-dir", dir}, {"fit", "--nope"}, {"fit", "--help"}, {},
		{"eval", "--model-file", dir}, {"topics", "--model-file", dir, "--weights"}, {"similar", "--model-file", dir, "cooking-01"}, {"infer", "--model-file", dir, bars + "/bars.ldac"},
	} {
		r, err := ldaCommand.Start("", args...)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range r.Stdout + r.Stderr {
			if unicode.IsControl(c) && c != '\n' && c != '\t' {
				t.Errorf("lda %v writes %q", args, c)
				break
			}
		}
	}
}
