package program

import (
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"

	"github.com/alecthomas/kong"
	"github.com/pelletier/go-toml/v2"

	"arbelos/train"
)

// Configured is the command whose options may come from a TOML file, under their
// flags' names. It has the flags --config, a file; --run-dir; and --resume, which
// takes the options of the run in that directory.
type Configured struct {
	Command    string
	Options    func() any // returns a new struct with the toml tags of the command's options
	Model      string     // that the last checkpoints of its runs are of
	Data       string     // the flag that names the data
	QuickStart string     // TOML, the options of a run whose data is not named
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

// beneath returns what lies beneath the flags of the configured command: the
// options of the run that is resumed, else the config file, and the quick start's
// where no data is named.
func (p Program) beneath(args []string) (layer, error) {
	parser, err := p.Parser()
	if err != nil {
		return nil, err
	}
	trace, err := kong.Trace(parser, args)
	if err != nil || trace.Error != nil || trace.Selected() == nil || trace.Selected().Name != p.Config.Command {
		return nil, nil // the second parse reports what is wrong
	}
	given := map[string]string{}
	for _, at := range trace.Path {
		if at.Flag != nil {
			given[at.Flag.Name] = fmt.Sprint(trace.FlagValue(at.Flag))
		}
	}
	file := layer{}
	switch {
	case given["resume"] != "true":
		if path := given["config"]; path != "" {
			if file, err = p.readLayer(parser, path); err != nil {
				return nil, Refused(err)
			}
		}
	case given["run-dir"] == "":
		return nil, Refused(errors.New("--resume needs --run-dir, the directory of the run to continue"))
	case given["config"] != "":
		return nil, Refused(errors.New("found both --resume and --config: a run that is resumed has its own config.toml, which flags override"))
	default:
		if err := CheckRun(given["run-dir"], p.Config.Model); err != nil {
			return nil, err
		}
		if file, err = p.readLayer(parser, filepath.Join(given["run-dir"], train.ConfigFile)); err != nil {
			return nil, fmt.Errorf("resume run: %w", err)
		}
	}
	if given[p.Config.Data] == "" && file[p.Config.Data] == nil {
		base := layer{}
		if err := toml.Unmarshal([]byte(p.Config.QuickStart), &base); err != nil {
			return nil, fmt.Errorf("quick start: %w", err)
		}
		maps.Copy(base, file)
		return base, nil
	}
	return file, nil
}

// readLayer reads a config file of the command's flags. It refuses keys that are
// no flags, and values that the flags refuse.
func (p Program) readLayer(parser *kong.Kong, path string) (layer, error) {
	if err := train.ReadConfig(path, p.Config.Options()); err != nil {
		return nil, err
	}
	file := layer{}
	if err := train.ReadConfig(path, &file); err != nil {
		return nil, err
	}
	for _, command := range parser.Model.Children {
		if command.Name != p.Config.Command {
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
