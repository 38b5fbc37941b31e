package report

import (
	"maps"
	"math"
	"slices"
)

// termsData is what the page's script has of terms: numbers of terms in place of
// terms.
type termsData struct {
	Shown   int            `json:"shown"`
	Terms   []string       `json:"terms"`
	Totals  []float64      `json:"totals"`
	Topics  []int          `json:"topics"` // their numbers, by falling size
	Shares  []float64      `json:"shares"`
	Salient []int          `json:"salient"`
	ByTopic [][][4]float64 `json:"byTopic"` // term, tokens, log p, log lift
	Spread  [][][2]float64 `json:"spread"`  // of a term: place of the topic above, share
}

func newTermsData(t *Terms) *termsData {
	d := &termsData{Shown: t.Shown, Salient: []int{}, ByTopic: make([][][4]float64, len(t.Topics))}
	ids := map[string]int{}
	id := func(x TermOf) int {
		n, ok := ids[x.Term]
		if !ok {
			n = len(d.Terms)
			ids[x.Term] = n
			d.Terms, d.Totals = append(d.Terms, x.Term), append(d.Totals, round(x.Total, 10))
		}
		return n
	}
	places := map[int]int{}
	for i, p := range t.Topics {
		d.Topics, d.Shares = append(d.Topics, p.Number), append(d.Shares, round(p.Share, 1e4))
		places[p.Number] = i
	}
	for i, terms := range t.ByTopic {
		d.ByTopic[i] = [][4]float64{}
		for _, x := range terms {
			d.ByTopic[i] = append(d.ByTopic[i], [4]float64{float64(id(x)), round(x.Freq, 10), x.LogProb, x.LogLift})
		}
	}
	for _, x := range t.Salient {
		d.Salient = append(d.Salient, id(x))
	}
	d.Spread = make([][][2]float64, len(d.Terms))
	for _, term := range slices.Sorted(maps.Keys(t.Spread)) {
		n, ok := ids[term]
		if !ok {
			continue
		}
		d.Spread[n] = [][2]float64{}
		for _, part := range t.Spread[term] {
			if at, ok := places[part.Topic]; ok && part.Share >= 0.005 {
				d.Spread[n] = append(d.Spread[n], [2]float64{float64(at), round(part.Share, 1e3)})
			}
		}
	}
	return d
}

// round rounds to 1/unit.
func round(x, unit float64) float64 { return math.Round(x*unit) / unit }
