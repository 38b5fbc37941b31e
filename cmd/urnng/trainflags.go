package main

import (
	"cmp"
	"fmt"
	"math"

	"arbelos/cmd/internal/langmodel"
	"arbelos/cmd/internal/program"
)

// trainCmd holds every option of training; the defaults are the authors'. The
// options of a run without a training file are in quickstart.toml.
type trainCmd struct {
	langmodel.Flags `group:"Data"`

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

	Dtype string `toml:"dtype" group:"Run" help:"Element type: float32 or float64." enum:"float32,float64" default:"float32"`
	Ops   string `toml:"ops" group:"Run" help:"Build of the recurrences: fused, one op each, or unrolled, plain nodes level by level." enum:"fused,unrolled" default:"fused"`

	program.Running `group:"Run"`
}

// Check refuses flags that cannot be meant, before anything is read or written.
func (o *trainCmd) Check() error {
	err := cmp.Or(
		o.Flags.Check(), o.Running.Check(),
		program.AtLeast("w-dim", o.WDim, 1), program.AtLeast("h-dim", o.HDim, 1), program.AtLeast("q-dim", o.QDim, 1), program.AtLeast("num-layers", o.NumLayers, 1),
		program.AtLeast("samples", o.Samples, 1), program.AtLeast("mc-samples", o.MCSamples, 1),
		program.AtLeast("lr", o.LR, 0), program.AtLeast("q-lr", o.QLR, 0), program.AtLeast("action-lr", o.ActionLR, 0), program.AtLeast("decay", o.Decay, 0),
		program.AtLeast("kl-warmup", o.KLWarmup, 0), program.AtLeast("train-q-epochs", o.TrainQEpochs, -1),
		program.AtLeast("num-epochs", o.NumEpochs, 0), program.AtLeast("min-epochs", o.MinEpochs, 0),
		program.AtLeast("max-grad-norm", o.MaxGradNorm, 0), program.AtLeast("q-max-grad-norm", o.QMaxGradNorm, 0),
	)
	switch {
	case err != nil:
		return err
	case !(o.Dropout >= 0 && o.Dropout < 1):
		return fmt.Errorf("--dropout is %v, expected at least 0 and less than 1", o.Dropout)
	case !(o.ParamInit > 0) || math.IsInf(o.ParamInit, 1):
		return fmt.Errorf("--param-init is %v, expected a number above 0", o.ParamInit)
	case o.Decay > 1:
		return fmt.Errorf("--decay is %v, expected at most 1", o.Decay)
	case o.WDim != o.HDim:
		return fmt.Errorf("--w-dim is %d and --h-dim is %d, expected equal widths: word embeddings are also the output layer", o.WDim, o.HDim)
	}
	return nil
}
