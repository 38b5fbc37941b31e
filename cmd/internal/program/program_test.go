package program

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// fitCmd is the configured command of a program for tests, which tells what
// options it was run with.
type fitCmd struct {
	Data   string  `toml:"data"`
	Topics int     `toml:"topics" default:"10"`
	Method string  `toml:"method" enum:"gibbs,vem" default:"gibbs"`
	Rate   float64 `toml:"rate" default:"0.5"`

	RunDir string `toml:"-"`
	Resume bool   `toml:"-"`
	Config string `toml:"-"`

	ran func(fitCmd) error
}

func (c *fitCmd) Run() error { return c.ran(*c) }

func toy(ran func(fitCmd) error) Program {
	type commands struct {
		Fit  fitCmd   `cmd:"" help:"Fit."`
		Help struct{} `cmd:"" help:"Nothing."`
	}
	return Program{
		Name: "toy", Commands: func() any { return &commands{Fit: fitCmd{ran: ran}} },
		Config: Configured{Command: "fit", Options: func() any { return new(fitCmd) }, Data: "data", QuickStart: "topics = 5\nrate = 0.25\n"},
	}
}

// Flags lie over the file, the file over the quick start, which is there where
// no data is named, and that over the defaults.
func TestLayers(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return path
	}
	bare := write("bare.toml", "topics = 7\n")
	run := filepath.Dir(write("config.toml", "data = 'd'\nmethod = 'vem'\n"))
	for name, c := range map[string]struct {
		args []string
		want fitCmd
	}{
		"defaults":          {[]string{"--data", "d"}, fitCmd{Data: "d", Topics: 10, Method: "gibbs", Rate: 0.5}},
		"quick start":       {nil, fitCmd{Topics: 5, Method: "gibbs", Rate: 0.25}},
		"file, quick start": {[]string{"--config", bare}, fitCmd{Topics: 7, Method: "gibbs", Rate: 0.25, Config: bare}},
		"flags over file":   {[]string{"--config", bare, "--topics", "3", "--data", "d"}, fitCmd{Data: "d", Topics: 3, Method: "gibbs", Rate: 0.5, Config: bare}},
		"resumed":           {[]string{"--resume", "--run-dir", run}, fitCmd{Data: "d", Topics: 10, Method: "vem", Rate: 0.5, Resume: true, RunDir: run}},
	} {
		var got fitCmd
		p := toy(func(c fitCmd) error { got = c; return nil })
		if status := p.Run(append([]string{"fit"}, c.args...)); status != 0 {
			t.Errorf("%s: exit status %d", name, status)
		}
		got.ran = nil
		if diff := cmp.Diff(c.want, got, cmp.AllowUnexported(fitCmd{})); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

func TestStatus(t *testing.T) {
	for _, c := range []struct {
		err  error
		want int
	}{
		{nil, 0}, {errors.New("x"), 1}, {fmt.Errorf("y: %w", Refused(errors.New("x"))), 2},
		{Stopped(errors.New("x")), 130}, {fmt.Errorf("y: %w", context.Canceled), 130},
	} {
		p := toy(func(fitCmd) error { return c.err })
		if got := p.Run([]string{"fit"}); got != c.want {
			t.Errorf("%v: exit status %d, expected %d", c.err, got, c.want)
		}
	}
	if got := toy(nil).Run([]string{"fit", "--nope"}); got != BadFlags {
		t.Errorf("unknown flag: exit status %d", got)
	}
}
