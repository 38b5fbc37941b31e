package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"

	"arbelos/cmd/internal/program"
	"arbelos/models/vae"
	"arbelos/train"
	"arbelos/train/diagnostics"
)

// estimate is a mean over items and its standard error.
type estimate struct {
	Mean   float64 `json:"mean"`
	StdErr float64 `json:"std_err"`
}

func estimateOf(x []float64) *estimate {
	e := &estimate{Mean: mean(x)}
	if len(x) < 2 {
		return e
	}
	for _, v := range x {
		e.StdErr += (v - e.Mean) * (v - e.Mean)
	}
	e.StdErr = math.Sqrt(e.StdErr / float64(len(x)-1) / float64(len(x)))
	return e
}

// figures are those of one model on some items, in nats an item.
type figures struct {
	Model   string `json:"model"`
	Data    string `json:"data"`
	Items   int    `json:"items"`
	Samples int    `json:"samples"`

	ELBO           *estimate `json:"elbo"`
	Bound          *estimate `json:"bound"` // importance-weighted, of all samples
	Reconstruction *estimate `json:"reconstruction"`
	KL             *estimate `json:"kl"`
	// Evidence is the model's own log p(x), exact, of a linear Gaussian one.
	Evidence *estimate `json:"evidence,omitempty"`
	// Source is the log density of the distribution that embedded data is drawn from,
	// and Gap what the bound, or the evidence where it is known, is below it.
	Source *estimate `json:"source,omitempty"`
	Gap    *estimate `json:"gap,omitempty"`

	Units *diagnostics.Units `json:"units,omitempty"` // of at least two items
}

// measure evaluates a model on a table's items; source is the log density of what
// they are drawn from, nil where it is not known.
func (l *loaded) measure(data string, raw, rows [][]float64, samples int, seed uint64, source func([]float64) float64) (*figures, error) {
	e, err := l.model.Evaluate(rows, samples, vae.Key{Seed: seed})
	if err != nil {
		return nil, err
	}
	shifted := func(x []float64) []float64 {
		out := make([]float64, len(x))
		for i, v := range x {
			out[i] = v + l.Scaling.logDensity()
		}
		return out
	}
	kl := make([]float64, len(rows))
	for i, dimensions := range e.KL {
		kl[i] = sum(dimensions)
	}
	best := shifted(e.Bound)
	f := &figures{
		Model: l.path, Data: data, Items: len(rows), Samples: samples,
		ELBO: estimateOf(shifted(e.ELBO)), Bound: estimateOf(best),
		Reconstruction: estimateOf(shifted(e.Reconstruction)), KL: estimateOf(kl),
	}
	exact, err := l.model.Evidence(rows)
	switch {
	case err == nil:
		best = shifted(exact)
		f.Evidence = estimateOf(best)
	case !errors.Is(err, vae.ErrNotKnown):
		return nil, err
	}
	if source != nil {
		truth, gap := make([]float64, len(rows)), make([]float64, len(rows))
		for i, x := range raw {
			truth[i] = source(x)
			gap[i] = truth[i] - best[i]
		}
		f.Source, f.Gap = estimateOf(truth), estimateOf(gap)
	}
	if len(rows) > 1 {
		if f.Units, err = diagnostics.NewUnits(e.Mean, e.KL); err != nil {
			return nil, err
		}
	}
	return f, nil
}

func (f *figures) print(w io.Writer) {
	fmt.Fprintf(w, "%s on %s: %d items\n\n", f.Model, f.Data, f.Items)
	rows := [][]string{{"nats an item", "mean", "std. error"}}
	for _, r := range []struct {
		name string
		e    *estimate
	}{
		{"ELBO", f.ELBO}, {"  log p(x|z)", f.Reconstruction}, {"  KL of q", f.KL},
		{fmt.Sprintf("bound, K = %d", f.Samples), f.Bound}, {"log p(x), exact", f.Evidence},
		{"the source's own", f.Source}, {"gap to the source", f.Gap},
	} {
		if r.e != nil {
			rows = append(rows, []string{r.name, fmt.Sprintf("%.4f", r.e.Mean), fmt.Sprintf("%.4f", r.e.StdErr)})
		}
	}
	program.Table(w, rows)
	if f.Units == nil {
		return
	}
	fmt.Fprintf(w, "\n%d of %d dimensions of z are in use\n\n", f.Units.Active, len(f.Units.KL))
	rows = [][]string{{"dimension", "KL", "spread of q's mean"}}
	for d, kl := range f.Units.KL {
		rows = append(rows, []string{fmt.Sprint(d + 1), fmt.Sprintf("%.4f", kl), fmt.Sprintf("%.4f", f.Units.Spread[d])})
	}
	program.Table(w, rows)
}

// trainFigures are what training ends with: the best model's figures on the test
// items, or on the validation items where there are none.
type trainFigures struct {
	Run    string       `json:"run"`
	Result train.Result `json:"result"`
	Best   *figures     `json:"best"`

	split string
}

// finalSamples is what the figures at the end of training are made with; eval has a
// flag.
const finalSamples = 500

// finalFigures measures the best checkpoint of a run.
func (t *trainer) finalFigures(_ context.Context, run *train.Run, result train.Result) (program.Final, error) {
	best, err := load(run.Best())
	if err != nil {
		return nil, err
	}
	f := &trainFigures{Run: run.Dir(), Result: result, split: train.SplitValidation}
	o := t.opts
	if o.TestFile == "" && t.saved.Embedded == "" {
		f.Best, err = best.measure("the validation items", nil, t.valid, finalSamples, o.Seed, nil)
		return f, err
	}
	table, rows, err := best.items(o.TestFile, o.Format)
	if err != nil {
		return nil, err
	}
	f.split = "test"
	f.Best, err = best.measure(table.File, table.Rows, rows, finalSamples, o.Seed, best.source(o.TestFile))
	return f, err
}

// source is the log density of what the items at a path are drawn from, nil where it
// is not known.
func (l *loaded) source(path string) func([]float64) float64 {
	if path != "" {
		return nil
	}
	return source(l.Embedded)
}

// Print prints the figures for people.
func (f *trainFigures) Print(w io.Writer) {
	fmt.Fprintf(w, "\nbest checkpoint of %s, after epoch %d of %d; stopped: %s\n", f.Run, f.Result.Best.Epoch, f.Result.Epochs, f.Result.Reason)
	f.Best.print(w)
}

// Summary names the figures as a run's summary has them.
func (f *trainFigures) Summary() map[string]float64 {
	figures := map[string]float64{}
	for name, e := range map[string]*estimate{"elbo": f.Best.ELBO, "bound": f.Best.Bound, "kl": f.Best.KL, "evidence": f.Best.Evidence, "gap": f.Best.Gap} {
		if e != nil {
			figures[f.split+"/"+name] = e.Mean
		}
	}
	return figures
}
