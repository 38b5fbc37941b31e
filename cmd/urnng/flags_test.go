package main

import (
	"strings"
	"testing"
	"unicode"

	"github.com/alecthomas/kong"
)

// --help of every command exits with 0 and explains every flag.
func TestHelp(t *testing.T) {
	t.Parallel()
	parser, err := kong.New(new(cli))
	if err != nil {
		t.Fatal(err)
	}
	top := succeed(t, "", "--help").stdout
	if strings.Count(top, "urnng train") < 2 || !strings.Contains(top, "Exit status: 0 ") {
		t.Errorf("the help is\n%s", top)
	}
	for _, command := range parser.Model.Children {
		if !strings.Contains(top, command.Name) || command.Help == "" {
			t.Errorf("no help on %s", command.Name)
		}
		help := strings.Join(strings.Fields(succeed(t, "", command.Name, "--help").stdout), " ") // lines are wrapped
		for _, flag := range command.Flags {
			first, _, _ := strings.Cut(flag.Help, "$")
			if first == "" || !strings.Contains(help, "--"+flag.Name) || !strings.Contains(help, first) {
				t.Errorf("%s --help does not say what --%s means: %q", command.Name, flag.Name, flag.Help)
			}
		}
		for _, argument := range command.Positional {
			if argument.Help == "" || !strings.Contains(help, argument.Help) {
				t.Errorf("%s --help does not say what %s means", command.Name, argument.Summary())
			}
		}
	}
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
		r, err := start("", args...)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range r.stdout + r.stderr {
			if unicode.IsControl(c) && c != '\n' {
				t.Errorf("urnng %v writes %q", args, c)
				break
			}
		}
	}
	log := read(t, dir+"/log.txt")
	for _, want := range []string{`msg="read training data" sentences=48 words=297 unknown=0`, "msg=resuming", `msg="training stopped: all epochs done"`} {
		if !strings.Contains(log, want) {
			t.Errorf("log.txt lacks %s", want)
		}
	}
	if strings.ContainsRune(log, '\x1b') {
		t.Error("log.txt holds escape sequences")
	}
}
