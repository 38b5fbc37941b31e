package main

import (
	"fmt"

	"arbelos/cmd/internal/langmodel"
	"arbelos/cmd/internal/program"
	"arbelos/models/urnng"
	"arbelos/train"
	"arbelos/train/corpus"
)

// modelName marks the checkpoints of this program.
const modelName = "urnng"

// saved is what a checkpoint holds beside tensors and the loop's state: enough
// to use the model.
type saved struct {
	Model urnng.Config  `json:"model"`
	Vocab *corpus.Vocab `json:"vocab"`
	Mode  string        `json:"mode"`
}

// check refuses to continue, from a checkpoint, a run that would not be the same:
// one with other words or another objective. Sizes are for Loop.Restore to check.
func (s saved) check(c *train.Checkpoint, path string) error {
	old, err := readSaved(c, path)
	if err != nil {
		return err
	}
	if old.Mode != s.Mode {
		return &train.CheckpointError{Path: path, Kind: train.ErrCheckpointMismatch, What: "mode", Found: old.Mode, Expected: s.Mode}
	}
	return langmodel.CheckSameVocab(old.Vocab, s.Vocab, path)
}

// readSaved reads what this program keeps in a checkpoint, and no other's.
func readSaved(c *train.Checkpoint, path string) (saved, error) {
	var s saved
	if err := program.DecodeConfig(c, path, modelName, &s); err != nil {
		return s, err
	}
	return s, langmodel.CheckVocab(s.Vocab, s.Model.Vocab, path)
}

// loaded is a model that has been trained.
type loaded struct {
	saved
	model *urnng.Model
	path  string
}

// load reads a model from a checkpoint's JSON file, or the best checkpoint of a
// run directory.
func load(path string) (*loaded, error) {
	c, path, err := program.ReadCheckpoint(path, modelName)
	if err != nil {
		return nil, err
	}
	return fromCheckpoint(c, path)
}

func fromCheckpoint(c *train.Checkpoint, path string) (*loaded, error) {
	s, err := readSaved(c, path)
	if err != nil {
		return nil, err
	}
	l := &loaded{saved: s, path: path}
	if l.model, err = urnng.New(l.Model, 0); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if err := c.RestoreParams(modelName, l.model.Params()); err != nil {
		return nil, err
	}
	return l, nil
}
