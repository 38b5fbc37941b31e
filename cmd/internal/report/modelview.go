package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// modelView is what a run has to show beside curves: topics, or pictures.
type modelView struct {
	ID     int
	Name   string
	Topics []topicRow
	Rest   []topicRow // beyond the first, in a table of their own that is closed

	Circles   []circle
	Terms     *termsData
	Documents *documentsView
	Pictures  []Picture
}

// HasTopics tells whether there is anything but pictures.
func (m modelView) HasTopics() bool {
	return len(m.Topics) > 0 || m.Circles != nil || m.Documents != nil
}

const openTopics = 30

// topicRow is a topic in the table.
type topicRow struct {
	Number                                 int
	Share, Alpha, Words, Exclusivity, NPMI string
	Top                                    string
	Width                                  string // of the share's bar, in per cent of the largest
}

func newModelView(i int, r *Run) *modelView {
	if r.Topics == nil && r.Terms == nil && r.Documents == nil && r.Pictures == nil {
		return nil
	}
	m := &modelView{ID: i, Name: r.Name, Pictures: r.Pictures}
	topics := slices.SortedStableFunc(slices.Values(r.Topics), func(a, b Topic) int { return cmp.Compare(b.Share, a.Share) })
	for _, t := range topics {
		width := 0.0
		if top := topics[0].Share; top > 0 {
			width = 100 * max(0, t.Share) / top
		}
		m.Topics = append(m.Topics, topicRow{
			t.Number, fmt.Sprintf("%.2f %%", 100*t.Share), number(t.Alpha), fmt.Sprintf("%.0f", t.Words), fmt.Sprintf("%.2f", t.Exclusivity), decimals(t.NPMI),
			printable(t.Top), fmt.Sprintf("%.1f%%", width),
		})
	}
	if len(m.Topics) > openTopics+5 {
		m.Topics, m.Rest = m.Topics[:openTopics], m.Topics[openTopics:]
	}
	if r.Terms != nil && len(r.Terms.Topics) > 0 {
		m.Circles, m.Terms = r.Terms.circles(), newTermsData(r.Terms)
	}
	if r.Documents != nil {
		m.Documents = newDocumentsView(r.Documents)
	}
	return m
}

func decimals(x float64) string {
	if math.IsNaN(x) {
		return "–"
	}
	return fmt.Sprintf("%.3f", x)
}
