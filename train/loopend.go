package train

import (
	"context"
	"errors"
	"fmt"
	"time"

	"gorgonia.org/tensor"
)

// endEpoch validates, moves the schedule and saves.
func (l *Loop) endEpoch(ctx context.Context) error {
	s := &l.state
	validation, err := l.Model.Validate(ctx, s.Epoch)
	if err != nil {
		return fmt.Errorf("epoch %d: validation: %w", s.Epoch, err)
	}
	if !isFinite(validation.Score) {
		return &DivergedError{s.Epoch, s.Step, -1, "validation score", validation.Score}
	}
	if name, v, found := validation.Metrics.nonFinite(); found {
		return &DivergedError{s.Epoch, s.Step, -1, fmt.Sprintf("validation metric %q", name), v}
	}
	best := l.Schedule.Validated(&s.Schedule, s.Epoch, validation.Score)
	record := EpochRecord{
		Epoch: s.Epoch, Step: s.Step, Train: s.Running, Validation: validation, Best: best,
		Rates: map[string]float64{}, Seconds: time.Since(l.since).Seconds(),
	}
	for _, g := range l.Groups {
		record.Rates[g.Name] = g.Rate * s.Schedule.Scale
	}
	record.Figures, record.Time = l.epochFigures(record), time.Now()
	s.Epoch, s.Position, s.Running = s.Epoch+1, 0, Metrics{}
	l.since = record.Time
	if err := l.record(struct {
		Kind  string `json:"kind"`
		Split string `json:"split"`
		EpochRecord
	}{KindEpoch, SplitValidation, record},
		Record{Kind: KindEpoch, Epoch: record.Epoch, Step: record.Step, Time: record.Time, Figures: record.Figures},
	); err != nil {
		return err
	}
	for _, h := range l.Hooks {
		if h.Epoch != nil {
			if err := h.Epoch(record); err != nil {
				return err
			}
		}
	}
	return l.save(best)
}

// stopped turns the error that ended the loop into what Train returns. After a
// cancellation the state lies between two steps, and is saved.
func (l *Loop) stopped(ctx context.Context, err error) (Result, error) {
	if ctx.Err() != nil && errors.Is(err, ctx.Err()) {
		if err = l.save(false); err == nil {
			return l.result(Cancelled), nil
		}
	}
	if diverged := (*DivergedError)(nil); errors.As(err, &diverged) {
		return l.result(Diverged), err
	}
	return l.result(Failed), err
}

func (l *Loop) result(reason Reason) Result {
	return Result{Reason: reason, Epochs: max(0, l.state.Epoch-1), Steps: l.state.Step, Best: l.state.Schedule.Best}
}

// record appends a record to the run's metrics file: line has more than it has.
func (l *Loop) record(line any, record Record) error {
	if l.Run == nil {
		return nil
	}
	l.state.Records++
	return l.Run.appendRecord(line, record)
}

// save writes the checkpoint, as the best too if it is. It refuses to write
// what is not finite, so that the last checkpoint is always a good one.
func (l *Loop) save(best bool) error {
	if err := l.checkFinite(); err != nil || l.Run == nil {
		return err
	}
	if err := l.Run.SyncRecords(); err != nil {
		return err
	}
	var also []string
	if best {
		also = []string{l.Run.Best()}
	}
	if err := l.checkpoint().Save(l.Run.Last(), also...); err != nil {
		return err
	}
	for _, h := range l.Hooks {
		if h.Checkpoint != nil {
			if err := h.Checkpoint(l.Run.Last(), best); err != nil {
				return err
			}
		}
	}
	return nil
}

// checkpoint returns the present state as a checkpoint that shares its tensors.
func (l *Loop) checkpoint() *Checkpoint {
	c := &Checkpoint{
		Model: l.Name, Config: l.Config, Seed: l.Seed, Batches: l.Batches,
		State: l.state, Params: map[string]*tensor.Dense{},
	}
	for _, p := range l.Model.Params() {
		c.Params[p.Name] = p.Value
	}
	c.State.Optimisers = map[string]OptimiserState{}
	for _, g := range l.Groups {
		c.State.Optimisers[g.Name] = g.Optimiser.State()
	}
	return c
}

// checkFinite reports the first parameter that holds a NaN or an infinity.
func (l *Loop) checkFinite() error {
	params := l.Model.Params()
	what, v, found := nonFiniteTensor("value", params, func(i int) *tensor.Dense { return params[i].Value })
	if found {
		return &DivergedError{l.state.Epoch, l.state.Step, -1, what, v}
	}
	return nil
}
