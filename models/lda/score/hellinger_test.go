package score

import (
	"slices"
	"testing"
)

func TestHellinger(t *testing.T) {
	requireNear(t, "distance of the same", Hellinger([]float64{0.3, 0.7}, []float64{0.3, 0.7}), 0)
	requireNear(t, "distance of strangers", Hellinger([]float64{1, 0, 0}, []float64{0, 0.5, 0.5}), 1)
	requireNear(t, "distance", Hellinger([]float64{0.5, 0.5}, []float64{1, 0}), 0.541196100146197) // sqrt(1 - sqrt(1/2))
}

func TestNearest(t *testing.T) {
	theta := [][]float64{{0, 1}, {0.5, 0.5}, {0.6, 0.4}, {0.5, 0.5}}
	var order []int
	for _, n := range Nearest(theta, theta[1], 3) {
		order = append(order, n.Doc)
	}
	if !slices.Equal(order, []int{1, 3, 2}) {
		t.Errorf("got %v", order)
	}
	if got := Nearest(theta, theta[0], 9); len(got) != 4 || got[0] != (Neighbour{0, 0}) {
		t.Errorf("got %v", got)
	}
}
