package score

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"arbelos/models/lda"
)

func requireNear(t rapid.TB, what string, got, want float64) {
	t.Helper()
	if !(math.Abs(got-want) <= 1e-9) {
		t.Fatalf("%s is %v, want %v", what, got, want)
	}
}

// Four documents, worked by hand: 0 in three, 1 in two, 2 in one, 0 and 1 together in
// two, 0 and 2 in none, 1 and 2 in none.
func TestCoherenceByHand(t *testing.T) {
	docs := []lda.Bag{lda.BagOf([]int{0, 0, 1}), lda.BagOf([]int{0, 1}), lda.BagOf([]int{0, 9}), lda.BagOf([]int{2})}
	words := []int{0, 1, 2}
	r := CountDocuments(slices.Values(docs), [][]int{words})

	near := math.Log(0.5/(0.75*0.5)) / -math.Log(0.5)
	far := func(pp float64) float64 { return math.Log(1e-12/pp) / -math.Log(1e-12) }
	npmi := r.NPMI(words)
	requireNear(t, "NPMI", npmi.Value, (near+far(0.75*0.25)+far(0.5*0.25))/3)

	umass := r.UMass(words)
	requireNear(t, "UMass", umass.Value, (math.Log(3.0/3)+math.Log(1.0/3)+math.Log(1.0/2))/3)
	if npmi.Pairs != 3 || umass.Pairs != 3 || npmi.Absent != 0 {
		t.Errorf("%+v, %+v", npmi, umass)
	}

	vectors := [][]float64{{1, near, far(0.75 * 0.25)}, {near, 1, far(0.5 * 0.25)}, {far(0.75 * 0.25), far(0.5 * 0.25), 1}}
	want := 0.0
	for _, v := range vectors {
		var dot, a, b float64
		for i := range v {
			all := vectors[0][i] + vectors[1][i] + vectors[2][i]
			dot, a, b = dot+v[i]*all, a+v[i]*v[i], b+all*all
		}
		want += dot / math.Sqrt(a*b) / 3
	}
	requireNear(t, "CV", r.CV(words).Value, want)
}

// Words that are always together are as coherent as can be, whatever their share.
func TestCoherenceOfWordsAlwaysTogether(t *testing.T) {
	pair := []int{0, 1}
	for _, docs := range [][]lda.Bag{
		{lda.BagOf(pair), lda.BagOf(pair)},
		{lda.BagOf(pair), lda.BagOf([]int{2}), {}},
	} {
		r := CountDocuments(slices.Values(docs), [][]int{pair})
		requireNear(t, "NPMI", r.NPMI(pair).Value, 1)
		requireNear(t, "CV", r.CV(pair).Value, 1)
	}
}

// Words that the reference does not have are left out and told.
func TestCoherenceOfAbsentWords(t *testing.T) {
	words := []int{0, 5, 1}
	docs := []lda.Bag{lda.BagOf([]int{0, 1}), lda.BagOf([]int{0}), lda.BagOf([]int{2})}
	r := CountDocuments(slices.Values(docs), [][]int{words})
	without := CountDocuments(slices.Values(docs), [][]int{{0, 1}})
	for name, measure := range map[string]func(*Reference, []int) Coherence{
		"NPMI": (*Reference).NPMI, "UMass": (*Reference).UMass, "CV": (*Reference).CV,
	} {
		got, want := measure(r, words), measure(without, []int{0, 1})
		requireNear(t, name, got.Value, want.Value)
		if got.Absent != 1 || got.Pairs != want.Pairs {
			t.Errorf("%s: got %+v, want %+v", name, got, want)
		}
		if got := measure(CountDocuments(slices.Values([]lda.Bag(nil)), [][]int{words}), words); got != (Coherence{Absent: 3}) {
			t.Errorf("%s without documents: %+v", name, got)
		}
		if got := measure(CountDocuments(slices.Values(docs[1:]), [][]int{words}), words); got != (Coherence{Absent: 2}) {
			t.Errorf("%s of a word that is alone: %+v", name, got)
		}
	}
}
