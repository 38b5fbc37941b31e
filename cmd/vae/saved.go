package main

import (
	"errors"
	"fmt"

	"arbelos/cmd/internal/program"
	"arbelos/models/vae"
	"arbelos/train"
	"arbelos/train/corpus/points"
)

// modelName marks the checkpoints of this program.
const modelName = "vae"

// saved is what a checkpoint holds beside tensors and the loop's state: enough to
// use the model.
type saved struct {
	Model      vae.Config `json:"model"`
	Scaling    scaling    `json:"scaling"`
	ImageWidth int        `json:"image_width,omitempty"`
	Embedded   string     `json:"embedded,omitempty"` // the data trained on, where it was that
	Digest     string     `json:"digest"`             // of the training items
}

// check refuses to continue, from a checkpoint, a run on other data. Sizes are for
// Loop.Restore to check.
func (s saved) check(c *train.Checkpoint, path string) error {
	old, err := readSaved(c, path)
	if err != nil {
		return err
	}
	mismatch := func(what, found, expected string) error {
		return &train.CheckpointError{Path: path, Kind: train.ErrCheckpointMismatch, What: what, Found: found, Expected: expected}
	}
	if old.Digest != s.Digest {
		return mismatch("training data", "a run on other items", "one on these")
	}
	if old.Model.Likelihood != s.Model.Likelihood {
		return mismatch("likelihood", string(old.Model.Likelihood), string(s.Model.Likelihood))
	}
	if (old.Scaling.Mean == nil) != (s.Scaling.Mean == nil) {
		return mismatch("scaling", fmt.Sprintf("standardise = %t", old.Scaling.Mean != nil), fmt.Sprint(s.Scaling.Mean != nil))
	}
	return nil
}

// readSaved reads what this program keeps in a checkpoint, and no other's.
func readSaved(c *train.Checkpoint, path string) (saved, error) {
	var s saved
	if err := program.DecodeConfig(c, path, modelName, &s); err != nil {
		return s, err
	}
	corrupt := func(found string) error {
		return &train.CheckpointError{Path: path, Kind: train.ErrCheckpointCorrupt, What: "config", Found: found, Expected: "sizes of a model"}
	}
	if err := s.Model.Check(); err != nil {
		return s, corrupt(err.Error())
	}
	if n := len(s.Scaling.Mean); n != len(s.Scaling.Deviation) || n != 0 && n != s.Model.Data {
		return s, corrupt(fmt.Sprintf("a scaling of %d columns", n))
	}
	return s, nil
}

// loaded is a model that has been trained.
type loaded struct {
	saved
	model *vae.Model
	path  string
}

// load reads a model from a checkpoint's JSON file, or the best checkpoint of a run
// directory.
func load(path string) (*loaded, error) {
	c, path, err := program.ReadCheckpoint(path, modelName)
	if err != nil {
		return nil, err
	}
	s, err := readSaved(c, path)
	if err != nil {
		return nil, err
	}
	l := &loaded{saved: s, path: path}
	if l.model, err = vae.New(s.Model, 0); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return l, c.RestoreParams(modelName, l.model.Params())
}

// errNoData is the error of a model trained on files, of which none is named.
var errNoData = errors.New("the model was not trained on embedded data: name a table of items")

// items reads the items that a command works on, as the model sees them; for "" the
// embedded test data of the kind that the model was trained on.
func (l *loaded) items(path string, format points.Format) (t *points.Table, rows [][]float64, err error) {
	switch {
	case path != "":
		t, err = readTable(path, format)
	case l.Embedded == "":
		return nil, nil, errNoData
	default:
		t, err = embeddedTable(l.Embedded, "test")
	}
	if err != nil {
		return nil, nil, err
	}
	if err := checkTable(t, l.Model); err != nil {
		return nil, nil, err
	}
	return t, l.Scaling.in(t.Rows), nil
}
