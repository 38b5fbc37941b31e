package program

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
)

// Running are the flags of a command that trains in a run directory, see
// Program.Train.
type Running struct {
	Parallel

	RunDir          string `toml:"-" help:"Directory of the run; new or empty, but for --resume. Default: runs/PROGRAM-DATE-TIME." placeholder:"DIR"`
	Resume          bool   `toml:"-" help:"Continue the run in --run-dir with its own options; flags override them, for this time."`
	SavePath        string `toml:"save-path" help:"Also keep the best checkpoint under this name, which ends in .json." placeholder:"FILE"`
	CheckpointEvery int    `toml:"checkpoint-every" help:"Steps between checkpoints; one is written after each epoch besides." default:"500"`
	Config          string `toml:"-" help:"TOML file of options under their flags' names. Flags override it." placeholder:"FILE"`
	JSON            bool   `toml:"-" name:"json" help:"Print the final figures as JSON."`

	Logging
	Sweeping
}

// Check refuses flags that cannot be meant.
func (r *Running) Check() error {
	if err := AtLeast("checkpoint-every", r.CheckpointEvery, 0); err != nil {
		return err
	}
	if r.SavePath == "" {
		return nil
	}
	if filepath.Ext(r.SavePath) != ".json" {
		return fmt.Errorf("--save-path is %q, expected a name that ends in .json", r.SavePath)
	}
	if _, err := os.Stat(filepath.Dir(r.SavePath)); err != nil {
		return fmt.Errorf("--save-path is %q, expected a name in a folder that exists: %w", r.SavePath, err)
	}
	return nil
}

// LastCheckpoint is the path of the last checkpoint of the run to resume, if it
// has one.
func (r *Running) LastCheckpoint() string {
	return filepath.Join(r.RunDir, "checkpoints", "last.json")
}

// AtLeast refuses the number that a flag has if it is less than it may be, or not
// finite.
func AtLeast[N int | float64](flag string, v, least N) error {
	if !(v >= least) || math.IsInf(float64(v), 1) {
		return fmt.Errorf("--%s is %v, expected a number of at least %v", flag, v, least)
	}
	return nil
}
