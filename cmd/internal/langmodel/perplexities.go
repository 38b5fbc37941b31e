package langmodel

import (
	"fmt"
	"io"

	"arbelos/cmd/internal/program"
	"arbelos/testdata"
	"arbelos/train/corpus"
	"arbelos/train/corpus/pcfg"
	"arbelos/train/corpus/perplexity"
	"arbelos/train/corpus/unigram"
)

// Perplexities are the two ways to count tokens.
type Perplexities struct {
	WithEnd    float64 `json:"with_eos"`
	WithoutEnd float64 `json:"without_eos"`
}

// Both returns a tally's perplexities.
func Both(t perplexity.Tally) Perplexities { return Perplexities{t.WithEnd(), t.WithoutEnd()} }

// Compared are the perplexities of a model and of what it is compared with: "model",
// "unigram" and, of embedded sentences, "grammar".
type Compared map[string]Perplexities

// Compare sets a model's perplexity on the scored sentences beside those of a unigram
// model of the training data, and of the grammar that the embedded corpora are drawn
// from: no model's is lower in the long run.
func (f *Flags) Compare(model perplexity.Tally, c *Corpora) (Compared, error) {
	sentences, ids := c.Scored()
	all := Compared{
		"model":   Both(model),
		"unigram": Both(perplexity.Of(LongEnough(ids), unigram.Fit(c.TrainIDs).LogProb)),
	}
	if !f.Embedded() {
		return all, nil
	}
	grammar, err := grammarTally(sentences)
	all["grammar"] = Both(grammar)
	return all, err
}

func grammarTally(sentences []corpus.Sentence) (perplexity.Tally, error) {
	f, err := testdata.FS.Open("english/english.pcfg")
	if err != nil {
		return perplexity.Tally{}, err
	}
	defer f.Close()
	g, err := pcfg.Read(f, "english/english.pcfg")
	if err != nil {
		return perplexity.Tally{}, err
	}
	lengths, err := g.Truncate(testdata.EnglishMinLength, testdata.EnglishMaxLength)
	if err != nil {
		return perplexity.Tally{}, err
	}
	var words [][]string
	for _, s := range sentences {
		words = append(words, s.Words)
	}
	return perplexity.Of(LongEnough(words), lengths.LogProb), nil
}

// Print writes a table.
func (c Compared) Print(w io.Writer) {
	rows := [][]string{{"perplexity", "with </s>", "without"}}
	for _, r := range []struct{ key, name string }{{"model", "this model"}, {"grammar", "the grammar itself"}, {"unigram", "unigram model"}} {
		if p, ok := c[r.key]; ok {
			rows = append(rows, []string{r.name, fmt.Sprintf("%.2f", p.WithEnd), fmt.Sprintf("%.2f", p.WithoutEnd)})
		}
	}
	program.Table(w, rows)
}
