package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
	"time"

	"arbelos/graph"
	"arbelos/models/urnng"
	"arbelos/train"
	"arbelos/train/corpus"
)

// trainCmd holds every option of training; the defaults are the authors'. The
// options of a run without a training file are in quickstart.toml.
type trainCmd struct {
	TrainFile string        `toml:"train-file" group:"Data" help:"Training sentences, plain text or bracketed trees, plain or gzipped. Without it the embedded corpus is used, and sizes that fit two minutes." placeholder:"FILE"`
	ValFile   string        `toml:"val-file" group:"Data" help:"Validation sentences; without it every tenth training sentence is held out." placeholder:"FILE"`
	TestFile  string        `toml:"test-file" group:"Data" help:"Test sentences, scored at the end." placeholder:"FILE"`
	Format    corpus.Format `toml:"format" group:"Data" help:"Format of the files: ${enum}." enum:"auto,text,trees" default:"auto"`
	VocabSize int           `toml:"vocab-size" group:"Data" help:"Most frequent words kept; 0 keeps all." default:"10000"`
	VocabMin  int           `toml:"vocab-min-freq" name:"vocab-min-freq" group:"Data" help:"Words seen fewer times are unknown." default:"1"`
	Lowercase bool          `toml:"lowercase" group:"Data" help:"Lower-case all words."`
	Digits    bool          `toml:"digits" group:"Data" help:"Replace every number by N."`
	BatchSize int           `toml:"batch-size" group:"Data" help:"Most sentences in a batch." default:"16"`
	Bucket    corpus.Bucket `toml:"bucket" group:"Data" help:"Which sentences share a batch: those of one length (same) or of similar lengths (mixed)." enum:"same,mixed" default:"same"`

	WDim      int     `toml:"w-dim" group:"Model" help:"Width of word embeddings and of the TreeLSTM." default:"650"`
	HDim      int     `toml:"h-dim" group:"Model" help:"Width of the stack LSTM; equal to w-dim, since the word embeddings are also the output layer." default:"650"`
	QDim      int     `toml:"q-dim" group:"Model" help:"Width of each direction of the inference network." default:"256"`
	NumLayers int     `toml:"num-layers" group:"Model" help:"Layers of the stack LSTM." default:"2"`
	Dropout   float64 `toml:"dropout" group:"Model" help:"Dropout rate." default:"0.5"`
	Pos       string  `toml:"pos" group:"Model" help:"Position embeddings of the inference network: concat, or add as in the authors' code." enum:"concat,add" default:"concat"`
	ParamInit float64 `toml:"param-init" group:"Model" help:"Parameters start uniform on [-x, x)." default:"0.1"`

	Mode         string  `toml:"mode" group:"Training" help:"unsupervised, or supervised by the training trees." enum:"unsupervised,supervised" default:"unsupervised"`
	Samples      int     `toml:"samples" group:"Training" help:"Trees drawn for each sentence in a step; 1 has no leave-one-out baseline." default:"8"`
	MCSamples    int     `toml:"mc-samples" name:"mc-samples" group:"Training" help:"Trees drawn for each sentence in validation." default:"5"`
	LR           float64 `toml:"lr" name:"lr" group:"Training" help:"Rate of the generative network and the embeddings (SGD)." default:"1"`
	QLR          float64 `toml:"q-lr" name:"q-lr" group:"Training" help:"Rate of the inference network (Adam)." default:"0.0001"`
	ActionLR     float64 `toml:"action-lr" name:"action-lr" group:"Training" help:"Rate of the action head (SGD)." default:"0.1"`
	Decay        float64 `toml:"decay" group:"Training" help:"Factor on all rates after each epoch once validation stops improving." default:"0.5"`
	KLWarmup     float64 `toml:"kl-warmup" name:"kl-warmup" group:"Training" help:"Epochs over which the KL weight grows from 0 to 1." default:"2"`
	TrainQEpochs int     `toml:"train-q-epochs" name:"train-q-epochs" group:"Training" help:"Epochs in which the inference network is trained, exactly so many; -1 is all. Supervised training trains it in all." default:"2"`
	NumEpochs    int     `toml:"num-epochs" group:"Training" help:"Most epochs." default:"18"`
	MinEpochs    int     `toml:"min-epochs" group:"Training" help:"Epochs before rates may decay." default:"8"`
	MaxGradNorm  float64 `toml:"max-grad-norm" group:"Training" help:"Bound on the joint gradient norm of the generative network and the action head; 0 is none." default:"5"`
	QMaxGradNorm float64 `toml:"q-max-grad-norm" name:"q-max-grad-norm" group:"Training" help:"Bound on the gradient norm of the inference network; 0 is none." default:"1"`
	Seed         uint64  `toml:"seed" group:"Training" help:"Seed of everything random." default:"3435"`
	TrainFrom    string  `toml:"train-from" group:"Training" help:"Start from the parameters and the vocabulary of this checkpoint or run." placeholder:"PATH"`

	threads `group:"Run"`
	Dtype   string `toml:"dtype" group:"Run" help:"Element type: float32 or float64." enum:"float32,float64" default:"float32"`
	Ops     string `toml:"ops" group:"Run" help:"Build of the recurrences: unrolled, plain nodes level by level." enum:"unrolled" default:"unrolled"`

	RunDir          string `toml:"-" group:"Run" help:"Directory of the run; new or empty, but for --resume. Default: runs/urnng-DATE-TIME." placeholder:"DIR"`
	Resume          bool   `toml:"-" group:"Run" help:"Continue the run in --run-dir with its own options, flags overriding them."`
	SavePath        string `toml:"save-path" group:"Run" help:"Also keep the best checkpoint under this name, which ends in .json." placeholder:"FILE"`
	CheckpointEvery int    `toml:"checkpoint-every" group:"Run" help:"Steps between checkpoints; one is written after each epoch besides." default:"500"`
	Config          string `toml:"-" group:"Run" help:"TOML file of options under their flags' names. Flags override it." placeholder:"FILE"`
	JSON            bool   `toml:"-" name:"json" group:"Run" help:"Print the final figures as JSON."`
}

