package train

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"arbelos/graph"
)

// Loop trains a model: epochs over all batches in an order drawn from the seed
// and the epoch, a step and an update for each batch, a validation after each
// epoch and one before the first. Fields are set before Train or Restore is
// called and not changed after.
type Loop struct {
	Model Model
	// Name and Config are stored in checkpoints; see Checkpoint.
	Name   string
	Config json.RawMessage

	Seed     uint64
	Batches  int // number of batches in an epoch
	Groups   []Group
	Clips    []Clip
	Schedule Schedule

	// Run is where records and checkpoints go; nil: nowhere.
	Run *Run
	// CheckpointEvery is the number of steps between checkpoints; one is
	// written after every epoch besides. 0: after epochs only.
	CheckpointEvery int
	// RecordEvery is the number of steps between step records in the run's
	// metrics file. 0: epoch records only.
	RecordEvery int
	// Figures makes, of the metrics of training or of validation, the figures
	// that are no means, such as perplexities, for records. Nil: there are none.
	Figures func(Metrics) map[string]float64
	Hooks   []Hooks

	state   State
	started bool      // state holds where the run stands
	order   []int     // of the batches of the epoch under way
	since   time.Time // the start of the epoch under way, in this process
}

// Restore makes Train continue from a checkpoint instead of starting. It is an
// error, a *CheckpointError, if the checkpoint is of another model, seed,
// number of batches or set of groups; no parameter has changed then, but the
// loop must not be used. The schedule and the rates are the loop's own: they
// may differ from those of the run that is continued.
func (l *Loop) Restore(c *Checkpoint) error {
	l.check()
	if err := c.checkParams(l.Name, l.Model.Params()); err != nil {
		return err
	}
	if c.Seed != l.Seed {
		return c.mismatch("seed", fmt.Sprint(c.Seed), fmt.Sprint(l.Seed))
	}
	if c.Batches != l.Batches {
		return c.mismatch("training data", fmt.Sprintf("%d batches", c.Batches), fmt.Sprint(l.Batches))
	}
	if len(c.State.Optimisers) != len(l.Groups) {
		return c.mismatch("parameter groups", fmt.Sprint(len(c.State.Optimisers)), fmt.Sprint(len(l.Groups)))
	}
	for _, g := range l.Groups {
		o, ok := c.State.Optimisers[g.Name]
		if !ok {
			return c.mismatch("parameter groups", "none of that name", fmt.Sprintf("%q", g.Name))
		}
		if err := g.Optimiser.Restore(o, l.paramsOf(g.Name)); err != nil {
			return c.mismatch(fmt.Sprintf("parameter group %q", g.Name), err.Error(), "the state of the optimiser in use")
		}
	}
	c.copyParams(l.Model.Params())
	l.state = c.State
	l.state.Running = c.State.Running.Clone()
	l.state.Optimisers = nil // they hold it themselves from here on
	l.started = true
	return nil
}

// Train runs until the schedule ends, the context is cancelled or something
// goes wrong, which is when the error is not nil: a *DivergedError for a NaN or
// an infinity. After a cancellation, which is no error, and after an end, a
// checkpoint has been written of the very state the model is left in. Train may
// be called again to go on from there.
func (l *Loop) Train(ctx context.Context) (Result, error) {
	l.check()
	if !l.started {
		l.state = State{Running: Metrics{}, Schedule: l.Schedule.Start()}
		l.started = true
	}
	if l.Run != nil {
		var err error
		if l.state.Records, err = l.Run.StartRecords(l.state.Records, l.state.Step); err != nil {
			return l.result(Failed), err
		}
	}
	l.since = time.Now()
	for {
		if reason, ends := l.Schedule.Stop(l.state.Schedule, l.state.Epoch, l.Groups[0].Rate); ends {
			return l.result(reason), nil
		}
		err := ctx.Err()
		if err == nil {
			err = l.epoch(ctx)
		}
		if err != nil {
			return l.stopped(ctx, err)
		}
	}
}

// check panics if the fields cannot be meant.
func (l *Loop) check() {
	if l.Batches < 1 {
		panic("train: loop without batches")
	}
	if len(l.Groups) == 0 {
		panic("train: loop without parameter groups")
	}
	known := map[string]bool{}
	for _, g := range l.Groups {
		if known[g.Name] {
			panic("train: two parameter groups of one name")
		}
		if g.Name == "" || strings.Contains(g.Name, "/") {
			panic("train: name of a parameter group is empty or holds a slash")
		}
		known[g.Name] = true
	}
	names := map[string]bool{}
	for _, p := range l.Model.Params() {
		if !known[p.Group] {
			panic("train: parameter of a group that the loop does not have")
		}
		if names[p.Name] {
			panic("train: two parameters of one name")
		}
		names[p.Name] = true
	}
	clipped := map[string]bool{}
	for _, c := range l.Clips {
		for _, g := range c.Groups {
			if !known[g] || clipped[g] {
				panic("train: clipping names a group twice or one that the loop does not have")
			}
			clipped[g] = true
		}
	}
}

// epoch runs the epoch under way from where it stands to its end, with the
// validation and the checkpoint after it.
func (l *Loop) epoch(ctx context.Context) error {
	s := &l.state
	if s.Epoch > 0 {
		l.order = graph.Rand(l.Seed, "train: order of batches", uint64(s.Epoch)).Perm(l.Batches)
		for s.Position < l.Batches {
			if err := l.step(ctx); err != nil {
				return err
			}
			if err := ctx.Err(); err != nil {
				return err
			}
			if l.CheckpointEvery > 0 && s.Step%l.CheckpointEvery == 0 {
				if err := l.save(false); err != nil {
					return err
				}
			}
		}
	}
	return l.endEpoch(ctx)
}
