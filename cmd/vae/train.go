package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"time"

	"arbelos/cmd/internal/program"
	"arbelos/graph"
	"arbelos/models/vae"
	"arbelos/train"
	"arbelos/train/corpus/points"
)

// baselineRate is 1 less the decay of the moving-average baseline.
const baselineRate = 0.1

// Help shows how the command is called.
func (trainCmd) Help() string {
	return `Examples:

  vae train
  vae train --train-file t.csv --val-file v.csv --standardise
  vae train --train-file digits.npy --likelihood bernoulli --image-width 28
  vae train --set latent=1,2,4 --jobs 2 --run-dir runs/grid`
}

// Run trains and prints the final figures, or sweeps over a grid of options.
func (o *trainCmd) Run() error {
	if err := o.Use(); err != nil {
		return err
	}
	if err := o.Check(); err != nil {
		return program.Refused(err)
	}
	if o.RunDir == "" {
		o.RunDir = filepath.Join("runs", "vae-"+time.Now().Format("20060102-150405"))
	}
	if o.Sweeps(o.RunDir, o.Resume) {
		return o.hint(vaeProgram.Sweep(o.Sweeping, o.RunDir, o.Resume, o.JSON, o))
	}
	progress := train.NewProgress(os.Stderr)
	defer progress.Close()
	text := new(program.HeldText)
	log := o.Start(progress, text)
	ctx, stop := program.InterruptibleBy(func() { log.Warn("finishing the step and saving; once more to leave at once") })
	defer stop()
	err := o.hint(o.train(ctx, progress, text, log))
	progress.Close()
	if err != nil {
		return o.Fail(err)
	}
	return nil
}

