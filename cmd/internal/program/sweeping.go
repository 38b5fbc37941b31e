package program

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"

	"github.com/pelletier/go-toml/v2"

	"arbelos/train"
	"arbelos/train/sweep"
)

// Sweeping are the flags of a command that trains once for every point of a grid
// of its options.
type Sweeping struct {
	Set  []string `toml:"-" sep:"none" help:"Train once for every value of an option, in numbered run directories below --run-dir; given more than once, for every combination." placeholder:"OPTION=A,B,..."`
	Jobs int      `toml:"-" help:"Runs of --set that train at once, each with --threads of its own." default:"1"`
}

// Checked are options that can be refused before anything is read or written.
type Checked interface{ Check() error }

// Sweeps tells whether the command is to sweep: it has a grid, or continues a
// sweep's folder.
func (s Sweeping) Sweeps(dir string, resume bool) bool {
	return len(s.Set) > 0 || resume && sweep.Is(dir)
}

// Sweep carries out a sweep of the configured command in a folder: options are
// the command's own. It prints a table of the runs, or JSON.
func (p Program) Sweep(s Sweeping, dir string, resume, asJSON bool, options any) error {
	if s.Jobs < 1 {
		return Refused(fmt.Errorf("--jobs is %d, expected at least 1", s.Jobs))
	}
	all, err := p.openSweep(s, dir, resume, options)
	if err != nil {
		return err
	}
	defer all.Close()
	ctx, stop := Interruptible("stopping all runs, which save; once more to leave at once")
	defer stop()
	program, err := os.Executable()
	if err != nil {
		return err
	}
	failed, err := all.Execute(ctx, sweep.Execution{
		Jobs: s.Jobs, Output: os.Stderr,
		Command: func(r sweep.Run, resume bool) *exec.Cmd {
			args := []string{p.Config.Command, "--resume", "--run-dir", r.Dir}
			if !resume {
				args = append(p.point(dir, r.Settings), "--run-dir", r.Dir)
			}
			if l, ok := options.(interface{ logFormat() string }); ok {
				args = append(args, "--log-format", l.logFormat())
			}
			cmd := exec.Command(program, args...)
			cmd.Args[0] = p.Name
			return cmd
		},
	})
	if err != nil {
		return err
	}
	if err := printSweep(all, asJSON); err != nil {
		return err
	}
	goOn := fmt.Sprintf("%s %s --resume --run-dir %s", p.Name, p.Config.Command, dir)
	switch {
	case ctx.Err() != nil:
		return Stopped(fmt.Errorf("stopped; to go on: %s", goOn))
	case len(failed) > 0:
		return fmt.Errorf("%d of %d runs failed; to try them again: %s", len(failed), len(all.Runs), goOn)
	}
	return nil
}

// openSweep makes the folder of a new sweep, all points of which the command's
// flags accept, or opens that of one that is resumed.
func (p Program) openSweep(s Sweeping, dir string, resume bool, options any) (*sweep.Sweep, error) {
	if resume {
		if len(s.Set) > 0 {
			return nil, Refused(errors.New("found both --resume and --set: a sweep that is resumed has its own grid"))
		}
		return sweep.Open(dir)
	}
	grid, err := sweep.ParseGrid(s.Set)
	if err != nil {
		return nil, Refused(fmt.Errorf("--set %w", err))
	}
	if err := p.checkGrid(grid, options); err != nil {
		return nil, Refused(err)
	}
	created, err := sweep.Create(dir, grid, options)
	return created, p.InUse(dir, err)
}

// checkGrid refuses what the command would, before anything is trained.
func (p Program) checkGrid(grid []sweep.Axis, options any) error {
	base, err := toml.Marshal(options)
	if err != nil {
		return err
	}
	known := map[string]any{}
	if err := toml.Unmarshal(base, &known); err != nil {
		return err
	}
	for _, axis := range grid {
		if _, ok := known[axis.Key]; !ok {
			return fmt.Errorf("--set %s: found no such option of %s, expected one that config.toml can hold", axis.Key, p.Config.Command)
		}
	}
	temporary, err := os.MkdirTemp("", p.Name)
	if err != nil {
		return err
	}
	defer os.RemoveAll(temporary)
	if err := os.WriteFile(filepath.Join(temporary, train.ConfigFile), base, 0o666); err != nil {
		return err
	}
	for _, point := range sweep.Points(grid) {
		ctx, err := p.parse(p.point(temporary, point))
		if err == nil {
			if c, ok := ctx.Selected().Target.Addr().Interface().(Checked); ok {
				err = c.Check()
			}
		}
		if err != nil {
			return fmt.Errorf("--set: of %v: %w", point, err)
		}
	}
	return nil
}

// point returns the arguments of the run that begins at a point: the options that
// all runs share are in a folder's config.toml.
func (p Program) point(dir string, settings []sweep.Setting) []string {
	args := []string{p.Config.Command, "--config", filepath.Join(dir, train.ConfigFile)}
	for _, s := range settings {
		args = append(args, "--"+s.String())
	}
	return args
}

// sweptRun is a run in the table of a sweep.
type sweptRun struct {
	sweep.Run
	Summary train.Summary `json:"summary"`
}

func printSweep(s *sweep.Sweep, asJSON bool) error {
	var runs []sweptRun
	for _, r := range s.Runs {
		summary, _, err := r.Status()
		if err != nil {
			return err
		}
		runs = append(runs, sweptRun{r, summary})
	}
	if asJSON {
		return PrintJSON(runs)
	}
	var figures []map[string]float64
	for _, r := range runs {
		figures = append(figures, r.Summary.Final)
	}
	names := FigureNames(figures)
	heading := []string{"run"}
	for _, axis := range s.Grid {
		heading = append(heading, axis.Key)
	}
	rows := [][]string{append(heading, append([]string{"state", "epochs"}, names...)...)}
	for _, r := range runs {
		row := []string{r.Name}
		for _, setting := range r.Settings {
			row = append(row, setting.Value)
		}
		row = append(row, string(r.Summary.State), strconv.Itoa(r.Summary.Epochs))
		rows = append(rows, append(row, FigureCells(r.Summary.Final, names)...))
	}
	return PrintText(func(w io.Writer) { Table(w, FitTable(rows)) })
}
