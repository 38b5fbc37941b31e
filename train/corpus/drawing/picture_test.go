package drawing

import (
	"testing"

	"arbelos/train/corpus"
)

func TestPictureRefuses(t *testing.T) {
	tree := parse(t, "(S (NP (D the) (N dog)) (V barks))")
	for name, p := range map[string]Picture{
		"notes":    {Tree: tree, Notes: []string{"1", "2"}},
		"scores":   {Tree: tree, Scores: []float64{1}},
		"verdicts": {Tree: tree, Verdicts: make([]corpus.Verdict, 3)},
	} {
		func() {
			defer func() {
				if recover() != errPicture {
					t.Errorf("%s of the wrong length do not panic", name)
				}
			}()
			p.nodes()
		}()
	}
}