// Run trains and prints the final figures.
func (o *trainCmd) Run() error {
	if err := o.use(); err != nil {
		return err
	}
	if err := o.check(); err != nil {
		return exit{badFlags, err}
	}
	run, err := o.openRun()
	if err != nil {
		return err
	}
	defer run.Close()
	progress := train.NewProgress(os.Stderr)
	defer progress.Close()
	log := newLog(progress, run.Log())
	log.Info("run directory", "path", run.Dir())

	ctx, stop := interruptible()
	defer stop()
	t, err := o.prepare(ctx, log)
	if err != nil {
		return err
	}
	loop, err := o.loop(t, run, progress, log)
	if err != nil {
		return err
	}
	result, err := loop.Train(ctx)
	progress.Close()
	if err != nil {
		return err
	}
	if result.Reason == train.Cancelled {
		return exit{interrupted, fmt.Errorf("stopped after step %d; to go on: urnng train --resume --run-dir %s", result.Steps, run.Dir())}
	}
	log.Info("training stopped: "+result.Reason.String(), "epochs", result.Epochs, "steps", result.Steps)
	return o.finalFigures(ctx, t, run, result)
}

func (o *trainCmd) check() error {
	switch {
	case o.WDim != o.HDim:
		return fmt.Errorf("--w-dim is %d and --h-dim is %d, expected equal widths: word embeddings are also the output layer", o.WDim, o.HDim)
	case o.Samples < 1 || o.MCSamples < 1:
		return fmt.Errorf("--samples is %d and --mc-samples is %d, expected at least 1", o.Samples, o.MCSamples)
	case o.BatchSize < 1:
		return fmt.Errorf("--batch-size is %d, expected at least 1", o.BatchSize)
	case o.SavePath != "" && filepath.Ext(o.SavePath) != ".json":
		return fmt.Errorf("--save-path is %q, expected a name that ends in .json", o.SavePath)
	}
	return nil
}

