package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"gorgonia.org/tensor"

	"arbelos/models/urnng"
	"arbelos/train"
	"arbelos/train/corpus"
)

// importWeightsCmd makes a model of parameters under the authors' names.
type importWeightsCmd struct {
	Weights   string `arg:"" help:"Parameters, safetensors, under the names of the authors' code."`
	VocabFile string `help:"Vocabulary, a word with its id on a line. Default: the file of the parameters, ending in .dict." placeholder:"FILE"`
	Lowercase bool   `help:"The vocabulary is of lower-cased words."`
	Digits    bool   `help:"In the vocabulary every number is N."`
	RunDir    string `required:"" help:"Directory for the model; new or empty." placeholder:"DIR"`
}

// Help shows how the command is called.
func (importWeightsCmd) Help() string {
	return `Example:

  urnng import-weights mine.safetensors --run-dir runs/imported`
}

// Run writes a checkpoint, which eval, parse, sample and train --train-from read.
// It is of a model, not of a training run: there is nothing to resume.
func (o *importWeightsCmd) Run() error {
	path, err := vocabFile(o.VocabFile, o.Weights)
	if err != nil {
		return err
	}
	f, err := os.Open(path)
	if err != nil {
		return &corpus.FileError{File: path, Found: errors.Unwrap(err).Error(), Expected: "a vocabulary, a word with its id on a line", Err: err}
	}
	defer f.Close()
	vocab, err := corpus.ReadVocab(f, path, o.Lowercase, o.Digits)
	if err != nil {
		return err
	}
	published, err := train.ReadTensors(o.Weights)
	if err != nil {
		return err
	}
	model, err := fromPublished(published)
	if err != nil {
		return fmt.Errorf("%s: %w", o.Weights, err)
	}
	if vocab.Len() != model.Vocab {
		return &corpus.FileError{File: path, Found: fmt.Sprintf("%d words", vocab.Len()), Expected: fmt.Sprintf("%d, one for each row of emb.weight in %s", model.Vocab, o.Weights), Err: urnng.ErrPublished}
	}
	return o.save(model, vocab)
}

// save writes the checkpoint as the best of a run.
func (o *importWeightsCmd) save(model *urnng.Model, vocab *corpus.Vocab) error {
	entries, err := os.ReadDir(o.RunDir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("run directory: %w", err)
	}
	if len(entries) > 0 {
		return &train.RunExistsError{Dir: o.RunDir}
	}
	config, err := json.Marshal(saved{Model: model.Config, Vocab: vocab, Mode: "unsupervised"})
	if err != nil {
		return err
	}
	c := &train.Checkpoint{
		Model: modelName, Config: config, Params: map[string]*tensor.Dense{},
		State: train.State{Running: train.Metrics{}, Schedule: train.Schedule{}.Start()},
	}
	for _, p := range model.Params() {
		c.Params[p.Name] = p.Value
	}
	dir := filepath.Join(o.RunDir, "checkpoints")
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return fmt.Errorf("run directory: %w", err)
	}
	return c.Save(filepath.Join(dir, "best.json"))
}

func fromPublished(published map[string]*tensor.Dense) (*urnng.Model, error) {
	cfg, err := urnng.PublishedConfig(published)
	if err != nil {
		return nil, err
	}
	model, err := urnng.New(cfg, 0)
	if err != nil {
		return nil, err
	}
	return model, model.SetPublished(published)
}
