package gibbs

import (
	"encoding/json"
	"testing"

	"arbelos/models/lda"
	"arbelos/testdata"
)

// golden holds the reference values of Gibbs sampling.
type golden struct {
	Conditional struct {
		DocTopics     []float64 `json:"doc_topic_counts"`
		TopicWords    []int     `json:"topic_word_counts"` // of the word at hand
		TopicTotals   []int     `json:"topic_totals"`
		Alpha, Beta   float64
		Vocab         int
		Unnormalised  []float64
		Probabilities []float64
	} `json:"gibbs_conditional"`
	Exact struct {
		Docs        [][]int
		Topics      int
		Vocab       int
		Alpha, Beta float64
		LogEvidence float64     `json:"log_evidence"`
		SameTopic   [][]float64 `json:"same_topic"`
	} `json:"gibbs_exact"`
}

func readGolden(t *testing.T) golden {
	t.Helper()
	text, err := testdata.FS.ReadFile("golden/lda.json")
	if err != nil {
		t.Fatal(err)
	}
	var g golden
	if err := json.Unmarshal(text, &g); err != nil {
		t.Fatal(err)
	}
	return g
}

// tiny returns the corpus of Exact, and for each token of its documents the place in
// State.Topics, which is by document and then by word.
func (g golden) tiny() (docs []lda.Bag, place []int) {
	for _, tokens := range g.Exact.Docs {
		docs = append(docs, lda.BagOf(tokens))
		for i, w := range tokens {
			at := len(place) - i
			for j, other := range tokens {
				if other < w || other == w && j < i {
					at++
				}
			}
			place = append(place, at)
		}
	}
	return docs, place
}

func (g golden) options() Options {
	return Options{Topics: g.Exact.Topics, Alpha: []float64{g.Exact.Alpha}, Beta: []float64{g.Exact.Beta}, Blocks: 1}
}
