package train

import "time"

// StepRecord describes a step after its update.
type StepRecord struct {
	Epoch    int     `json:"epoch"`
	Step     int     `json:"step"`
	Batch    int     `json:"batch"`    // index of the batch
	Position int     `json:"position"` // number of batches of the epoch done
	Batches  int     `json:"batches"`  // number of batches in the epoch
	KLWeight float64 `json:"kl_weight"`
	Rate     float64 `json:"rate"` // of the first group
	// Rates holds the rate of each group trained.
	Rates map[string]float64 `json:"rates"`
	// Norms holds the joint norm of the gradients before clipping, by
	// Clip.String. Groups of no Clip have a norm of their own.
	Norms map[string]float64 `json:"norms"`
	// Metrics are the step's own.
	Metrics Metrics `json:"-"`
	// Running sums the metrics of the epoch so far. It must not be changed.
	Running Metrics `json:"running"`
	// Figures are those of Record, from the same numbers.
	Figures map[string]float64 `json:"figures"`
	Time    time.Time          `json:"time"`
}

// EpochRecord describes an epoch after its validation.
type EpochRecord struct {
	Epoch int `json:"epoch"` // 0: the untrained model, with no Train metrics
	Step  int `json:"step"`
	// Train sums the metrics of the epoch's steps, each computed with the
	// parameters as they were before it.
	Train      Metrics    `json:"train"`
	Validation Validation `json:"validation"`
	// Best tells whether no earlier validation scored as low.
	Best bool `json:"best"`
	// Rates holds the rates of the next epoch, decay included, of all groups.
	Rates map[string]float64 `json:"rates"`
	// Figures are those of Record, from the same numbers.
	Figures map[string]float64 `json:"figures"`
	// Seconds is the time that steps and validation took in this process.
	Seconds float64   `json:"seconds"`
	Time    time.Time `json:"time"`
}

// Hooks are called as training goes on; nil ones are skipped. An error stops
// training. Hooks must not change parameters.
type Hooks struct {
	Step  func(StepRecord) error
	Epoch func(EpochRecord) error
	// Checkpoint is called with the path of a checkpoint just written, and
	// whether it was also written as the best.
	Checkpoint func(path string, best bool) error
}

// Result says how training ended.
type Result struct {
	Reason Reason     `json:"reason"`
	Epochs int        `json:"epochs"` // epochs done, validation included
	Steps  int        `json:"steps"`
	Best   *BestScore `json:"best,omitempty"` // nil if validation never ended
}
