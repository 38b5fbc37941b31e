package train

import (
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// RunLockedError reports a run directory that another process works on.
type RunLockedError struct{ Dir string }

// Error names the folder, and the process if the folder tells.
func (e *RunLockedError) Error() string {
	who := "another process"
	if all, err := ReadProcesses(e.Dir); err == nil && len(all) > 0 {
		last := all[len(all)-1]
		who = fmt.Sprintf("process %d on %s", last.PID, last.Host)
	}
	return fmt.Sprintf("run directory %s: found %s at work on it, expected none; let it end or stop it", e.Dir, who)
}

// lockPatience is how long a lock is waited for: that of a process which only
// looks, see atWork, is held for a moment.
const lockPatience = 500 * time.Millisecond

// Lock locks a directory of a run, or of several, for this process: the lock lies
// on an open file in it, the metrics file of a run. The system releases it when
// the file is closed or the process ends, however it ends. If another process
// has it, the error is a *RunLockedError.
func Lock(file *os.File, dir string) error {
	for since := time.Now(); ; time.Sleep(10 * time.Millisecond) {
		free, err := lockFile(file, true)
		if err != nil {
			return fmt.Errorf("run directory %s: lock: %w", dir, err)
		}
		if free {
			return nil
		}
		if time.Since(since) > lockPatience {
			return &RunLockedError{dir}
		}
	}
}

// atWork tells whether a process works on a run. Where the system has no locks,
// none is said to.
func atWork(dir string) bool {
	f, err := os.Open(filepath.Join(dir, MetricsFile))
	if err != nil {
		return false
	}
	defer f.Close() // releases the lock
	free, err := lockFile(f, false)
	return err == nil && !free
}
