package corpus

import (
	"cmp"
	"slices"
)

// Evaluation compares predicted trees with gold ones, sentence by sentence. The
// zero Evaluation is ready for use.
//
// Three F1 scores are in use for unlabelled parsing, and differ by tens of
// points on the same trees. All are computed, none stands for another:
//
//   - f1: punctuation (commas, stops, colons, quotes and brackets, told by their
//     gold tags) is removed from both trees. Trees are sets of spans; spans of one
//     word and the whole sentence do not count. The headline is the mean over
//     sentences, a sentence without a gold span having recall 1, and precision 1
//     if none was predicted.
//   - f1-punct: the same with punctuation kept.
//   - f1-evalb: as the program evalb with Collins' parameters, labels ignored:
//     fewer tags deleted (brackets stay), and every node counted, the root, unary
//     chains and nodes over one word included. The headline is the corpus figure.
//
// Removing punctuation from a left- or right-branching tree leaves the left- or
// right-branching tree over the other words, so these baselines need no special
// treatment. A random one is drawn with punctuation, as a parser's tree is.
type Evaluation struct {
	f1, punct, evalb f1Sum
	short, bare      int
	labels           map[string]*LabelRecall
}

// Scores are the results of an [Evaluation].
type Scores struct {
	F1    F1 `json:"f1,omitzero"`       // headline: Mean
	Punct F1 `json:"f1-punct,omitzero"` // headline: Mean
	Evalb F1 `json:"f1-evalb,omitzero"` // headline: Corpus

	Short int `json:"skipped-one-word"`         // sentences of fewer than two words: in no score
	Bare  int `json:"skipped-punctuation-only"` // fewer than two but for punctuation: not in f1 nor in label recall

	Labels []LabelRecall `json:"label-recall,omitempty"` // most frequent first
}

// LabelRecall tells how many gold constituents of a label were found. Which count
// is as for f1; a label that stands twice over the same words counts once.
type LabelRecall struct {
	Label  string  `json:"label"`
	Gold   int     `json:"gold"`
	Found  int     `json:"found"`
	Recall float64 `json:"recall"` // Found of Gold in per cent
}

// Add compares the predicted tree of one sentence with the gold one, whose tags
// say what is punctuation. It panics if they have not the same number of words.
func (e *Evaluation) Add(gold *Tree, predicted Binary) {
	tags := gold.Tags()
	if len(tags) != predicted.Words() {
		panic("corpus: predicted and gold tree differ in length")
	}
	if len(tags) < 2 {
		e.short++
		return
	}
	constituents, predictedSpans := gold.constituents(), predicted.Spans()
	var goldSpans, evalbSpans []Span
	for _, c := range constituents {
		goldSpans = append(goldSpans, c.span)
		if c.label != "TOP" { // to evalb no constituent
			evalbSpans = append(evalbSpans, c.span)
		}
	}
	all := newSubset(tags, func(string) bool { return true })
	e.punct.add(setOverlap(goldSpans, predictedSpans, all))
	collins := newSubset(tags, func(tag string) bool { return !collinsDeletes(tag) })
	e.evalb.add(multisetOverlap(evalbSpans, predictedSpans, collins))

	words := newSubset(tags, func(tag string) bool { return !punctuation(tag) })
	if words.words() < 2 {
		e.bare++
		return
	}
	e.f1.add(setOverlap(goldSpans, predictedSpans, words))
	e.addLabels(constituents, spanSet(predictedSpans, words), words)
}

func (e *Evaluation) addLabels(gold []constituent, predicted map[Span]bool, words subset) {
	if e.labels == nil {
		e.labels = map[string]*LabelRecall{}
	}
	seen := map[constituent]bool{}
	for _, c := range gold {
		c.span = words.span(c.span)
		if seen[c] || !words.counts(c.span) {
			continue
		}
		seen[c] = true
		recall := e.labels[c.label]
		if recall == nil {
			recall = &LabelRecall{Label: c.label}
			e.labels[c.label] = recall
		}
		recall.Gold++
		if predicted[c.span] {
			recall.Found++
		}
	}
}

// Scores are the figures over all sentences added so far.
func (e *Evaluation) Scores() Scores {
	scores := Scores{
		F1: e.f1.result(), Punct: e.punct.result(), Evalb: e.evalb.result(),
		Short: e.short, Bare: e.bare,
	}
	for _, label := range e.labels {
		recall := *label
		recall.Recall = 100 * float64(recall.Found) / float64(recall.Gold)
		scores.Labels = append(scores.Labels, recall)
	}
	slices.SortFunc(scores.Labels, func(a, b LabelRecall) int {
		return cmp.Or(cmp.Compare(b.Gold, a.Gold), cmp.Compare(a.Label, b.Label))
	})
	return scores
}
