package report

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"unicode"

	"arbelos/train"
)

// Run is what a run directory tells.
type Run struct {
	Dir, Name string
	Label     string // the name, with the options in which runs differ, if they are few
	Summary   train.Summary
	Records   []train.Record
	Processes []train.Process
	Config    string         // the text of config.toml
	Options   map[string]any // what it says

	Parses    *Parses    // nil where the directory has none; so are the others
	Topics    []Topic    // of topics.tsv
	Terms     *Terms     // of pyldavis.json
	Documents *Documents // of doc-topics.tsv
	Pictures  []Picture

	// Problems are sentences on what is there and cannot be read.
	Problems []string
}

// Read reads a run directory. The error is of a directory that is none, and
// fs.ErrNotExist if it has no config.toml; files that cannot be read are Problems.
func Read(dir string) (*Run, error) {
	if _, err := os.Stat(filepath.Join(dir, train.ConfigFile)); err != nil {
		return nil, fmt.Errorf("%s: expected a run directory, or a folder with some in it: %w", dir, err)
	}
	r := &Run{Dir: dir, Name: name(dir), Options: map[string]any{}}
	var err error
	if r.Summary, err = train.ReadRun(dir); err != nil {
		r.Summary = train.Summary{State: train.StateUnknown}
		r.problem(err)
	}
	if r.Records, err = train.ReadRecords(dir); err != nil {
		r.problem(err)
	}
	if r.Processes, err = train.ReadProcesses(dir); err != nil {
		r.problem(err)
	}
	if r.Summary.Program == "" && len(r.Processes) > 0 {
		r.Summary.Program = r.Processes[0].Program
	}
	text, err := os.ReadFile(filepath.Join(dir, train.ConfigFile))
	if err == nil {
		r.Config = string(text)
		err = train.ReadConfig(filepath.Join(dir, train.ConfigFile), &r.Options)
	}
	r.problem(err)
	for _, read := range []func(string) error{r.readParses, r.readTopics, r.readTerms, r.readDocuments, r.readPictures} {
		r.problem(read(dir))
	}
	return r, nil
}

// problem notes what cannot be read. A file that is not there is none, and one
// problem is said once.
func (r *Run) problem(err error) {
	if err == nil || errors.Is(err, fs.ErrNotExist) {
		return
	}
	for _, p := range r.Problems {
		if p == err.Error() {
			return
		}
	}
	r.Problems = append(r.Problems, err.Error())
}

// name names a run after its folder.
func name(dir string) string {
	if abs, err := filepath.Abs(dir); err == nil {
		dir = abs
	}
	return printable(filepath.Base(dir))
}

// printable is a text on one line.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return unicode.ReplacementChar
	}, strings.ToValidUTF8(text, string(unicode.ReplacementChar)))
}

// short cuts a text after so many characters.
func short(text string, n int) string {
	if r := []rune(text); len(r) > n {
		return string(r[:n-1]) + "…"
	}
	return text
}

// maxDifferent is how many options a label has at most.
const maxDifferent = 3

// distinguish makes the names of runs differ: by their paths where folders are
// called alike, and by number where one run is given twice. It labels them.
func distinguish(runs []*Run) {
	for _, name := range []func(int) string{
		func(i int) string { return printable(filepath.Clean(runs[i].Dir)) },
		func(i int) string { return fmt.Sprintf("%s (%d)", runs[i].Name, i+1) },
	} {
		count := map[string]int{}
		for _, r := range runs {
			count[r.Name]++
		}
		for i, r := range runs {
			if count[r.Name] > 1 {
				r.Name = name(i)
			}
		}
	}
	different := differentOptions(runs).Rows
	for i, r := range runs {
		if r.Label = r.Name; len(different) <= maxDifferent {
			for _, option := range different {
				r.Label += fmt.Sprintf(" %s=%s", option[0], option[1+i])
			}
		}
	}
}
