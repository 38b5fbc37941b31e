package main

import (
	"context"
	"fmt"
	"io"

	"arbelos/cmd/internal/langmodel"
	"arbelos/cmd/internal/program"
	"arbelos/graph"
	"arbelos/layers"
	"arbelos/models/urnng"
	"arbelos/train"
	"arbelos/train/corpus"
)

// trainFigures are what training ends with: the best model's figures on the test
// sentences, or on the validation sentences where there are none.
type trainFigures struct {
	langmodel.TrainFigures
	Samples int                      `json:"samples"`
	F1      map[string]corpus.Scores `json:"f1,omitempty"`
}

// finalFigures scores the best checkpoint of a run.
func (t *trainer) finalFigures(ctx context.Context, run *train.Run, result train.Result) (program.Final, error) {
	best, err := load(run.Best())
	if err != nil {
		return nil, err
	}
	sentences, ids := t.Scored()
	s := scorer{model: best.model, seed: t.opts.Seed, progress: t.opts.Counter(t.log, "sentences")}
	l, err := s.likelihood(ctx, ids, finalSamples, finalTemperature, "final", 0)
	if err != nil {
		return nil, err
	}
	f := trainFigures{Samples: finalSamples, F1: map[string]corpus.Scores{}}
	if f.TrainFigures, err = t.opts.Figures(run, result, t.Corpora, l.importance); err != nil {
		return nil, err
	}
	if hasTrees(sentences) {
		p, err := s.parse(ctx, ids, urnng.Viterbi)
		if err != nil {
			return nil, err
		}
		if p.knowsNothing() {
			t.log.Warn(flatWarning)
		}
		f.F1["model"] = *scores(sentences, p.trees)
		if err := p.write(run.Dir(), best.path, sentences); err != nil {
			return nil, err
		}
		for name, trees := range branching(sentences, t.opts.Seed) {
			f.F1[name] = *scores(sentences, trees)
		}
	}
	return f, nil
}

// Summary names the model's figures as a run's summary has them, by what they
// are of.
func (f trainFigures) Summary() map[string]float64 {
	figures := f.TrainFigures.Summary()
	if s, ok := f.F1["model"]; ok {
		for name, x := range map[string]corpus.F1{"f1": s.F1, "f1_punct": s.Punct} {
			if x.Sentences > 0 {
				figures[f.Of()+name] = x.Mean
			}
		}
		if s.Evalb.Sentences > 0 {
			figures[f.Of()+"f1_evalb"] = s.Evalb.Corpus
		}
	}
	return figures
}

// What the figures at the end of training are made with; eval has flags.
const (
	finalSamples     = 100
	finalTemperature = 2
)

const flatWarning = "q's entropy equals ln Catalan, that of all trees alike: it has learned nothing, and its parses mean nothing (where trees tie exactly they are right-branching)"

// Print writes the tables of perplexities and of F1.
func (f trainFigures) Print(w io.Writer) {
	f.TrainFigures.Print(w)
	if len(f.F1) == 0 {
		return
	}
	fmt.Fprintln(w)
	rows := [][]string{append([]string{"F1"}, f1Heading[1:]...)}
	for _, r := range []struct{ key, name string }{{"model", "this model"}, {"left", "left-branching"}, {"right", "right-branching"}, {"random", "random"}} {
		rows = append(rows, f1Row(r.name, f.F1[r.key]))
	}
	program.Table(w, rows)
}

// branching are the baselines that need no gold tree.
func branching(sentences []corpus.Sentence, seed uint64) map[string][]layers.Tree {
	trees := map[string][]layers.Tree{}
	for i, s := range sentences {
		n := len(s.Words)
		trees["left"] = append(trees["left"], toTree(corpus.LeftBranching(n)))
		trees["right"] = append(trees["right"], toTree(corpus.RightBranching(n)))
		trees["random"] = append(trees["random"], toTree(corpus.RandomBranching(n, graph.Rand(seed, "random trees", uint64(i)))))
	}
	return trees
}
