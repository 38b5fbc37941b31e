package diagnostics

import "fmt"

// ActiveSpread is what the spread of an active unit exceeds (Burda, Grosse and
// Salakhutdinov, ICLR 2016).
const ActiveSpread = 0.01

// Units says how much each dimension of z tells of x. Where q has collapsed to
// the prior a dimension has no spread and no divergence.
type Units struct {
	Spread []float64 `json:"spread"` // variance over the items of q's mean
	KL     []float64 `json:"kl"`     // mean over the items of KL(q || prior)
	Active int       `json:"active"` // how many dimensions have a Spread above ActiveSpread
}

// NewUnits measures the dimensions from the means of q and from KL(q || prior)
// by dimension, both a row for each of at least two items.
func NewUnits(means, kl [][]float64) (*Units, error) {
	if err := checkTable("means of q", means); err != nil {
		return nil, err
	}
	if err := checkTable("divergences", kl); err != nil {
		return nil, err
	}
	if len(means) < 2 {
		return nil, badInput("means of q", "one item", "at least two")
	}
	if len(means) != len(kl) || len(means[0]) != len(kl[0]) {
		return nil, badInput("divergences", fmt.Sprintf("%d items of %d dimensions", len(kl), len(kl[0])),
			fmt.Sprintf("%d of %d, as the means", len(means), len(means[0])))
	}
	u := new(Units)
	column := make([]float64, len(means))
	for d := range means[0] {
		for i, row := range means {
			column[i] = row[d]
		}
		_, spread := meanVariance(column)
		for i, row := range kl {
			column[i] = row[d]
		}
		divergence, _ := meanVariance(column)
		u.Spread, u.KL = append(u.Spread, spread), append(u.KL, divergence)
		if spread > ActiveSpread {
			u.Active++
		}
	}
	return u, nil
}
