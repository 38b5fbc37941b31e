package program

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"arbelos/train"
)

// Training is what a command is about to train, and what is told of it.
type Training struct {
	// Loop is the training loop, without run, checkpoints to restore, progress
	// line and --checkpoint-every, which Program.Train adds.
	Loop *train.Loop
	// Check refuses to continue from a checkpoint, read from path, a run that
	// would not be the same. Sizes are for Loop.Restore to check.
	Check func(c *train.Checkpoint, path string) error
	// Legend explains the figures of the progress line.
	Legend string
	// Hooks returns the hooks that write to the run; nil: none do.
	Hooks func(run *train.Run) train.Hooks
	// Diverged tells which errors are that training diverged, beside
	// train.DivergedError; nil: none. Cure are flags under which it may not:
	// lower rates. ParamInit is --param-init, how large parameters are at first; 0:
	// there is no such flag.
	Diverged  func(error) bool
	Cure      string
	ParamInit float64
	// Final makes the final figures, of the best checkpoint of the run. It returns
	// the context's error where it is interrupted.
	Final func(ctx context.Context, run *train.Run, result train.Result) (Final, error)
}

// Final are the figures at the end of training. As JSON they are marshalled.
type Final interface {
	Print(w io.Writer)
	// Summary are those that a run's summary.json has.
	Summary() map[string]float64
}

// Train trains in a run directory and prints the final figures, or sweeps over a
// grid of options. Options are the command's, a pointer to a struct that embeds
// the flags: they are what config.toml holds. Prepare reads the data and makes the
// model; it sets what the progress line shows, and refuses what can be refused,
// since nothing is written before.
func (p Program) Train(flags *Running, options Checked, prepare func(context.Context, *train.Progress, *slog.Logger) (*Training, error)) error {
	if err := flags.Use(); err != nil {
		return err
	}
	if err := options.Check(); err != nil {
		return Refused(err)
	}
	if flags.RunDir == "" {
		flags.RunDir = filepath.Join("runs", p.Name+"-"+time.Now().Format("20060102-150405"))
	}
	if flags.Sweeps(flags.RunDir, flags.Resume) {
		return p.Sweep(flags.Sweeping, flags.RunDir, flags.Resume, flags.JSON, options)
	}
	progress := train.NewProgress(os.Stderr)
	defer progress.Close()
	text := new(HeldText)
	log := flags.Start(progress, text)
	ctx, stop := InterruptibleBy(func() { log.Warn("finishing the step and saving; once more to leave at once") })
	defer stop()
	err := func() error {
		t, err := prepare(ctx, progress, log)
		if err != nil {
			return err
		}
		return p.train(ctx, flags, options, t, progress, text, log)
	}()
	progress.Close()
	if err != nil {
		return flags.Fail(p.InUse(flags.RunDir, err))
	}
	return nil
}

// train trains in a run directory, whose summary tells how that ends.
func (p Program) train(ctx context.Context, flags *Running, options any, t *Training, progress *train.Progress, text *HeldText, log *slog.Logger) error {
	t.Loop.CheckpointEvery = flags.CheckpointEvery
	t.Loop.Hooks = append(t.Loop.Hooks, progress.Hooks(), train.Hooks{Checkpoint: flags.keepBest})
	if flags.Resume {
		if err := t.restore(flags.LastCheckpoint(), log); err != nil {
			return err
		}
	}
	run, err := p.openRun(flags, options)
	if err != nil {
		return err
	}
	defer run.Close()
	if err := text.Release(run.Log()); err != nil {
		return err
	}
	log.Info("run directory", "path", run.Dir())
	log.Info(t.Legend)
	t.Loop.Run = run
	if t.Hooks != nil {
		t.Loop.Hooks = append(t.Loop.Hooks, t.Hooks(run))
	}
	summary, err := p.end(ctx, flags, t, log)
	if summary.State == train.StateFailed || summary.State == train.StateDiverged {
		summary.Error = err.Error()
		slog.New(slog.NewTextHandler(run.Log(), nil)).Error(err.Error())
	}
	if finished := run.Finish(summary); err == nil {
		err = finished // else what went wrong first is what to tell
	}
	return err
}

// end trains to the end and prints the final figures.
func (p Program) end(ctx context.Context, flags *Running, t *Training, log *slog.Logger) (train.Summary, error) {
	run := t.Loop.Run
	result, err := t.Loop.Train(ctx)
	summary := result.Summary(err)
	if err != nil {
		return summary, p.explain(err, t)
	}
	if result.Reason == train.Cancelled {
		return summary, Stopped(fmt.Errorf("stopped after step %d; to go on: %s", result.Steps, p.resume(run.Dir())))
	}
	log.Info("training stopped: "+result.Reason.String(), "epochs", result.Epochs, "steps", result.Steps)
	f, err := t.Final(ctx, run, result)
	if errors.Is(err, context.Canceled) {
		summary.State, summary.Reason = train.StateInterrupted, "interrupted before the final figures"
		return summary, Stopped(fmt.Errorf("training is complete, its final figures are not: %s eval --model-file %s", p.Name, run.Dir()))
	}
	if err == nil {
		summary.Final = f.Summary()
		if flags.JSON {
			err = PrintJSON(f)
		} else {
			err = PrintText(f.Print)
		}
	}
	if err != nil {
		summary.State = train.StateFailed
	}
	return summary, err
}

// restore makes the loop continue from a checkpoint, if it is there.
func (t *Training) restore(path string, log *slog.Logger) error {
	c, err := train.ReadCheckpoint(path)
	if errors.Is(err, fs.ErrNotExist) {
		log.Info("the run has no checkpoint yet: starting again")
		return nil
	}
	if err != nil {
		return err
	}
	if err := t.Check(c, path); err != nil {
		return err
	}
	if err := t.Loop.Restore(c); err != nil {
		return err
	}
	log.Info("resuming", "epoch", c.State.Epoch, "step", c.State.Step)
	return nil
}

func (p Program) openRun(flags *Running, options any) (*train.Run, error) {
	if flags.Resume {
		return train.OpenRun(flags.RunDir, p.Config.Options()) // the flags have the run's options already
	}
	return train.CreateRun(flags.RunDir, options)
}

// keepBest is the hook of --save-path.
func (r *Running) keepBest(path string, best bool) error {
	if !best || r.SavePath == "" {
		return nil
	}
	c, err := train.ReadCheckpoint(path)
	if err != nil {
		return err
	}
	return c.Save(r.SavePath)
}

// resume is the command that continues a run.
func (p Program) resume(dir string) string {
	return fmt.Sprintf("%s %s --resume --run-dir %s", p.Name, p.Config.Command, dir)
}

// InUse adds to the error of a directory in use, a train.RunExistsError, how to go on
// with what is in it, unless that is a run of another program.
func (p Program) InUse(dir string, err error) error {
	if !errors.As(err, new(*train.RunExistsError)) || CheckRun(dir, p.Config.Model) != nil {
		return err
	}
	return fmt.Errorf("%w; to continue the run in it: %s", err, p.resume(dir))
}
