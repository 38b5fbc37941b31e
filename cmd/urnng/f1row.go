package main

import (
	"fmt"

	"arbelos/train/corpus"
)

// f1Row are the three F1 scores of one way to parse.
func f1Row(name string, s corpus.Scores) []string {
	return []string{name, percent(s.F1, s.F1.Mean), percent(s.F1, s.F1.Corpus), percent(s.Punct, s.Punct.Mean), percent(s.Evalb, s.Evalb.Corpus)}
}

// percent is a figure of a score, a dash where no sentence was scored.
func percent(s corpus.F1, x float64) string {
	if s.Sentences == 0 {
		return "-"
	}
	return fmt.Sprintf("%.1f", x)
}

var f1Heading = []string{"", "f1", "f1 (corpus)", "f1-punct", "f1-evalb"}
