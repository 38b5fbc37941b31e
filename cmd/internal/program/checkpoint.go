package program

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"

	"arbelos/train"
	"arbelos/train/corpus"
)

// ReadCheckpoint reads a checkpoint: its JSON file, or the best one of a run
// directory, of a program whose checkpoints are of model. It returns the path of the
// file too.
func ReadCheckpoint(path, model string) (*train.Checkpoint, string, error) {
	info, err := os.Stat(path)
	if err == nil && info.IsDir() {
		dir := path
		path = filepath.Join(dir, "checkpoints", "best.json")
		if _, err = os.Stat(path); err != nil {
			if another := CheckRun(dir, model); another != nil {
				return nil, path, another
			}
		}
	}
	if err != nil {
		return nil, path, &corpus.FileError{File: path, Found: errors.Unwrap(err).Error(), Expected: "a run directory or a checkpoint's .json file", Err: err}
	}
	c, err := train.ReadCheckpoint(path)
	return c, path, err
}

// DecodeConfig decodes what a program keeps in a checkpoint, read from path, of the
// kind of model that it knows. Of another model's, the error is a
// train.CheckpointError.
func DecodeConfig(c *train.Checkpoint, path, model string, config any) error {
	if c.Model != model {
		return anotherModel(c, path, model)
	}
	if err := json.Unmarshal(c.Config, config); err != nil {
		return &train.CheckpointError{Path: path, Kind: train.ErrCheckpointCorrupt, What: "config", Found: err.Error(), Expected: "that of a model"}
	}
	return nil
}

// CheckRun refuses the run directory of another program than that whose last
// checkpoints are of model: its options and files would be refused for reasons that
// tell less. Of a checkpoint that cannot be read, what reads it next tells.
func CheckRun(dir, model string) error {
	path := filepath.Join(dir, "checkpoints", "last.json")
	if c, err := train.ReadCheckpoint(path); err == nil && c.Model != model {
		return anotherModel(c, path, model)
	}
	return nil
}

func anotherModel(c *train.Checkpoint, path, expected string) error {
	return &train.CheckpointError{Path: path, Kind: train.ErrCheckpointMismatch, What: "model", Found: c.Model, Expected: expected}
}
