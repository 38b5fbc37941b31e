package programtest

import (
	"os"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// Main is TestMain of a program: it makes the test binary the command too, for scripts
// and for tests that start processes, and then runs the tests. Meanwhile shared is a
// folder for what several of them use.
func Main(m *testing.M, command Command, main func(), shared *string) {
	testscript.Main(suite{m, command, shared}, map[string]func(){string(command): main})
}

// suite is the tests of a program.
type suite struct {
	*testing.M
	command Command
	shared  *string
}

// Run makes the folder, and removes it after the tests.
func (s suite) Run() int {
	var err error
	if *s.shared, err = os.MkdirTemp("", string(s.command)+"-test"); err != nil {
		panic(err)
	}
	defer os.RemoveAll(*s.shared)
	return s.M.Run()
}

// Scripts runs the scripts of testdata, each in a folder of its own that setup may
// prepare; "status N COMMAND" is exec that expects the exit status N.
func Scripts(t *testing.T, setup func(*testscript.Env) error) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup:               setup,
		Cmds:                map[string]func(*testscript.TestScript, bool, []string){"status": Status},
	})
}
