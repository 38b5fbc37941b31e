package known

import (
	"math"
	"math/rand/v2"
)

// Stripes is a distribution over square images of zeros and ones, row by row. A fair
// coin says whether the image's bars are rows or columns; each of these is all ones
// with a probability, independently, and else all zeros; then each pixel is turned
// over with a small probability. (MacKay's bars and stripes, with noise.)
type Stripes struct {
	side       int
	bar, noise float64
}

// Bars is the distribution of testdata/stripes.
var Bars = Stripes{side: 8, bar: 0.3, noise: 0.02}

// Side returns how many pixels an image has in a row.
func (s Stripes) Side() int { return s.side }

// Draw draws an image.
func (s Stripes) Draw(r *rand.Rand) []float64 {
	rows := r.IntN(2) == 0
	x := make([]float64, s.side*s.side)
	for i := range s.side {
		bar := r.Float64() < s.bar
		for j := range s.side {
			if (r.Float64() < s.noise) != bar { // one of the two: a bar, or turned over
				x[s.at(rows, i, j)] = 1
			}
		}
	}
	return x
}

// at returns the place of pixel j of bar i.
func (s Stripes) at(rows bool, i, j int) int {
	if rows {
		return i*s.side + j
	}
	return j*s.side + i
}

// LogProb returns the logarithm of an image's probability:
//
//	log sum over both directions of 1/2 prod over the bars i of
//	    (bar noise^zeros_i (1-noise)^ones_i + (1-bar) noise^ones_i (1-noise)^zeros_i)
func (s Stripes) LogProb(x []float64) float64 {
	var logs [2]float64
	for direction := range logs {
		for i := range s.side {
			var ones float64
			for j := range s.side {
				ones += x[s.at(direction == 0, i, j)]
			}
			zeros := float64(s.side) - ones
			logs[direction] += math.Log(
				s.bar*math.Pow(s.noise, zeros)*math.Pow(1-s.noise, ones) +
					(1-s.bar)*math.Pow(s.noise, ones)*math.Pow(1-s.noise, zeros))
		}
	}
	most := max(logs[0], logs[1])
	return most + math.Log(math.Exp(logs[0]-most)/2+math.Exp(logs[1]-most)/2)
}
