package langmodel

import (
	"cmp"
	"log/slog"

	"arbelos/cmd/internal/program"
	"arbelos/graph"
	"arbelos/train/corpus"
)

// Flags name the corpora of a training and say how they are read.
type Flags struct {
	TrainFile string        `toml:"train-file" help:"Training sentences, plain text or bracketed trees, plain or gzipped. Without it the embedded corpus is used, and sizes that fit it." placeholder:"FILE"`
	ValFile   string        `toml:"val-file" help:"Validation sentences; without it every tenth training sentence is held out." placeholder:"FILE"`
	TestFile  string        `toml:"test-file" help:"Test sentences, scored at the end." placeholder:"FILE"`
	Format    corpus.Format `toml:"format" help:"Format of the files: ${enum}." enum:"auto,text,trees" default:"auto"`
	VocabSize int           `toml:"vocab-size" help:"Most frequent words kept; 0 keeps all." default:"10000"`
	VocabMin  int           `toml:"vocab-min-freq" name:"vocab-min-freq" help:"Words seen fewer times are unknown." default:"1"`
	Lowercase bool          `toml:"lowercase" help:"Lower-case all words."`
	Digits    bool          `toml:"digits" help:"Replace every number by N."`
	BatchSize int           `toml:"batch-size" help:"Most sentences in a batch." default:"16"`
	Bucket    corpus.Bucket `toml:"bucket" help:"Which sentences share a batch: those of one length (same) or of similar lengths (mixed)." enum:"same,mixed" default:"same"`
}

// Check refuses flags that cannot be meant.
func (f *Flags) Check() error {
	return cmp.Or(program.AtLeast("vocab-size", f.VocabSize, 0), program.AtLeast("vocab-min-freq", f.VocabMin, 0), program.AtLeast("batch-size", f.BatchSize, 1))
}

// Embedded tells whether all corpora are the embedded ones.
func (f *Flags) Embedded() bool { return f.TrainFile == "" && f.ValFile == "" && f.TestFile == "" }

// Vocab makes the vocabulary of training sentences.
func (f *Flags) Vocab(training []corpus.Sentence) *corpus.Vocab {
	return corpus.NewVocab(training, corpus.VocabOptions{Size: f.VocabSize, MinFreq: f.VocabMin, Lowercase: f.Lowercase, Digits: f.Digits})
}

// Corpora are those of a training, as sentences and as ids.
type Corpora struct {
	Train, Valid, Test          []corpus.Sentence // Test is nil where none is named
	TrainIDs, ValidIDs, TestIDs [][]int           // of their words, once encoded
	Batches                     [][]int           // of training: positions of sentences
}

// Read reads the corpora. Each has a sentence that is not skipped.
func (f *Flags) Read(log *slog.Logger) (*Corpora, error) {
	c := new(Corpora)
	var err error
	if c.Train, err = Read(f.TrainFile, EmbeddedTrain, f.Format); err != nil {
		return nil, err
	}
	switch {
	case f.ValFile != "" || f.TrainFile == "":
		c.Valid, err = Read(f.ValFile, EmbeddedValid, f.Format)
	default:
		if c.Train, c.Valid, err = HoldOut(c.Train); err != nil {
			return nil, err
		}
		log.Info("no --val-file: every tenth training sentence is held out")
	}
	if err == nil && (f.TestFile != "" || f.TrainFile == "") {
		c.Test, err = Read(f.TestFile, EmbeddedTest, f.Format)
	}
	if err != nil {
		return nil, err
	}
	for _, sentences := range [][]corpus.Sentence{c.Train, c.Valid, c.Test} {
		if err := RequireLongEnough(sentences); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// Encode gives the words their ids and cuts the training sentences into batches, by
// random numbers from the seed.
func (f *Flags) Encode(c *Corpora, v *corpus.Vocab, seed uint64, log *slog.Logger) {
	c.TrainIDs, _ = Encode(v, c.Train, "training data", log)
	var skipped int
	c.Batches, skipped = corpus.Batches(lengths(c.TrainIDs), f.BatchSize, f.Bucket, graph.Rand(seed, "batches"))
	if skipped > 0 {
		log.Info("skipped sentences of fewer than two words, which have no structure to learn", "sentences", skipped)
	}
	c.ValidIDs, _ = Encode(v, c.Valid, "validation data", log)
	c.TestIDs, _ = Encode(v, c.Test, "test data", log)
}

// Scored are the sentences that final figures are of: those of the test, or of the
// validation where there is no test.
func (c *Corpora) Scored() ([]corpus.Sentence, [][]int) {
	if c.Test == nil {
		return c.Valid, c.ValidIDs
	}
	return c.Test, c.TestIDs
}
