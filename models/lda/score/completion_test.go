package score

import (
	"errors"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"arbelos/models/lda"
)

// fixed infers the same proportions for every document.
type fixed []float64

func (f fixed) Infer(docs []lda.Bag) ([][]float64, error) {
	return slices.Repeat([][]float64{f}, len(docs)), nil
}

func uniform(topics, v int) *lda.Model {
	return &lda.Model{
		Alpha:  slices.Repeat([]float64{1}, topics),
		Topics: lda.Topics{K: topics, V: v, Values: slices.Repeat([]float64{1 / float64(v)}, topics*v)},
	}
}

// A uniform model is as perplexed as it has words.
func TestCaseD5UniformModel(t *testing.T) {
	for _, topics := range []int{1, 3, 7} {
		m := uniform(topics, 8)
		theta := lda.DirichletMean(m.Alpha)
		docs := []lda.Bag{lda.BagOf([]int{0, 3, 3, 7}), {}, lda.BagOf([]int{1, 2, 6})}
		tally, err := Completion(m, fixed(theta), docs, docs)
		if err != nil {
			t.Fatal(err)
		}
		if got := tally.Perplexity(); math.Abs(got-8) > 1e-14 || tally.Tokens != 7 || tally.Impossible != 0 {
			t.Errorf("%d topics: perplexity %.17g, %+v", topics, got, tally)
		}
		if want := -math.Log(8); math.Abs(tally.PerToken()-want) > 1e-15 {
			t.Errorf("%v a token, want %v", tally.PerToken(), want)
		}
	}
}

// The tally is a sum of logarithms over tokens, whichever kind topics are.
func TestPredict(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		topics, v := rapid.IntRange(1, 3).Draw(t, "topics"), rapid.IntRange(1, 4).Draw(t, "words")
		number := rapid.Float64Range(0.1, 2)
		m := &lda.Model{Topics: lda.Topics{Kind: lda.Dirichlet, K: topics, V: v, Values: rapid.SliceOfN(number, topics*v, topics*v).Draw(t, "lambda")}}
		var docs []lda.Bag
		var theta [][]float64
		var want, tokens float64
		for _, doc := range rapid.SliceOf(rapid.SliceOf(rapid.IntRange(0, v-1))).Draw(t, "documents") {
			docs = append(docs, lda.BagOf(doc))
			row := lda.DirichletMean(rapid.SliceOfN(number, topics, topics).Draw(t, "theta"))
			theta = append(theta, row)
			for _, w := range doc {
				p := 0.0
				for k := range row {
					p += row[k] * m.Topics.PhiRow(k)[w]
				}
				want += math.Log(p)
				tokens++
			}
		}
		if got := Predict(m, theta, docs); math.Abs(got.LogProb-want) > 1e-9 || got.Tokens != tokens {
			t.Fatalf("got %+v, want %v over %v", got, want, tokens)
		}
	})
}

// The mean of -log p is the cross-entropy, D_KL(q || p) plus the entropy of q, for the
// empirical distribution q of the tokens: D_KL is the cross-entropy minus the entropy.
func TestPerplexityIsCrossEntropy(t *testing.T) {
	m := &lda.Model{Alpha: []float64{1}, Topics: lda.Topics{K: 1, V: 3, Values: []float64{0.2, 0.5, 0.3}}}
	tally := Predict(m, [][]float64{{1}}, []lda.Bag{lda.BagOf([]int{0, 0, 0, 1, 1, 2, 0, 0})})
	divergence, entropy := 0.0, 0.0
	for w, q := range []float64{5.0 / 8, 2.0 / 8, 1.0 / 8} {
		divergence += q * math.Log(q/m.Topics.Values[w])
		entropy -= q * math.Log(q)
	}
	if got := math.Log(tally.Perplexity()); math.Abs(got-(divergence+entropy)) > 1e-14 {
		t.Errorf("the log of perplexity is %v, want the divergence %v and the entropy %v", got, divergence, entropy)
	}
}

func TestImpossibleTokens(t *testing.T) {
	m := &lda.Model{Alpha: []float64{1}, Topics: lda.Topics{K: 1, V: 2, Values: []float64{1, 0}}}
	docs := []lda.Bag{lda.BagOf([]int{0, 1, 1})}
	tally, err := Completion(m, fixed{1}, docs, docs)
	if err != nil || tally.Impossible != 2 || tally.Tokens != 3 || !math.IsInf(tally.Perplexity(), 1) {
		t.Errorf("got %+v, %v", tally, err)
	}
	if got := (Tally{}).Perplexity(); !math.IsNaN(got) {
		t.Errorf("the perplexity of nothing is %v", got)
	}
}

func TestCaseD2CompletionRefuses(t *testing.T) {
	_, err := Completion(uniform(1, 2), fixed{1}, []lda.Bag{{}}, []lda.Bag{lda.BagOf([]int{2})})
	if !errors.Is(err, lda.ErrID) {
		t.Errorf("got %v", err)
	}
}

// own gives every token the probability exp(-theta_0), whatever the topics are.
type own struct{ fixed }

var errOwn = errors.New("no log-probabilities")

func (o own) LogProbs(theta [][]float64, docs []lda.Bag) ([]float64, error) {
	logs := make([]float64, len(docs))
	for d, doc := range docs {
		if doc.Total() > 5 {
			return nil, errOwn
		}
		logs[d] = -theta[d][0] * doc.Total()
	}
	return logs, nil
}

// A model that predicts in a way of its own is asked for its log-probabilities.
func TestCompletionByPredictor(t *testing.T) {
	docs := []lda.Bag{lda.BagOf([]int{0, 1, 1}), {}, lda.BagOf([]int{2})}
	tally, err := Completion(uniform(2, 3), own{fixed{0.25, 0.75}}, docs, docs)
	if want := (Tally{LogProb: -1, Tokens: 4}); err != nil || tally != want {
		t.Errorf("got %+v, %v, want %+v", tally, err, want)
	}
	long := []lda.Bag{lda.BagOf([]int{0, 0, 0, 0, 0, 0})}
	if _, err := Completion(uniform(2, 3), own{fixed{0.25, 0.75}}, long, long); !errors.Is(err, errOwn) {
		t.Errorf("got %v, want the predictor's error", err)
	}
}

// What does not predict by itself is scored by its topics.
func TestPredictByTopics(t *testing.T) {
	m := uniform(2, 3)
	docs := []lda.Bag{lda.BagOf([]int{0, 1, 1})}
	theta := [][]float64{{0.5, 0.5}}
	tally, err := PredictBy(m, fixed{0.5, 0.5}, theta, docs)
	if err != nil || tally != Predict(m, theta, docs) || tally.Tokens != 3 {
		t.Errorf("got %+v, %v", tally, err)
	}
}
