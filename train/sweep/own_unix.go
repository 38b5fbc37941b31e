//go:build unix && !linux

package sweep

import (
	"os/exec"
	"syscall"
)

// own keeps the terminal's Ctrl-C from a process, which this one passes on to it,
// once.
func own(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }
