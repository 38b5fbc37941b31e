package documents

import (
	"fmt"
	"strings"
)

// Options say how a source is to be read.
type Options struct {
	Format Format
	Text   TextOptions // for formats that hold words as they are spelled

	// Words names the words of formats that hold numbers, one a line. Its Open is
	// nil where there is no such file.
	Words Source
}

// TextOptions say which tokens of a text are words, and which words a vocabulary
// built from it has. Encoding against a given vocabulary, only Lowercase matters.
type TextOptions struct {
	Lowercase   bool
	MinCount    int      // words with fewer tokens are left out
	MaxDocShare float64  // words in more than this share of the documents are left out; 0 is no limit
	StopWords   []string // words left out; lower-cased too if Lowercase is set
}

func (o Options) check() error {
	for _, format := range formats {
		if o.Format == format {
			return o.Text.check()
		}
	}
	return &OptionError{Option: "format", Found: fmt.Sprintf("%q", o.Format), Expected: fmt.Sprint(formats)}
}

func (o TextOptions) check() error {
	if o.MinCount < 0 {
		return &OptionError{Option: "min-count", Found: fmt.Sprint(o.MinCount), Expected: "0 or more"}
	}
	if !(o.MaxDocShare >= 0 && o.MaxDocShare <= 1) {
		return &OptionError{Option: "max-doc-share", Found: fmt.Sprint(o.MaxDocShare), Expected: "a share from 0 to 1"}
	}
	return nil
}

func (o TextOptions) normal(word string) string {
	if o.Lowercase {
		return strings.ToLower(word)
	}
	return word
}
