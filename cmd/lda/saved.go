package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"gorgonia.org/tensor"

	"arbelos/cmd/internal/program"
	"arbelos/graph"
	"arbelos/layers"
	"arbelos/models/lda"
	"arbelos/models/lda/variational"
	"arbelos/models/topic"
	"arbelos/train"
	"arbelos/train/corpus"
	"arbelos/train/corpus/documents"
)

// modelName marks the files of this program.
const modelName = "lda"

// modelFile is the name of a run's model.
const modelFile = "model.json"

// saved is what a model file holds beside topics and priors: enough to read
// documents as the fit did, and to infer as it did.
type saved struct {
	Method string   `json:"method"`
	Kind   string   `json:"kind"` // of the topics: point or dirichlet
	Size   int      `json:"vocabulary_size"`
	Words  []string `json:"vocabulary"` // null where spellings are not known

	Lowercase bool        `json:"lowercase"`
	Corpus    corpusFlags `json:"corpus"` // that was fitted
	HeldOut   float64     `json:"held_out"`
	Seed      uint64      `json:"seed"`

	Ops   layers.Ops        `json:"ops"`
	Until graph.Convergence `json:"until"` // the E-step's
	Share []float64         `json:"share"` // of each topic in the corpus; null where not known
	// Unseen are the words of the vocabulary that no document had which was fitted.
	Unseen []int `json:"unseen,omitempty"`
	// Neural is the shape of the encoder and decoder of a neural model.
	Neural *topic.Config `json:"neural,omitempty"`
}

// loaded is a model from a file.
type loaded struct {
	saved
	*lda.Model
	neural *topic.Model // nil where the method is another
	vocab  *documents.Vocabulary
	path   string
}

// write writes the model under a path that ends in .json, with a safetensors file
// beside it.
func (s saved) write(path string, m *lda.Model, neural *topic.Model) error {
	s.Kind = m.Topics.Kind.String()
	config, err := json.Marshal(s)
	if err != nil {
		return err
	}
	c := &train.Checkpoint{
		Model: modelName, Config: config, Seed: s.Seed, State: train.State{Schedule: train.Schedule{}.Start()},
		Params: map[string]*tensor.Dense{
			"topics": graph.FromFloat64s(graph.Float64, m.Topics.Values, m.K(), m.V()), "alpha": vector(m.Alpha),
		},
	}
	if len(m.Eta) > 0 {
		c.Params["eta"] = vector(m.Eta)
	}
	if neural != nil {
		addNeural(c.Params, neural)
	}
	return c.Save(path)
}

// load reads a model from its file, or that of a run directory.
func load(path string) (*loaded, error) {
	info, err := os.Stat(path)
	if err == nil && info.IsDir() {
		dir := path
		path = filepath.Join(dir, modelFile)
		if _, err = os.Stat(path); errors.Is(err, fs.ErrNotExist) {
			if another := program.CheckRun(dir, checkpointName); another != nil {
				return nil, another
			}
			if _, unfinished := os.Stat(filepath.Join(dir, train.ConfigFile)); unfinished == nil {
				return nil, &corpus.FileError{File: dir, Found: "a run without a model yet", Expected: "one that has ended: lda fit --resume --run-dir " + dir, Err: err}
			}
		}
	}
	if err != nil {
		return nil, &corpus.FileError{File: path, Found: errors.Unwrap(err).Error(), Expected: "a run directory or a model's .json file", Err: err}
	}
	c, err := train.ReadCheckpoint(path)
	if err != nil {
		return nil, err
	}
	return fromCheckpoint(c, path)
}

func fromCheckpoint(c *train.Checkpoint, path string) (*loaded, error) {
	if c.Model != modelName {
		return nil, &train.CheckpointError{Path: path, Kind: train.ErrCheckpointMismatch, What: "model", Found: c.Model, Expected: modelName}
	}
	corrupt := func(what string, err error, expected string) error {
		return &train.CheckpointError{Path: path, Kind: train.ErrCheckpointCorrupt, What: what, Found: err.Error(), Expected: expected}
	}
	l := &loaded{path: path}
	if err := json.Unmarshal(c.Config, &l.saved); err != nil {
		return nil, corrupt("config", err, "vocabulary and settings of a topic model")
	}
	topics := c.Params["topics"]
	if topics == nil || topics.Dims() != 2 {
		return nil, corrupt("topics", errors.New("none, or not a matrix"), "a matrix of topics and words")
	}
	k, v := topics.Shape()[0], topics.Shape()[1]
	l.Model = &lda.Model{
		Alpha: floats(c.Params["alpha"]), Eta: floats(c.Params["eta"]),
		Topics: lda.Topics{Kind: lda.Point, K: k, V: v, Values: graph.Float64s(topics)},
	}
	switch l.Kind {
	case lda.Point.String():
	case lda.Dirichlet.String():
		l.Topics.Kind = lda.Dirichlet
	default:
		return nil, corrupt("kind", fmt.Errorf("%q", l.Kind), "point or dirichlet")
	}
	if err := l.Check(); err != nil {
		return nil, corrupt("numbers", err, "a topic model")
	}
	if err := (variational.Settings{Until: l.Until, Ops: l.Ops, Dtype: graph.Float64}).Check(); err != nil {
		return nil, corrupt("settings", err, "those of an E-step")
	}
	if l.Neural != nil {
		var err error
		if l.neural, err = neuralOf(*l.Neural, c.Params); err != nil {
			return nil, corrupt("encoder", err, "that of a neural model")
		}
		if l.neural.Topics != k || l.neural.Vocab != v {
			return nil, corrupt("encoder", fmt.Errorf("%d topics over %d words", l.neural.Topics, l.neural.Vocab), fmt.Sprintf("%d over %d", k, v))
		}
	}
	if l.Size != v || l.Words != nil && len(l.Words) != v || l.Share != nil && len(l.Share) != k {
		return nil, corrupt("vocabulary", fmt.Errorf("%d words, %d spellings, %d shares", l.Size, len(l.Words), len(l.Share)), fmt.Sprintf("%d words of %d topics", v, k))
	}
	for _, id := range l.Unseen {
		if id < 0 || id >= v {
			return nil, corrupt("unseen words", fmt.Errorf("%d", id), fmt.Sprintf("ids from 0 to %d", v-1))
		}
	}
	l.vocab = documents.Numbered(v)
	if l.Words != nil {
		var err error
		if l.vocab, err = documents.NewVocabulary(l.Words); err != nil {
			return nil, corrupt("vocabulary", err, "each word once")
		}
	}
	return l, nil
}
