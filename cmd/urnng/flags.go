package main

import (
	_ "embed"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"

	"github.com/alecthomas/kong"
	"github.com/pelletier/go-toml/v2"

	"arbelos/train"
)

// quickStart are the options of a run without a corpus of its own.
//
//go:embed quickstart.toml
var quickStart string

// parseAndRun reads the command line, and for train what lies beneath it, and
// runs the command. Flags override a config file, which overrides defaults.
func parseAndRun(args []string, options ...kong.Option) error {
	options = append(options,
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, WrapUpperBound: 100}))
	beneath, err := beneath(args, options)
	if err != nil {
		return err
	}
	parser, err := kong.New(new(cli), append(options, kong.Resolvers(beneath))...)
	if err != nil {
		return err
	}
	ctx, err := parser.Parse(args)
	if err != nil {
		return exit{badFlags, err}
	}
	return ctx.Run()
}

// layer gives flags their values from a file's keys, which are the flags'
// names.
type layer map[string]any

// Validate implements kong.Resolver. Keys are checked where a file is read.
func (l layer) Validate(*kong.Application) error { return nil }

// Resolve implements kong.Resolver.
func (l layer) Resolve(_ *kong.Context, _ *kong.Path, flag *kong.Flag) (any, error) {
	if v, ok := l[flag.Name]; ok {
		return fmt.Sprint(v), nil
	}
	return nil, nil
}

// beneath returns what lies beneath the flags of a train command: the options
// of the run that is resumed, else the config file, and the quick start's where
// no training file is named.
func beneath(args []string, options []kong.Option) (layer, error) {
	parser, err := kong.New(new(cli), options...)
	if err != nil {
		return nil, err
	}
	trace, err := kong.Trace(parser, args)
	if err != nil || trace.Error != nil || trace.Selected() == nil || trace.Selected().Name != "train" {
		return nil, nil // the second parse reports what is wrong
	}
	given := map[string]string{}
	for _, p := range trace.Path {
		if p.Flag != nil {
			given[p.Flag.Name] = fmt.Sprint(trace.FlagValue(p.Flag))
		}
	}
	file := layer{}
	switch {
	case given["resume"] != "true":
		if path := given["config"]; path != "" {
			if file, err = readLayer(parser, path); err != nil {
				return nil, exit{badFlags, err}
			}
		}
	case given["run-dir"] == "":
		return nil, exit{badFlags, errors.New("--resume needs --run-dir, the directory of the run to continue")}
	case given["config"] != "":
		return nil, exit{badFlags, errors.New("found both --resume and --config: a run that is resumed has its own config.toml, which flags override")}
	default:
		if file, err = readLayer(parser, filepath.Join(given["run-dir"], train.ConfigFile)); err != nil {
			return nil, fmt.Errorf("resume run: %w", err)
		}
	}
	if given["train-file"] == "" && file["train-file"] == nil {
		base := layer{}
		if err := toml.Unmarshal([]byte(quickStart), &base); err != nil {
			return nil, fmt.Errorf("quickstart.toml: %w", err)
		}
		maps.Copy(base, file)
		return base, nil
	}
	return file, nil
}

// readLayer reads a config file of train's flags. It refuses keys that are no
// flags, and values that the flags refuse.
func readLayer(parser *kong.Kong, path string) (layer, error) {
	if err := train.ReadConfig(path, new(trainCmd)); err != nil {
		return nil, err
	}
	file := layer{}
	if err := train.ReadConfig(path, &file); err != nil {
		return nil, err
	}
	for _, command := range parser.Model.Children {
		if command.Name != "train" {
			continue
		}
		for _, flag := range command.Flags {
			v, given := file[flag.Name]
			if given && flag.Enum != "" && !slices.Contains(flag.EnumSlice(), fmt.Sprint(v)) {
				return nil, fmt.Errorf("%s: found %s = %q, expected one of %s", path, flag.Name, fmt.Sprint(v), flag.Enum)
			}
		}
	}
	return file, nil
}

// gcPercent is how much garbage may pile up, in percent of what lives. Most of
// what lives is a model's pool of large buffers, which cost a collection
// nothing; Go's default would let as much again pile up.
const gcPercent = 20

// threads are the flags of every command that computes.
type threads struct {
	Threads int `toml:"threads" help:"Processor threads; 0 is all. Results do not depend on it." default:"0"`
}

func (t threads) use() error {
	if t.Threads < 0 {
		return exit{badFlags, fmt.Errorf("--threads is %d, expected at least 0", t.Threads)}
	}
	if t.Threads > 0 {
		runtime.GOMAXPROCS(t.Threads)
	}
	debug.SetGCPercent(gcPercent)
	return nil
}