// train trains in a run directory, whose summary tells how that ends.
func (o *trainCmd) train(ctx context.Context, progress *train.Progress, text *program.HeldText, log *slog.Logger) error {
	// What can be refused is, before anything is written.
	t, err := o.prepare(log)
	if err != nil {
		return err
	}
	loop, err := o.loop(t, progress, log)
	if err != nil {
		return err
	}
	run, err := o.openRun()
	if err != nil {
		return err
	}
	defer run.Close()
	if err := text.Release(run.Log()); err != nil {
		return err
	}
	log.Info("run directory", "path", run.Dir())
	log.Info("nats an item; bound: importance-weighted, of the step's or validation's samples")
	loop.Run = run
	summary, err := o.end(ctx, t, loop, log)
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
func (o *trainCmd) end(ctx context.Context, t *trainer, loop *train.Loop, log *slog.Logger) (train.Summary, error) {
	result, err := loop.Train(ctx)
	summary := result.Summary(err)
	if err != nil {
		return summary, o.explain(err, loop.Run)
	}
	if result.Reason == train.Cancelled {
		return summary, program.Stopped(fmt.Errorf("stopped after step %d; to go on: vae train --resume --run-dir %s", result.Steps, o.RunDir))
	}
	log.Info("training stopped: "+result.Reason.String(), "epochs", result.Epochs, "steps", result.Steps)
	f, err := o.finalFigures(t, loop.Run, result)
	if err == nil {
		summary.Final = f.summary()
		err = f.write(o.JSON)
	}
	if err != nil {
		summary.State = train.StateFailed
	}
	return summary, err
}

// explain adds to the error of a training that diverged what helps to go on.
func (o *trainCmd) explain(err error, run *train.Run) error {
	if !errors.As(err, new(*train.DivergedError)) && !errors.Is(err, vae.ErrValues) {
		return err
	}
	return fmt.Errorf("%w\nthe last checkpoint, %s, is from before; to go on from it at a lower rate:\nvae train --resume --run-dir %s --lr %.3g",
		err, run.Last(), run.Dir(), o.LR/10)
}

func (o *trainCmd) openRun() (*train.Run, error) {
	if o.Resume {
		return train.OpenRun(o.RunDir, new(trainCmd)) // o has the run's options already
	}
	return train.CreateRun(o.RunDir, o)
}

// hint adds to the error of a directory in use how to go on with it.
func (o *trainCmd) hint(err error) error {
	if errors.As(err, new(*train.RunExistsError)) {
		err = fmt.Errorf("%w: vae train --resume --run-dir %s", err, o.RunDir)
	}
	return err
}

// prepare reads the data and makes the model.
func (o *trainCmd) prepare(log *slog.Logger) (*trainer, error) {
	t := &trainer{opts: o, test: o.TestFile}
	table, valid, err := o.read()
	if err != nil {
		return nil, err
	}
	rows := table.Rows
	t.saved = saved{Model: o.modelConfig(rows), ImageWidth: o.ImageWidth, Digest: digest(rows)}
	if o.TrainFile == "" {
		t.saved.Embedded = o.Embedded
		if o.Embedded == "stripes" && o.ImageWidth == 0 {
			t.saved.ImageWidth = 8
		}
	}
	if w := t.saved.ImageWidth; w > 0 && t.saved.Model.Data%w != 0 {
		return nil, program.Refused(fmt.Errorf("--image-width is %d, expected a divisor of the %d numbers of an item", w, t.saved.Model.Data))
	}
	if err := checkTable(table, t.saved.Model); err != nil {
		return nil, err
	}
	if valid != nil {
		if err := checkTable(valid, t.saved.Model); err != nil {
			return nil, err
		}
		t.valid = valid.Rows
	} else {
		if rows, t.valid, err = holdOut(table); err != nil {
			return nil, err
		}
		log.Info("no --val-file: every tenth training item is held out")
	}
	if o.TestFile != "" {
		test, err := readTable(o.TestFile, o.Format)
		if err != nil {
			return nil, err
		}
		if err := checkTable(test, t.saved.Model); err != nil {
			return nil, err
		}
	}
	if o.Standardise {
		t.saved.Scaling = standardising(rows)
	}
	t.train, t.valid = t.saved.Scaling.in(rows), t.saved.Scaling.in(t.valid)
	log.Info("read training data", "items", len(rows), "numbers", t.saved.Model.Data, "validation", len(t.valid))
	t.batches = slices.Collect(slices.Chunk(graph.Rand(o.Seed, "batches").Perm(len(rows)), o.BatchSize))
	if t.model, err = vae.New(t.saved.Model, o.Seed); errors.Is(err, vae.ErrConfig) {
		return nil, program.Refused(err)
	}
	return t, err
}

// read reads training and validation data; the latter is nil where it is to be held
// out.
func (o *trainCmd) read() (table, valid *points.Table, err error) {
	if o.TrainFile == "" {
		table, err = embeddedTable(o.Embedded, "train")
	} else {
		table, err = readTable(o.TrainFile, o.Format)
	}
	switch {
	case err != nil:
	case o.ValFile != "":
		valid, err = readTable(o.ValFile, o.Format)
	case o.TrainFile == "":
		valid, err = embeddedTable(o.Embedded, "valid")
	}
	return table, valid, err
}

func (o *trainCmd) modelConfig(rows [][]float64) vae.Config {
	c := vae.Config{Data: len(rows[0]), Latent: o.Latent, Likelihood: o.likelihood(), Values: o.Values, Dtype: o.Dtype}
	c.Hidden, _ = o.hidden() // Check has parsed it
	if c.Likelihood == vae.Categorical && c.Values == 0 {
		c.Values = 2
		for _, row := range rows {
			c.Values = max(c.Values, int(min(slices.Max(row), 1<<20))+1)
		}
	}
	return c
}

// last is the last checkpoint of the run to resume, if it has one.
func (o *trainCmd) last() string { return filepath.Join(o.RunDir, "checkpoints", "last.json") }

// loop assembles the training loop, restored from the last checkpoint where the run
// is resumed.
func (o *trainCmd) loop(t *trainer, progress *train.Progress, log *slog.Logger) (*train.Loop, error) {
	config, err := json.Marshal(t.saved)
	if err != nil {
		return nil, err
	}
	progress.Epochs, progress.Items = o.NumEpochs, "items"
	progress.Train, progress.Validation = t.figures(), t.figures()
	loop := &train.Loop{
		Model: t, Name: modelName, Config: config,
		Seed: o.Seed, Batches: len(t.batches),
		Groups: []train.Group{
			{Name: vae.GroupP, Optimiser: new(train.Adam), Rate: o.LR},
			{Name: vae.GroupQ, Optimiser: new(train.Adam), Rate: o.LR},
			{Name: vae.GroupBaseline, Optimiser: new(train.SGD), Rate: baselineRate},
		},
		Clips: []train.Clip{
			{Groups: []string{vae.GroupP}, MaxNorm: o.MaxNorm},
			{Groups: []string{vae.GroupQ}, MaxNorm: o.MaxNorm},
		},
		Schedule:        train.Schedule{Epochs: o.NumEpochs, MinEpochs: o.MinEpochs, KLWarmup: o.KLWarmup, Decay: o.Decay},
		CheckpointEvery: o.CheckpointEvery, RecordEvery: 50,
		Hooks: []train.Hooks{progress.Hooks()},
	}
	if !o.Resume {
		return loop, nil
	}
	c, err := train.ReadCheckpoint(o.last())
	if errors.Is(err, fs.ErrNotExist) {
		log.Info("the run has no checkpoint yet: starting again")
		return loop, nil
	}
	if err != nil {
		return nil, err
	}
	if err := t.saved.check(c, o.last()); err != nil {
		return nil, err
	}
	if err := loop.Restore(c); err != nil {
		return nil, err
	}
	log.Info("resuming", "epoch", c.State.Epoch, "step", c.State.Step)
	return loop, nil
}
