package main

import (
	"testing"

	"arbelos/train/corpus"

	"github.com/google/go-cmp/cmp"
)

func TestF1Row(t *testing.T) {
	scored := corpus.F1{Mean: 12.34, Corpus: 56.78, Sentences: 2}
	for _, c := range []struct{ got, want []string }{
		{f1Row("left", corpus.Scores{F1: scored, Punct: scored}), []string{"left", "12.3", "56.8", "12.3", "-"}},
		{f1Row("right", corpus.Scores{}), []string{"right", "-", "-", "-", "-"}},
	} {
		if diff := cmp.Diff(c.want, c.got); diff != "" || len(c.got) != len(f1Heading) {
			t.Error(diff)
		}
	}
}
