package main

import (
	"fmt"
	"io"
	"math"
	"runtime"
	"slices"
	"time"

	"gorgonia.org/tensor"

	"arbelos/cmd/internal/program"
	"arbelos/graph"
	"arbelos/graph/kernel"
	"arbelos/models/urnng"
	"arbelos/train"
)

// benchStepCmd times training steps.
type benchStepCmd struct {
	sizes
	Samples int     `help:"Trees drawn for each sentence." default:"8"`
	Dropout float64 `help:"Dropout rate." default:"0.5"`
	Peaked  float64 `help:"Standard deviation of q's span scores; 0 leaves q as it starts, flat." default:"0"`
}

// stepFigures are medians over the runs, times in seconds.
type stepFigures struct {
	Kernel    string  `json:"kernel"`
	Threads   int     `json:"threads"`
	Step      float64 `json:"step"`
	Q         float64 `json:"q"`
	Plan      float64 `json:"plan"`
	Forward   float64 `json:"p_forward"`
	Backward  float64 `json:"backward"`
	Update    float64 `json:"update"`
	Floor     float64 `json:"floor"`
	GFLOP     float64 `json:"floor_gflop"`
	Ratio     float64 `json:"ratio"` // median of the runs' ratios
	Sentences float64 `json:"sentences_per_second"`
	States    float64 `json:"states_left"` // share after merging
	PeakMiB   float64 `json:"peak_memory_mib"`
}

// Help shows how the command is called.
func (benchStepCmd) Help() string {
	return `Examples:

  urnng bench step
  urnng bench step --w-dim 128 --q-dim 64 --peaked 3 --json`
}

// Run prints the figures of a step.
func (o *benchStepCmd) Run() error {
	if err := o.Use(); err != nil {
		return err
	}
	m, batch, err := o.model(o.Dropout)
	if err != nil {
		return err
	}
	if o.Samples < 1 || !(o.Peaked >= 0) {
		return program.Refused(fmt.Errorf("--samples is %d and --peaked is %v, expected at least 1 and 0", o.Samples, o.Peaked))
	}
	if o.Peaked > 0 {
		if err := sharpen(m, batch, o.Peaked); err != nil {
			return err
		}
	}
	u := newUpdate(m)
	var floor *floor
	runs := map[string][]float64{}
	var f stepFigures
	// Two runs are not counted; the peak of memory is theirs, before the floor's
	// matrices are made.
	for k := range o.Runs + 2 {
		begin := time.Now()
		s, err := m.Unsupervised(batch, urnng.Options{Key: urnng.Key{Seed: o.Seed, Step: uint64(k)}, Samples: o.Samples, KLWeight: 1, TrainQ: true})
		if err != nil {
			return err
		}
		before := time.Now()
		u.do(s)
		update, step := time.Since(before), time.Since(begin)
		f.States = float64(s.States) / float64(s.Unmerged)
		m.Release()
		switch k {
		case 0:
			continue
		case 1:
			f.PeakMiB = peakMemory()
			floor = newFloor(stepProducts(m.Config, o.Sentences, o.Words, o.Samples))
			floor.run()
			continue
		}
		least := floor.run()
		for name, d := range map[string]time.Duration{
			"step": step, "q": s.Times.Q, "plan": s.Times.Plan, "forward": s.Times.Forward, "backward": s.Times.Backward, "update": update, "floor": least,
		} {
			runs[name] = append(runs[name], d.Seconds())
		}
		runs["ratio"] = append(runs["ratio"], step.Seconds()/least.Seconds())
	}
	f.Kernel, f.Threads, f.GFLOP = kernel.Name(), runtime.GOMAXPROCS(0), floor.flop()/1e9
	f.Step, f.Q, f.Plan, f.Forward = median(runs["step"]), median(runs["q"]), median(runs["plan"]), median(runs["forward"])
	f.Backward, f.Update, f.Floor, f.Ratio = median(runs["backward"]), median(runs["update"]), median(runs["floor"]), median(runs["ratio"])
	f.Sentences = float64(o.Sentences) / f.Step
	if o.JSON {
		return program.PrintJSON(f)
	}
	return program.PrintText(func(w io.Writer) {
		fmt.Fprintf(w, "%d sentences x %d samples, %d words; widths %d/%d, %d layers, vocabulary %d; kernels %s, %d threads; medians of %d runs\n\n",
			o.Sentences, o.Samples, o.Words, o.WDim, o.QDim, o.NumLayers, o.Vocab, f.Kernel, f.Threads, o.Runs)
		rows := [][]string{{"part", "ms"}}
		for _, r := range []struct {
			name string
			s    float64
		}{{"q", f.Q}, {"plan", f.Plan}, {"p forward", f.Forward}, {"backward", f.Backward}, {"update", f.Update}, {"step", f.Step}, {"floor", f.Floor}} {
			rows = append(rows, []string{r.name, fmt.Sprintf("%.1f", 1e3*r.s)})
		}
		program.Table(w, rows)
		fmt.Fprintf(w, "\nstep / floor (the matrix products without merging, %.1f GFLOP): %.2f\n", f.GFLOP, f.Ratio)
		fmt.Fprintf(w, "sentences a second: %.1f\nstates left after merging: %.1f%%\npeak memory: %.0f MiB\n", f.Sentences, 100*f.States, f.PeakMiB)
	})
}

// sharpen scales q's last layer so that span scores have the given standard
// deviation.
func sharpen(m *urnng.Model, batch []urnng.Item, deviation float64) error {
	scores, err := m.SpanScores(batch)
	if err != nil {
		return err
	}
	var sum, squares float64
	for _, s := range scores {
		sum += s
		squares += s * s
	}
	n := float64(len(scores))
	factor := deviation / math.Sqrt(squares/n-sum/n*sum/n)
	weight := m.Scorer.Out.Weight.Value.Float32s()
	for i := range weight {
		weight[i] *= float32(factor)
	}
	return nil
}

// update is what follows a step: clipping and the optimisers.
type update struct {
	m      *urnng.Model
	groups map[string]train.Optimiser
}

func newUpdate(m *urnng.Model) update {
	return update{m, map[string]train.Optimiser{urnng.GroupP: new(train.SGD), urnng.GroupAction: new(train.SGD), urnng.GroupQ: new(train.Adam)}}
}

// do moves the parameters by rates so small that the runs stay alike.
func (u update) do(s *urnng.Step) {
	for _, clip := range [][]string{{urnng.GroupP, urnng.GroupAction}, {urnng.GroupQ}} {
		var joint []*tensor.Dense
		for i, p := range u.m.Params() {
			if slices.Contains(clip, p.Group) {
				joint = append(joint, s.Grads[i])
			}
		}
		train.ClipNorm(joint, 5)
	}
	for name, optimiser := range u.groups {
		var params []*graph.Param
		var grads []*tensor.Dense
		for i, p := range u.m.Params() {
			if p.Group == name {
				params, grads = append(params, p), append(grads, s.Grads[i])
			}
		}
		optimiser.Step(1e-9, params, grads)
	}
}
