package gibbs

import (
	"cmp"
	"slices"
	"strings"
	"testing"

	"arbelos/models/lda"
	"arbelos/models/lda/ldatest"
)

// Eight topics are the eight themes that the documents were written on, whatever the
// seed: the documents of a theme have a topic of their own, those on two themes have
// both of theirs before all others, and the top words of a topic are its theme's.
func TestThemes(t *testing.T) {
	docs, labels, words := ldatest.Themes(t)
	owners := owners(docs, labels, len(words))
	fixed := Options{Topics: len(owners), Alpha: []float64{5 / float64(len(owners))}, Beta: []float64{0.1}, BurnIn: 200, Thin: 10, Blocks: 2}
	learned := fixed
	learned.LearnAlpha, learned.LearnAfter = true, 50
	for _, o := range []Options{fixed, learned} {
		for seed := range uint64(5) {
			o.Seed = seed
			s := mustNew(t, docs, len(words), o)
			for range 300 {
				s.Sweep(2)
			}
			theta, model := s.Theta(), s.Model()

			topics := map[string]int{} // the topic that most documents on a theme have
			used := map[int]bool{}
			one, two := 0, 0 // documents on one theme and on two that have its or their topics
			for theme := range owners {
				votes := make([]int, o.Topics)
				for d, row := range theta {
					if labels[d] == theme {
						votes[largest(row)[0]]++
					}
				}
				one += slices.Max(votes)
				topics[theme] = slices.Index(votes, slices.Max(votes))
				used[topics[theme]] = true
			}
			for d, row := range theta {
				if a, b, mixed := strings.Cut(labels[d], "+"); mixed {
					if top := largest(row)[:2]; slices.Contains(top, topics[a]) && slices.Contains(top, topics[b]) {
						two++
					}
				}
			}
			if len(used) != len(owners) || one < 175 || two < 19 {
				t.Errorf("alpha learned %t, seed %d: %d topics are of one theme each, %d of 184 documents have the topic of their theme, %d of 20 those of both",
					o.LearnAlpha, seed, len(used), one, two)
			}
			for theme, topic := range topics {
				var strange []string
				for _, w := range model.Topics.Top(topic, 10) {
					if !owners[theme][w.ID] {
						strange = append(strange, words[w.ID])
					}
				}
				if len(strange) > 2 {
					t.Errorf("alpha learned %t, seed %d: the top words %v of the topic on %s belong to another theme", o.LearnAlpha, seed, strange, theme)
				}
			}
		}
	}
}

// owners returns for each theme the words that are more frequent in documents on it
// alone than in those on any other.
func owners(docs []lda.Bag, labels []string, v int) map[string]map[int]bool {
	counts := map[string][]float64{}
	for d, doc := range docs {
		if label := labels[d]; !strings.Contains(label, "+") {
			if counts[label] == nil {
				counts[label] = make([]float64, v)
			}
			for i, w := range doc.IDs {
				counts[label][w] += doc.Counts[i]
			}
		}
	}
	own := map[string]map[int]bool{}
	for theme := range counts {
		own[theme] = map[int]bool{}
		for w, n := range counts[theme] {
			own[theme][w] = true
			for other := range counts {
				if other != theme && counts[other][w] >= n {
					own[theme][w] = false
				}
			}
		}
	}
	return own
}

// largest returns the places of numbers, those of the largest first.
func largest(x []float64) []int {
	places := make([]int, len(x))
	for i := range places {
		places[i] = i
	}
	slices.SortStableFunc(places, func(a, b int) int { return cmp.Compare(x[b], x[a]) })
	return places
}
