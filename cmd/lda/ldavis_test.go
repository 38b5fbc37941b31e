package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"arbelos/models/lda"
	"arbelos/train/corpus/documents"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// drawTable draws topics, shares and counts, no two numbers of which are alike.
func drawTable(t *rapid.T) *ldavisTable {
	k, v := rapid.IntRange(2, 5).Draw(t, "topics"), rapid.IntRange(2, 60).Draw(t, "words")
	r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
	m := &lda.Model{Topics: lda.Topics{Kind: lda.Point, K: k, V: v}}
	for range k {
		m.Topics.Values = append(m.Topics.Values, dirichlet(r, 0.5, v)...)
		m.Alpha = append(m.Alpha, 1)
	}
	d := &ldavisTable{l: &loaded{Model: m, vocab: documents.Numbered(v)}, phi: m.Topics.Phi(), share: dirichlet(r, 3, k)}
	for range v {
		d.counts = append(d.counts, float64(1+r.IntN(50)))
		d.tokens += d.counts[len(d.counts)-1]
	}
	return d
}

// The words shown of a topic are those among the most relevant for some lambda, found
// by trying all words for all of them.
func TestRelevant(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := drawTable(t)
		d.prepare()
		n := rapid.IntRange(1, 8).Draw(t, "shown")
		for k := range d.l.K() {
			want := map[int]bool{}
			for i := range 101 {
				lambda := float64(i) / 100
				relevance := func(w int) float64 {
					p := d.phi[k*d.l.V()+w]
					return lambda*math.Log(p) + (1-lambda)*math.Log(p/(d.total[w]/d.tokens))
				}
				var words []int
				for w := range d.l.V() {
					if d.phi[k*d.l.V()+w] > 0 {
						words = append(words, w)
					}
				}
				slices.SortStableFunc(words, func(a, b int) int { return cmp.Compare(relevance(b), relevance(a)) })
				for _, w := range words[:min(n, len(words))] {
					want[w] = true
				}
			}
			if diff := gocmp.Diff(sorted(want), d.relevant(k, n)); diff != "" {
				t.Fatalf("topic %d: %s", k, diff)
			}
		}
	})
}

// What is written has the shape that pyLDAvis draws: lists of equal lengths, the
// topics from 1 by falling share, totals that are sums over topics.
func TestPrepared(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		table := drawTable(t)
		var text bytes.Buffer
		if err := writeLDAvis(&text, table.l, table.share, table.counts); err != nil {
			t.Fatal(err)
		}
		var d ldavis
		if err := json.Unmarshal(text.Bytes(), &d); err != nil {
			t.Fatal(err)
		}
		k := table.l.K()
		lengths := []int{len(d.MDS.X), len(d.MDS.Y), len(d.MDS.Topics), len(d.MDS.Cluster), len(d.MDS.Freq), len(d.TopicOrder)}
		if !slices.Equal(lengths, slices.Repeat([]int{k}, 6)) || d.R != min(30, table.l.V()) {
			t.Fatalf("%d topics, R %d: %v", k, d.R, lengths)
		}
		n := len(d.Terms.Term)
		if !slices.Equal([]int{len(d.Terms.Freq), len(d.Terms.Total), len(d.Terms.Category), len(d.Terms.LogProb), len(d.Terms.LogLift)}, slices.Repeat([]int{n}, 5)) {
			t.Fatal("lists of bars of several lengths")
		}
		sum := 0.0
		for i, f := range d.MDS.Freq {
			sum += f
			if i > 0 && f > d.MDS.Freq[i-1] || math.Abs(f-100*table.share[d.TopicOrder[i]-1]) > 1e-9 {
				t.Fatalf("shares %v of topics %v", d.MDS.Freq, d.TopicOrder)
			}
		}
		if math.Abs(sum-100) > 1e-9 {
			t.Fatalf("shares sum to %v", sum)
		}
		counts := map[string]int{}
		for i, category := range d.Terms.Category {
			counts[category]++
			if d.Terms.Freq[i] > d.Terms.Total[i]+1e-9 || !(d.Terms.Freq[i] >= 0) {
				t.Fatalf("%s: %v of %v", d.Terms.Term[i], d.Terms.Freq[i], d.Terms.Total[i])
			}
		}
		if counts["Default"] != d.R {
			t.Fatalf("%d bars to begin with, expected %d", counts["Default"], d.R)
		}
		for i := range k {
			if counts[fmt.Sprint("Topic", i+1)] < 1 {
				t.Fatalf("no bar for topic %d", i+1)
			}
		}
		spread := map[string]float64{}
		for i, f := range d.Tokens.Freq {
			spread[d.Tokens.Term[i]] += f
			if d.Tokens.Topic[i] < 1 || d.Tokens.Topic[i] > k {
				t.Fatalf("topic %d", d.Tokens.Topic[i])
			}
		}
		var top map[string]any
		if err := json.Unmarshal(text.Bytes(), &top); err != nil {
			t.Fatal(err)
		}
		var keys []string
		for key := range top {
			keys = append(keys, key)
		}
		slices.Sort(keys)
		if diff := gocmp.Diff([]string{"R", "lambda.step", "mdsDat", "plot.opts", "tinfo", "token.table", "topic.order"}, keys); diff != "" {
			t.Fatal(diff)
		}
	})
}

