package main

import (
	"fmt"

	"arbelos/cmd/internal/langmodel"
	"arbelos/cmd/internal/program"
	"arbelos/models/rnnlm"
	"arbelos/train"
	"arbelos/train/corpus"
)

// modelName marks the checkpoints of this program.
const modelName = "rnnlm"

// saved is what a checkpoint holds beside tensors and the loop's state: enough to
// use the model.
type saved struct {
	Model rnnlm.Config  `json:"model"`
	Vocab *corpus.Vocab `json:"vocab"`
}

// check refuses to continue, from a checkpoint, a run with other words. Sizes are for
// Loop.Restore to check.
func (s saved) check(c *train.Checkpoint, path string) error {
	old, err := readSaved(c, path)
	if err != nil {
		return err
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
	model *rnnlm.Model
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
	if l.model, err = rnnlm.New(l.Model, 0); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return l, c.RestoreParams(modelName, l.model.Params())
}
