package train

import "maps"

// stepFigures are the figures of a step's record.
func (l *Loop) stepFigures(r StepRecord) map[string]float64 {
	figures := map[string]float64{"kl_weight": r.KLWeight}
	addAll(figures, "rate/", r.Rates)
	addAll(figures, "norm/", r.Norms)
	l.addMetrics(figures, SplitTrain, r.Running)
	return figures
}

// epochFigures are the figures of an epoch's record.
func (l *Loop) epochFigures(r EpochRecord) map[string]float64 {
	figures := map[string]float64{"validation/score": r.Validation.Score}
	addAll(figures, "rate/", r.Rates)
	l.addMetrics(figures, SplitTrain, r.Train)
	l.addMetrics(figures, SplitValidation, r.Validation.Metrics)
	return figures
}

// addMetrics adds the mean of each metric, the sum of one that is only counted,
// and what the loop's Figures make of them.
func (l *Loop) addMetrics(figures map[string]float64, split string, m Metrics) {
	values := map[string]float64{}
	for name, metric := range m {
		values[name] = metric.Sum
		if metric.Weight != 0 {
			values[name] = metric.Mean()
		}
	}
	if l.Figures != nil && len(m) > 0 {
		maps.Copy(values, l.Figures(m))
	}
	addAll(figures, split+"/", values)
}

// addAll adds the values that are finite under their names with a prefix.
func addAll(figures map[string]float64, prefix string, values map[string]float64) {
	for name, v := range values {
		if isFinite(v) {
			figures[prefix+name] = v
		}
	}
}
