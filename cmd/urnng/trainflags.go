package main

import (
	"fmt"
	"math"
	"os"
	"path/filepath"

	"arbelos/cmd/internal/program"
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
	TrainQEpochs int     `toml:"train-q-epochs" name:"train-q-epochs" group:"Training" help:"Epochs in which the inference network is trained, exactly so many; all with --train-q-epochs=-1. Supervised training trains it in all." default:"2"`
	NumEpochs    int     `toml:"num-epochs" group:"Training" help:"Most epochs." default:"18"`
	MinEpochs    int     `toml:"min-epochs" group:"Training" help:"Epochs before rates may decay." default:"8"`
	MaxGradNorm  float64 `toml:"max-grad-norm" group:"Training" help:"Bound on the joint gradient norm of the generative network and the action head; 0 is none." default:"5"`
	QMaxGradNorm float64 `toml:"q-max-grad-norm" name:"q-max-grad-norm" group:"Training" help:"Bound on the gradient norm of the inference network; 0 is none." default:"1"`
	Seed         uint64  `toml:"seed" group:"Training" help:"Seed of everything random." default:"3435"`
	TrainFrom    string  `toml:"train-from" group:"Training" help:"Start from the parameters and the vocabulary of this checkpoint or run." placeholder:"PATH"`

	program.Parallel `group:"Run"`
	Dtype            string `toml:"dtype" group:"Run" help:"Element type: float32 or float64." enum:"float32,float64" default:"float32"`
	Ops              string `toml:"ops" group:"Run" help:"Build of the recurrences: fused, one op each, or unrolled, plain nodes level by level." enum:"fused,unrolled" default:"fused"`

	RunDir          string `toml:"-" group:"Run" help:"Directory of the run; new or empty, but for --resume. Default: runs/urnng-DATE-TIME." placeholder:"DIR"`
	Resume          bool   `toml:"-" group:"Run" help:"Continue the run in --run-dir with its own options; flags override them, for this time."`
	SavePath        string `toml:"save-path" group:"Run" help:"Also keep the best checkpoint under this name, which ends in .json." placeholder:"FILE"`
	CheckpointEvery int    `toml:"checkpoint-every" group:"Run" help:"Steps between checkpoints; one is written after each epoch besides." default:"500"`
	Config          string `toml:"-" group:"Run" help:"TOML file of options under their flags' names. Flags override it." placeholder:"FILE"`
	JSON            bool   `toml:"-" name:"json" group:"Run" help:"Print the final figures as JSON."`

	program.Logging  `group:"Run"`
	program.Sweeping `group:"Run"`
}

// Check refuses flags that cannot be meant, before anything is read or written.
func (o *trainCmd) Check() error {
	for _, f := range []struct {
		name   string
		v, min float64
	}{
		{"vocab-size", float64(o.VocabSize), 0}, {"vocab-min-freq", float64(o.VocabMin), 0}, {"batch-size", float64(o.BatchSize), 1},
		{"w-dim", float64(o.WDim), 1}, {"h-dim", float64(o.HDim), 1}, {"q-dim", float64(o.QDim), 1}, {"num-layers", float64(o.NumLayers), 1},
		{"samples", float64(o.Samples), 1}, {"mc-samples", float64(o.MCSamples), 1},
		{"lr", o.LR, 0}, {"q-lr", o.QLR, 0}, {"action-lr", o.ActionLR, 0}, {"decay", o.Decay, 0}, {"kl-warmup", o.KLWarmup, 0},
		{"train-q-epochs", float64(o.TrainQEpochs), -1}, {"num-epochs", float64(o.NumEpochs), 0}, {"min-epochs", float64(o.MinEpochs), 0},
		{"max-grad-norm", o.MaxGradNorm, 0}, {"q-max-grad-norm", o.QMaxGradNorm, 0}, {"checkpoint-every", float64(o.CheckpointEvery), 0},
	} {
		if !(f.v >= f.min) || math.IsInf(f.v, 1) {
			return fmt.Errorf("--%s is %v, expected a number of at least %v", f.name, f.v, f.min)
		}
	}
	switch {
	case !(o.Dropout >= 0 && o.Dropout < 1):
		return fmt.Errorf("--dropout is %v, expected at least 0 and less than 1", o.Dropout)
	case !(o.ParamInit > 0) || math.IsInf(o.ParamInit, 1):
		return fmt.Errorf("--param-init is %v, expected a number above 0", o.ParamInit)
	case o.Decay > 1:
		return fmt.Errorf("--decay is %v, expected at most 1", o.Decay)
	case o.WDim != o.HDim:
		return fmt.Errorf("--w-dim is %d and --h-dim is %d, expected equal widths: word embeddings are also the output layer", o.WDim, o.HDim)
	case o.SavePath != "" && filepath.Ext(o.SavePath) != ".json":
		return fmt.Errorf("--save-path is %q, expected a name that ends in .json", o.SavePath)
	case o.SavePath != "":
		if _, err := os.Stat(filepath.Dir(o.SavePath)); err != nil {
			return fmt.Errorf("--save-path is %q, expected a name in a folder that exists: %w", o.SavePath, err)
		}
	}
	return nil
}
