package langmodel

import (
	"log/slog"

	"arbelos/train/corpus"
)

// Encode gives the ids of a corpus's words and tells what was unknown.
func Encode(v *corpus.Vocab, sentences []corpus.Sentence, what string, log *slog.Logger) ([][]int, corpus.Tally) {
	ids, tally := v.EncodeAll(sentences)
	if tally.Words > 0 {
		log.Info("read "+what, "sentences", len(sentences), "words", tally.Words, "unknown", tally.Unknown)
	}
	if tally.Reserved > 0 {
		log.Warn("words spelled like a reserved symbol were taken for unknown ones", "corpus", what, "words", tally.Reserved)
	}
	return ids, tally
}

// EvalBatch is the number of sentences that are scored or parsed together.
const EvalBatch = 16

// EvalBatches cuts a corpus into batches to be scored: positions of sentences, but
// for those skipped, which are counted.
func EvalBatches(ids [][]int) (batches [][]int, skipped int) {
	return corpus.Batches(lengths(ids), EvalBatch, corpus.Mixed, nil)
}

func lengths(ids [][]int) []int {
	n := make([]int, len(ids))
	for i := range ids {
		n[i] = len(ids[i])
	}
	return n
}
