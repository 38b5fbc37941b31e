package score

import (
	"math"
	"testing"

	"arbelos/models/lda"
)

// Topics that are the same have the same place, and all places are numbers.
func TestCaseD13IdenticalTopics(t *testing.T) {
	for _, values := range [][]float64{
		{0.5, 0.5, 0, 0.5, 0.5, 0, 0.1, 0.2, 0.7, 0, 0, 1},
		{0.5, 0.5, 0, 0.5, 0.5, 0},
		{0.5, 0.5, 0, 0, 0, 1},
		{1, 0, 0},
		{1, math.SmallestNonzeroFloat64, 0, 1, 0, math.SmallestNonzeroFloat64, 0, 0.5, 0.5}, // as EM leaves them
	} {
		m := &lda.Model{Topics: lda.Topics{K: len(values) / 3, V: 3, Values: values}}
		places := Coordinates(m)
		if len(places) != m.K() {
			t.Fatalf("%d places", len(places))
		}
		for i, place := range places {
			for _, x := range place {
				if math.IsNaN(x) || math.IsInf(x, 0) {
					t.Fatalf("topic %d stands at %v", i, place)
				}
			}
			for j := range i {
				apart := math.Hypot(place[0]-places[j][0], place[1]-places[j][1])
				if d := jensenShannon(m.Topics.Row(i), m.Topics.Row(j)); (d == 0) != (apart < 1e-7) {
					t.Errorf("topics %d and %d diverge by %v and stand %v apart", i, j, d, apart)
				}
			}
		}
	}
}

// Of two topics the places are as far apart as the topics diverge, and of three too,
// which a plane has room for.
func TestCoordinatesKeepDistances(t *testing.T) {
	m := &lda.Model{Topics: lda.Topics{K: 3, V: 3, Values: []float64{0.8, 0.1, 0.1, 0.1, 0.8, 0.1, 0.1, 0.2, 0.7}}}
	places := Coordinates(m)
	for i := range 3 {
		for j := range i {
			requireNear(t, "distance", math.Hypot(places[i][0]-places[j][0], places[i][1]-places[j][1]), jensenShannon(m.Topics.Row(i), m.Topics.Row(j)))
		}
	}
	requireNear(t, "divergence of strangers", jensenShannon([]float64{1, 0}, []float64{0, 1}), math.Ln2)
}
