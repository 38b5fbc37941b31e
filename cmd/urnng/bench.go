package main

import (
	"fmt"
	"slices"

	"arbelos/cmd/internal/program"
	"arbelos/graph"
	"arbelos/layers"
	"arbelos/models/urnng"
	"arbelos/train/corpus"
)

// benchCmd measures how fast this machine is. Every figure that is a ratio is
// of two times taken in turn in one run.
type benchCmd struct {
	Step       benchStepCmd       `cmd:"" help:"One training step, its parts, and the matrix products that it cannot do without."`
	Parse      benchParseCmd      `cmd:"" help:"Parsing with q alone, against its matrix products."`
	Likelihood benchLikelihoodCmd `cmd:"" help:"Importance sampling with and without merging equal work."`
}

// sizes are those of a model and a batch of synthetic sentences.
type sizes struct {
	Sentences int    `help:"Sentences in the batch." default:"16"`
	Words     int    `help:"Words in each sentence." default:"20"`
	Vocab     int    `help:"Size of the vocabulary." default:"10000"`
	WDim      int    `help:"Width of the generative network." default:"650"`
	QDim      int    `help:"Width of each direction of the inference network." default:"256"`
	NumLayers int    `help:"Layers of the stack LSTM." default:"2"`
	Runs      int    `help:"Runs, of which medians are printed, after one that is not counted." default:"5"`
	Seed      uint64 `help:"Seed of parameters, sentences and trees." default:"3435"`
	Ops       string `help:"fused or unrolled." enum:"fused,unrolled" default:"fused"`
	program.Parallel
	JSON bool `name:"json" help:"Print the figures as JSON."`
}

func (o sizes) model(dropout float64) (*urnng.Model, []urnng.Item, error) {
	if o.Sentences < 1 || o.Words < 2 || o.Vocab < 5 || o.Runs < 1 {
		return nil, nil, program.Refused(fmt.Errorf("--sentences is %d, --words %d, --vocab %d and --runs %d, expected at least 1, 2, 5 and 1", o.Sentences, o.Words, o.Vocab, o.Runs))
	}
	m, err := urnng.New(urnng.Config{
		Vocab: o.Vocab, Width: o.WDim, QWidth: o.QDim, Layers: o.NumLayers, PositionRows: 250, Pos: urnng.PosConcat,
		Dtype: "float32", Dropout: dropout, ParamInit: 0.1, Open: corpus.Begin, Close: corpus.End, Frame: [2]int{corpus.Pad, corpus.Begin},
	}, o.Seed)
	if err != nil {
		return nil, nil, program.Refused(err)
	}
	m.Ops = layers.Ops(o.Ops)
	batch := make([]urnng.Item, o.Sentences)
	for i := range batch {
		r := graph.Rand(o.Seed, "bench sentence", uint64(i))
		for range o.Words {
			batch[i].Words = append(batch[i].Words, corpus.End+1+r.IntN(o.Vocab-corpus.End-1))
		}
	}
	return m, batch, nil
}

func median(x []float64) float64 {
	x = slices.Sorted(slices.Values(x))
	return (x[(len(x)-1)/2] + x[len(x)/2]) / 2
}
