package main

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"arbelos/cmd/internal/program"
)

// listCmd prints a table of runs.
type listCmd struct {
	Dir     string   `arg:"" optional:"" help:"Folder below which runs are looked for. Default: runs." default:"runs"`
	Figure  []string `help:"Figure to show instead of those that were measured at the end; may be given more than once." placeholder:"NAME"`
	Sort    string   `help:"Column that the runs are in order of: run, program, state, epochs, started, or any figure, shown or not; runs without it come last." default:"run"`
	Reverse bool     `help:"Largest first."`
	JSON    bool     `name:"json" help:"Print the runs as JSON, with all that their summaries hold."`
}

// Help shows how the command is called.
func (listCmd) Help() string {
	return `Examples:

  runs list
  runs list sweeps --sort test/f1 --reverse
  runs list --figure validation/elbo --figure validation/kl`
}

// Run prints the runs.
func (o *listCmd) Run() error {
	runs, err := find(o.Dir, func(err error) { fmt.Fprintln(os.Stderr, "runs: left out:", err) })
	if err != nil {
		return err
	}
	if err := o.sort(runs); err != nil {
		return program.Refused(err)
	}
	if o.JSON {
		if runs == nil {
			runs = []foundRun{}
		}
		return program.PrintJSON(runs)
	}
	return program.PrintText(func(w io.Writer) {
		if len(runs) == 0 {
			fmt.Fprintf(w, "no runs below %s\n", o.Dir)
			return
		}
		program.Table(w, program.FitTable(o.table(runs)))
	})
}

// sort puts the runs in order.
func (o *listCmd) sort(runs []foundRun) error {
	by, ok := map[string]func(a, b foundRun) int{
		"run":     func(a, b foundRun) int { return strings.Compare(a.Name, b.Name) },
		"program": func(a, b foundRun) int { return strings.Compare(a.Summary.Program, b.Summary.Program) },
		"state":   func(a, b foundRun) int { return strings.Compare(string(a.Summary.State), string(b.Summary.State)) },
		"epochs":  func(a, b foundRun) int { return cmp.Compare(a.Summary.Epochs, b.Summary.Epochs) },
		"started": func(a, b foundRun) int { return a.Summary.Started.Compare(b.Summary.Started) },
	}[o.Sort]
	has := func(foundRun) bool { return true }
	if !ok {
		by = func(a, b foundRun) int { return cmp.Compare(a.figures()[o.Sort], b.figures()[o.Sort]) }
		has = func(r foundRun) bool { _, ok := r.figures()[o.Sort]; return ok }
		if len(runs) > 0 && !slices.ContainsFunc(runs, has) {
			return fmt.Errorf("--sort %s: found no run with this figure, expected run, program, state, epochs, started, or one of %s", o.Sort, strings.Join(allNames(runs), ", "))
		}
	}
	slices.SortStableFunc(runs, func(a, b foundRun) int {
		switch {
		case has(a) != has(b):
			if has(a) {
				return -1
			}
			return 1
		case o.Reverse:
			a, b = b, a
		}
		return by(a, b)
	})
	return nil
}

// allNames returns the names of all figures of the runs.
func allNames(runs []foundRun) []string {
	var figures []map[string]float64
	for _, r := range runs {
		figures = append(figures, r.figures())
	}
	return program.FigureNames(figures)
}

// table returns the rows of the runs, with the figures asked for, else the best
// score and what was measured at the end.
func (o *listCmd) table(runs []foundRun) [][]string {
	names := o.Figure
	if len(names) == 0 {
		figures := []map[string]float64{}
		for _, r := range runs {
			figures = append(figures, r.Summary.Final)
		}
		names = append([]string{"best/score"}, program.FigureNames(figures)...)
	}
	rows := [][]string{append([]string{"run", "program", "state", "epochs"}, names...)}
	for _, r := range runs {
		row := []string{r.Name, r.Summary.Program, string(r.Summary.State), strconv.Itoa(r.Summary.Epochs)}
		rows = append(rows, append(row, program.FigureCells(r.figures(), names)...))
	}
	return rows
}
