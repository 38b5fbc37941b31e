package main

import (
	"context"
	"fmt"
	"math"
	"runtime/debug"
	"time"

	"arbelos/train"
)

// garbagePercent is how much garbage may pile up while a model is fitted, in percent of
// what lives: documents and tables of numbers, which cost a collection next to nothing.
const garbagePercent = 5

// loop makes the iterations that are left. It keeps checkpoints, the last of them
// of the very state that it ends in. After a cancellation the error is the
// context's.
func (f *fit) loop(ctx context.Context) error {
	defer debug.SetGCPercent(debug.SetGCPercent(garbagePercent))
	last := f.method.iterations(f.opts, f.data)
	kept, err := f.run.StartRecords(f.records, f.fitting.done())
	if err != nil {
		return err
	}
	if kept < f.records {
		f.log.Warn("the metrics file is shorter than the checkpoint knows", "records", kept, "expected", f.records)
		f.records = kept
	}
	began, saved := time.Now(), time.Now()
	tokens, first := 0.0, f.fitting.done()
	score := math.NaN()
	for f.fitting.done() < last && !f.converged {
		if ctx.Err() != nil {
			break
		}
		x, err := f.fitting.step()
		if err != nil {
			return fmt.Errorf("%s %d: %w", f.method.unit, f.fitting.done()+1, err)
		}
		f.converged = x.converged
		tokens += x.tokens
		if v, ok := x.figures[f.method.score]; ok {
			if score = v; math.IsNaN(v) || math.IsInf(v, 0) {
				return fmt.Errorf("%s %d: %s is %v", f.method.unit, f.fitting.done(), f.method.scoreName, v)
			}
		}
		if err := f.record(x, time.Since(began)); err != nil {
			return err
		}
		ended := f.converged || f.fitting.done() == last
		err = f.progress.Line(ended, func() string {
			return fmt.Sprintf("%s %d/%d  %s %.4f  %.0f tokens/s", f.method.unit, f.fitting.done(), last, f.method.scoreName, score, tokens/time.Since(began).Seconds())
		})
		if err != nil {
			return err
		}
		if !ended && time.Since(saved).Seconds() >= f.opts.CheckpointEvery {
			if err := f.save(false); err != nil {
				return err
			}
			saved = time.Now()
		}
	}
	if f.fitting.done() > first || f.fitting.done() == 0 {
		if err := f.save(f.converged); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// record writes what an iteration found to the metrics file.
func (f *fit) record(x found, since time.Duration) error {
	if len(x.figures) == 0 {
		return nil
	}
	each := f.method.epochs(f.data)
	done := f.fitting.done()
	r := train.Record{
		Kind: train.KindStep, Split: train.SplitTrain, Epoch: (done-1)/each + 1, Step: done,
		Figures: map[string]float64{}, Time: time.Now(),
	}
	if done%each == 0 {
		r.Kind, r.Seconds = train.KindEpoch, since.Seconds()
	}
	for name, v := range x.figures {
		r.Figures[train.SplitTrain+"/"+name] = v
	}
	f.records++
	return f.run.Record(r)
}
