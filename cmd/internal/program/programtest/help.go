package programtest

import (
	"strings"
	"testing"

	"github.com/alecthomas/kong"
)

// CheckHelp holds that --help of every command exits with 0 and explains every
// flag and argument, and that the program's own names every command and the exit
// statuses.
func CheckHelp(t *testing.T, c Command, parser *kong.Kong) {
	t.Helper()
	top := c.Succeed(t, "", "--help").Stdout
	if !strings.Contains(top, "Exit status: 0 ") {
		t.Errorf("the help is\n%s", top)
	}
	for _, command := range parser.Model.Children {
		if !strings.Contains(top, command.Name) || command.Help == "" {
			t.Errorf("no help on %s", command.Name)
		}
		help := strings.Join(strings.Fields(c.Succeed(t, "", command.Name, "--help").Stdout), " ") // lines are wrapped
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
