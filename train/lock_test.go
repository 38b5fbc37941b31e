//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package train

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
)

func TestLock(t *testing.T) {
	dir := t.TempDir()
	run, err := CreateRun(dir, runOptions{})
	if err != nil {
		t.Fatal(err)
	}
	var locked *RunLockedError
	if _, err := OpenRun(dir, &runOptions{}); !errors.As(err, &locked) || locked.Dir != dir || !strings.Contains(err.Error(), strconv.Itoa(os.Getpid())) {
		t.Errorf("opened twice: %v", err)
	}
	if all, err := ReadProcesses(dir); err != nil || len(all) != 1 {
		t.Errorf("who was refused left its mark: %v, %v", all, err)
	}
	run.Close()
	for range 50 { // one who looks keeps nobody out
		atWork(dir)
	}
	run, err = OpenRun(dir, &runOptions{})
	if err != nil {
		t.Fatal(err)
	}
	run.Close()
}

// Of several that create one run at once, one succeeds.
func TestCreateRunAtOnce(t *testing.T) {
	for range 3 {
		dir := filepath.Join(t.TempDir(), "run")
		var wait sync.WaitGroup
		runs, errs := make([]*Run, 4), make([]error, 4)
		for i := range runs {
			wait.Go(func() { runs[i], errs[i] = CreateRun(dir, runOptions{Seed: uint64(i)}) })
		}
		wait.Wait()
		made := 0
		for i, run := range runs {
			if run != nil {
				made++
				defer run.Close()
			} else if !errors.As(errs[i], new(*RunLockedError)) && !errors.As(errs[i], new(*RunExistsError)) {
				t.Errorf("found %v", errs[i])
			}
		}
		if made != 1 {
			t.Fatalf("%d of 4 made the run: %v", made, errs)
		}
	}
}
