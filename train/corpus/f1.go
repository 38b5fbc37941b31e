package corpus

// F1 is one of the three scores over a corpus, see [Scores]. Figures are in per
// cent. The zero F1 means that there was no sentence to score.
type F1 struct {
	Mean      float64 `json:"mean"`      // of the F1 of single sentences
	Corpus    float64 `json:"corpus"`    // of the three counts below
	Sentences int     `json:"sentences"` // scored
	Matched   int     `json:"matched"`   // spans that both trees have
	Gold      int     `json:"gold"`      // spans of the gold trees
	Predicted int     `json:"predicted"` // spans of the predicted trees
}

// overlap is what the gold and the predicted tree of a sentence have in common.
type overlap struct{ matched, gold, predicted int }

// f1 is the harmonic mean of precision and recall, from 0 to 1. Where there is no
// gold span recall is 1, and precision too if none was predicted.
func (o overlap) f1() float64 {
	precision, recall := 0.0, 1.0
	if o.gold > 0 {
		recall = float64(o.matched) / float64(o.gold)
	}
	if o.predicted > 0 {
		precision = float64(o.matched) / float64(o.predicted)
	} else if o.gold == 0 {
		precision = 1
	}
	if precision+recall == 0 {
		return 0
	}
	return 2 * precision * recall / (precision + recall)
}

// f1Sum accumulates an F1.
type f1Sum struct {
	overlap
	sentences int
	mean      float64 // times sentences
}

func (s *f1Sum) add(o overlap) {
	s.matched += o.matched
	s.gold += o.gold
	s.predicted += o.predicted
	s.sentences++
	s.mean += o.f1()
}

func (s *f1Sum) result() F1 {
	if s.sentences == 0 {
		return F1{}
	}
	return F1{
		Mean: 100 * s.mean / float64(s.sentences), Corpus: 100 * s.f1(), Sentences: s.sentences,
		Matched: s.matched, Gold: s.gold, Predicted: s.predicted,
	}
}

// setOverlap compares two trees as sets of spans, over the words in a subset.
// Spans of one word and that of the whole subset do not count.
func setOverlap(gold, predicted []Span, words subset) overlap {
	g, p := spanSet(gold, words), spanSet(predicted, words)
	o := overlap{gold: len(g), predicted: len(p)}
	for span := range p {
		if g[span] {
			o.matched++
		}
	}
	return o
}

func spanSet(spans []Span, words subset) map[Span]bool {
	set := map[Span]bool{}
	for _, span := range spans {
		if span = words.span(span); words.counts(span) {
			set[span] = true
		}
	}
	return set
}

// multisetOverlap compares two trees as the standard scorer does: every node
// counts that has a word of the subset under it, equal ones as often as they
// stand in both.
func multisetOverlap(gold, predicted []Span, words subset) overlap {
	var o overlap
	left := map[Span]int{}
	for _, span := range gold {
		if span = words.span(span); span.Width() > 0 {
			o.gold++
			left[span]++
		}
	}
	for _, span := range predicted {
		if span = words.span(span); span.Width() > 0 {
			o.predicted++
			if left[span] > 0 {
				left[span]--
				o.matched++
			}
		}
	}
	return o
}
