package main

import (
	"cmp"
	"fmt"
	"math"

	"arbelos/cmd/internal/langmodel"
	"arbelos/cmd/internal/program"
)

// trainCmd holds every option of training; the defaults are those of the language
// model that the authors of URNNG compare with. The options of a run without a
// training file are in quickstart.toml.
type trainCmd struct {
	langmodel.Flags `group:"Data"`

	WDim      int     `toml:"w-dim" group:"Model" help:"Width of word embeddings and of the LSTM: the embeddings are also the output layer." default:"650"`
	NumLayers int     `toml:"num-layers" group:"Model" help:"Layers of the LSTM." default:"2"`
	Dropout   float64 `toml:"dropout" group:"Model" help:"Dropout rate." default:"0.5"`
	ParamInit float64 `toml:"param-init" group:"Model" help:"Parameters start uniform on [-x, x)." default:"0.1"`

	LR          float64 `toml:"lr" name:"lr" group:"Training" help:"Learning rate (SGD)." default:"1"`
	Decay       float64 `toml:"decay" group:"Training" help:"Factor on the rate after each epoch once validation stops improving." default:"0.5"`
	NumEpochs   int     `toml:"num-epochs" group:"Training" help:"Most epochs." default:"18"`
	MinEpochs   int     `toml:"min-epochs" group:"Training" help:"Epochs before the rate may decay." default:"8"`
	MaxGradNorm float64 `toml:"max-grad-norm" group:"Training" help:"Bound on the gradient norm; 0 is none." default:"5"`
	Seed        uint64  `toml:"seed" group:"Training" help:"Seed of everything random." default:"3435"`
	TrainFrom   string  `toml:"train-from" group:"Training" help:"Start from the parameters and the vocabulary of this checkpoint or run." placeholder:"PATH"`

	Dtype string `toml:"dtype" group:"Run" help:"Element type: float32 or float64." enum:"float32,float64" default:"float32"`
	Ops   string `toml:"ops" group:"Run" help:"Build of the LSTM: fused, one op, or unrolled, plain nodes level by level." enum:"fused,unrolled" default:"fused"`

	program.Running `group:"Run"`
}

// Check refuses flags that cannot be meant, before anything is read or written.
func (o *trainCmd) Check() error {
	err := cmp.Or(
		o.Flags.Check(), o.Running.Check(),
		program.AtLeast("w-dim", o.WDim, 1), program.AtLeast("num-layers", o.NumLayers, 1),
		program.AtLeast("lr", o.LR, 0), program.AtLeast("decay", o.Decay, 0), program.AtLeast("max-grad-norm", o.MaxGradNorm, 0),
		program.AtLeast("num-epochs", o.NumEpochs, 0), program.AtLeast("min-epochs", o.MinEpochs, 0),
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
	}
	return nil
}
