package docs

import (
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"
)

var (
	docsHelpCommand = regexp.MustCompile(`(?m)^  ([a-z][a-z-]*(?: [a-z][a-z-]*)*) {2,}\S`)
	docsHelpFlag    = regexp.MustCompile(`(?m)^ +(?:(-\w), +)?--([a-z][a-z-]*)`)
	docsHelpExample = regexp.MustCompile(`(?s)\nExamples?:\n\n(.*?)\n\n`)
	docsUsedFlag    = regexp.MustCompile(`\s(--?[a-z][a-z-]*)`)
)

// TestHelp holds that the help of every command is no wider than 80 columns and has
// examples, of that command, with flags that it has.
func TestHelp(t *testing.T) {
	for command, help := range docsHelp(t) {
		for _, line := range strings.Split(help, "\n") {
			if utf8.RuneCountInString(line) > 80 {
				t.Errorf("%s --help has a line wider than 80 columns: %s", command, line)
			}
		}
		flags := map[string]bool{}
		for _, flag := range docsHelpFlag.FindAllStringSubmatch(help, -1) {
			flags[flag[1]], flags["--"+flag[2]] = true, true
		}
		found := docsHelpExample.FindStringSubmatch(help)
		if found == nil {
			t.Errorf("%s --help has no example", command)
			continue
		}
		for _, example := range strings.Split(found[1], "\n") {
			example = strings.TrimSpace(example)
			if example != command && !strings.HasPrefix(example, command+" ") {
				t.Errorf("%s --help has an example of something else: %s", command, example)
			}
			for _, flag := range docsUsedFlag.FindAllStringSubmatch(example, -1) {
				if !flags[flag[1]] {
					t.Errorf("%s --help has an example with %s, which it does not list", command, flag[1])
				}
			}
		}
	}
}

// docsHelp returns what --help prints of every command, by program and command.
func docsHelp(t *testing.T) map[string]string {
	t.Helper()
	programs, err := filepath.Glob(filepath.Join(docsPrograms(t), "*"))
	if err != nil || len(programs) == 0 {
		t.Fatalf("found %d programs (%v)", len(programs), err)
	}
	help := func(program, command string) string {
		out, err := exec.Command(program, append(strings.Fields(command), "--help")...).Output()
		if err != nil {
			t.Fatalf("%s %s --help: %v", program, command, err)
		}
		return string(out)
	}
	all := map[string]string{}
	for _, program := range programs {
		_, commands, _ := strings.Cut(help(program, ""), "\nCommands:\n")
		found := docsHelpCommand.FindAllStringSubmatch(commands, -1)
		if len(found) < 2 {
			t.Fatalf("%s --help lists %d commands", program, len(found))
		}
		for _, command := range found {
			all[filepath.Base(program)+" "+command[1]] = help(program, command[1])
		}
	}
	return all
}
