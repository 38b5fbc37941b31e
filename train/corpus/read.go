package corpus

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"strings"
	"unicode/utf8"
)

// ReadFile reads the sentences of a file of plain text or bracketed trees, see
// [Read].
func ReadFile(path string, format Format) ([]Sentence, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, unreadable(path, err)
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return nil, unreadable(path, err)
	}
	if info.IsDir() {
		return nil, unreadable(path, ErrDirectory)
	}
	return Read(file, path, format)
}

// Read reads sentences, in order, from r; name stands for it in errors. The
// input may be gzipped, which its first bytes tell, not its name.
//
// In plain text a line is a sentence, and a blank line one without words, so
// that what is written a line a sentence aligns with what was read. Of trees,
// each is a sentence, on one line or several; traces, functional tags and the
// outer wrappers "( ...)", "(TOP ...)" and "(ROOT ...)" are removed. In both,
// words are what space, tab, CR and LF separate; other spaces are part of words.
//
// An error is a *[SyntaxError] where it has a place in the input, and a
// *[FileError] otherwise. Input without a single word is an error.
func Read(r io.Reader, name string, format Format) ([]Sentence, error) {
	data, err := Decompressed(r)
	if err != nil {
		return nil, unreadable(name, err)
	}
	data = bytes.TrimPrefix(data, []byte("\uFEFF")) // some editors' byte order mark
	if err := validUTF8(data, name); err != nil {
		return nil, err
	}
	sentences, err := parse(data, name, format)
	if err != nil {
		return nil, err
	}
	for _, sentence := range sentences {
		if len(sentence.Words) > 0 {
			return sentences, nil
		}
	}
	return nil, unreadable(name, ErrEmpty)
}

// ParseTree reads the one tree that s holds, as a file of trees would be read.
func ParseTree(s string) (*Tree, error) {
	sentences, err := Read(strings.NewReader(s), "tree", Trees)
	if err != nil {
		return nil, err
	}
	if n := len(sentences); n > 1 {
		return nil, &FileError{File: "tree", Found: fmt.Sprintf("%d trees", n), Expected: "one tree", Err: ErrOutside}
	}
	return sentences[0].Tree, nil
}

func parse(data []byte, name string, format Format) ([]Sentence, error) {
	switch format {
	case Text:
		return textSentences(data, name), nil
	case Trees:
		return treeSentences(data, name)
	case Auto:
		if !looksLikeTrees(data) {
			return textSentences(data, name), nil
		}
		sentences, err := treeSentences(data, name)
		if err != nil {
			return nil, fmt.Errorf("%w (its brackets look like trees; if it is text, say so with format %q)", err, Text)
		}
		return sentences, nil
	default:
		panic("corpus: unknown format")
	}
}

func textSentences(data []byte, name string) []Sentence {
	var sentences []Sentence
	for line := range bytes.Lines(data) {
		var words []string
		for word := range bytes.FieldsFuncSeq(line, func(r rune) bool { return r < utf8.RuneSelf && separator(byte(r)) }) {
			words = append(words, string(word))
		}
		sentences = append(sentences, Sentence{Words: words, File: name, Line: len(sentences) + 1})
	}
	return sentences
}

func treeSentences(data []byte, name string) ([]Sentence, error) {
	var sentences []Sentence
	err := parseTrees(data, name, func(t *Tree, line int) {
		sentence := Sentence{File: name, Line: line}
		if t = clean(t); t != nil {
			sentence.Words, sentence.Tags, sentence.Tree = t.Words(), t.Tags(), t
		}
		sentences = append(sentences, sentence)
	})
	return sentences, err
}

// validUTF8 refuses other encodings, whose words could neither be lower-cased
// nor be kept in a vocabulary's JSON unchanged.
func validUTF8(data []byte, name string) error {
	for offset := 0; offset < len(data); {
		r, size := utf8.DecodeRune(data[offset:])
		if r == utf8.RuneError && size == 1 {
			line, column := position(data, offset)
			return &SyntaxError{
				File: name, Line: line, Column: column,
				Found: fmt.Sprintf("the byte 0x%02X", data[offset]), Expected: "UTF-8", Err: ErrEncoding,
			}
		}
		offset += size
	}
	return nil
}

func unreadable(name string, err error) error {
	return Unreadable(name, err, "word", "a file of text or bracketed trees")
}
