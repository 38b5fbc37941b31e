// Command runs shows what run directories hold, whichever program trained in
// them: how the runs stand, and their figures.
package main

import (
	"os"

	"arbelos/cmd/internal/program"
)

const about = `What run directories hold, of every program.

  runs list                                      all runs below ./runs
  runs list sweeps --sort test/f1 --reverse      the best F1 first
  runs list --figure validation/elbo --json
  runs csv runs/mine > mine.csv                  a run's records, a row each
  runs report runs/a runs/b --output report      a page of both, with plots

Exit status: 0 done; 1 files that cannot be used; 2 flags that cannot be used.`

type cli struct {
	List   listCmd   `cmd:"" help:"Table of the runs below a folder with their final figures."`
	CSV    csvCmd    `cmd:"" name:"csv" help:"Records of a run as CSV."`
	Report reportCmd `cmd:"" help:"Page of runs with curves, trees and topics, and its plots as files."`
}

var runsProgram = program.Program{Name: "runs", About: about, Commands: func() any { return new(cli) }}

func main() { os.Exit(runsProgram.Run(os.Args[1:])) }
