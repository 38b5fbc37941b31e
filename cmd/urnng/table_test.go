package main

import (
	"bytes"
	"testing"

	"arbelos/train/corpus"

	"github.com/google/go-cmp/cmp"
)

func TestTable(t *testing.T) {
	var out bytes.Buffer
	scored := corpus.F1{Mean: 12.34, Corpus: 56.78, Sentences: 2}
	table(&out, [][]string{f1Heading, f1Row("left", corpus.Scores{F1: scored, Punct: scored}), f1Row("right-branching", corpus.Scores{})})
	want := `
                     f1  f1 (corpus)  f1-punct  f1-evalb
  left             12.3         56.8      12.3         -
  right-branching     -            -         -         -
`
	if diff := cmp.Diff(want, "\n"+out.String()); diff != "" {
		t.Error(diff)
	}
}
