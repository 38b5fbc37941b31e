package train

import (
	"encoding/json"
	"testing"
)

func TestReason(t *testing.T) {
	seen := map[string]bool{}
	for r := EpochsDone; r <= Failed; r++ {
		if _, known := reasonText[r]; !known || seen[r.String()] {
			t.Errorf("reason %d reads %q", int(r), r)
		}
		seen[r.String()] = true
	}
	text, err := json.Marshal(Result{Reason: RateBelow, Steps: 3})
	if want := `{"reason":"learning rate below its minimum","epochs":0,"steps":3}`; err != nil || string(text) != want {
		t.Errorf("JSON %s (%v), want %s", text, err, want)
	}
}
