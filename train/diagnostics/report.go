package diagnostics

// Report gathers diagnostics of one model. What has not been measured is left
// out, of the JSON and of the plot.
type Report struct {
	Bound     []BoundPoint `json:"bound,omitempty"`
	Weights   *Weights     `json:"weights,omitempty"`
	Gap       *Gap         `json:"gap,omitempty"`
	Units     *Units       `json:"units,omitempty"`
	Gradients []Estimator  `json:"gradients,omitempty"`
}

// Estimator is the noise of one estimator's gradients, by group of parameters.
type Estimator struct {
	Name   string       `json:"name"`
	Groups []GroupNoise `json:"groups"`
}
