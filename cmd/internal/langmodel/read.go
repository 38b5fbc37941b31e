package langmodel

import (
	"os"

	"arbelos/testdata"
	"arbelos/train/corpus"
)

// Names of the embedded corpora.
const (
	EmbeddedTrain = "english/train.trees"
	EmbeddedValid = "english/valid.trees"
	EmbeddedTest  = "english/test.trees"
)

// Read reads a file; "" is the embedded corpus of that name, "-" is standard
// input.
func Read(path, embedded string, format corpus.Format) ([]corpus.Sentence, error) {
	switch path {
	case "":
		f, err := testdata.FS.Open(embedded)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		return corpus.Read(f, embedded, corpus.Trees)
	case "-":
		return corpus.Read(os.Stdin, "standard input", format)
	}
	return corpus.ReadFile(path, format)
}
