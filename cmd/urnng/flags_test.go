package main

import (
	"strings"
	"testing"
	"unicode"

	"arbelos/cmd/internal/program/programtest"
)

func TestHelp(t *testing.T) {
	t.Parallel()
	parser, err := urnngProgram.Parser()
	if err != nil {
		t.Fatal(err)
	}
	programtest.CheckHelp(t, urnngCommand, parser)
}

// Output that does not go to a terminal holds no control characters.
func TestPlainOutput(t *testing.T) {
	t.Parallel()
	dir := t.TempDir() + "/run"
	for _, args := range [][]string{
		trainTiny(t, dir), {"train", "--resume", "--run-dir", dir}, {"train", "--run-dir", dir}, {"train", "--nope"}, {"train", "--help"}, {},
		{"eval", "--model-file", trained(t), "--test-file", handmade, "--samples", "2"},
		{"parse", "--model-file", trained(t), handmade}, {"baseline", handmade}, {"sample", "--model-file", trained(t)},
	} {
		r, err := urnngCommand.Start("", args...)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range r.Stdout + r.Stderr {
			if unicode.IsControl(c) && c != '\n' {
				t.Errorf("urnng %v writes %q", args, c)
				break
			}
		}
	}
	log := programtest.Read(t, dir+"/log.txt")
	for _, want := range []string{`msg="read training data" sentences=48 words=297 unknown=0`, "msg=resuming", `msg="training stopped: all epochs done"`} {
		if !strings.Contains(log, want) {
			t.Errorf("log.txt lacks %s", want)
		}
	}
	if strings.ContainsRune(log, '\x1b') {
		t.Error("log.txt holds escape sequences")
	}
}
