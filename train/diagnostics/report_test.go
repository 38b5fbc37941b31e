package diagnostics

import (
	"encoding/json"
	"testing"
)

// A report is written as JSON without what has not been measured, and with what
// is infinite.
func TestReportJSON(t *testing.T) {
	for want, r := range map[string]Report{
		`{"gap":{"mean":1,"std_err":0.5}}`: {Gap: &Gap{1, 0.5}},
		`{"weights":{"samples":[30,40,50],"ess":[30,7,1],"pareto_k":["-Inf",0.25,"+Inf"]}}`: {
			Weights: &Weights{[]int{30, 40, 50}, []float64{30, 7, 1}, []Number{Number(-inf), 0.25, Number(inf)}},
		},
	} {
		if raw, err := json.Marshal(r); err != nil || string(raw) != want {
			t.Errorf("found %s, %v, want %s", raw, err, want)
		}
	}
}
