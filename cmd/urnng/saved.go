package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"

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
	mismatch := func(what, found, expected string) error {
		return &train.CheckpointError{Path: path, Kind: train.ErrCheckpointMismatch, What: what, Found: found, Expected: expected}
	}
	if old.Mode != s.Mode {
		return mismatch("mode", old.Mode, s.Mode)
	}
	words, err := json.Marshal(s.Vocab)
	if err != nil {
		return err
	}
	if oldWords, err := json.Marshal(old.Vocab); err != nil || !bytes.Equal(words, oldWords) {
		return mismatch("vocabulary", fmt.Sprintf("%d words of other training data or options", old.Vocab.Len()), fmt.Sprintf("the %d of this training data", s.Vocab.Len()))
	}
	return nil
}

// readSaved reads what this program keeps in a checkpoint, and no other's.
func readSaved(c *train.Checkpoint, path string) (saved, error) {
	var s saved
	if c.Model != modelName {
		return s, &train.CheckpointError{Path: path, Kind: train.ErrCheckpointMismatch, What: "model", Found: c.Model, Expected: modelName}
	}
	if err := json.Unmarshal(c.Config, &s); err != nil {
		return s, &train.CheckpointError{Path: path, Kind: train.ErrCheckpointCorrupt, What: "config", Found: err.Error(), Expected: "sizes and vocabulary of a model"}
	}
	if s.Vocab == nil || s.Vocab.Len() != s.Model.Vocab {
		return s, &train.CheckpointError{Path: path, Kind: train.ErrCheckpointCorrupt, What: "vocabulary", Found: "none, or one of another size", Expected: fmt.Sprintf("one of %d words", s.Model.Vocab)}
	}
	return s, nil
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
	info, err := os.Stat(path)
	if err == nil && info.IsDir() {
		path = filepath.Join(path, "checkpoints", "best.json")
		_, err = os.Stat(path)
	}
	if err != nil {
		return nil, &corpus.FileError{File: path, Found: errors.Unwrap(err).Error(), Expected: "a run directory or a checkpoint's .json file", Err: err}
	}
	c, err := train.ReadCheckpoint(path)
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
