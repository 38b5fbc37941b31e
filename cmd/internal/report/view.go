package report

import (
	"fmt"
	"html/template"
	"time"

	"arbelos/train"
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
		out = append(out, figure{p.name, p.title, p.about, p.element()})
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
			if r.Summary.Processes > 1 {
				v.Took += ", pauses included"
			}
		}
	}
	return v
}
