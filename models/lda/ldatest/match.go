package ldatest

import (
	"math"

	"arbelos/models/lda"
	"arbelos/testdata"
)

// BarsTopics returns the ten topics that [Bars] was drawn from, as distributions over
// its 25 words.
func BarsTopics() [][]float64 {
	const side = testdata.BarsSide
	topics := make([][]float64, 2*side)
	for k := range topics {
		topics[k] = make([]float64, side*side)
		for i := range side {
			if k < side {
				topics[k][k*side+i] = 1.0 / side
			} else {
				topics[k][i*side+k-side] = 1.0 / side
			}
		}
	}
	return topics
}

// Match pairs each of the true topics with one of the model, no two with the same,
// nearest pairs first, and returns the total variation of each, half the sum of
// absolute differences. A true topic that no topic is left for has 1.
func Match(truth [][]float64, m *lda.Model) []float64 {
	distance := make([][]float64, len(truth))
	for i := range truth {
		distance[i] = make([]float64, m.K())
	}
	for k := range m.K() {
		phi := m.Topics.PhiRow(k)
		for i := range truth {
			for w, p := range truth[i] {
				distance[i][k] += math.Abs(p-phi[w]) / 2
			}
		}
	}
	best := make([]float64, len(truth))
	paired, used := make([]bool, len(truth)), make([]bool, m.K())
	for i := range best {
		best[i] = 1
	}
	for range min(len(truth), m.K()) {
		row, column := -1, -1
		for i := range distance {
			for k := range distance[i] {
				if !paired[i] && !used[k] && (row < 0 || distance[i][k] < distance[row][column]) {
					row, column = i, k
				}
			}
		}
		paired[row], used[column], best[row] = true, true, distance[row][column]
	}
	return best
}
