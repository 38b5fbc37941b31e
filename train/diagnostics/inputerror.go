package diagnostics

import (
	"fmt"
	"math"
)

// InputError reports numbers that no diagnostic can be made of.
type InputError struct {
	What     string // what is wrong and where, items and samples counted from 0
	Found    string
	Expected string
}

// Error says what was found and what was expected.
func (e *InputError) Error() string {
	return fmt.Sprintf("diagnostics: %s: found %s, expected %s", e.What, e.Found, e.Expected)
}

func badInput(what string, found, expected any) error {
	return &InputError{what, fmt.Sprint(found), fmt.Sprint(expected)}
}

// checkWeights holds an item's log-weights to be at least so many, none NaN or
// +Inf, and not all -Inf.
func checkWeights(item int, logW []float64, least int) error {
	if len(logW) < least {
		return badInput(fmt.Sprintf("log-weights of item %d", item), fmt.Sprintf("%d samples", len(logW)), fmt.Sprintf("at least %d", least))
	}
	zero := true
	for k, w := range logW {
		if math.IsNaN(w) || math.IsInf(w, 1) {
			return badInput(fmt.Sprintf("log-weight of item %d, sample %d", item, k), w, "a number or -Inf")
		}
		zero = zero && math.IsInf(w, -1)
	}
	if zero {
		return badInput(fmt.Sprintf("log-weights of item %d", item), "-Inf in all samples", "a weight above zero")
	}
	return nil
}

// checkTable holds rows to be there, of one length, and finite.
func checkTable(what string, rows [][]float64) error {
	if len(rows) == 0 || len(rows[0]) == 0 {
		return badInput(what, "none", "at least one item and one dimension")
	}
	for i, row := range rows {
		if len(row) != len(rows[0]) {
			return badInput(fmt.Sprintf("%s of item %d", what, i), fmt.Sprintf("%d dimensions", len(row)), len(rows[0]))
		}
		if err := checkFinite(fmt.Sprintf("%s of item %d", what, i), row); err != nil {
			return err
		}
	}
	return nil
}

func checkFinite(what string, x []float64) error {
	for i, v := range x {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return badInput(fmt.Sprintf("%s, element %d", what, i), v, "a finite number")
		}
	}
	return nil
}
