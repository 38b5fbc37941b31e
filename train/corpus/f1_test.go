package corpus

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestF1OfCounts(t *testing.T) {
	for counts, want := range map[overlap]float64{
		{matched: 2, gold: 4, predicted: 2}: 2.0 / 3,
		{matched: 3, gold: 3, predicted: 3}: 1,
		{matched: 0, gold: 3, predicted: 3}: 0,
		{matched: 0, gold: 0, predicted: 0}: 1,
		{matched: 0, gold: 0, predicted: 3}: 0,
		{matched: 0, gold: 3, predicted: 0}: 0,
	} {
		if got := counts.f1(); got != want {
			t.Errorf("%+v: got %f, want %f", counts, got, want)
		}
	}
}

// The mean is over sentences, the corpus figure over spans.
func TestF1OverACorpus(t *testing.T) {
	var sum f1Sum
	if got := sum.result(); got != (F1{}) {
		t.Errorf("without sentences: %+v", got)
	}
	sum.add(overlap{matched: 1, gold: 1, predicted: 1})
	sum.add(overlap{matched: 0, gold: 1, predicted: 5})
	want := F1{Mean: 50, Corpus: 25, Sentences: 2, Matched: 1, Gold: 2, Predicted: 6}
	if diff := cmp.Diff(want, sum.result()); diff != "" {
		t.Error(diff)
	}
}

// In sets what stands twice counts once, and what says nothing does not count;
// to the standard scorer all nodes count.
func TestSetAndMultisetOverlap(t *testing.T) {
	words := newSubset(make([]string, 4), func(string) bool { return true })
	gold := []Span{{0, 0}, {0, 1}, {0, 1}, {2, 3}, {0, 3}}
	predicted := []Span{{0, 1}, {0, 2}, {0, 3}}
	if diff := cmp.Diff(overlap{matched: 1, gold: 2, predicted: 2}, setOverlap(gold, predicted, words), cmp.AllowUnexported(overlap{})); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(overlap{matched: 2, gold: 5, predicted: 3}, multisetOverlap(gold, predicted, words), cmp.AllowUnexported(overlap{})); diff != "" {
		t.Error(diff)
	}
	twice := []Span{{0, 1}, {0, 1}, {0, 1}}
	if got := multisetOverlap(gold, twice, words).matched; got != 2 {
		t.Errorf("matched %d of two", got)
	}
}