// Worked by hand: two topics of two words, each topic half of eight tokens.
//
//	phi = [3/4 1/4; 1/4 3/4], so every word has 4 tokens, of which 3 are its topic's
//	log lift of 3/4 against 1/2 is log 1.5
func TestPreparedByHand(t *testing.T) {
	l := &loaded{
		Model: &lda.Model{Alpha: []float64{1, 1}, Topics: lda.Topics{K: 2, V: 2, Values: []float64{0.75, 0.25, 0.25, 0.75}}},
		vocab: must(documents.NewVocabulary([]string{"a", "b"})),
	}
	var text bytes.Buffer
	if err := writeLDAvis(&text, l, []float64{0.5, 0.5}, []float64{4, 4}); err != nil {
		t.Fatal(err)
	}
	var d ldavis
	if err := json.Unmarshal(text.Bytes(), &d); err != nil {
		t.Fatal(err)
	}
	bars := ldavisBars{
		Term: []string{"a", "b", "a", "b", "a", "b"}, Category: []string{"Default", "Default", "Topic1", "Topic1", "Topic2", "Topic2"},
		Freq: []float64{4, 4, 3, 1, 1, 3}, Total: []float64{4, 4, 4, 4, 4, 4},
		LogProb: []float64{2, 1, -0.2877, -1.3863, -1.3863, -0.2877}, LogLift: []float64{2, 1, 0.4055, -0.6931, -0.6931, 0.4055},
	}
	if diff := gocmp.Diff(bars, d.Terms); diff != "" {
		t.Error(diff)
	}
	tokens := ldavisTokens{Topic: []int{1, 2, 1, 2}, Freq: []float64{0.75, 0.25, 0.25, 0.75}, Term: []string{"a", "a", "b", "b"}}
	if diff := gocmp.Diff(tokens, d.Tokens); diff != "" {
		t.Error(diff)
	}
	if d.MDS.X[0] != -d.MDS.X[1] || d.MDS.X[0] == 0 {
		t.Errorf("places %v", d.MDS.X)
	}
}

// D13: topics that are the same have real places, which are one.
func TestSameTopicsHavePlaces(t *testing.T) {
	l := &loaded{
		Model: &lda.Model{Alpha: []float64{1, 1, 1}, Topics: lda.Topics{K: 3, V: 2, Values: []float64{0.75, 0.25, 0.75, 0.25, 0, 1}}},
		vocab: documents.Numbered(2),
	}
	var text bytes.Buffer
	if err := writeLDAvis(&text, l, []float64{0.5, 0.5, 0}, []float64{6, 2}); err != nil {
		t.Fatal(err)
	}
	var d ldavis
	if err := json.Unmarshal(text.Bytes(), &d); err != nil {
		t.Fatal(err)
	}
	if math.Abs(d.MDS.X[0]-d.MDS.X[1]) > 1e-12 || math.Abs(d.MDS.Y[0]-d.MDS.Y[1]) > 1e-6 || d.MDS.X[0] == d.MDS.X[2] {
		t.Errorf("places %v, %v", d.MDS.X, d.MDS.Y)
	}
}

// A run writes it for its model.
func TestRunHasPreparedData(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(trained(t), ldavisFile))
	var d ldavis
	if err == nil {
		err = json.Unmarshal(text, &d)
	}
	if err != nil || len(d.MDS.X) != 8 || d.R != 30 {
		t.Errorf("%d topics, %v", len(d.MDS.X), err)
	}
}

func must[T any](x T, err error) T {
	if err != nil {
		panic(err)
	}
	return x
}