func (o *trainCmd) openRun() (*train.Run, error) {
	if o.Resume {
		return train.OpenRun(o.RunDir, new(trainCmd)) // o has the run's options already
	}
	dir := o.RunDir
	if dir == "" {
		dir = filepath.Join("runs", "urnng-"+time.Now().Format("20060102-150405"))
	}
	return train.CreateRun(dir, o)
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
		t.train, t.valid = holdOut(t.train)
		log.Info("no --val-file: every tenth training sentence is held out")
	}
	if err == nil && (o.TestFile != "" || o.TrainFile == "") {
		t.test, err = readCorpus(o.TestFile, embeddedTest, o.Format)
	}
	if err != nil {
		return nil, err
	}
	if o.Mode == "supervised" {
		if err := requireTrees(t.train); err != nil {
			return nil, err
		}
	}
	if err := o.makeModel(t); err != nil {
		return nil, err
	}
	ids, _ := encode(t.vocab, t.train, "training data", log)
	t.items = items(t.train, ids)
	t.batches, t.skipped = corpus.Batches(lengths(ids), o.BatchSize, o.Bucket, graph.Rand(o.Seed, "batches"))
	if t.skipped > 0 {
		log.Info("sentences of fewer than two words have no structure to learn: skipped", "sentences", t.skipped)
	}
	if len(t.batches) == 0 {
		return nil, fmt.Errorf("%s: found no sentence of two words or more to train on", t.train[0].File)
	}
	t.validIDs, _ = encode(t.vocab, t.valid, "validation data", log)
	t.testIDs, _ = encode(t.vocab, t.test, "test data", log)
	if o.Mode == "unsupervised" && o.Samples == 1 {
		log.Warn("one sample a sentence: there is no leave-one-out baseline, the gradient of q will be noisy")
	}
	return t, ctx.Err()
}

// holdOut splits off every tenth sentence.
func holdOut(all []corpus.Sentence) (rest, held []corpus.Sentence) {
	for i, s := range all {
		if i%10 == 9 {
			held = append(held, s)
		} else {
			rest = append(rest, s)
		}
	}
	return rest, held
}

func (o *trainCmd) makeModel(t *trainer) error {
	if o.TrainFrom != "" {
		l, err := load(o.TrainFrom)
		if err != nil {
			return err
		}
		t.vocab, t.model = l.Vocab, l.model
		t.model.Dropout = o.Dropout
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
		return exit{badFlags, err}
	}
	return err
}

// loop assembles the training loop, restored from the last checkpoint where the
// run is resumed.
func (o *trainCmd) loop(t *trainer, run *train.Run, progress *train.Progress, log *slog.Logger) (*train.Loop, error) {
	config, err := json.Marshal(saved{Model: t.model.Config, Vocab: t.vocab, Mode: o.Mode})
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
		Run: run, CheckpointEvery: o.CheckpointEvery, RecordEvery: 50,
		Hooks: []train.Hooks{progress.Hooks(), {Checkpoint: o.keepBest}},
	}
	if !o.Resume {
		return loop, nil
	}
	c, err := train.ReadCheckpoint(run.Last())
	if errors.Is(err, fs.ErrNotExist) {
		log.Info("the run has no checkpoint yet: starting again")
		return loop, nil
	}
	if err != nil {
		return nil, err
	}
	log.Info("resuming", "epoch", c.State.Epoch, "step", c.State.Step)
	return loop, loop.Restore(c)
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

// interruptible returns a context that the first Ctrl-C (or SIGTERM) cancels;
// the second ends the process at once.
func interruptible() (context.Context, func()) {
	ctx, cancel := context.WithCancel(context.Background())
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		<-signals
		fmt.Fprintln(os.Stderr, "\nfinishing the step and saving; once more to leave at once")
		cancel()
		<-signals
		os.Exit(130)
	}()
	return ctx, func() { signal.Stop(signals); cancel() }
}
