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
	"time"

	"arbelos/cmd/internal/program"
	"arbelos/graph"
	"arbelos/layers"
	"arbelos/models/urnng"
	"arbelos/train"
	"arbelos/train/corpus"
)

// Run trains and prints the final figures, or sweeps over a grid of options.
func (o *trainCmd) Run() error {
	if err := o.Use(); err != nil {
		return err
	}
	if err := o.Check(); err != nil {
		return program.Refused(err)
	}
	if o.RunDir == "" {
		o.RunDir = filepath.Join("runs", "urnng-"+time.Now().Format("20060102-150405"))
	}
	if o.Sweeps(o.RunDir, o.Resume) {
		return o.hint(urnngProgram.Sweep(o.Sweeping, o.RunDir, o.Resume, o.JSON, o))
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
	t, err := o.prepare(ctx, log)
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
	log.Info("ELBO, KL of q from p's trees and entropy H of q: nats a sentence; ppl: perplexity by the bound, </s> counted")
	loop.Run = run
	loop.Hooks = append(loop.Hooks, train.Hooks{Epoch: t.sampleTo(run)})
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
		return summary, o.explain(err, t, loop.Run)
	}
	if result.Reason == train.Cancelled {
		return summary, program.Stopped(fmt.Errorf("stopped after step %d; to go on: urnng train --resume --run-dir %s", result.Steps, o.RunDir))
	}
	log.Info("training stopped: "+result.Reason.String(), "epochs", result.Epochs, "steps", result.Steps)
	f, err := o.finalFigures(ctx, t, loop.Run, result)
	if errors.Is(err, context.Canceled) {
		summary.State, summary.Reason = train.StateInterrupted, "interrupted before the final figures"
		return summary, program.Stopped(fmt.Errorf("training is complete, its final figures are not: urnng eval --model-file %s", o.RunDir))
	}
	if err == nil {
		summary.Final = f.summary(t.test != nil)
		err = f.write(o.JSON)
	}
	if err != nil {
		summary.State = train.StateFailed
	}
	return summary, err
}

func (o *trainCmd) openRun() (*train.Run, error) {
	if o.Resume {
		return train.OpenRun(o.RunDir, new(trainCmd)) // o has the run's options already
	}
	return train.CreateRun(o.RunDir, o)
}

// hint adds to the error of a directory in use how to go on with it.
func (o *trainCmd) hint(err error) error {
	if exists := (*train.RunExistsError)(nil); errors.As(err, &exists) {
		err = fmt.Errorf("%w: urnng train --resume --run-dir %s", err, o.RunDir)
	}
	return err
}

// prepare reads the data and makes the model.
func (o *trainCmd) prepare(ctx context.Context, log *slog.Logger) (*trainer, error) {
	t := &trainer{opts: o, log: log}
	var err error
	if t.train, err = readCorpus(o.TrainFile, embeddedTrain, o.Format); err != nil {
		return nil, err
	}
	switch {
	case o.ValFile != "" || o.TrainFile == "":
		t.valid, err = readCorpus(o.ValFile, embeddedValid, o.Format)
	default:
		if t.train, t.valid, err = holdOut(t.train); err != nil {
			return nil, err
		}
		log.Info("no --val-file: every tenth training sentence is held out")
	}
	if err == nil && (o.TestFile != "" || o.TrainFile == "") {
		t.test, err = readCorpus(o.TestFile, embeddedTest, o.Format)
	}
	if err != nil {
		return nil, err
	}
	for _, sentences := range [][]corpus.Sentence{t.train, t.valid, t.test} {
		if err := requireWords(sentences); err != nil {
			return nil, err
		}
	}
	if o.Mode == "supervised" {
		if err := requireTrees(t.train); err != nil {
			return nil, err
		}
	}
	if err := o.makeModel(t); err != nil {
		return nil, err
	}
	t.model.Ops = layers.Ops(o.Ops)
	ids, _ := encode(t.vocab, t.train, "training data", log)
	t.items = items(t.train, ids)
	t.batches, t.skipped = corpus.Batches(lengths(ids), o.BatchSize, o.Bucket, graph.Rand(o.Seed, "batches"))
	if t.skipped > 0 {
		log.Info("sentences of fewer than two words have no structure to learn: skipped", "sentences", t.skipped)
	}
	t.validIDs, _ = encode(t.vocab, t.valid, "validation data", log)
	t.testIDs, _ = encode(t.vocab, t.test, "test data", log)
	if o.Mode == "unsupervised" && o.Samples == 1 {
		log.Warn("one sample a sentence: there is no leave-one-out baseline, the gradient of q will be noisy")
	}
	return t, ctx.Err()
}

// holdOut splits off every tenth of the sentences that have two words or more.
func holdOut(all []corpus.Sentence) (rest, held []corpus.Sentence, err error) {
	n := 0
	for _, s := range all {
		if len(s.Words) >= 2 {
			n++
		}
		if len(s.Words) >= 2 && n%10 == 0 {
			held = append(held, s)
		} else {
			rest = append(rest, s)
		}
	}
	if len(held) == 0 {
		return nil, nil, &corpus.FileError{
			File: all[0].File, Found: fmt.Sprintf("%d sentences of two words or more", n),
			Expected: "ten, one of which is held out for validation, or a --val-file", Err: errTooShort,
		}
	}
	return rest, held, nil
}

func (o *trainCmd) makeModel(t *trainer) error {
	if from := o.TrainFrom; from != "" {
		if _, err := os.Stat(o.last()); o.Resume && err == nil {
			from = o.last() // what the run started from may be gone
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
	t.vocab = corpus.NewVocab(t.train, corpus.VocabOptions{Size: o.VocabSize, MinFreq: o.VocabMin, Lowercase: o.Lowercase, Digits: o.Digits})
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

// last is the last checkpoint of the run to resume, if it has one.
func (o *trainCmd) last() string { return filepath.Join(o.RunDir, "checkpoints", "last.json") }

// loop assembles the training loop, restored from the last checkpoint where the
// run is resumed.
func (o *trainCmd) loop(t *trainer, progress *train.Progress, log *slog.Logger) (*train.Loop, error) {
	about := saved{Model: t.model.Config, Vocab: t.vocab, Mode: o.Mode}
	config, err := json.Marshal(about)
	if err != nil {
		return nil, err
	}
	qEpochs := o.TrainQEpochs
	if o.Mode == "supervised" {
		qEpochs = -1
	}
	progress.Epochs, progress.Items = o.NumEpochs, "sentences"
	progress.Train, progress.Validation = t.figures()
	loop := &train.Loop{
		Model: t, Name: modelName, Config: config,
		Seed: o.Seed, Batches: len(t.batches),
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
		CheckpointEvery: o.CheckpointEvery, RecordEvery: 50, Figures: derived,
		Hooks: []train.Hooks{progress.Hooks(), {Checkpoint: o.keepBest}},
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
	if err := about.check(c, o.last()); err != nil {
		return nil, err
	}
	if err := loop.Restore(c); err != nil {
		return nil, err
	}
	log.Info("resuming", "epoch", c.State.Epoch, "step", c.State.Step)
	return loop, nil
}

// keepBest is the hook of --save-path.
func (o *trainCmd) keepBest(path string, best bool) error {
	if !best || o.SavePath == "" {
		return nil
	}
	c, err := train.ReadCheckpoint(path)
	if err != nil {
		return err
	}
	return c.Save(o.SavePath)
}
