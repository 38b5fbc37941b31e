package evaluation

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"arbelos/train"
	"arbelos/train/corpus"
)

// FileName is the name of the file in a run directory.
const FileName = "evaluation.json"

// Format is the version of the format written, and the latest read.
const Format = 1

// Evaluation is what a model made of the sentences of a corpus.
type Evaluation struct {
	Format     int    `json:"format"`
	Corpus     string `json:"corpus"`
	Checkpoint string `json:"checkpoint"` // the model's, as a path
	// Sentences are all of the corpus, in its order.
	Sentences []Sentence `json:"sentences"`
}

// Sentence is a sentence with its trees in brackets, "" for the tree of no words
// and for a gold tree that there is not.
type Sentence struct {
	Words     []string `json:"words"`
	Tags      []string `json:"tags,omitempty"` // gold, one a word
	Gold      string   `json:"gold,omitempty"`
	Predicted string   `json:"predicted"`
	// F1 is the sentence's f1 in per cent, see corpus.Evaluation; nil where it has
	// none.
	F1 *float64 `json:"f1,omitempty"`
}

// New returns the evaluation of trees predicted for a corpus, one a sentence.
func New(name, checkpoint string, sentences []corpus.Sentence, predicted []corpus.Binary) Evaluation {
	e := Evaluation{Format: Format, Corpus: name, Checkpoint: checkpoint, Sentences: make([]Sentence, len(sentences))}
	for i, s := range sentences {
		out := Sentence{Words: append([]string{}, s.Words...), Tags: s.Tags, Predicted: predicted[i].Tree(s.Words, s.Tags).String()}
		if s.Tree != nil {
			out.Gold = s.Tree.String()
			var one corpus.Evaluation
			one.Add(s.Tree, predicted[i])
			if f1 := one.Scores().F1; f1.Sentences > 0 {
				out.F1 = &f1.Mean
			}
		}
		e.Sentences[i] = out
	}
	return e
}

// Write writes the evaluation into a run directory, whole or not at all.
func (e Evaluation) Write(dir string) error {
	return train.WriteFile(filepath.Join(dir, FileName), func(w io.Writer) error {
		out := json.NewEncoder(w)
		out.SetEscapeHTML(false)
		return out.Encode(e)
	})
}

// FileError says why a file is no evaluation.
type FileError struct {
	Path            string
	Sentence        int // from 1; 0: the whole file
	Found, Expected string
}

// Error names the file and the sentence.
func (e *FileError) Error() string {
	at := e.Path
	if e.Sentence > 0 {
		at = fmt.Sprintf("%s: sentence %d", e.Path, e.Sentence)
	}
	return fmt.Sprintf("%s: found %s, expected %s", at, e.Found, e.Expected)
}

// Parse is a sentence of an evaluation with its trees.
type Parse struct {
	Sentence
	GoldTree      *corpus.Tree // nil where there is none
	PredictedTree *corpus.Tree // nil for no words
	Binary        corpus.Binary
}

// Read reads the evaluation in a run directory, with its trees. A file that cannot
// be opened gives the error of the file system; what is no evaluation is a
// *FileError.
func Read(dir string) (Evaluation, []Parse, error) {
	path := filepath.Join(dir, FileName)
	f, err := os.Open(path)
	if err != nil {
		return Evaluation{}, nil, fmt.Errorf("read evaluation: %w", err)
	}
	defer f.Close()
	return read(f, path)
}

func read(from io.Reader, path string) (Evaluation, []Parse, error) {
	var e Evaluation
	in := json.NewDecoder(from)
	err := in.Decode(&e)
	if err == nil {
		if _, more := in.Token(); !errors.Is(more, io.EOF) {
			err = errors.New("more after the object")
		}
	}
	if err != nil {
		return e, nil, &FileError{Path: path, Found: err.Error(), Expected: "an evaluation in JSON"}
	}
	if e.Format != Format {
		return e, nil, &FileError{Path: path, Found: fmt.Sprintf("format %d", e.Format), Expected: fmt.Sprintf("format %d", Format)}
	}
	parses := make([]Parse, len(e.Sentences))
	for i, s := range e.Sentences {
		p, found, expected := s.parse()
		if found != "" {
			return e, nil, &FileError{Path: path, Sentence: i + 1, Found: found, Expected: expected}
		}
		parses[i] = p
	}
	return e, parses, nil
}

// parse reads the trees, or says what was found instead of what was expected.
func (s Sentence) parse() (p Parse, found, expected string) {
	p.Sentence = s
	n := len(s.Words)
	if s.Tags != nil && len(s.Tags) != n {
		return p, fmt.Sprintf("%d tags", len(s.Tags)), fmt.Sprintf("%d, one a word", n)
	}
	for _, t := range []struct {
		name, text string
		tree       **corpus.Tree
	}{{"gold", s.Gold, &p.GoldTree}, {"predicted", s.Predicted, &p.PredictedTree}} {
		if t.text == "" {
			continue
		}
		tree, err := corpus.ParseTree(t.text)
		if err != nil {
			return p, err.Error(), "the " + t.name + " tree in brackets"
		}
		if words := len(tree.Words()); words != n {
			return p, fmt.Sprintf("a %s tree over %d words", t.name, words), fmt.Sprintf("one over %d", n)
		}
		*t.tree = tree
	}
	switch {
	case p.PredictedTree != nil:
		p.Binary = corpus.Binarize(p.PredictedTree)
	case n > 0:
		return p, "no predicted tree", fmt.Sprintf("one over %d words", n)
	}
	return p, "", ""
}
