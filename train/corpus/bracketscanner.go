package corpus

import (
	"bytes"
	"unicode/utf8"
)

// bracketToken is "(", ")", a word or label, or, empty, the end of the data.
type bracketToken struct {
	text   string
	offset int // of its first byte
	line   int // from 1
}

// bracketScanner cuts data into tokens.
type bracketScanner struct {
	data   []byte
	offset int
	lines  int // newlines before offset
}

func (s *bracketScanner) next() bracketToken {
	for s.offset < len(s.data) && separator(s.data[s.offset]) {
		if s.data[s.offset] == '\n' {
			s.lines++
		}
		s.offset++
	}
	start := s.offset
	for s.offset < len(s.data) && wordByte(s.data[s.offset]) {
		s.offset++
	}
	if s.offset == start && s.offset < len(s.data) {
		s.offset++ // a bracket
	}
	return bracketToken{text: string(s.data[start:s.offset]), offset: start, line: s.lines + 1}
}

// separator tells what stands between words. No-break spaces, hair spaces and
// the like do not: treebanks have them inside words.
func separator(b byte) bool { return b == ' ' || b == '\t' || b == '\r' || b == '\n' }

func wordByte(b byte) bool { return !separator(b) && b != '(' && b != ')' }

// position gives the line and the column, in characters, of a byte, from 1.
func position(data []byte, offset int) (line, column int) {
	before := data[:offset]
	start := bytes.LastIndexByte(before, '\n') + 1
	return bytes.Count(before, []byte{'\n'}) + 1, utf8.RuneCount(before[start:]) + 1
}
