package report

import (
	"fmt"
	"html/template"
	"strings"

	"arbelos/train/corpus"
	"arbelos/train/corpus/drawing"
)

// exampleView is a sentence with the trees that runs find for it.
type exampleView struct {
	Title, Corpus string
	SVG           template.HTML
}

// examples are sentences that show how runs parse, those with the same sentences
// together.
func examples(runs []*Run) ([]exampleView, error) {
	var out []exampleView
	done := map[int]bool{}
	for i, r := range runs {
		if r.Parses == nil || done[i] {
			continue
		}
		together := []*Run{r}
		for j := i + 1; j < len(runs); j++ {
			if p := runs[j].Parses; p != nil && !done[j] && sameSentences(r.Parses, p) {
				together, done[j] = append(together, runs[j]), true
			}
		}
		for _, at := range r.Parses.examples() {
			e, err := example(together, at)
			if err != nil {
				return nil, err
			}
			out = append(out, e)
		}
	}
	return out, nil
}

// example draws one sentence: the gold tree, if there is one, and below it those of
// the runs.
func example(runs []*Run, at int) (exampleView, error) {
	s := runs[0].Parses.Sentences[at]
	e := exampleView{Title: fmt.Sprintf("Sentence %d", at+1), Corpus: printable(runs[0].Parses.Corpus)}
	var pictures []drawing.Picture
	if s.GoldTree != nil {
		gold := drawing.Picture{Title: "gold", Tree: s.GoldTree, Labels: true}
		if len(runs) == 1 {
			gold.Verdicts = corpus.Compare(s.GoldTree, s.PredictedTree, s.GoldTree.Tags())
		}
		pictures = append(pictures, gold)
	}
	for _, r := range runs {
		p := r.Parses.Sentences[at]
		title := "predicted"
		if len(runs) > 1 {
			title = r.Name
		}
		if f1 := sentenceF1(p); f1.Sentences > 0 {
			title += fmt.Sprintf(", F1 %.0f", f1.Mean)
		}
		picture := drawing.Picture{Title: title, Tree: p.PredictedTree}
		if p.GoldTree != nil {
			picture.Verdicts = corpus.Compare(p.PredictedTree, p.GoldTree, p.GoldTree.Tags())
		}
		pictures = append(pictures, picture)
	}
	var b strings.Builder
	if err := drawing.SVG(&b, pictures...); err != nil {
		return e, err
	}
	e.SVG = template.HTML(b.String())
	return e, nil
}
