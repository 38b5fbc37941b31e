package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"

	"arbelos/models/lda/score"
)

// The numbers that pyLDAvis takes by default.
const (
	ldavisTerms = 30   // R, bars shown
	ldavisStep  = 0.01 // of lambda, between 0 and 1
)

// ldavis is what pyLDAvis draws from: the JSON of its PreparedData. Topics are
// numbered from 1 by falling share; TopicOrder says which they are here, from 1 too.
type ldavis struct {
	MDS        ldavisTopics `json:"mdsDat"`
	Terms      ldavisBars   `json:"tinfo"`
	Tokens     ldavisTokens `json:"token.table"`
	R          int          `json:"R"`
	LambdaStep float64      `json:"lambda.step"`
	Options    struct {
		X string `json:"xlab"`
		Y string `json:"ylab"`
	} `json:"plot.opts"`
	TopicOrder []int `json:"topic.order"`
}

// ldavisTopics are the circles: places and shares in percent.
type ldavisTopics struct {
	X       []float64 `json:"x"`
	Y       []float64 `json:"y"`
	Topics  []int     `json:"topics"`
	Cluster []int     `json:"cluster"`
	Freq    []float64 `json:"Freq"`
}

// ldavisBars are the bars.
type ldavisBars struct {
	Term     []string  `json:"Term"`
	Freq     []float64 `json:"Freq"`
	Total    []float64 `json:"Total"`
	Category []string  `json:"Category"`
	LogProb  []float64 `json:"logprob"`
	LogLift  []float64 `json:"loglift"`
}

func (t *ldavisBars) add(term, category string, freq, total, logProb, logLift float64) {
	t.Term, t.Category = append(t.Term, term), append(t.Category, category)
	t.Freq, t.Total = append(t.Freq, freq), append(t.Total, total)
	t.LogProb, t.LogLift = append(t.LogProb, logProb), append(t.LogLift, logLift)
}

// ldavisTokens say how a term is spread over topics.
type ldavisTokens struct {
	Topic []int     `json:"Topic"`
	Freq  []float64 `json:"Freq"`
	Term  []string  `json:"Term"`
}

// writeLDAvis writes the JSON that pyLDAvis draws from, given each topic's share of
// the tokens and the number of tokens of each word. Relevance, saliency and what is
// shown are those of Sievert and Shirley (2014) and Chuang, Manning and Heer (2012):
//
//	relevance(w, k | lambda) = lambda log phi_kw + (1 - lambda) log (phi_kw / p_w)
//	saliency(w) = p_w sum_k p(k | w) log (p(k | w) / p_k)
func writeLDAvis(w io.Writer, l *loaded, share, counts []float64) error {
	v := ldavisTable{l: l, phi: l.Topics.Phi(), share: share, counts: counts}
	for _, n := range counts {
		v.tokens += n
	}
	return json.NewEncoder(w).Encode(v.prepare())
}

// ldavisTable is what the figures are made from.
type ldavisTable struct {
	l             *loaded
	phi           []float64 // [K, V]
	share, counts []float64
	tokens        float64
	order         []int     // topics by falling share
	total         []float64 // of each word, as the model expects: the bars' lengths
}

// expected is the number of tokens of a word that a topic is expected to give.
func (v *ldavisTable) expected(k, w int) float64 { return v.phi[k*v.l.V()+w] * v.share[k] * v.tokens }

func (v *ldavisTable) prepare() ldavis {
	d := ldavis{R: min(ldavisTerms, v.l.V()), LambdaStep: ldavisStep}
	d.Options.X, d.Options.Y = "PC1", "PC2"
	for k := range v.l.K() {
		v.order = append(v.order, k)
	}
	slices.SortStableFunc(v.order, func(a, b int) int { return cmp.Compare(v.share[b], v.share[a]) })
	v.total = make([]float64, v.l.V())
	for k := range v.l.K() {
		for w := range v.total {
			v.total[w] += v.expected(k, w)
		}
	}
	places := score.Coordinates(v.l.Model)
	for at, k := range v.order {
		d.MDS.X, d.MDS.Y = append(d.MDS.X, places[k][0]), append(d.MDS.Y, places[k][1])
		d.MDS.Topics, d.MDS.Cluster = append(d.MDS.Topics, at+1), append(d.MDS.Cluster, 1)
		d.MDS.Freq = append(d.MDS.Freq, 100*v.share[k])
		d.TopicOrder = append(d.TopicOrder, k+1)
	}
	shown := map[int]bool{}
	for i, w := range v.salient(d.R) {
		rank := float64(d.R - i)
		d.Terms.add(v.l.vocab.Word(w), "Default", math.Floor(v.total[w]), math.Floor(v.total[w]), rank, rank)
		shown[w] = true
	}
	for at, k := range v.order {
		for _, w := range v.relevant(k, d.R) {
			p := v.phi[k*v.l.V()+w]
			d.Terms.add(v.l.vocab.Word(w), fmt.Sprintf("Topic%d", at+1), v.expected(k, w), v.total[w], round4(math.Log(p)), round4(v.logLift(k, w)))
			shown[w] = true
		}
	}
	d.Tokens = v.spread(shown)
	return d
}

