package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
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

// printText writes what print writes to standard output.
func printText(print func(w io.Writer)) error {
	var text bytes.Buffer
	print(&text)
	_, err := os.Stdout.Write(text.Bytes())
	return err
}

// table writes rows of cells in aligned columns, names to the left and figures
// to the right. The first row is the heading.
func table(w io.Writer, rows [][]string) {
	names := 0
	for _, r := range rows {
		names = max(names, len(r[0]))
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	for _, r := range rows {
		fmt.Fprintf(t, "%-*s\t%s\t\n", names, r[0], strings.Join(r[1:], "\t"))
	}
	t.Flush()
}

// f1Row are the three F1 scores of one way to parse.
func f1Row(name string, s corpus.Scores) []string {
	return []string{name, percent(s.F1, s.F1.Mean), percent(s.F1, s.F1.Corpus), percent(s.Punct, s.Punct.Mean), percent(s.Evalb, s.Evalb.Corpus)}
}

// percent is a figure of a score, a dash where no sentence was scored.
func percent(s corpus.F1, x float64) string {
	if s.Sentences == 0 {
		return "-"
	}
	return fmt.Sprintf("%.1f", x)
}

var f1Heading = []string{"", "f1", "f1 (corpus)", "f1-punct", "f1-evalb"}
