package corpus

import (
	"fmt"
	"strings"
)

// Format says whether a file is plain text or bracketed trees.
type Format string

const (
	// Auto decides by the look of the whole file, not by its name. It is trees if
	// at least half of its lines that are not blank begin with a bracket, if there
	// is an opening bracket to every three words and labels (trees have one to
	// two or fewer), and if brackets either nest or all stand tight, as in (NN dog)
	// and unlike ( see below ). Anything else is text. A file of trees with an
	// error in it still looks like trees, so that the error is reported and the
	// file not taken for text; the text "( There is no doubt )" does not.
	Auto  Format = "auto"
	Text  Format = "text"  // a sentence a line
	Trees Format = "trees" // Penn-style brackets
)

// UnmarshalText reads a Format from a flag or a configuration file.
func (f *Format) UnmarshalText(text []byte) (err error) {
	*f, err = oneOf(string(text), Auto, Text, Trees)
	return err
}

// looksLikeTrees is the rule of Auto.
func looksLikeTrees(data []byte) bool {
	var (
		opens, tokens        int // opening brackets; words and labels
		lines, bracketLines  int // lines not blank; those that begin with a bracket
		depth                int
		nested, tight, fresh = false, true, true // fresh: nothing yet on this line
	)
	at := func(i int) byte { // the byte at i; a space outside data
		if i < 0 || i >= len(data) {
			return ' '
		}
		return data[i]
	}
	for i, b := range data {
		bracket := b == '(' || b == ')'
		switch {
		case b == '\n':
			fresh = true
		case !separator(b) && fresh:
			fresh = false
			lines++
			if bracket {
				bracketLines++
			}
		}
		switch {
		case b == '(':
			opens++
			depth++
			nested = nested || depth > 1
			tight = tight && !wordByte(at(i-1)) && opensTight(data[i+1:])
		case b == ')':
			depth = max(depth-1, 0)
			tight = tight && !wordByte(at(i+1))
		case wordByte(b) && !wordByte(at(i-1)):
			tokens++
		}
	}
	return opens > 0 && 2*bracketLines >= lines && 3*opens >= tokens && (nested || tight)
}

// opensTight tells whether a word or, across spaces, another opening bracket
// follows one.
func opensTight(after []byte) bool {
	for i, b := range after {
		if !separator(b) {
			return b == '(' || b != ')' && i == 0
		}
	}
	return false
}

// oneOf reads the value of a flag that has a fixed set of values.
func oneOf[T ~string](text string, allowed ...T) (T, error) {
	var names []string
	for _, value := range allowed {
		if text == string(value) {
			return value, nil
		}
		names = append(names, string(value))
	}
	last := len(names) - 1
	return "", fmt.Errorf("corpus: found %q, expected %s or %s", text, strings.Join(names[:last], ", "), names[last])
}
