package main

import (
	"fmt"
	"io"

	"arbelos/cmd/internal/program"
	"arbelos/cmd/internal/report"
)

// reportCmd makes a page of runs.
type reportCmd struct {
	RunDir []string `arg:"" name:"run" help:"Run directories; of several, curves are drawn over each other."`
	Out    string   `help:"Folder for the page, index.html, and the folder plots, of the plots as PNG and SVG files. Files there are replaced." default:"report" placeholder:"DIR"`
}

// Run writes the page and says where it is.
func (o *reportCmd) Run() error {
	var runs []*report.Run
	for _, dir := range o.RunDir {
		r, err := report.Read(dir)
		if err != nil {
			return err
		}
		runs = append(runs, r)
	}
	r, err := report.New(runs)
	if err != nil {
		return err
	}
	w, err := r.Write(o.Out)
	if err != nil {
		return err
	}
	return program.PrintText(func(out io.Writer) {
		fmt.Fprintf(out, "%s: %d kB; %d plots in %s/%s\n", w.Page, (w.Bytes+999)/1000, w.Plots, o.Out, report.PlotsFolder)
	})
}
