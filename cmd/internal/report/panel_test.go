package report

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"arbelos/train"
)

// Every figure that the documents say urnng and rnnlm record has a panel of its own
// with a unit, or is none to plot.
func TestQuantities(t *testing.T) {
	page, err := os.ReadFile("../../../docs/runs.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(page), "`urnng` has these names")
	table, _, ended := strings.Cut(table, "`rnnlm` has ")
	rows := regexp.MustCompile("(?m)^\\| (`[^|]*`) \\|").FindAllStringSubmatch(table, -1)
	if !ended || len(rows) < 10 {
		t.Fatalf("%d rows of figures in docs/runs.md", len(rows))
	}
	for _, row := range rows {
		for _, name := range strings.Split(strings.ReplaceAll(row[1], "`", ""), ", ") {
			known := slices.ContainsFunc(quantities, func(q quantity) bool { return q.figure == name && q.title != "" && q.y != "" })
			if !known && !slices.Contains(unplotted, name) {
				t.Errorf("%q has no panel with a unit", name)
			}
		}
	}
}

// The weight of a KL that is not recorded, such as that of a language model, is not plotted.
func TestWeightOfNothing(t *testing.T) {
	for _, figure := range []string{"kl", "log_p"} {
		record := train.Record{Kind: train.KindStep, Step: 50, Figures: map[string]float64{"kl_weight": 1, "train/" + figure: -2}}
		plotted := slices.ContainsFunc(programPanels([]*Run{{Records: []train.Record{record}}}), func(p panel) bool { return p.name == "kl-weight" })
		if want := figure == "kl"; plotted != want {
			t.Errorf("with %s the weight is plotted: %t, expected %t", figure, plotted, want)
		}
	}
}

// The time of a run that was taken up again includes the time between, which is said.
func TestTook(t *testing.T) {
	began := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	s := train.Summary{State: train.StateDone, Started: began, Ended: began.Add(90 * time.Second), Processes: 1}
	if got, want := newRunView(0, &Run{Summary: s}).Took, "1m30s"; got != want {
		t.Errorf("%q, expected %q", got, want)
	}
	s.Processes = 2
	if got, want := newRunView(0, &Run{Summary: s}).Took, "1m30s, pauses included"; got != want {
		t.Errorf("%q, expected %q", got, want)
	}
}
