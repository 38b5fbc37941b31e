package train

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestReadConfig(t *testing.T) {
	path := filepath.Join(t.TempDir(), "c.toml")
	type options struct {
		Seed uint64   `toml:"seed"`
		Rate float64  `toml:"rate"`
		List []string `toml:"list"`
		Fast bool     `toml:"fast"`
		Name string   `toml:"name"`
	}
	for text, c := range map[string]struct {
		want         options
		line, column int
		problem      string
	}{
		"":                              {want: options{Seed: 7, Rate: 1}},
		"rate = 0.5\n# a\nseed = 0\n":   {want: options{Rate: 0.5}},
		"seed = 1\nsede = 2\n":          {line: 2, column: 1, problem: `"sede"`},
		"[a]\nb = 1\n":                  {line: 1, column: 2, problem: `"a"`},
		"seed = 1\n\nrate = \"much\"":   {line: 3, column: 8, problem: "found a value of TOML's type string, expected a number"},
		"seed = 1\nrate 0.5":            {line: 2, column: 6, problem: "="},
		"seed = -1":                     {line: 1, column: 8, problem: "-1"},
		"seed = 1\nseed = 2":            {line: 2, column: 1, problem: "seed"},
		"list = [\"a\",\n  \"b\", 3]\n": {line: 2, column: 8, problem: "integer"},
		"seed = 1.5":                    {line: 1, column: 8, problem: "found a value of TOML's type float, expected a whole number from 0 up"},
		"fast = 1":                      {line: 1, column: 8, problem: "found a value of TOML's type integer, expected true or false"},
		"name = true":                   {line: 1, column: 8, problem: "found a value of TOML's type boolean, expected a text in quotes"},
	} {
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		got := options{Seed: 7, Rate: 1}
		err := ReadConfig(path, &got)
		if c.line == 0 {
			if diff := cmp.Diff(c.want, got); err != nil || diff != "" {
				t.Errorf("%q: %v %s", text, err, diff)
			}
			continue
		}
		var typed *ConfigError
		if !errors.As(err, &typed) {
			t.Errorf("%q: error %v, want a *ConfigError", text, err)
			continue
		}
		if typed.Path != path || typed.Line != c.line || typed.Column != c.column || !strings.Contains(err.Error(), c.problem) {
			t.Errorf("%q: %v, want line %d, column %d and %s", text, err, c.line, c.column, c.problem)
		}
	}
	if err := ReadConfig(path+".none", &options{}); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("missing file: %v", err)
	}
}

// Whatever the text, the reader ends without panic, and a mistake has a place.
func FuzzReadConfig(f *testing.F) {
	f.Add("seed = 1\n[a]\nb = [1, \"x\"]\n")
	f.Add("seed = 0x1\nrate = inf")
	f.Add("a.b.c = {d = 1}")
	path := filepath.Join(f.TempDir(), "c.toml")
	f.Fuzz(func(t *testing.T, text string) {
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		var options runOptions
		err := ReadConfig(path, &options)
		if typed := (*ConfigError)(nil); err != nil && (!errors.As(err, &typed) || typed.Line < 1 || typed.Column < 1) {
			t.Fatalf("%q: %v", text, err)
		}
	})
}
