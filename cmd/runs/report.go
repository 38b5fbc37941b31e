package main

import (
	"fmt"
	"io"
	"os"

	"arbelos/cmd/internal/program"
	"arbelos/cmd/internal/report"
)

// reportCmd makes a page of runs.
type reportCmd struct {
	RunDir []string `arg:"" name:"run" help:"Run directories, or folders with runs below them, as of a sweep. Curves of several are drawn over each other."`
	Output string   `short:"o" help:"Folder for the page, index.html, and the folder plots, of the plots as PNG and SVG files. Files there are replaced." default:"report"`
}

// Help shows how the command is called.
func (reportCmd) Help() string {
	return `Examples:

  runs report runs/a runs/b --output report
  runs report sweeps/lr --output report`
}

// Run writes the page and says where it is.
func (o *reportCmd) Run() error {
	dirs, err := o.dirs()
	if err != nil {
		return err
	}
	var runs []*report.Run
	for _, dir := range dirs {
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
	w, err := r.Write(o.Output)
	if err != nil {
		return err
	}
	return program.PrintText(func(out io.Writer) {
		fmt.Fprintf(out, "%s: %d kB; %d plots in %s/%s\n", w.Page, (w.Bytes+999)/1000, w.Plots, o.Output, report.PlotsFolder)
	})
}

// dirs are the run directories meant: those named, and those below others.
func (o *reportCmd) dirs() ([]string, error) {
	var dirs []string
	for _, dir := range o.RunDir {
		var left []error
		found, err := find(dir, func(err error) { left = append(left, err) })
		if err != nil {
			return nil, err
		}
		if len(found) == 0 { // a run that cannot be read, which its page will say, or none
			dirs = append(dirs, dir)
			continue
		}
		for _, err := range left {
			fmt.Fprintln(os.Stderr, "runs: left out:", err)
		}
		for _, r := range found {
			dirs = append(dirs, r.Dir)
		}
	}
	return dirs, nil
}
