package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"slices"

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
func (o *trainCmd) Run() error { return vaeProgram.Train(&o.Running, o, o.prepare) }

// prepare reads the data and makes the model.
func (o *trainCmd) prepare(ctx context.Context, progress *train.Progress, log *slog.Logger) (*program.Training, error) {
	t, err := o.trainer(log)
	if err != nil {
		return nil, err
	}
	progress.Epochs, progress.Items = o.NumEpochs, "items"
	progress.Train, progress.Validation = t.figures(), t.figures()
	loop, err := o.loop(t)
	if err != nil {
		return nil, err
	}
	return &program.Training{
		Loop: loop, Check: t.saved.check,
		Legend:   "nats an item; bound: importance-weighted, of the step's or validation's samples",
		Diverged: func(err error) bool { return errors.Is(err, vae.ErrValues) },
		Cure:     fmt.Sprintf("--lr %.3g", o.LR/10),
		Final:    t.finalFigures,
	}, ctx.Err()
}

// trainer reads the data and makes the model.
func (o *trainCmd) trainer(log *slog.Logger) (*trainer, error) {
	t := &trainer{opts: o}
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

// loop assembles the training loop.
func (o *trainCmd) loop(t *trainer) (*train.Loop, error) {
	config, err := json.Marshal(t.saved)
	if err != nil {
		return nil, err
	}
	return &train.Loop{
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
		Schedule:    train.Schedule{Epochs: o.NumEpochs, MinEpochs: o.MinEpochs, KLWarmup: o.KLWarmup, Decay: o.Decay},
		RecordEvery: 50,
	}, nil
}
