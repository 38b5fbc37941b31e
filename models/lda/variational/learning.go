package variational

// Learning is how alpha is learned.
type Learning string

// It is fixed; or maximises the bound, see [Evidence]; or is learned to predict, see
// [Prediction].
const (
	Fixed      Learning = ""
	ByBound    Learning = "bound"
	Predictive Learning = "predictive"
)

// CheckLearning returns an [*OptionError] for another.
func CheckLearning(alpha Learning) error {
	if alpha != Fixed && alpha != ByBound && alpha != Predictive {
		return &OptionError{"learning of alpha", string(alpha), "none, bound or predictive"}
	}
	return nil
}

// Evidence returns the evidence of k topics' alpha in n documents, none yet, with room
// for it if alpha is learned.
func (l Learning) Evidence(n, k int) Evidence {
	e := Evidence{N: float64(n)}
	if l != Fixed {
		e.Logs = make([]float64, k)
	}
	return e
}

// LearnAlpha returns what alpha is after an M-step, in the form that it is given in. To
// predict, it is learned from the step's sample of c's documents; rise is then how much
// higher the bound is under the new one than under the old, and else 0.
func (e *EStep) LearnAlpha(l Learning, ofAlpha Evidence, c Completion, alpha []float64) (next []float64, rise float64, err error) {
	switch l {
	case ByBound:
		return ofAlpha.Learn(alpha), 0, nil
	case Predictive:
		k := len(ofAlpha.Logs)
		before := Spread(alpha, k)
		c.Docs = Sample(c.Docs, int(c.Step))
		p, err := e.Predict(c, before)
		if err != nil {
			return nil, 0, err
		}
		next = p.Learn(alpha)
		return next, ofAlpha.Bound(Spread(next, k)) - ofAlpha.Bound(before), nil
	}
	return alpha, 0, nil
}
