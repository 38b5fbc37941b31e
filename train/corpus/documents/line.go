package documents

import (
	"fmt"
	"io"
	"iter"
	"unicode/utf8"

	"arbelos/train/corpus"
)

// line is one line of a source, without its end.
type line struct {
	place
	text string
	end  int64 // bytes of the source, decompressed, up to the next line
}

// lines yields the lines of a source, or at last the error that ended it. Text that
// is not UTF-8 is an error. The end of the last line is not the beginning of
// another.
func (s Source) lines() iter.Seq2[line, error] {
	return func(yield func(line, error) bool) {
		r, closer, err := s.open()
		if err != nil {
			yield(line{}, err)
			return
		}
		defer closer.Close()
		at := line{place: place{file: s.Name}}
		for {
			text, err := r.ReadString('\n')
			if err != nil && err != io.EOF {
				yield(line{}, s.fileError(err))
				return
			}
			if text == "" {
				return
			}
			at.line++
			at.end += int64(len(text))
			if text[len(text)-1] == '\n' {
				text = text[:len(text)-1]
			}
			at.text = text
			if err := at.checkEncoding(); err != nil {
				yield(line{}, err)
				return
			}
			if !yield(at, nil) {
				return
			}
		}
	}
}

func (l line) checkEncoding() error {
	if utf8.ValidString(l.text) {
		return nil
	}
	for i, r := range l.text {
		if r == utf8.RuneError {
			if _, size := utf8.DecodeRuneInString(l.text[i:]); size == 1 {
				return l.at(l.column(i), corpus.ErrEncoding, fmt.Sprintf("the byte 0x%02X", l.text[i]), "UTF-8")
			}
		}
	}
	panic("documents: valid text is not valid")
}

// column counts the characters before a byte of the line, from 1.
func (l line) column(offset int) int { return utf8.RuneCountInString(l.text[:offset]) + 1 }

// fields yields the words of text between spaces, each with the byte it begins at.
func fields(text string) iter.Seq2[int, string] {
	return func(yield func(int, string) bool) {
		start := -1
		for i, r := range text {
			switch {
			case !space(r):
				if start < 0 {
					start = i
				}
			case start >= 0:
				if !yield(start, text[start:i]) {
					return
				}
				start = -1
			}
		}
		if start >= 0 {
			yield(start, text[start:])
		}
	}
}

// space tells what separates words: ASCII's white space, and the ideographic
// space of Chinese text. Other spaces, the no-break space above all, are part of
// words.
func space(r rune) bool {
	switch r {
	case ' ', '\t', '\r', '\n', '\v', '\f', '\u3000':
		return true
	}
	return false
}
