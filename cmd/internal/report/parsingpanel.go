package report

import (
	"cmp"
	"slices"

	"gonum.org/v1/plot/plotter"

	"arbelos/train/corpus"
)

// maxLabels is how many labels have their recall plotted; a table has all.
const maxLabels = 10

// evaluated returns the places of the runs that have an evaluation with gold trees.
func evaluated(runs []*Run) []int {
	var out []int
	for i, r := range runs {
		if r.Parses == nil || r.Parses.Sampled {
			continue
		}
		if s := r.Parses.scores(); s.F1.Sentences > 0 {
			out = append(out, i)
		}
	}
	return out
}

// lengthRow is F1 in a bin of lengths: of each run that is evaluated and, last, of
// right-branching trees if these runs have the same sentences.
type lengthRow struct {
	Bin string
	F1  []corpus.F1
}

// oneCorpus tells whether all runs that are evaluated have the same sentences.
func oneCorpus(runs []*Run) bool {
	at := evaluated(runs)
	return !slices.ContainsFunc(at, func(i int) bool { return !sameSentences(runs[i].Parses, runs[at[0]].Parses) })
}

func lengthTable(runs []*Run) []lengthRow {
	at := evaluated(runs)
	if len(at) == 0 {
		return nil
	}
	var columns [][]corpus.F1
	for _, i := range at {
		columns = append(columns, runs[i].Parses.byLength(predicted))
	}
	if oneCorpus(runs) {
		columns = append(columns, runs[at[0]].Parses.byLength(rightBranching))
	}
	var rows []lengthRow
	for bin := range lengths {
		row := lengthRow{Bin: binName(bin)}
		sentences := 0
		for _, c := range columns {
			row.F1 = append(row.F1, c[bin])
			sentences += c[bin].Sentences
		}
		if sentences > 0 {
			rows = append(rows, row)
		}
	}
	return rows
}

// labelRow is the recall of a label, of each run that is evaluated.
type labelRow struct {
	Label  string
	Recall []corpus.LabelRecall
}

func labelTable(runs []*Run) []labelRow {
	at := evaluated(runs)
	byLabel := map[string]*labelRow{}
	gold := map[string]int{}
	for column, i := range at {
		for _, l := range runs[i].Parses.scores().Labels {
			row := byLabel[l.Label]
			if row == nil {
				row = &labelRow{printable(l.Label), make([]corpus.LabelRecall, len(at))}
				byLabel[l.Label] = row
			}
			row.Recall[column] = l
			gold[l.Label] = max(gold[l.Label], l.Gold)
		}
	}
	var rows []labelRow
	for label := range byLabel {
		rows = append(rows, *byLabel[label])
	}
	slices.SortFunc(rows, func(a, b labelRow) int {
		return cmp.Or(cmp.Compare(gold[b.Label], gold[a.Label]), cmp.Compare(a.Label, b.Label))
	})
	return rows
}

// parsingPanels are F1 by length and the recall of labels.
func parsingPanels(runs []*Run) []panel {
	at := evaluated(runs)
	if len(at) == 0 {
		return nil
	}
	byLength := panel{
		name: "f1-by-length", title: "F1 by sentence length", x: "words, punctuation counted", y: "F1, per cent",
		about: "Mean over sentences of the test corpus, unlabelled, punctuation removed.",
	}
	label := "" // of several runs their names are enough
	if len(runs) == 1 {
		label = "this model"
	}
	rows := lengthTable(runs)
	columns := make([]plotter.XYs, len(at)+1)
	for x, row := range rows {
		byLength.nominal = append(byLength.nominal, row.Bin)
		for c, f1 := range row.F1 {
			if f1.Sentences > 0 {
				columns[c] = append(columns[c], plotter.XY{X: float64(x), Y: f1.Mean})
			}
		}
	}
	for c, xy := range columns {
		switch {
		case len(xy) == 0:
		case c < len(at):
			byLength.curves = append(byLength.curves, curve{at[c], 0, label, xy})
		default: // of no run
			byLength.curves = append(byLength.curves, curve{len(runs), 1, "right-branching", xy})
		}
	}
	recall := panel{
		name: "label-recall", title: "Recall of labels", y: "found, per cent of gold", dots: true,
		about: "Gold constituents found, by their label, the most frequent first; labels are not predicted.",
	}
	labels := labelTable(runs)
	labels = labels[:min(maxLabels, len(labels))]
	columns = make([]plotter.XYs, len(at))
	for x, row := range labels {
		recall.nominal = append(recall.nominal, short(row.Label, 8))
		for c, l := range row.Recall {
			if l.Gold > 0 {
				columns[c] = append(columns[c], plotter.XY{X: float64(x), Y: l.Recall})
			}
		}
	}
	for c, xy := range columns {
		if len(xy) > 0 {
			recall.curves = append(recall.curves, curve{at[c], 0, label, xy})
		}
	}
	out := []panel{byLength}
	if len(recall.curves) > 0 {
		out = append(out, recall)
	}
	return out
}
