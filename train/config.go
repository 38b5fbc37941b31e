package train

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"os"
	"regexp"
	"strings"

	"github.com/pelletier/go-toml/v2"
)

// ConfigError reports what is wrong in a config file, with the line and the
// column, both from 1.
type ConfigError struct {
	Path         string
	Line, Column int
	Problem      string
}

// Error names the file and the place.
func (e *ConfigError) Error() string {
	return fmt.Sprintf("%s:%d:%d: %s", e.Path, e.Line, e.Column, e.Problem)
}

// ReadConfig reads a TOML file into config, a pointer to a struct or a map. What
// the file does not mention keeps its value. A key that config has no field
// for, and any other mistake in the file, is a *ConfigError.
func ReadConfig(path string, config any) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return fmt.Errorf("read config: %w", err)
	}
	err = toml.NewDecoder(bytes.NewReader(text)).DisallowUnknownFields().Decode(config)
	if unknown := (*toml.StrictMissingError)(nil); errors.As(err, &unknown) {
		first := unknown.Errors[0]
		line, column := first.Position()
		return &ConfigError{path, line, column, fmt.Sprintf("found the key %q, expected one that the program knows", strings.Join(first.Key(), "."))}
	}
	if mistake := (*toml.DecodeError)(nil); errors.As(err, &mistake) {
		line, column := mistake.Position()
		return &ConfigError{path, line, column, problem(mistake)}
	}
	if err != nil {
		return &ConfigError{path, 1, 1, err.Error()}
	}
	return nil
}

// wrongType is what the decoder says of a value of a type that its field has not.
var wrongType = regexp.MustCompile(`cannot decode TOML (.+) into struct field \S+ of type (.+)$`)

// kinds are in words what fields of Go's types hold.
var kinds = map[string]string{
	"int": "a whole number", "uint64": "a whole number from 0 up", "float64": "a number", "bool": "true or false", "string": "a text in quotes",
}

// problem is a mistake in the words of who writes the file, who knows keys and not the
// program's fields.
func problem(mistake *toml.DecodeError) string {
	types := wrongType.FindStringSubmatch(mistake.Error())
	if types == nil {
		return mistake.Error()
	}
	return fmt.Sprintf("found a value of TOML's type %s, expected %s", types[1], cmp.Or(kinds[types[2]], types[2]))
}
