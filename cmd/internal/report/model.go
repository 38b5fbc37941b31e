package report

import (
	"cmp"
	"fmt"
	"maps"
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

// termsData is what the page's script has of terms: numbers of terms in place of
// terms.
type termsData struct {
	Shown   int            `json:"shown"`
	Terms   []string       `json:"terms"`
	Totals  []float64      `json:"totals"`
	Topics  []int          `json:"topics"` // their numbers, by falling size
	Shares  []float64      `json:"shares"`
	Salient []int          `json:"salient"`
	ByTopic [][][4]float64 `json:"byTopic"` // term, tokens, log p, log lift
	Spread  [][][2]float64 `json:"spread"`  // of a term: place of the topic above, share
}

func newTermsData(t *Terms) *termsData {
	d := &termsData{Shown: t.Shown, Salient: []int{}, ByTopic: make([][][4]float64, len(t.Topics))}
	ids := map[string]int{}
	id := func(x TermOf) int {
		n, ok := ids[x.Term]
		if !ok {
			n = len(d.Terms)
			ids[x.Term] = n
			d.Terms, d.Totals = append(d.Terms, x.Term), append(d.Totals, round(x.Total, 10))
		}
		return n
	}
	places := map[int]int{}
	for i, p := range t.Topics {
		d.Topics, d.Shares = append(d.Topics, p.Number), append(d.Shares, round(p.Share, 1e4))
		places[p.Number] = i
	}
	for i, terms := range t.ByTopic {
		d.ByTopic[i] = [][4]float64{}
		for _, x := range terms {
			d.ByTopic[i] = append(d.ByTopic[i], [4]float64{float64(id(x)), round(x.Freq, 10), x.LogProb, x.LogLift})
		}
	}
	for _, x := range t.Salient {
		d.Salient = append(d.Salient, id(x))
	}
	d.Spread = make([][][2]float64, len(d.Terms))
	for _, term := range slices.Sorted(maps.Keys(t.Spread)) {
		n, ok := ids[term]
		if !ok {
			continue
		}
		d.Spread[n] = [][2]float64{}
		for _, part := range t.Spread[term] {
			if at, ok := places[part.Topic]; ok && part.Share >= 0.005 {
				d.Spread[n] = append(d.Spread[n], [2]float64{float64(at), round(part.Share, 1e3)})
			}
		}
	}
	return d
}

// round rounds to 1/unit.
func round(x, unit float64) float64 { return math.Round(x*unit) / unit }

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
