package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"

	"arbelos/cmd/internal/program"
	"arbelos/layers"
	"arbelos/models/urnng"
	"arbelos/train"
	"arbelos/train/corpus"
)

// Help shows how the command is called.
func (trainCmd) Help() string {
	return `Examples:

  urnng train
  urnng train --train-file t.trees --val-file v.trees --run-dir runs/mine
  urnng train --mode supervised --config small.toml --run-dir runs/mine
  urnng train --resume --run-dir runs/mine --num-epochs 30
  urnng train --set lr=0.2,0.4 --set seed=1,2 --jobs 2 --run-dir runs/grid`
}

// Run trains and prints the final figures, or sweeps over a grid of options.
func (o *trainCmd) Run() error { return urnngProgram.Train(&o.Running, o, o.prepare) }

// prepare reads the data and makes the model.
func (o *trainCmd) prepare(ctx context.Context, progress *train.Progress, log *slog.Logger) (*program.Training, error) {
	t := &trainer{opts: o, log: log}
	var err error
	if t.Corpora, err = o.Read(log); err != nil {
		return nil, err
	}
	if o.Mode == "supervised" {
		if err := requireTrees(t.Train); err != nil {
			return nil, err
		}
	}
	if err := o.makeModel(t); err != nil {
		return nil, err
	}
	t.model.Ops = layers.Ops(o.Ops)
	o.Encode(t.Corpora, t.vocab, o.Seed, log)
	t.items = items(t.Train, t.TrainIDs)
	if o.Mode == "unsupervised" && o.Samples == 1 {
		log.Warn("one sample a sentence: there is no leave-one-out baseline, the gradient of q will be noisy")
	}
	progress.Epochs, progress.Items = o.NumEpochs, "sentences"
	progress.Train, progress.Validation = t.figures()
	about := saved{Model: t.model.Config, Vocab: t.vocab, Mode: o.Mode}
	loop, err := o.loop(t, about)
	if err != nil {
		return nil, err
	}
	return &program.Training{
		Loop: loop, Check: about.check,
		Legend:    "ELBO, KL of q from p's trees and entropy H of q: nats a sentence; ppl: perplexity by the bound, </s> counted",
		Hooks:     func(run *train.Run) train.Hooks { return train.Hooks{Epoch: t.sampleTo(run)} },
		Diverged:  func(err error) bool { return errors.Is(err, layers.ErrScores) },
		Cure:      fmt.Sprintf("--lr %.3g --q-lr %.3g --action-lr %.3g", o.LR/10, o.QLR/10, o.ActionLR/10),
		ParamInit: o.ParamInit,
		Final:     t.finalFigures,
	}, ctx.Err()
}

func (o *trainCmd) makeModel(t *trainer) error {
	if from := o.TrainFrom; from != "" {
		if _, err := os.Stat(o.LastCheckpoint()); o.Resume && err == nil {
			from = o.LastCheckpoint() // what the run started from may be gone
		}
		l, err := load(from)
		if err != nil {
			return err
		}
		t.vocab, t.model = l.Vocab, l.model
		t.model.Dropout = o.Dropout
		m := t.model.Config
		o.WDim, o.HDim, o.QDim, o.NumLayers, o.Pos, o.Dtype = m.Width, m.Width, m.QWidth, m.Layers, m.Pos, m.Dtype
		return nil
	}
	t.vocab = o.Vocab(t.Train)
	var err error
	t.model, err = urnng.New(urnng.Config{
		Vocab: t.vocab.Len(), Width: o.WDim, QWidth: o.QDim, Layers: o.NumLayers,
		PositionRows: 250, // the authors' max_len
		Pos:          o.Pos, Dtype: o.Dtype, Dropout: o.Dropout, ParamInit: o.ParamInit,
		Open: corpus.Begin, Close: corpus.End,
		Frame: [2]int{corpus.Pad, corpus.Begin}, // the authors' choice
	}, o.Seed)
	if errors.Is(err, urnng.ErrConfig) {
		return program.Refused(err)
	}
	return err
}

// loop assembles the training loop.
func (o *trainCmd) loop(t *trainer, about saved) (*train.Loop, error) {
	config, err := json.Marshal(about)
	if err != nil {
		return nil, err
	}
	qEpochs := o.TrainQEpochs
	if o.Mode == "supervised" {
		qEpochs = -1
	}
	return &train.Loop{
		Model: t, Name: modelName, Config: config,
		Seed: o.Seed, Batches: len(t.Batches),
		Groups: []train.Group{
			{Name: urnng.GroupP, Optimiser: new(train.SGD), Rate: o.LR},
			{Name: urnng.GroupAction, Optimiser: new(train.SGD), Rate: o.ActionLR},
			{Name: urnng.GroupQ, Optimiser: new(train.Adam), Rate: o.QLR, Trained: train.FirstEpochs(qEpochs)},
		},
		Clips: []train.Clip{
			{Groups: []string{urnng.GroupP, urnng.GroupAction}, MaxNorm: o.MaxGradNorm},
			{Groups: []string{urnng.GroupQ}, MaxNorm: o.QMaxGradNorm},
		},
		Schedule: train.Schedule{
			Epochs: o.NumEpochs, MinEpochs: o.MinEpochs, KLWarmup: o.KLWarmup, Decay: o.Decay,
			MinRate: 0.03, // the authors'
		},
		RecordEvery: 50, Figures: derived,
	}, nil
}
