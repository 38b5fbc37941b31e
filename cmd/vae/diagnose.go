package main

import (
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"arbelos/cmd/internal/program"
	"arbelos/models/vae"
	"arbelos/train"
	"arbelos/train/corpus/points"
	"arbelos/train/diagnostics"
)

// diagnoseCmd tells whether to believe the bound and the gradients.
type diagnoseCmd struct {
	ModelFile   string        `required:"" help:"Run directory, or a checkpoint's .json file." placeholder:"PATH"`
	TestFile    string        `help:"Items, a table; - is standard input. Default: the embedded test data, for a model trained on embedded data." placeholder:"FILE"`
	Format      points.Format `help:"Format of the file: ${enum}." enum:"auto,csv,tsv,npy" default:"auto"`
	Items       int           `help:"Items of the file that are looked at, the first ones." default:"200"`
	Samples     int           `help:"Samples from q for each item." default:"1024"`
	GradSamples int           `help:"Samples from q for each item in a gradient." default:"16"`
	Draws       int           `help:"Gradients of each estimator, on the same items." default:"100"`
	OutputDir   string        `help:"Where diagnostics.json, .png and .svg go. Default: the run directory, or the checkpoint's folder." placeholder:"DIR"`
	Seed        uint64        `help:"Seed of the samples." default:"3435"`
	program.Parallel
	JSON bool `name:"json" help:"Print the figures as JSON."`
}

// Help shows how the command is called.
func (diagnoseCmd) Help() string {
	return `Examples:

  vae diagnose --model-file runs/mine
  vae diagnose --model-file runs/mine --test-file t.csv --output-dir figures`
}

// Run prints the diagnostics and writes them beside the model, as numbers and as a
// plot.
func (o *diagnoseCmd) Run() error {
	if err := o.Use(); err != nil {
		return err
	}
	for _, f := range []struct {
		name   string
		v, min int
	}{{"items", o.Items, 2}, {"samples", o.Samples, 25}, {"grad-samples", o.GradSamples, 1}, {"draws", o.Draws, 2}} {
		if f.v < f.min {
			return program.Refused(fmt.Errorf("--%s is %d, expected at least %d", f.name, f.v, f.min))
		}
	}
	l, err := load(o.ModelFile)
	if err != nil {
		return err
	}
	table, rows, err := l.items(o.TestFile, o.Format)
	if err != nil {
		return err
	}
	if len(rows) < 2 {
		return table.Refuse(0, -1, "one item", "at least two: diagnostics compare them")
	}
	r, err := o.report(l, rows[:min(o.Items, len(rows))])
	if err != nil {
		return err
	}
	if err := o.save(l, r); err != nil {
		return err
	}
	if o.JSON {
		return program.PrintJSON(r)
	}
	return program.PrintText(func(w io.Writer) {
		fmt.Fprintf(w, "%s on %s: %d items\n", l.path, table.File, min(o.Items, len(rows)))
		printReport(w, r)
	})
}

func (o *diagnoseCmd) report(l *loaded, rows [][]float64) (*diagnostics.Report, error) {
	e, err := l.model.Evaluate(rows, o.Samples, vae.Key{Seed: o.Seed})
	if err != nil {
		return nil, err
	}
	exact, err := l.model.Evidence(rows)
	if err != nil && l.Model.Likelihood == vae.Linear {
		return nil, err
	}
	for _, logs := range append(e.LogWeights, exact) { // densities in the data's units
		for i := range logs {
			logs[i] += l.Scaling.logDensity()
		}
	}
	var ks []int
	for k := 1; k <= o.Samples/2; k *= 2 {
		ks = append(ks, k)
	}
	r := new(diagnostics.Report)
	if r.Bound, err = diagnostics.BoundCurve(e.LogWeights, exact, ks); err != nil {
		return nil, err
	}
	if r.Weights, err = diagnostics.NewWeights(e.LogWeights); err != nil {
		return nil, err
	}
	if r.Gap, err = diagnostics.NewGap(e.ELBO, e.Bound); err != nil { // the units make no difference to it
		return nil, err
	}
	if r.Units, err = diagnostics.NewUnits(e.Mean, e.KL); err != nil {
		return nil, err
	}
	for _, c := range []struct {
		name string
		vae.Options
	}{
		{"elbo", vae.Options{Estimator: vae.ELBO}}, {"iwae", vae.Options{Estimator: vae.IWAE}},
		{"dreg", vae.Options{Estimator: vae.DReG}}, {"rws", vae.Options{Estimator: vae.RWS}},
		{"score", vae.Options{Estimator: vae.Score, Baseline: vae.NoBaseline}},
		{"score, leave-one-out", vae.Options{Estimator: vae.Score, Baseline: vae.LeaveOneOut}},
	} {
		noise, err := o.noise(l.model, rows, c.Options)
		if err != nil {
			return nil, err
		}
		r.Gradients = append(r.Gradients, diagnostics.Estimator{Name: c.name, Groups: noise})
	}
	return r, nil
}

