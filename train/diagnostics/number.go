package diagnostics

import (
	"encoding/json"
	"math"
	"strconv"
)

// Number is a number that may be infinite, which JSON has no number for: there
// it is the string "+Inf" or "-Inf".
type Number float64

// MarshalJSON implements json.Marshaler.
func (n Number) MarshalJSON() ([]byte, error) {
	if v := float64(n); math.IsInf(v, 0) {
		return json.Marshal(strconv.FormatFloat(v, 'g', -1, 64))
	}
	return json.Marshal(float64(n))
}