func round4(x float64) float64 { return math.Round(x*1e4) / 1e4 }

// logLift is log (phi_kw / p_w).
func (v *ldavisTable) logLift(k, w int) float64 {
	return math.Log(v.phi[k*v.l.V()+w] * v.tokens / v.total[w])
}

// salient returns the n words of the highest saliency, highest first.
func (v *ldavisTable) salient(n int) []int {
	saliency := make([]float64, v.l.V())
	for w := range saliency {
		for k := range v.l.K() {
			if x := v.expected(k, w); x > 0 {
				given := x / v.total[w]
				saliency[w] += v.total[w] / v.tokens * given * math.Log(given/v.share[k])
			}
		}
	}
	return greatest(saliency, n)
}

// relevant returns the words that are among the n most relevant of a topic for any
// lambda, in ascending order. Words that the topic does not have are none of them.
func (v *ldavisTable) relevant(k, n int) []int {
	candidates := v.undominated(k, n)
	words := map[int]bool{}
	relevance := make([]float64, len(candidates))
	for i := range int(1/ldavisStep) + 1 {
		lambda := float64(i) * ldavisStep
		for c, w := range candidates {
			relevance[c] = lambda*math.Log(v.phi[k*v.l.V()+w]) + (1-lambda)*v.logLift(k, w)
		}
		for _, c := range greatest(relevance, n) {
			words[candidates[c]] = true
		}
	}
	return sorted(words)
}

// undominated leaves out the words of a topic that n others exceed in probability
// and in lift: relevance is a mean of the two, so that those n exceed them for every
// lambda.
func (v *ldavisTable) undominated(k, n int) []int {
	var kept []int
	var lifts []float64 // the n greatest so far, ascending
	for _, w := range greatest(v.phi[k*v.l.V():(k+1)*v.l.V()], v.l.V()) {
		if v.expected(k, w) <= 0 {
			continue
		}
		lift := v.logLift(k, w)
		if len(lifts) == n && lift <= lifts[0] {
			continue
		}
		kept = append(kept, w)
		at, _ := slices.BinarySearch(lifts, lift)
		if lifts = slices.Insert(lifts, at, lift); len(lifts) > n {
			lifts = lifts[1:]
		}
	}
	return kept
}

// spread says which share of a term's tokens each topic has, where that is half a
// token or more; terms come in the order of their spelling.
func (v *ldavisTable) spread(shown map[int]bool) ldavisTokens {
	words := sorted(shown)
	slices.SortStableFunc(words, func(a, b int) int { return cmp.Compare(v.l.vocab.Word(a), v.l.vocab.Word(b)) })
	var t ldavisTokens
	for _, w := range words {
		for at, k := range v.order {
			if n := v.expected(k, w); n >= 0.5 {
				t.Topic, t.Freq = append(t.Topic, at+1), append(t.Freq, math.Round(n)/v.total[w])
				t.Term = append(t.Term, v.l.vocab.Word(w))
			}
		}
	}
	return t
}

// greatest returns the places of the n greatest numbers, greatest first.
func greatest(x []float64, n int) []int {
	places := make([]int, len(x))
	for i := range places {
		places[i] = i
	}
	slices.SortStableFunc(places, func(a, b int) int { return cmp.Compare(x[b], x[a]) })
	return places[:min(n, len(places))]
}

func sorted(set map[int]bool) []int {
	out := make([]int, 0, len(set))
	for w := range set {
		out = append(out, w)
	}
	slices.Sort(out)
	return out
}
