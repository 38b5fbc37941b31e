package sweep

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"sync"

	"arbelos/train"
)

// Execution is how a sweep is carried out.
type Execution struct {
	Jobs int // runs at once, at least 1
	// Command returns the process of a run: one that continues what is in the
	// run's directory, or one that begins.
	Command func(r Run, resume bool) *exec.Cmd
	// Output gets what the processes write to standard error, every line with the
	// name of its run in front, or within where the line is a JSON object.
	Output io.Writer
}

// Execute carries out every run that is not done, and returns the errors of
// those that fail, by name. A cancellation interrupts the runs under way, waits
// until they have saved, and begins none; it is no error. Where the system can,
// the runs are killed if this process dies.
func (s *Sweep) Execute(ctx context.Context, e Execution) (failed map[string]error, err error) {
	var waiting []Run
	for _, r := range s.Runs {
		summary, _, err := r.Status()
		if err != nil {
			return nil, err
		}
		if summary.State != train.StateDone {
			waiting = append(waiting, r)
		}
	}
	failed = map[string]error{}
	next := make(chan Run)
	var all sync.WaitGroup
	var mu sync.Mutex // of failed and the output
	for range min(e.Jobs, len(waiting)) {
		all.Go(func() {
			for r := range next {
				say := func(line string) {
					mu.Lock()
					defer mu.Unlock()
					io.WriteString(e.Output, named(r.Name, line)) // there is nobody to tell that nobody listens
				}
				if err := e.run(ctx, r, say); err != nil {
					mu.Lock()
					failed[r.Name] = err
					mu.Unlock()
				}
			}
		})
	}
	for _, r := range waiting {
		select {
		case next <- r:
		case <-ctx.Done():
		}
	}
	close(next)
	all.Wait()
	return failed, nil
}

// named puts the name of a run in front of a line, or into it.
func named(run, line string) string {
	if rest, ok := strings.CutPrefix(line, "{"); ok {
		return fmt.Sprintf(`{"run":%q,%s`, run, rest)
	}
	return run + ": " + line
}

// run carries out one run.
func (e Execution) run(ctx context.Context, r Run, say func(line string)) error {
	if ctx.Err() != nil {
		return nil
	}
	summary, begun, err := r.Status()
	if err != nil {
		return err
	}
	if summary.State == train.StateRunning {
		return &train.RunLockedError{Dir: r.Dir}
	}
	cmd := e.Command(r, begun)
	own(cmd)
	stderr, err := cmd.StderrPipe()
	if err != nil {
		return err
	}
	// Where the run dies with its parent, it dies with the thread that made it.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if err := cmd.Start(); err != nil {
		return err
	}
	ended := make(chan struct{})
	defer close(ended)
	go interrupt(ctx, cmd.Process, ended)
	for in := bufio.NewReader(stderr); ; {
		line, err := in.ReadString('\n')
		if line != "" {
			say(strings.TrimSuffix(line, "\n") + "\n")
		}
		if err != nil {
			break
		}
	}
	if err := cmd.Wait(); err != nil && ctx.Err() == nil {
		return err
	}
	return nil
}

// interrupt passes a cancellation on to a process.
func interrupt(ctx context.Context, p *os.Process, ended <-chan struct{}) {
	select {
	case <-ended:
		return
	case <-ctx.Done():
	}
	// One that has just begun may not listen yet, and then dies of it; nothing is
	// lost.
	if err := p.Signal(os.Interrupt); err != nil && !errors.Is(err, os.ErrProcessDone) {
		p.Kill() // there are no interrupts on this system
	}
}
