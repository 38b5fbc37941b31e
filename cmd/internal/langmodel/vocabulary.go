package langmodel

import (
	"bytes"
	"encoding/json"
	"fmt"

	"arbelos/train"
	"arbelos/train/corpus"
)

// CheckVocab refuses a checkpoint, read from path, whose vocabulary is not that of a
// model of so many word ids.
func CheckVocab(v *corpus.Vocab, size int, path string) error {
	if v == nil || v.Len() != size {
		return &train.CheckpointError{Path: path, Kind: train.ErrCheckpointCorrupt, What: "vocabulary", Found: "none, or one of another size", Expected: fmt.Sprintf("one of %d words", size)}
	}
	return nil
}

// CheckSameVocab refuses to continue, from a checkpoint read from path, a run whose
// words are others.
func CheckSameVocab(old, v *corpus.Vocab, path string) error {
	words, err := json.Marshal(v)
	if err != nil {
		return err
	}
	if oldWords, err := json.Marshal(old); err != nil || !bytes.Equal(words, oldWords) {
		return &train.CheckpointError{
			Path: path, Kind: train.ErrCheckpointMismatch, What: "vocabulary",
			Found: fmt.Sprintf("%d words of other training data or options", old.Len()), Expected: fmt.Sprintf("the %d of this training data", v.Len()),
		}
	}
	return nil
}
