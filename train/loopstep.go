package train

import (
	"context"
	"fmt"
	"time"

	"arbelos/graph"

	"gorgonia.org/tensor"
)

// step computes the gradients of the next batch and updates the parameters.
func (l *Loop) step(ctx context.Context) error {
	s := &l.state
	at := StepInfo{
		Epoch: s.Epoch, Step: s.Step + 1, Batch: l.order[s.Position],
		KLWeight: l.Schedule.KLWeight(s.Step+1, l.Batches),
		Trained:  l.trained(s.Epoch),
	}
	result, err := l.Model.Step(ctx, at)
	if err != nil {
		return fmt.Errorf("epoch %d, step %d, batch %d: %w", at.Epoch, at.Step, at.Batch, err)
	}
	if name, v, found := result.Metrics.nonFinite(); found {
		return &DivergedError{at.Epoch, at.Step, at.Batch, fmt.Sprintf("metric %q", name), v}
	}
	norms, err := l.clip(at, result.Grads)
	if err != nil {
		return err
	}
	rates := map[string]float64{}
	for _, g := range l.Groups {
		if at.Trained[g.Name] {
			rates[g.Name] = g.Rate * s.Schedule.Scale
			g.Optimiser.Step(rates[g.Name], l.paramsOf(g.Name), l.gradsOf(g.Name, result.Grads))
		}
	}
	s.Step++
	s.Position++
	s.Running.Merge(result.Metrics)

	record := StepRecord{
		Epoch: at.Epoch, Step: at.Step, Batch: at.Batch, Position: s.Position, Batches: l.Batches,
		KLWeight: at.KLWeight, Rate: l.Groups[0].Rate * s.Schedule.Scale, Rates: rates, Norms: norms, Metrics: result.Metrics, Running: s.Running,
	}
	record.Figures, record.Time = l.stepFigures(record), time.Now()
	if l.RecordEvery > 0 && s.Step%l.RecordEvery == 0 {
		if err := l.record(struct {
			Kind  string `json:"kind"`
			Split string `json:"split"`
			StepRecord
		}{KindStep, SplitTrain, record},
			Record{Kind: KindStep, Epoch: at.Epoch, Step: at.Step, Time: record.Time, Figures: record.Figures},
		); err != nil {
			return err
		}
	}
	for _, h := range l.Hooks {
		if h.Step != nil {
			if err := h.Step(record); err != nil {
				return err
			}
		}
	}
	return nil
}

// clip bounds the gradients of the groups trained and returns their norms, or
// a *DivergedError that names the first parameter whose gradient is not finite.
func (l *Loop) clip(at StepInfo, grads []*tensor.Dense) (map[string]float64, error) {
	params := l.Model.Params()
	checkFits(params, grads)
	norms := map[string]float64{}
	for _, c := range l.allClips() {
		var joint []*tensor.Dense
		for _, name := range c.Groups {
			if at.Trained[name] {
				joint = append(joint, l.gradsOf(name, grads)...)
			}
		}
		norm := ClipNorm(joint, c.MaxNorm)
		if isFinite(norm) {
			norms[c.String()] = norm
			continue
		}
		of := func(i int) *tensor.Dense {
			if !at.Trained[params[i].Group] {
				return nil
			}
			return grads[i]
		}
		what, v, found := nonFiniteTensor("gradient", params, of)
		if !found { // every element is finite, their squares overflow
			what, v = fmt.Sprintf("norm of the gradients of %s", c), norm
		}
		return nil, &DivergedError{at.Epoch, at.Step, at.Batch, what, v}
	}
	return norms, nil
}

// allClips returns the clips and one that only measures for every group of
// none.
func (l *Loop) allClips() []Clip {
	clipped := map[string]bool{}
	for _, c := range l.Clips {
		for _, g := range c.Groups {
			clipped[g] = true
		}
	}
	all := l.Clips
	for _, g := range l.Groups {
		if !clipped[g.Name] {
			all = append(all[:len(all):len(all)], Clip{Groups: []string{g.Name}})
		}
	}
	return all
}

// trained returns the names of the groups trained in an epoch.
func (l *Loop) trained(epoch int) map[string]bool {
	names := map[string]bool{}
	for _, g := range l.Groups {
		if g.trainedIn(epoch) {
			names[g.Name] = true
		}
	}
	return names
}

// paramsOf returns the parameters of a group.
func (l *Loop) paramsOf(group string) []*graph.Param {
	var params []*graph.Param
	for _, p := range l.Model.Params() {
		if p.Group == group {
			params = append(params, p)
		}
	}
	return params
}

// gradsOf returns the gradients of a group's parameters, aligned with paramsOf.
func (l *Loop) gradsOf(group string, grads []*tensor.Dense) []*tensor.Dense {
	var of []*tensor.Dense
	for i, p := range l.Model.Params() {
		if p.Group == group {
			of = append(of, grads[i])
		}
	}
	return of
}
