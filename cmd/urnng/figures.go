package main

import (
	"context"
	"fmt"
	"io"

	"arbelos/cmd/internal/program"
	"arbelos/graph"
	"arbelos/layers"
	"arbelos/models/urnng"
	"arbelos/testdata"
	"arbelos/train"
	"arbelos/train/corpus"
	"arbelos/train/corpus/pcfg"
	"arbelos/train/corpus/perplexity"
	"arbelos/train/corpus/unigram"
)

// perplexities are the two ways to count tokens.
type perplexities struct {
	WithEnd    float64 `json:"with_eos"`
	WithoutEnd float64 `json:"without_eos"`
}

func both(t perplexity.Tally) perplexities { return perplexities{t.WithEnd(), t.WithoutEnd()} }

// trainFigures are what training ends with: the best model's figures on the
// test sentences, or on the validation sentences where there are none.
type trainFigures struct {
	Run    string       `json:"run"`
	Result train.Result `json:"result"`
	Corpus string       `json:"corpus"`

	Sentences int `json:"sentences"`
	Words     int `json:"words"`
	Skipped   int `json:"skipped"`
	Samples   int `json:"samples"`

	Perplexity map[string]perplexities  `json:"perplexity"`
	F1         map[string]corpus.Scores `json:"f1,omitempty"`
}

// finalFigures scores the best checkpoint of a run.
func (o *trainCmd) finalFigures(ctx context.Context, t *trainer, run *train.Run, result train.Result) (trainFigures, error) {
	best, err := load(run.Best())
	if err != nil {
		return trainFigures{}, err
	}
	sentences, ids := t.test, t.testIDs
	if sentences == nil {
		sentences, ids = t.valid, t.validIDs
	}
	f := trainFigures{
		Run: run.Dir(), Result: result, Corpus: sentences[0].File, Samples: finalSamples,
		Perplexity: map[string]perplexities{}, F1: map[string]corpus.Scores{},
	}
	s := scorer{model: best.model, seed: o.Seed, progress: o.Counter(t.log, "sentences")}
	l, err := s.likelihood(ctx, ids, finalSamples, finalTemperature, "final", 0)
	if err != nil {
		return trainFigures{}, err
	}
	f.Sentences, f.Words, f.Skipped = l.importance.Sentences, l.importance.Words, l.skipped
	f.Perplexity["model"] = both(l.importance)
	f.Perplexity["unigram"] = both(unigramTally(t, ids))
	if o.TrainFile == "" && o.TestFile == "" && o.ValFile == "" {
		grammar, err := grammarTally(sentences)
		if err != nil {
			return trainFigures{}, err
		}
		f.Perplexity["grammar"] = both(grammar)
	}
	if hasTrees(sentences) {
		p, err := s.parse(ctx, ids, urnng.Viterbi)
		if err != nil {
			return trainFigures{}, err
		}
		if p.knowsNothing() {
			t.log.Warn(flatWarning)
		}
		f.F1["model"] = *scores(sentences, p.trees)
		if err := p.write(run.Dir(), best.path, sentences); err != nil {
			return trainFigures{}, err
		}
		for name, trees := range branching(sentences, o.Seed) {
			f.F1[name] = *scores(sentences, trees)
		}
	}
	return f, nil
}

// write prints the figures.
func (f trainFigures) write(asJSON bool) error {
	if asJSON {
		return program.PrintJSON(f)
	}
	return program.PrintText(f.print)
}

// summary names the model's figures as a run's summary has them, by what they
// are of.
func (f trainFigures) summary(tested bool) map[string]float64 {
	of := "validation/"
	if tested {
		of = "test/"
	}
	p := f.Perplexity["model"]
	figures := map[string]float64{of + "perplexity": p.WithEnd, of + "perplexity_without_eos": p.WithoutEnd}
	if s, ok := f.F1["model"]; ok {
		for name, x := range map[string]corpus.F1{"f1": s.F1, "f1_punct": s.Punct} {
			if x.Sentences > 0 {
				figures[of+name] = x.Mean
			}
		}
		if s.Evalb.Sentences > 0 {
			figures[of+"f1_evalb"] = s.Evalb.Corpus
		}
	}
	return figures
}

// What the figures at the end of training are made with; eval has flags.
const (
	finalSamples     = 100
	finalTemperature = 2
)

const flatWarning = "q's entropy equals ln Catalan, that of all trees alike: it has learned nothing, and its parses mean nothing (where trees tie exactly they are right-branching)"

func (f trainFigures) print(w io.Writer) {
	fmt.Fprintf(w, "\n%s: %d sentences, %d words (%d sentences of fewer than two words skipped)\n", f.Corpus, f.Sentences, f.Words, f.Skipped)
	fmt.Fprintf(w, "best checkpoint of %s, after epoch %d of %d; stopped: %s\n\n", f.Run, f.Result.Best.Epoch, f.Result.Epochs, f.Result.Reason)
	rows := [][]string{{"perplexity", "with </s>", "without"}}
	for _, r := range []struct{ key, name string }{{"model", "this model"}, {"grammar", "the grammar itself"}, {"unigram", "unigram model"}} {
		if p, ok := f.Perplexity[r.key]; ok {
			rows = append(rows, []string{r.name, fmt.Sprintf("%.2f", p.WithEnd), fmt.Sprintf("%.2f", p.WithoutEnd)})
		}
	}
	program.Table(w, rows)
	if len(f.F1) == 0 {
		return
	}
	fmt.Fprintln(w)
	rows = [][]string{append([]string{"F1"}, f1Heading[1:]...)}
	for _, r := range []struct{ key, name string }{{"model", "this model"}, {"left", "left-branching"}, {"right", "right-branching"}, {"random", "random"}} {
		rows = append(rows, f1Row(r.name, f.F1[r.key]))
	}
	program.Table(w, rows)
}

// unigramTally scores sentences with a unigram model of the training data.
func unigramTally(t *trainer, ids [][]int) perplexity.Tally {
	trained := make([][]int, len(t.items))
	for i := range trained {
		trained[i] = t.items[i].Words
	}
	return perplexity.Of(twoWords(ids), unigram.Fit(trained).LogProb)
}

// grammarTally scores sentences with the grammar that the embedded corpora are
// drawn from: no model's perplexity is lower in the long run.
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
	return perplexity.Of(twoWords(words), lengths.LogProb), nil
}

// twoWords leaves out the sentences that the model skips.
func twoWords[W any](sentences [][]W) [][]W {
	var out [][]W
	for _, s := range sentences {
		if len(s) >= 2 {
			out = append(out, s)
		}
	}
	return out
}

// branching are the baselines that need no gold tree.
func branching(sentences []corpus.Sentence, seed uint64) map[string][]layers.Tree {
	trees := map[string][]layers.Tree{}
	for i, s := range sentences {
		n := len(s.Words)
		trees["left"] = append(trees["left"], toTree(corpus.LeftBranching(n)))
		trees["right"] = append(trees["right"], toTree(corpus.RightBranching(n)))
		trees["random"] = append(trees["random"], toTree(corpus.RandomBranching(n, graph.Rand(seed, "random trees", uint64(i)))))
	}
	return trees
}
