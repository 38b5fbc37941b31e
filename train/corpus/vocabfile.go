package corpus

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// ErrVocabFile is matched by the errors of ReadVocab that have a place.
var ErrVocabFile = errors.New("file is no vocabulary")

// WriteVocab writes a vocabulary as text, a word with its id on a line, in the
// order of the ids from 0, brackets in words as -LRB- and -RRB-. How words are
// normalised is not in it.
func WriteVocab(w io.Writer, v *Vocab) error {
	out := bufio.NewWriter(w)
	for id, word := range v.words {
		fmt.Fprintln(out, escapeBrackets.Replace(word), id)
	}
	return out.Flush()
}

// ReadVocab reads what WriteVocab wrote, which is the form of the dictionaries
// of the authors of URNNG too; name stands for r in errors. lowercase and digits
// tell how words are normalised before they are looked up, see [VocabOptions].
// An error is a *[SyntaxError] if a line is no word with its id, a *[FileError]
// if r cannot be read, and a *[VocabError] if the words are no vocabulary.
func ReadVocab(r io.Reader, name string, lowercase, digits bool) (*Vocab, error) {
	data, err := Decompressed(r)
	if err != nil {
		return nil, unreadable(name, err)
	}
	if err := validUTF8(data, name); err != nil {
		return nil, err
	}
	var words []string
	for line := range bytes.Lines(data) {
		text := strings.TrimRight(string(line), "\r\n")
		word, id, _ := strings.Cut(text, " ")
		if n, err := strconv.Atoi(id); err != nil || n != len(words) || word == "" {
			return nil, &SyntaxError{
				File: name, Line: len(words) + 1, Column: 1, Found: Quote(text),
				Expected: fmt.Sprintf("a word, a space and %d", len(words)), Err: ErrVocabFile,
			}
		}
		words = append(words, unescapeBrackets.Replace(word))
	}
	if err := validWords(words); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return newVocab(words[len(reserved):], lowercase, digits), nil
}
