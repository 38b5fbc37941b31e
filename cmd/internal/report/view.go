package report

import (
	"fmt"
	"html/template"
	"maps"
	"math"
	"slices"
	"time"

	"arbelos/train"
	"arbelos/train/corpus"
)

// view is what the page's template is given.
type view struct {
	Title  string
	Style  template.CSS
	Script template.JS

	Runs      []runView
	Final     grid // figures
	Last      grid
	Curves    []figure
	Parsing   []figure
	Lengths   grid
	Labels    grid
	Examples  []exampleView
	Models    []modelView
	Different grid // options
}

// grid is a table: the first column names the rows.
type grid struct {
	Heading []string
	Rows    [][]string
}

// runView is a run in the list of runs and its details.
type runView struct {
	ID int
	*Run
	State, Best, Took, Asof string
	Epochs                  grid
	Started                 string
}

// figure is a plot on the page.
type figure struct {
	ID, Title, About string
	SVG              template.HTML
}

func (r *Report) view() (view, error) {
	v := view{Title: "Report", Style: template.CSS(style), Script: template.JS(script)}
	if len(r.runs) == 1 {
		v.Title = "Run " + r.runs[0].Name
	} else {
		v.Title = fmt.Sprintf("%d runs", len(r.runs))
	}
	for i, run := range r.runs {
		v.Runs = append(v.Runs, newRunView(i, run))
	}
	v.Final = figuresGrid(r.runs, func(s train.Summary) map[string]float64 { return s.Final })
	v.Last = figuresGrid(r.runs, func(s train.Summary) map[string]float64 { return s.Last })
	v.Curves, v.Parsing = figures(r.curves), figures(r.parsing)
	v.Lengths, v.Labels = lengthGrid(r.runs), labelGrid(r.runs)
	var err error
	if v.Examples, err = examples(r.runs); err != nil {
		return v, err
	}
	for i, run := range r.runs {
		if m := newModelView(i, run); m != nil {
			v.Models = append(v.Models, *m)
		}
	}
	v.Different = differentOptions(r.runs)
	return v, nil
}

func figures(plots []plotted) []figure {
	var out []figure
	for _, p := range plots {
		out = append(out, figure{p.name, p.title, p.about, template.HTML(p.svg)})
	}
	return out
}

func newRunView(i int, r *Run) runView {
	v := runView{ID: i, Run: r, State: string(r.Summary.State), Best: "–", Took: "–", Epochs: epochGrid(r)}
	if b := r.Summary.Best; b != nil {
		v.Best = fmt.Sprintf("%s after epoch %d", number(b.Score), b.Epoch)
	}
	end := r.Summary.Ended
	if n := len(r.Records); n > 0 && (end.IsZero() || r.Summary.State == train.StateRunning) {
		end = r.Records[n-1].Time
	}
	if r.Summary.State == train.StateRunning {
		v.Asof = "It still goes on."
		if !end.IsZero() {
			v.Asof = "It still goes on; its last record here is of " + end.Format(time.DateTime) + "."
		}
	}
	if s := r.Summary.Started; !s.IsZero() {
		v.Started = s.Format(time.DateTime)
		if took := end.Sub(s); took > 0 {
			v.Took = took.Round(time.Second).String()
		}
	}
	return v
}

// number writes a figure with five digits, or all before the point.
func number(x float64) string {
	switch size := math.Abs(x); {
	case math.IsNaN(x):
		return "–"
	case size >= 1e5 && size < 1e12:
		return fmt.Sprintf("%.0f", x)
	}
	return fmt.Sprintf("%.5g", x)
}

// figuresGrid has figures of the runs, a row a figure.
func figuresGrid(runs []*Run, of func(train.Summary) map[string]float64) grid {
	all := map[string]bool{}
	for _, r := range runs {
		for name := range of(r.Summary) {
			all[name] = true
		}
	}
	g := grid{Heading: append([]string{"figure"}, names(runs)...)}
	for _, name := range slices.Sorted(maps.Keys(all)) {
		row := []string{printable(name)}
		for _, r := range runs {
			row = append(row, cell(of(r.Summary), name))
		}
		g.Rows = append(g.Rows, row)
	}
	return g
}

// cell is a figure, or a dash if it is none of those.
func cell(figures map[string]float64, name string) string {
	if x, ok := figures[name]; ok {
		return number(x)
	}
	return "–"
}

func names(runs []*Run) []string {
	var out []string
	for _, r := range runs {
		out = append(out, r.Name)
	}
	return out
}

// maxEpochRows is how many epochs a table has at most; of more, it has some.
const maxEpochRows = 300

func epochGrid(r *Run) grid {
	var epochs []train.Record
	all := map[string]bool{}
	for _, record := range r.Records {
		if record.Kind == train.KindEpoch {
			epochs = append(epochs, record)
			for name := range record.Figures {
				all[name] = true
			}
		}
	}
	columns := slices.Sorted(maps.Keys(all))
	g := grid{Heading: []string{"epoch", "step"}}
	for _, name := range columns {
		g.Heading = append(g.Heading, printable(name))
	}
	n := min(len(epochs), maxEpochRows)
	for i := range n {
		record := epochs[i*(len(epochs)-1)/max(1, n-1)]
		row := []string{fmt.Sprint(record.Epoch), fmt.Sprint(record.Step)}
		for _, name := range columns {
			row = append(row, cell(record.Figures, name))
		}
		g.Rows = append(g.Rows, row)
	}
	return g
}

func lengthGrid(runs []*Run) grid {
	g := grid{Heading: []string{"words"}}
	for _, i := range evaluated(runs) {
		g.Heading = append(g.Heading, runs[i].Name)
	}
	g.Heading = append(g.Heading, "right-branching")
	for _, row := range lengthTable(runs) {
		cells := []string{row.Bin}
		for _, f1 := range row.F1 {
			cell := "–"
			if f1.Sentences > 0 {
				cell = fmt.Sprintf("%.1f (%d)", f1.Mean, f1.Sentences)
			}
			cells = append(cells, cell)
		}
		g.Rows = append(g.Rows, cells)
	}
	return g
}

func labelGrid(runs []*Run) grid {
	g := grid{Heading: []string{"label"}}
	for _, i := range evaluated(runs) {
		g.Heading = append(g.Heading, runs[i].Name)
	}
	for _, row := range labelTable(runs) {
		cells := []string{row.Label}
		for _, l := range row.Recall {
			cells = append(cells, recallCell(l))
		}
		g.Rows = append(g.Rows, cells)
	}
	return g
}

func recallCell(l corpus.LabelRecall) string {
	if l.Gold == 0 {
		return "–"
	}
	return fmt.Sprintf("%.1f (%d of %d)", l.Recall, l.Found, l.Gold)
}

// differentOptions are those in which runs differ.
func differentOptions(runs []*Run) grid {
	if len(runs) < 2 {
		return grid{}
	}
	all := map[string]bool{}
	for _, r := range runs {
		for name := range r.Options {
			all[name] = true
		}
	}
	g := grid{Heading: append([]string{"option"}, names(runs)...)}
	for _, name := range slices.Sorted(maps.Keys(all)) {
		row := []string{printable(name)}
		for _, r := range runs {
			cell := "–"
			if x, ok := r.Options[name]; ok {
				cell = printable(fmt.Sprint(x))
			}
			row = append(row, cell)
		}
		if slices.ContainsFunc(row[1:], func(cell string) bool { return cell != row[1] }) {
			g.Rows = append(g.Rows, row)
		}
	}
	return g
}
