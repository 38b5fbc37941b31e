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
	"arbelos/models/rnnlm"
	"arbelos/train"
	"arbelos/train/corpus"
)

// Help shows how the command is called.
func (trainCmd) Help() string {
	return `Examples:

  rnnlm train
  rnnlm train --train-file t.txt --val-file v.txt --run-dir runs/mine
  rnnlm train --resume --run-dir runs/mine --num-epochs 30
  rnnlm train --set dropout=0.2,0.5 --jobs 2 --run-dir runs/grid`
}

// Run trains and prints the final figures, or sweeps over a grid of options.
func (o *trainCmd) Run() error { return rnnlmProgram.Train(&o.Running, o, o.prepare) }

// prepare reads the data and makes the model.
func (o *trainCmd) prepare(ctx context.Context, progress *train.Progress, log *slog.Logger) (*program.Training, error) {
	t := &trainer{opts: o, log: log}
	var err error
	if t.Corpora, err = o.Read(log); err != nil {
		return nil, err
	}
	if err := o.makeModel(t); err != nil {
		return nil, err
	}
	t.model.Ops = layers.Ops(o.Ops)
	o.Encode(t.Corpora, t.vocab, o.Seed, log)
	progress.Epochs, progress.Items = o.NumEpochs, "sentences"
	progress.Train, progress.Validation = t.figures(), t.figures()
	about := saved{Model: t.model.Config, Vocab: t.vocab}
	loop, err := o.loop(t, about)
	if err != nil {
		return nil, err
	}
	return &program.Training{
		Loop: loop, Check: about.check,
		Legend:    "log p: nats a sentence; ppl: perplexity, </s> counted",
		Hooks:     func(run *train.Run) train.Hooks { return train.Hooks{Epoch: t.sampleTo(run)} },
		Cure:      fmt.Sprintf("--lr %.3g", o.LR/10),
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
		o.WDim, o.NumLayers, o.Dtype = t.model.Width, t.model.Layers, t.model.Dtype
		return nil
	}
	t.vocab = o.Vocab(t.Train)
	var err error
	t.model, err = rnnlm.New(rnnlm.Config{
		Vocab: t.vocab.Len(), Width: o.WDim, Layers: o.NumLayers, Dtype: o.Dtype, Dropout: o.Dropout, ParamInit: o.ParamInit,
		Open: corpus.Begin, Close: corpus.End,
	}, o.Seed)
	if errors.Is(err, rnnlm.ErrConfig) {
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
	return &train.Loop{
		Model: t, Name: modelName, Config: config,
		Seed: o.Seed, Batches: len(t.Batches),
		Groups: []train.Group{{Name: rnnlm.Group, Optimiser: new(train.SGD), Rate: o.LR}},
		Clips:  []train.Clip{{Groups: []string{rnnlm.Group}, MaxNorm: o.MaxGradNorm}},
		Schedule: train.Schedule{
			Epochs: o.NumEpochs, MinEpochs: o.MinEpochs, Decay: o.Decay,
			MinRate: 0.03, // the authors'
		},
		RecordEvery: 50, Figures: derived,
	}, nil
}
