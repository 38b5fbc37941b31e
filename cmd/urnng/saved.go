package main

import (
	"encoding/json"
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

// loaded is a model that has been trained.
type loaded struct {
	saved
	model *urnng.Model
	path  string
}

// load reads a model from a checkpoint's JSON file, or the best checkpoint of a
// run directory.
func load(path string) (*loaded, error) {
	if info, err := os.Stat(path); err != nil {
		return nil, err
	} else if info.IsDir() {
		path = filepath.Join(path, "checkpoints", "best.json")
		if _, err := os.Stat(path); err != nil {
			return nil, fmt.Errorf("found no checkpoint in the run directory: %w", err)
		}
	}
	c, err := train.ReadCheckpoint(path)
	if err != nil {
		return nil, err
	}
	return fromCheckpoint(c, path)
}

func fromCheckpoint(c *train.Checkpoint, path string) (*loaded, error) {
	l := &loaded{path: path}
	if c.Model != modelName {
		return nil, &train.CheckpointError{Path: path, Kind: train.ErrCheckpointMismatch, What: "model", Found: c.Model, Expected: modelName}
	}
	if err := json.Unmarshal(c.Config, &l.saved); err != nil || l.Vocab == nil {
		return nil, &train.CheckpointError{Path: path, Kind: train.ErrCheckpointCorrupt, What: "config", Found: fmt.Sprint(err), Expected: "sizes and vocabulary of a model"}
	}
	var err error
	if l.model, err = urnng.New(l.Model, 0); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if err := c.RestoreParams(modelName, l.model.Params()); err != nil {
		return nil, err
	}
	return l, nil
}
