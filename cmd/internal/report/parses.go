package report

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"arbelos/cmd/internal/evaluation"
	"arbelos/train/corpus"
)

// Parses are sentences with the trees that a run's model finds for them.
type Parses struct {
	Corpus    string
	Sentences []evaluation.Parse
	// Sampled tells that they are not of an evaluation but the few that a run
	// shows as training goes on.
	Sampled bool
}

// readParses reads the evaluation, or else the last samples.
func (r *Run) readParses(dir string) error {
	e, parses, err := evaluation.Read(dir)
	if err == nil {
		r.Parses = &Parses{Corpus: e.Corpus, Sentences: parses}
		return nil
	}
	sampled, sampledErr := readSamples(filepath.Join(dir, "samples"))
	if sampledErr == nil {
		r.Parses = sampled
	}
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	if errors.Is(sampledErr, fs.ErrNotExist) {
		sampledErr = nil
	}
	return cmp.Or(err, sampledErr)
}

// readSamples reads the trees of the last epoch that has some, and gold trees.
func readSamples(dir string) (*Parses, error) {
	names, err := filepath.Glob(filepath.Join(dir, "epoch-*.trees"))
	if err != nil || len(names) == 0 {
		return nil, fs.ErrNotExist
	}
	slices.SortFunc(names, func(a, b string) int { return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b)) })
	last := names[len(names)-1]
	predicted, err := treeLines(last)
	if err != nil {
		return nil, err
	}
	gold, err := treeLines(filepath.Join(dir, "gold.trees"))
	if errors.Is(err, fs.ErrNotExist) {
		gold, err = make([]*corpus.Tree, len(predicted)), nil
	}
	if err != nil {
		return nil, err
	}
	if len(gold) != len(predicted) {
		return nil, fmt.Errorf("%s: found %d trees, expected %d, as in gold.trees", last, len(predicted), len(gold))
	}
	p := &Parses{Corpus: "validation, " + strings.TrimSuffix(filepath.Base(last), ".trees"), Sampled: true}
	for i, t := range predicted {
		if t == nil || gold[i] != nil && len(gold[i].Words()) != len(t.Words()) {
			return nil, fmt.Errorf("%s: found no tree over the words of gold.trees for sentence %d", last, i+1)
		}
		p.Sentences = append(p.Sentences, evaluation.Parse{
			Sentence: evaluation.Sentence{Words: t.Words(), Tags: t.Tags()}, GoldTree: gold[i], PredictedTree: t, Binary: corpus.Binarize(t),
		})
	}
	return p, nil
}

// treeLines reads a tree a line; a blank line is nil.
func treeLines(path string) ([]*corpus.Tree, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var trees []*corpus.Tree
	for i, line := range strings.Split(strings.TrimSuffix(string(text), "\n"), "\n") {
		if line == "" {
			trees = append(trees, nil)
			continue
		}
		t, err := corpus.ParseTree(line)
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", path, i+1, err)
		}
		trees = append(trees, t)
	}
	return trees, nil
}

// lengths are the bounds of the lengths, in words, that F1 is told by: a bin
// begins at each and ends before the next.
var lengths = []int{2, 6, 11, 16, 21, 31, 41}

func lengthBin(words int) int {
	at, found := slices.BinarySearch(lengths, words)
	if found {
		return at
	}
	return at - 1 // -1: too short to have a structure
}

func binName(bin int) string {
	if bin == len(lengths)-1 {
		return fmt.Sprintf("%d+", lengths[bin])
	}
	return fmt.Sprintf("%d–%d", lengths[bin], lengths[bin+1]-1)
}

// byLength scores trees in each bin. The trees are those predicted, or others over
// the same words.
func (p *Parses) byLength(trees func(evaluation.Parse) corpus.Binary) []corpus.F1 {
	bins := make([]corpus.Evaluation, len(lengths))
	for _, s := range p.Sentences {
		if bin := lengthBin(len(s.Words)); bin >= 0 && s.GoldTree != nil {
			bins[bin].Add(s.GoldTree, trees(s))
		}
	}
	out := make([]corpus.F1, len(bins))
	for i := range bins {
		out[i] = bins[i].Scores().F1
	}
	return out
}

// scores are those over all sentences with a gold tree.
func (p *Parses) scores() corpus.Scores {
	var e corpus.Evaluation
	for _, s := range p.Sentences {
		if s.GoldTree != nil {
			e.Add(s.GoldTree, s.Binary)
		}
	}
	return e.Scores()
}

func predicted(s evaluation.Parse) corpus.Binary { return s.Binary }

func rightBranching(s evaluation.Parse) corpus.Binary { return corpus.RightBranching(len(s.Words)) }

// sameSentences tells whether two runs parsed the same sentences.
func sameSentences(a, b *Parses) bool {
	return slices.EqualFunc(a.Sentences, b.Sentences, func(x, y evaluation.Parse) bool { return slices.Equal(x.Words, y.Words) })
}

// Sentences that are shown: so many, of so many words.
const (
	maxExamples     = 8
	minExampleWords = 3
	maxExampleWords = 25
)

// examples are the places of sentences to show: spread over the ranks by F1, from
// the worst parsed to the best, where there are gold trees, and over the corpus
// where there are not.
func (p *Parses) examples() []int {
	var fit []int
	for i, s := range p.Sentences {
		if n := len(s.Words); n >= minExampleWords && (n <= maxExampleWords || p.Sampled) {
			fit = append(fit, i)
		}
	}
	rank := func(i int) float64 { return sentenceF1(p.Sentences[i]).Mean }
	slices.SortStableFunc(fit, func(a, b int) int { return cmp.Compare(rank(a), rank(b)) })
	n := min(maxExamples, len(fit))
	out := make([]int, n)
	for k := range out {
		out[k] = fit[k*(len(fit)-1)/max(1, n-1)]
	}
	return out
}

// sentenceF1 scores a single sentence, the zero F1 if it has no score.
func sentenceF1(s evaluation.Parse) corpus.F1 {
	if s.GoldTree == nil {
		return corpus.F1{}
	}
	var e corpus.Evaluation
	e.Add(s.GoldTree, s.Binary)
	return e.Scores().F1
}
