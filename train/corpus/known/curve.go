package known

import (
	"math"
	"math/rand/v2"
)

// Curve is a mixture of round Gaussians in the plane, of equal weight, whose means
// lie along a spiral: at the angle t the distance from the origin is
// start + growth t, from t = 0 to turns full turns.
type Curve struct {
	components           int
	start, growth, turns float64
	deviation            float64 // of each component, in both directions
}

// Spiral is the mixture of testdata/curve.
var Spiral = Curve{components: 20, start: 0.4, growth: 0.2, turns: 1.25, deviation: 0.1}

// mean returns the mean of component k.
func (c Curve) mean(k int) (x, y float64) {
	t := 2 * math.Pi * c.turns * float64(k) / float64(c.components-1)
	r := c.start + c.growth*t
	return r * math.Cos(t), r * math.Sin(t)
}

// Draw draws a point.
func (c Curve) Draw(r *rand.Rand) []float64 {
	x, y := c.mean(r.IntN(c.components))
	return []float64{x + c.deviation*r.NormFloat64(), y + c.deviation*r.NormFloat64()}
}

// LogProb returns the logarithm of the density at a point.
func (c Curve) LogProb(x []float64) float64 {
	least := math.Inf(1) // squared distance, in deviations
	squares := make([]float64, c.components)
	for k := range squares {
		mx, my := c.mean(k)
		squares[k] = (math.Pow(x[0]-mx, 2) + math.Pow(x[1]-my, 2)) / (c.deviation * c.deviation)
		least = min(least, squares[k])
	}
	var sum float64
	for _, s := range squares {
		sum += math.Exp((least - s) / 2)
	}
	return math.Log(sum/float64(c.components)) - least/2 - math.Log(2*math.Pi*c.deviation*c.deviation)
}
