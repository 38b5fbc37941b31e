package main

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"arbelos/cmd/internal/program"
	"arbelos/train"
	"arbelos/train/corpus"
)

// exportWeightsCmd writes a model for programs that know the authors' code.
type exportWeightsCmd struct {
	ModelFile string `required:"" help:"Run directory, or a checkpoint's .json file." placeholder:"PATH"`
	Weights   string `arg:"" help:"File for the parameters, safetensors, under the names of the authors' code."`
	VocabFile string `help:"File for the vocabulary, a word with its id on a line. Default: that of the parameters, ending in .dict." placeholder:"FILE"`
}

// Help shows how the command is called.
func (exportWeightsCmd) Help() string {
	return `Example:

  urnng export-weights --model-file runs/mine mine.safetensors`
}

// Run writes the two files.
func (o *exportWeightsCmd) Run() error {
	l, err := load(o.ModelFile)
	if err != nil {
		return err
	}
	vocab, err := vocabFile(o.VocabFile, o.Weights)
	if err != nil {
		return err
	}
	if err := train.WriteFile(vocab, func(w io.Writer) error { return corpus.WriteVocab(w, l.Vocab) }); err != nil {
		return err
	}
	return train.WriteTensors(o.Weights, l.model.Published())
}

// vocabFile is the vocabulary's file beside a file of parameters, unless it is
// named.
func vocabFile(named, weights string) (string, error) {
	if named == "" {
		named = strings.TrimSuffix(weights, filepath.Ext(weights)) + ".dict"
	}
	if named == weights {
		return "", program.Refused(fmt.Errorf("--vocab-file is %q, expected another file than that of the parameters", named))
	}
	return named, nil
}
