package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"strconv"
	"strings"

	"arbelos/cmd/internal/program"
	"arbelos/layers"
	"arbelos/models/lda"
	"arbelos/models/lda/vem"
	"arbelos/train/corpus"
	"arbelos/train/corpus/documents"
)

// importCmd makes a model file of a model that LDA-C fitted.
type importCmd struct {
	Stem   string `arg:"" help:"Path of the model without its endings: STEM.beta and STEM.other are read."`
	Words  string `help:"The words, one a line." placeholder:"FILE"`
	Output string `short:"o" required:"" help:"Name of the model file, which ends in .json." placeholder:"FILE"`
}

// Help shows how the command is called.
func (importCmd) Help() string {
	return `Example:

  lda import --words vocab.txt --output blei.json model/final`
}

// Run reads the two files of a model and writes its own.
func (o *importCmd) Run() error {
	if !strings.HasSuffix(o.Output, ".json") {
		return program.Refused(fmt.Errorf("--output is %q, expected a name that ends in .json", o.Output))
	}
	k, v, alpha, err := readOther(o.Stem + ".other")
	if err != nil {
		return err
	}
	vocabulary := documents.Numbered(v)
	if o.Words != "" {
		if vocabulary, err = documents.ReadVocabulary(documents.File(o.Words)); err != nil {
			return err
		}
		if vocabulary.Len() != v {
			return &corpus.FileError{File: o.Words, Found: fmt.Sprintf("%d words", vocabulary.Len()), Expected: fmt.Sprintf("the %d of %s.other", v, o.Stem)}
		}
	}
	phi, err := readBeta(o.Stem+".beta", k, v)
	if err != nil {
		return err
	}
	m := &lda.Model{Alpha: make([]float64, k), Topics: lda.Topics{Kind: lda.Point, K: k, V: v, Values: phi}}
	for i := range m.Alpha {
		m.Alpha[i] = alpha
	}
	if err := m.Check(); err != nil {
		return err
	}
	return saved{
		Method: "vem", Size: v, Words: vocabulary.Words(), Ops: layers.Fused, Until: vem.DefaultOptions(k).Until,
		Corpus: corpusFlags{Corpus: "-", Format: "auto"}, // not known
	}.write(o.Output, m, nil)
}

// lines yields the lines of a file with their numbers, from 1.
func lines(path string, f func(n int, text string) error) error {
	file, err := os.Open(path)
	if err != nil {
		return &corpus.FileError{File: path, Found: errors.Unwrap(err).Error(), Expected: "a file of a model by LDA-C", Err: err}
	}
	defer file.Close()
	in := bufio.NewReader(file)
	for n := 1; ; n++ {
		text, err := in.ReadString('\n')
		if err == io.EOF && text == "" {
			return nil
		}
		if err != nil && err != io.EOF {
			return &corpus.FileError{File: path, Found: err.Error(), Expected: "a file of a model by LDA-C", Err: err}
		}
		if err := f(n, strings.TrimSpace(text)); err != nil {
			return err
		}
	}
}

// errLDAC is the kind of what is wrong in a file of a model by LDA-C.
var errLDAC = errors.New("not a model in the format of LDA-C")

func ldacError(path string, line int, found, expected string) error {
	return &corpus.SyntaxError{File: path, Line: line, Column: 1, Found: found, Expected: expected, Err: errLDAC}
}

// readOther reads the numbers of topics and words, and alpha.
func readOther(path string) (k, v int, alpha float64, err error) {
	last := 0
	err = lines(path, func(n int, text string) error {
		last = n
		if text == "" {
			return nil
		}
		name, value, _ := strings.Cut(text, " ")
		var err error
		switch name {
		case "num_topics":
			k, err = strconv.Atoi(value)
		case "num_terms":
			v, err = strconv.Atoi(value)
		case "alpha":
			alpha, err = strconv.ParseFloat(value, 64)
		default:
			return ldacError(path, n, strconv.Quote(name), "num_topics, num_terms or alpha")
		}
		if err != nil {
			return ldacError(path, n, strconv.Quote(value), "a number")
		}
		return nil
	})
	if err == nil && (k < 1 || v < 1 || !(alpha > 0) || math.IsInf(alpha, 1)) {
		err = ldacError(path, last, fmt.Sprintf("num_topics %d, num_terms %d, alpha %v", k, v, alpha), "three numbers above 0")
	}
	return k, v, alpha, err
}

// readBeta reads the logarithms of phi, a topic a line. Rows sum to 1 within what
// ten decimals leave, and are made to sum to it.
func readBeta(path string, k, v int) ([]float64, error) {
	var phi []float64
	last := 0
	err := lines(path, func(n int, text string) error {
		fields := strings.Fields(text)
		if len(fields) == 0 {
			return nil
		}
		last = n
		if len(fields) != v || len(phi) == k*v {
			return ldacError(path, n, fmt.Sprintf("%d numbers", len(fields)), fmt.Sprintf("%d lines of %d", k, v))
		}
		sum := 0.0
		row := make([]float64, v)
		for i, field := range fields {
			x, err := strconv.ParseFloat(field, 64)
			if err != nil || math.IsNaN(x) || x > 1e-6 {
				return ldacError(path, n, strconv.Quote(field), "the logarithm of a probability")
			}
			row[i] = math.Exp(x)
			sum += row[i]
		}
		if math.Abs(sum-1) > 1e-3 {
			return ldacError(path, n, fmt.Sprintf("probabilities that sum to %.6f", sum), "1")
		}
		for i := range row {
			row[i] /= sum
		}
		phi = append(phi, row...)
		return nil
	})
	if err == nil && len(phi) != k*v {
		err = ldacError(path, last, fmt.Sprintf("%d lines", len(phi)/v), fmt.Sprint(k))
	}
	return phi, err
}
