package train

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"arbelos/graph"

	"gorgonia.org/tensor"
)

// CheckpointFormat is the version of the format written, and the latest read.
const CheckpointFormat = 1

// Checkpoint is all of a run that its continuation depends on, and all of a
// model that its use depends on.
//
// It is stored in two files. The JSON file is the checkpoint's name: it holds
// everything but tensors, and the name, size and SHA-256 digest of the
// safetensors file beside it, which holds "param/NAME" for each parameter and
// "optimiser/GROUP/..." for the optimisers' state.
type Checkpoint struct {
	Format int `json:"format"`
	// Model names the kind of model, such as "urnng".
	Model string `json:"model"`
	// Config is what the program needs to build the model again: sizes,
	// vocabulary, options. The package passes it through.
	Config json.RawMessage `json:"config,omitempty"`
	// Seed and Batches, the number of batches in an epoch, fix the order of
	// the batches.
	Seed    uint64 `json:"seed"`
	Batches int    `json:"batches"`
	State   State  `json:"state"`
	// File describes the tensor file; Save fills it in.
	File TensorFile `json:"tensors"`

	// Params holds the parameters' values by name.
	Params map[string]*tensor.Dense `json:"-"`

	path string // of the JSON file it was read from, for errors
}

// TensorFile identifies the file of a checkpoint's tensors.
type TensorFile struct {
	Name   string `json:"file"` // without folder: it lies beside the JSON file
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256"`
}

// State is where a run stands between two steps.
type State struct {
	// Epoch is the epoch under way, from 1; 0 before the first validation.
	Epoch int `json:"epoch"`
	// Position is the number of batches of the epoch that are done. When it is
	// all of them, validation is next.
	Position int `json:"position"`
	// Step is the number of steps done in all epochs.
	Step int `json:"step"`
	// Records is the number of lines in the run's metrics file.
	Records int `json:"records"`
	// Running sums the metrics of the epoch's steps so far.
	Running Metrics `json:"running"`
	// Schedule is the state of the schedule.
	Schedule ScheduleState `json:"schedule"`
	// Optimisers holds each group's optimiser state by the group's name.
	Optimisers map[string]OptimiserState `json:"optimisers"`
}

// RestoreParams copies the checkpoint's values into the parameters of a model
// of that kind, built from the checkpoint's Config. Parameters must agree in
// name, shape and element type, and none may be missing on either side: else
// the error is a *CheckpointError and no parameter has changed.
func (c *Checkpoint) RestoreParams(model string, params []*graph.Param) error {
	if err := c.checkParams(model, params); err != nil {
		return err
	}
	c.copyParams(params)
	return nil
}

func (c *Checkpoint) checkParams(model string, params []*graph.Param) error {
	if c.Model != model {
		return c.mismatch("model", fmt.Sprintf("%q", c.Model), fmt.Sprintf("%q", model))
	}
	wanted := map[string]bool{}
	for _, p := range params {
		wanted[p.Name] = true
		what := fmt.Sprintf("parameter %q", p.Name)
		d, ok := c.Params[p.Name]
		switch {
		case !ok:
			return c.mismatch(what, "none", describe(p.Value))
		case !slices.Equal(d.Shape(), p.Value.Shape()) || d.Dtype() != p.Value.Dtype():
			return c.mismatch(what, describe(d), describe(p.Value))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(c.Params)) {
		if !wanted[name] {
			return c.mismatch(fmt.Sprintf("parameter %q", name), describe(c.Params[name]), "none")
		}
	}
	return nil
}

// copyParams is the second half of RestoreParams, after checkParams.
func (c *Checkpoint) copyParams(params []*graph.Param) {
	for _, p := range params {
		if isFloat32(p.Value) {
			copy(elements[float32](p.Value), elements[float32](c.Params[p.Name]))
		} else {
			copy(elements[float64](p.Value), elements[float64](c.Params[p.Name]))
		}
	}
}

func describe(d *tensor.Dense) string { return fmt.Sprintf("%v of shape %v", d.Dtype(), d.Shape()) }

func (c *Checkpoint) mismatch(what, found, expected string) error {
	return &CheckpointError{Path: c.path, Kind: ErrCheckpointMismatch, What: what, Found: found, Expected: expected}
}

// tensors returns all tensors under the names they have in the tensor file.
func (c *Checkpoint) tensors() map[string]*tensor.Dense {
	all := map[string]*tensor.Dense{}
	for name, d := range c.Params {
		all["param/"+name] = d
	}
	for group, o := range c.State.Optimisers {
		for name, d := range o.Tensors {
			all["optimiser/"+group+"/"+name] = d
		}
	}
	return all
}

// setTensors is the inverse of tensors. It returns the name of a tensor that
// has no place, if there is one.
func (c *Checkpoint) setTensors(all map[string]*tensor.Dense) (misplaced string, ok bool) {
	c.Params = map[string]*tensor.Dense{}
	for _, name := range slices.Sorted(maps.Keys(all)) {
		kind, rest, _ := strings.Cut(name, "/")
		if kind == "param" && rest != "" {
			c.Params[rest] = all[name]
			continue
		}
		group, rest, _ := strings.Cut(rest, "/")
		o, known := c.State.Optimisers[group]
		if kind != "optimiser" || !known || rest == "" {
			return name, false
		}
		if o.Tensors == nil {
			o.Tensors = map[string]*tensor.Dense{}
		}
		o.Tensors[rest] = all[name]
		c.State.Optimisers[group] = o
	}
	return "", true
}
