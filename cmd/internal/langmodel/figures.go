package langmodel

import (
	"fmt"
	"io"

	"arbelos/train"
	"arbelos/train/corpus"
	"arbelos/train/corpus/perplexity"
)

// TrainFigures are what training ends with, whatever the model: the best
// checkpoint's figures on the scored sentences.
type TrainFigures struct {
	Run    string       `json:"run"`
	Result train.Result `json:"result"`
	Corpus string       `json:"corpus"`

	Sentences int `json:"sentences"`
	Words     int `json:"words"`
	Skipped   int `json:"skipped"` // of fewer than two words

	Perplexity Compared `json:"perplexity"`

	tested bool
}

// Figures makes the figures of a run whose best checkpoint gives a tally of the
// scored sentences.
func (f *Flags) Figures(run *train.Run, result train.Result, c *Corpora, model perplexity.Tally) (TrainFigures, error) {
	sentences, ids := c.Scored()
	all := TrainFigures{
		Run: run.Dir(), Result: result, Corpus: sentences[0].File,
		Sentences: model.Sentences, Words: model.Words, Skipped: len(ids) - model.Sentences,
		tested: c.Test != nil,
	}
	var err error
	all.Perplexity, err = f.Compare(model, c)
	return all, err
}

// Print writes what the figures are of, and the table of perplexities.
func (f TrainFigures) Print(w io.Writer) {
	fmt.Fprintf(w, "\n%s: %d sentences, %d words (%d sentences of fewer than two words skipped)\n", f.Corpus, f.Sentences, f.Words, f.Skipped)
	fmt.Fprintf(w, "best checkpoint of %s, after epoch %d of %d; stopped: %s\n\n", f.Run, f.Result.Best.Epoch, f.Result.Epochs, f.Result.Reason)
	f.Perplexity.Print(w)
}

// Summary names the model's perplexities as a run's summary has them.
func (f TrainFigures) Summary() map[string]float64 {
	p := f.Perplexity["model"]
	return map[string]float64{f.Of() + "perplexity": p.WithEnd, f.Of() + "perplexity_without_eos": p.WithoutEnd}
}

// Of is the prefix, in a summary, of the names of figures of the scored sentences.
func (f TrainFigures) Of() string {
	if f.tested {
		return "test/"
	}
	return "validation/"
}

// EvalFigures are the figures of one model on one corpus.
type EvalFigures struct {
	Model  string `json:"model"`
	Corpus string `json:"corpus"`

	Sentences int `json:"sentences"`
	Words     int `json:"words"`   // </s> not counted
	Skipped   int `json:"skipped"` // of fewer than two words
	Unknown   int `json:"unknown"`

	LogLikelihood float64      `json:"log_likelihood"` // in nats
	Perplexity    Perplexities `json:"perplexity"`
	// Endless leaves </s> out of what is predicted, as the authors of URNNG report
	// it.
	Endless float64 `json:"perplexity_endless"`
}

// Print writes the figures; how says how the likelihood was found.
func (f EvalFigures) Print(w io.Writer, how string) {
	fmt.Fprintf(w, "%s on %s\n\n", f.Model, f.Corpus)
	fmt.Fprintf(w, "sentences    %d (%d of fewer than two words skipped)\n", f.Sentences, f.Skipped)
	fmt.Fprintf(w, "words        %d, and %d </s>; %d unknown\n", f.Words, f.Sentences, f.Unknown)
	fmt.Fprintf(w, "log p(x)     %.2f nats, %s\n", f.LogLikelihood, how)
	fmt.Fprintf(w, "perplexity   %.2f with </s> counted, %.2f without\n", f.Perplexity.WithEnd, f.Perplexity.WithoutEnd)
	fmt.Fprintf(w, "             %.2f without predicting </s> at all, as URNNG's authors report it\n", f.Endless)
}

// Evaluated makes the figures of a model, of the checkpoint at path, on a corpus
// whose words were counted as they were encoded. whole tallies log p(x), endless the
// same without </s>.
func Evaluated(path string, sentences []corpus.Sentence, words corpus.Tally, whole, endless perplexity.Tally) EvalFigures {
	return EvalFigures{
		Model: path, Corpus: sentences[0].File,
		Sentences: whole.Sentences, Words: whole.Words, Skipped: len(sentences) - whole.Sentences, Unknown: words.Unknown,
		LogLikelihood: whole.LogProb, Perplexity: Both(whole), Endless: endless.WithoutEnd(),
	}
}
