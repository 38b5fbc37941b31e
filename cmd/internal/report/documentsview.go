package report

import (
	"fmt"
	"math"
)

// documentsView are the mixtures of documents.
type documentsView struct {
	First  []mixtureView
	Labels bool // any document has one
	Data   []mixtureData
	More   bool
	Count  int
}

// barsShown is how many documents are shown as bars.
const barsShown = 20

// mixtureView is a document as a stacked bar.
type mixtureView struct {
	Name, Label string
	Bars        []barView
}

// barView is a topic's part of a stacked bar.
type barView struct {
	Topic                  int
	X, Width, Middle, Fill string
	Named                  bool // there is room for the topic's number
	Title                  string
}

// mixtureData is [name, label, [[topic, share], ...]] for the page's script.
type mixtureData [3]any

func newDocumentsView(d *Documents) *documentsView {
	v := &documentsView{More: d.More, Count: len(d.Mixed), Data: make([]mixtureData, 0, len(d.Mixed))}
	for i, m := range d.Mixed {
		parts := make([][2]float64, len(m.Parts))
		for j, p := range m.Parts {
			parts[j] = [2]float64{float64(p.Topic), round(p.Share, 1e3)}
		}
		v.Data = append(v.Data, mixtureData{m.Name, m.Label, parts})
		v.Labels = v.Labels || m.Label != ""
		if i < barsShown {
			v.First = append(v.First, newMixtureView(m))
		}
	}
	return v
}

func newMixtureView(m Mixture) mixtureView {
	v := mixtureView{Name: m.Name, Label: m.Label}
	percent := func(x float64) string { return fmt.Sprintf("%.2f%%", 100*x) }
	x := 0.0
	for _, p := range m.Parts {
		v.Bars = append(v.Bars, barView{
			Topic: p.Topic, X: percent(x), Width: percent(p.Share), Middle: percent(x + p.Share/2), Fill: topicColour(p.Topic),
			Named: p.Share >= 0.08, Title: fmt.Sprintf("topic %d: %.1f %%", p.Topic, 100*p.Share),
		})
		x += p.Share
	}
	return v
}

// topicColour is light enough for black text on it; neighbouring numbers differ in
// hue and in lightness.
func topicColour(k int) string {
	return fmt.Sprintf("hsl(%.0f, 55%%, %d%%)", math.Mod(float64(k)*137.508, 360), 70+8*(k%3))
}
