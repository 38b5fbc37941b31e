package program

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
	"text/tabwriter"

	"arbelos/train"
)

// PrintJSON writes figures as indented JSON to standard output.
func PrintJSON(figures any) error {
	e := json.NewEncoder(os.Stdout)
	e.SetIndent("", "  ")
	return e.Encode(figures)
}

// PrintText writes what print writes to standard output.
func PrintText(print func(w io.Writer)) error {
	var text bytes.Buffer
	print(&text)
	_, err := os.Stdout.Write(text.Bytes())
	return err
}

// WriteOutput writes text to a file, whole or not at all, or to standard output
// for "" and "-".
func WriteOutput(path string, write func(io.Writer) error) error {
	if path == "" || path == "-" {
		return write(os.Stdout)
	}
	return train.WriteFile(path, write)
}

// Table writes rows of cells in aligned columns, names to the left and figures
// to the right. The first row is the heading.
func Table(w io.Writer, rows [][]string) {
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
