package sweep

import (
	"fmt"
	"slices"
	"strings"
)

// Axis is an option with the values that a sweep gives it.
type Axis struct {
	Key    string   `json:"key"`
	Values []string `json:"values"`
}

// Setting is an option with one value.
type Setting struct {
	Key   string `json:"key"`
	Value string `json:"value"`
}

// String writes the setting as it stands on a command line, without dashes.
func (s Setting) String() string { return s.Key + "=" + s.Value }

// AxisError says why a text gives no axis of a grid.
type AxisError struct{ Text, Found, Expected string }

// Error names the text.
func (e *AxisError) Error() string {
	return fmt.Sprintf("%q: found %s, expected %s", e.Text, e.Found, e.Expected)
}

// ParseGrid reads the axes of a grid, each a text KEY=A,B,C. Errors are of type
// *AxisError.
func ParseGrid(texts []string) ([]Axis, error) {
	var grid []Axis
	for _, text := range texts {
		key, list, ok := strings.Cut(text, "=")
		if !ok || key == "" {
			return nil, &AxisError{text, "no option with values", "KEY=A,B,C"}
		}
		if slices.ContainsFunc(grid, func(a Axis) bool { return a.Key == key }) {
			return nil, &AxisError{text, "the option " + key + " a second time", "every option once"}
		}
		values := strings.Split(list, ",")
		for i, v := range values {
			if v == "" {
				return nil, &AxisError{text, "an empty value", "values with one comma between them"}
			}
			if slices.Contains(values[:i], v) {
				return nil, &AxisError{text, "the value " + v + " a second time", "every value once"}
			}
		}
		grid = append(grid, Axis{key, values})
	}
	return grid, nil
}

// Points returns every combination of the axes' values, the last axis varying
// fastest.
func Points(grid []Axis) [][]Setting {
	points := [][]Setting{nil}
	for _, axis := range grid {
		var longer [][]Setting
		for _, p := range points {
			for _, v := range axis.Values {
				longer = append(longer, append(slices.Clone(p), Setting{axis.Key, v}))
			}
		}
		points = longer
	}
	return points
}
