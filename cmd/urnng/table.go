package main

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"strings"
	"text/tabwriter"

	"arbelos/train/corpus"
)

// printJSON writes figures as indented JSON to standard output.
func printJSON(figures any) error {
	e := json.NewEncoder(os.Stdout)
	e.SetIndent("", "  ")
	return e.Encode(figures)
}

// table writes rows of cells in aligned columns, the first row being the
// heading.
func table(w io.Writer, rows [][]string) {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	for _, r := range rows {
		fmt.Fprintln(t, strings.Join(r, "\t")+"\t")
	}
	t.Flush()
}

// f1Row are the three F1 scores of one way to parse.
func f1Row(name string, s corpus.Scores) []string {
	return []string{name, number(s.F1.Mean, 1), number(s.F1.Corpus, 1), number(s.Punct.Mean, 1), number(s.Evalb.Corpus, 1)}
}

var f1Heading = []string{"", "f1", "f1 (corpus)", "f1-punct", "f1-evalb"}

func number(x float64, digits int) string {
	if math.IsNaN(x) {
		return "-"
	}
	return fmt.Sprintf("%.*f", digits, x)
}
