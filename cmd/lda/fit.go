package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"arbelos/cmd/internal/program"
	"arbelos/models/lda/gibbs"
	"arbelos/models/lda/variational"
	"arbelos/train"
	"arbelos/train/corpus/documents"
)

// fit is a run.
type fit struct {
	opts    *fitCmd
	method  method
	data    *data
	fitting fitting

	run       *train.Run
	log       *slog.Logger
	progress  *train.Progress
	records   int // lines in the metrics file
	converged bool
}

// Help shows how the command is called.
func (fitCmd) Help() string {
	return `Examples:

  lda fit
  lda fit --corpus docs.txt --lowercase --min-count 2 --run-dir runs/mine
  lda fit --corpus ap.dat --words vocab.txt --method vb --held-out 0.1
  lda fit --resume --run-dir runs/mine --iterations 1000
  lda fit --set topics=10,20,50 --set seed=1,2 --run-dir sweeps/topics`
}

// Run fits, writes what there is to know of the model, and prints the topics; or
// sweeps over a grid of options.
func (o *fitCmd) Run() error {
	if err := o.Use(); err != nil {
		return err
	}
	if err := o.Check(); err != nil {
		return program.Refused(err)
	}
	if o.RunDir == "" {
		o.RunDir = filepath.Join("runs", "lda-"+time.Now().Format("20060102-150405"))
	}
	if o.Sweeps(o.RunDir, o.Resume) {
		return ldaProgram.Sweep(o.Sweeping, o.RunDir, o.Resume, o.JSON, o)
	}
	f := &fit{opts: o, method: methods[o.Method], progress: train.NewProgress(os.Stderr)}
	defer f.progress.Close()
	text := new(program.HeldText)
	f.log = o.Logging.Start(f.progress, text)
	ctx, stop := program.InterruptibleBy(func() { f.log.Warn("finishing the iteration and saving; once more to leave at once") })
	defer stop()
	err := f.train(ctx, text)
	f.progress.Close()
	if err != nil {
		return o.Fail(err)
	}
	return nil
}

// train fits in a run directory, whose summary tells how that ends.
func (f *fit) train(ctx context.Context, text *program.HeldText) error {
	// What can be refused is, before anything is written.
	if err := f.prepare(); err != nil {
		return refused(err)
	}
	run, err := f.opts.openRun()
	if err != nil {
		return err
	}
	defer run.Close()
	f.run = run
	if err := text.Release(run.Log()); err != nil {
		return err
	}
	f.log.Info("run directory", "path", run.Dir())
	summary, err := f.finish(ctx)
	summary.Epochs, summary.Steps = f.fitting.done()/max(1, f.method.epochs(f.data)), f.fitting.done()
	if summary.State == train.StateFailed {
		summary.Error = err.Error()
		slog.New(slog.NewTextHandler(run.Log(), nil)).Error(err.Error())
	}
	if finished := run.Finish(summary); err == nil {
		err = finished // else what went wrong first is what to tell
	}
	return err
}

// finish fits and writes the results.
func (f *fit) finish(ctx context.Context) (train.Summary, error) {
	failed := train.Summary{State: train.StateFailed}
	dir := f.run.Dir()
	if err := f.loop(ctx); errors.Is(err, context.Canceled) {
		return train.Summary{State: train.StateInterrupted, Reason: "cancelled"},
			program.Stopped(fmt.Errorf("stopped after %s %d; to go on: lda fit --resume --run-dir %s", f.method.unit, f.fitting.done(), dir))
	} else if err != nil {
		return failed, err
	}
	why := f.method.units + " done"
	if f.converged {
		why = "converged"
	}
	f.log.Info("fit ended: "+why, f.method.units, f.fitting.done())
	r, err := f.results(ctx)
	if errors.Is(err, context.Canceled) {
		return train.Summary{State: train.StateInterrupted, Reason: "cancelled"},
			program.Stopped(fmt.Errorf("the fit has ended, its results are not written; to write them: lda fit --resume --run-dir %s", dir))
	}
	if err != nil {
		return failed, err
	}
	if f.opts.JSON {
		err = program.PrintJSON(r)
	} else {
		err = program.PrintText(r.print)
	}
	if err != nil {
		return failed, err
	}
	return train.Summary{State: train.StateDone, Reason: why, Final: r.final()}, nil
}

// prepare reads the documents, and begins or restores the fit.
func (f *fit) prepare() error {
	var err error
	if f.data, err = f.opts.readData(f.method.streams, f.log); err != nil {
		return err
	}
	if err := f.opts.checkSize(f.method, f.data, train.AvailableMemory()); err != nil {
		return err
	}
	if f.opts.Resume {
		last := filepath.Join(f.opts.RunDir, "checkpoints", "last.json")
		err := f.restore(last)
		if err == nil {
			f.log.Info("resuming", f.method.units, f.fitting.done())
			return nil
		}
		if !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		f.log.Info("the run has no checkpoint yet: starting again")
	}
	f.fitting, err = f.method.begin(f.opts, f.data)
	return err
}

// refused gives the status of bad flags to errors about options.
func refused(err error) error {
	if errors.As(err, new(*gibbs.OptionError)) || errors.As(err, new(*variational.OptionError)) || errors.As(err, new(*documents.OptionError)) {
		return program.Refused(err)
	}
	return err
}

func (o *fitCmd) openRun() (*train.Run, error) {
	if o.Resume {
		return train.OpenRun(o.RunDir, new(fitCmd)) // o has the run's options already
	}
	run, err := train.CreateRun(o.RunDir, o)
	return run, ldaProgram.InUse(o.RunDir, err)
}