// noise measures an estimator's gradients in the parameters of p and q.
func (o *diagnoseCmd) noise(m *vae.Model, rows [][]float64, options vae.Options) ([]diagnostics.GroupNoise, error) {
	options.Samples, options.KLWeight = o.GradSamples, 1
	params := m.Params()
	for params[len(params)-1].Group == vae.GroupBaseline { // they come last and are no part of p or q
		params = params[:len(params)-1]
	}
	gradients := diagnostics.NewGradients(params)
	for i := range uint64(o.Draws) {
		options.Key = vae.Key{Seed: o.Seed, Step: i}
		s, err := m.Step(rows, options)
		if err != nil {
			return nil, err
		}
		if err := gradients.Add(s.Grads[:len(params)]); err != nil {
			return nil, err
		}
	}
	return gradients.Groups()
}

// save writes the report as numbers and as plots.
func (o *diagnoseCmd) save(l *loaded, r *diagnostics.Report) error {
	dir := o.OutputDir
	if dir == "" {
		dir = filepath.Dir(l.path)
		if filepath.Base(dir) == "checkpoints" { // of a run directory
			dir = filepath.Dir(dir)
		}
	}
	numbers, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return err
	}
	files := map[string][]byte{"json": append(numbers, '\n')}
	for _, format := range []string{"png", "svg"} {
		if files[format], err = r.Plot(format); err != nil {
			return err
		}
	}
	for _, format := range []string{"json", "png", "svg"} {
		write := func(w io.Writer) error { _, err := w.Write(files[format]); return err }
		if err := train.WriteFile(filepath.Join(dir, "diagnostics."+format), write); err != nil {
			return err
		}
	}
	return nil
}

func printReport(w io.Writer, r *diagnostics.Report) {
	fmt.Fprintln(w)
	table := [][]string{{"bound of K samples", "nats an item", "bias", "std. error", "-Var/(2K)"}}
	for _, b := range r.Bound {
		table = append(table, []string{fmt.Sprint(b.K), fmt.Sprintf("%.4f", b.Bound), fmt.Sprintf("%.2g", b.Bias), fmt.Sprintf("%.1g", b.BiasErr), fmt.Sprintf("%.2g", b.Predicted)})
	}
	program.Table(w, table)
	heavy := 0
	for _, k := range r.Weights.ParetoK {
		if k > 0.7 {
			heavy++
		}
	}
	fmt.Fprintf(w, "\nimportance weights: effective sample size %.0f of %d (mean over items); Pareto k above 0.7 for %d of %d items\n",
		mean(r.Weights.ESS), r.Weights.Samples[0], heavy, len(r.Weights.ESS))
	fmt.Fprintf(w, "bound less ELBO: %.4f nats, standard error %.4f\n", r.Gap.Mean, r.Gap.StdErr)
	fmt.Fprintf(w, "%d of %d dimensions of z are in use; KL %s\n\n", r.Units.Active, len(r.Units.KL), strings.Trim(fmt.Sprintf("%.3f", r.Units.KL), "[]"))
	table = [][]string{{"gradient", "group", "norm", "variance", "signal/noise"}}
	for _, e := range r.Gradients {
		for _, g := range e.Groups {
			table = append(table, []string{e.Name, g.Group, fmt.Sprintf("%.3g", g.Norm), fmt.Sprintf("%.3g", g.Variance), fmt.Sprintf("%.3g", float64(g.SNR))})
		}
	}
	program.Table(w, table)
}
