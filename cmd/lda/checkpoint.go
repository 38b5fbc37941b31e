package main

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"gorgonia.org/tensor"

	"arbelos/train"
)

// progress is what a checkpoint of a fit holds beside tensors: enough to go on to
// the same bits.
type progress struct {
	Method    string            `json:"method"`
	Options   map[string]string `json:"options"`    // that the run keeps
	Words     string            `json:"vocabulary"` // its digest
	Converged bool              `json:"converged"`
	Tolerance float64           `json:"tolerance"` // by which it has, or has not
	snapshot
	// State names the file beside the checkpoint that holds the topic of each token,
	// with gibbs.
	State       string `json:"state,omitempty"`
	StateSHA256 string `json:"state_sha256,omitempty"`
}

// save writes a checkpoint of a fit. A crash at any moment leaves the last one or
// this one, whole.
func (f *fit) save(converged bool) error {
	if err := f.run.SyncRecords(); err != nil {
		return err
	}
	p := progress{
		Method: f.opts.Method, Options: f.opts.fixed(), Words: wordsDigest(f.data),
		Converged: converged, Tolerance: f.opts.Tolerance, snapshot: f.fitting.snapshot(),
	}
	if p.Topics != nil {
		if err := f.saveState(&p); err != nil {
			return err
		}
	}
	config, err := json.Marshal(p)
	if err != nil {
		return err
	}
	maps.DeleteFunc(p.Tensors, func(_ string, t *tensor.Dense) bool { return t == nil })
	c := &train.Checkpoint{
		Model: checkpointName, Config: config, Seed: f.opts.Seed, Params: p.Tensors,
		State: train.State{Step: p.Iterations, Records: f.records, Schedule: train.Schedule{}.Start()},
	}
	if err := c.Save(f.run.Last()); err != nil {
		return err
	}
	return removeStates(filepath.Dir(f.run.Last()), p.State)
}

// checkpointName marks checkpoints of fits, which are no models.
const checkpointName = "lda fit"

// saveState writes the topics of the tokens to a file named by its digest, so that
// the file of an older checkpoint is not overwritten.
func (f *fit) saveState(p *progress) error {
	p.StateSHA256 = topicsDigest(p.Topics)
	p.State = fmt.Sprintf("state-%d-%s.gz", p.Iterations, p.StateSHA256[:16])
	return train.WriteFile(filepath.Join(filepath.Dir(f.run.Last()), p.State), func(w io.Writer) error {
		return writeState(w, f.data, p.Topics, floats(p.Tensors["alpha"]), floats(p.Tensors["eta"]))
	})
}

// removeStates removes the state files of older checkpoints, and of those that a
// crash kept from being.
func removeStates(dir, keep string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if name := e.Name(); strings.HasPrefix(name, "state-") && strings.HasSuffix(name, ".gz") && name != keep {
			if err := os.Remove(filepath.Join(dir, name)); err != nil {
				return err
			}
		}
	}
	return nil
}

// restore reads a fit's last checkpoint, and refuses one that would not go on as
// the same run.
func (f *fit) restore(path string) error {
	c, err := train.ReadCheckpoint(path)
	if err != nil {
		return err
	}
	problem := func(kind error, what, found, expected string) error {
		return &train.CheckpointError{Path: path, Kind: kind, What: what, Found: found, Expected: expected}
	}
	if c.Model != checkpointName {
		return problem(train.ErrCheckpointMismatch, "model", c.Model, checkpointName)
	}
	var p progress
	if err := json.Unmarshal(c.Config, &p); err != nil {
		return problem(train.ErrCheckpointCorrupt, "config", err.Error(), "the state of a fit")
	}
	now := f.opts.fixed()
	for _, name := range slices.Sorted(maps.Keys(now)) {
		if p.Options[name] != now[name] {
			return problem(train.ErrCheckpointMismatch, "--"+name, fmt.Sprintf("%q", p.Options[name]), fmt.Sprintf("%q", now[name]))
		}
	}
	if p.Words != wordsDigest(f.data) {
		return problem(train.ErrCheckpointMismatch, "vocabulary", "one of other documents or options", fmt.Sprintf("the %d words of these", f.data.vocab.Len()))
	}
	p.Tensors = c.Params
	for _, name := range f.method.tensors {
		if p.Tensors[name] == nil {
			return problem(train.ErrCheckpointCorrupt, "tensors", "no "+name, "the state of a fit by "+f.opts.Method)
		}
	}
	if p.State != "" {
		if err := p.readState(filepath.Dir(path)); err != nil {
			return err
		}
	}
	if f.fitting, err = f.method.restore(f.opts, f.data, p.snapshot); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	f.records = c.State.Records
	f.converged = p.Converged && f.opts.Tolerance >= p.Tolerance // a smaller one has it go on
	return nil
}

// readState reads the topics of the tokens.
func (p *progress) readState(dir string) error {
	if filepath.Base(p.State) != p.State {
		return &train.CheckpointError{Path: dir, Kind: train.ErrCheckpointCorrupt, What: "state", Found: p.State, Expected: "a file beside the checkpoint"}
	}
	path := filepath.Join(dir, p.State)
	file, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return &train.CheckpointError{Path: filepath.Join(dir, "last.json"), Kind: train.ErrCheckpointCorrupt, What: "state", Found: "none", Expected: p.State + " beside it"}
	}
	if err != nil {
		return fmt.Errorf("read checkpoint: %w", err)
	}
	defer file.Close()
	topics, err := readState(file)
	if err != nil {
		return &train.CheckpointError{Path: path, Kind: train.ErrCheckpointCorrupt, What: "state", Found: err.Error(), Expected: "a line for each token that ends in its topic"}
	}
	if found := topicsDigest(topics); found != p.StateSHA256 {
		return &train.CheckpointError{Path: path, Kind: train.ErrCheckpointCorrupt, What: "SHA-256 of the topics", Found: found, Expected: p.StateSHA256}
	}
	p.Topics = topics
	return nil
}

func topicsDigest(topics []int32) string {
	h := sha256.New()
	for _, k := range topics {
		h.Write(binary.LittleEndian.AppendUint32(nil, uint32(k)))
	}
	return hex.EncodeToString(h.Sum(nil))
}

// wordsDigest tells vocabularies apart.
func wordsDigest(d *data) string {
	h := sha256.New()
	fmt.Fprintln(h, d.vocab.Len())
	for _, word := range d.vocab.Words() {
		fmt.Fprintln(h, word)
	}
	return hex.EncodeToString(h.Sum(nil))[:16]
}
