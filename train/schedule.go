package train

// Schedule is the published schedule of URNNG (Kim et al., NAACL 2019,
// section 3.2 and appendix; the released code where they are silent). Epochs
// count from 1.
//
// The weight of the KL term grows linearly over the first KLWarmup epochs. Once
// more than MinEpochs epochs are done and validation has failed to improve on
// the best score so far, all rates are multiplied by Decay after that epoch and
// after every later one, whether validation improves again or not. Training
// stops once decay has brought the leading rate, that of the first Group, below
// MinRate, or after Epochs epochs.
type Schedule struct {
	Epochs    int     // at most so many; the paper: 18
	MinEpochs int     // no decay after the first so many; the paper: 8
	KLWarmup  float64 // in epochs; 0: the weight is 1 throughout; the paper: 2
	Decay     float64 // factor on all rates; the paper: 0.5
	MinRate   float64 // the paper: 0.03 with a rate of 1; 0: never stop for this
}

// ScheduleState is where a run stands in its schedule.
type ScheduleState struct {
	// Best is the best validation so far, nil before the first.
	Best *BestScore `json:"best,omitempty"`
	// Decaying is set once decay has begun, and stays.
	Decaying bool `json:"decaying"`
	// Scale multiplies every rate: 1 at first, then Decay, Decay^2 and so on.
	Scale float64 `json:"scale"`
}

// BestScore is a validation score, lower being better, and the epoch after
// which it was measured, 0 for the untrained model.
type BestScore struct {
	Epoch int     `json:"epoch"`
	Score float64 `json:"score"`
}

// Start returns the state before any validation.
func (s Schedule) Start() ScheduleState { return ScheduleState{Scale: 1} }

// KLWeight returns the weight of the KL term in a step, counted over all
// epochs from 1, where an epoch has so many batches: step/(KLWarmup batches),
// at most 1. The first step's weight is above 0, as in the released code, which
// adds before it uses.
func (s Schedule) KLWeight(step, batches int) float64 {
	if s.KLWarmup <= 0 {
		return 1
	}
	return min(1, float64(step)/(s.KLWarmup*float64(batches)))
}

// Validated moves the state past an epoch (0: the untrained model) whose
// validation gave the score, and tells whether that is the best so far. The
// score must be finite.
func (s Schedule) Validated(state *ScheduleState, epoch int, score float64) (best bool) {
	best = state.Best == nil || score < state.Best.Score
	if best {
		state.Best = &BestScore{Epoch: epoch, Score: score}
	} else if epoch > s.MinEpochs {
		state.Decaying = true
	}
	if state.Decaying {
		state.Scale *= s.Decay
	}
	return best
}

// Stop tells whether training ends before the given epoch begins, and why.
// Rate is the leading rate before any decay. A rate that starts below MinRate
// stops nothing until it decays.
func (s Schedule) Stop(state ScheduleState, epoch int, rate float64) (Reason, bool) {
	switch {
	case state.Scale < 1 && rate*state.Scale < s.MinRate:
		return RateBelow, true
	case epoch > s.Epochs:
		return EpochsDone, true
	}
	return 0, false
}
