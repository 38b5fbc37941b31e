package report

import (
	"bytes"
	"fmt"
	"html/template"
	"io"
	"os"
	"path/filepath"

	"arbelos/train"
)

// PageFile is the name of the page in a report's folder, PlotsFolder that of the
// folder of its plots.
const (
	PageFile    = "index.html"
	PlotsFolder = "plots"
)

// Report is a page of runs with its plots.
type Report struct {
	runs    []*Run
	curves  []plotted
	parsing []plotted
}

// plotted is a panel with its picture, an SVG file.
type plotted struct {
	panel
	svg []byte
}

// element is the picture as an element of a page: what comes after a file's prologue.
func (p plotted) element() template.HTML {
	return template.HTML(p.svg[max(0, bytes.Index(p.svg, []byte("<svg"))):])
}

// New draws a report of one run or more. Runs that are called alike are given
// longer names.
func New(runs []*Run) (*Report, error) {
	distinguish(runs)
	r := &Report{runs: runs}
	for _, group := range []struct {
		panels []panel
		to     *[]plotted
	}{{panels(runs), &r.curves}, {parsingPanels(runs), &r.parsing}} {
		for _, p := range group.panels {
			svg, err := p.draw(runs, "svg")
			if err != nil {
				return nil, err
			}
			*group.to = append(*group.to, plotted{p, svg})
		}
	}
	return r, nil
}

// Written says what Write has written.
type Written struct {
	Page  string // path
	Bytes int64  // of the page
	Plots int    // each a PNG and an SVG file
}

// Write writes the page into a folder, which is made if it is not there, and the
// plots into a folder below. Each file is written whole or not at all; what is
// there under other names stays.
func (r *Report) Write(dir string) (Written, error) {
	w := Written{Page: filepath.Join(dir, PageFile)}
	folder := filepath.Join(dir, PlotsFolder)
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return w, fmt.Errorf("write report: %w", err)
	}
	for _, group := range [][]plotted{r.curves, r.parsing} {
		for _, p := range group {
			png, err := p.draw(r.runs, "png")
			if err != nil {
				return w, err
			}
			for format, picture := range map[string][]byte{"svg": p.svg, "png": png} {
				if err := writeFile(filepath.Join(folder, p.name+"."+format), picture); err != nil {
					return w, err
				}
			}
			w.Plots++
		}
	}
	var page bytes.Buffer
	if err := r.HTML(&page); err != nil {
		return w, err
	}
	w.Bytes = int64(page.Len())
	return w, writeFile(w.Page, page.Bytes())
}

func writeFile(path string, text []byte) error {
	return train.WriteFile(path, func(w io.Writer) error {
		_, err := w.Write(text)
		return err
	})
}
