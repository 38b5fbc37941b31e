package documents

import (
	"fmt"
	"strconv"

	"arbelos/train/corpus"
)

// Vocabulary numbers words from 0. One without spellings only knows how many
// there are. It does not change once built.
type Vocabulary struct {
	size  int
	words []string // nil without spellings
	ids   map[string]int
}

// NewVocabulary numbers the words in the order given. A word that stands twice is
// an error, which is ErrDuplicate.
func NewVocabulary(words []string) (*Vocabulary, error) {
	v := &Vocabulary{size: len(words), words: words, ids: make(map[string]int, len(words))}
	if words == nil {
		v.words = []string{}
	}
	for id, word := range words {
		if first, twice := v.ids[word]; twice {
			return nil, fmt.Errorf("%w: %q is both %d and %d", ErrDuplicate, word, first, id)
		}
		v.ids[word] = id
	}
	return v, nil
}

// Numbered returns a vocabulary of n words whose spellings are not known.
func Numbered(n int) *Vocabulary { return &Vocabulary{size: n} }

// ReadVocabulary reads the words of a source, one a line, numbered from 0. Space
// around a word is not part of it, space within is. Blank lines are an error, save
// after the last word, and so are words that stand twice.
func ReadVocabulary(source Source) (*Vocabulary, error) {
	var words []string
	at := map[string]int{}
	blank := place{}
	for l, err := range source.lines() {
		if err != nil {
			return nil, err
		}
		word := trim(l.text)
		switch {
		case word == "":
			if blank.line == 0 {
				blank = l.place
			}
			continue
		case blank.line > 0:
			return nil, blank.at(1, ErrBlank, "nothing", "a word")
		}
		if first, twice := at[word]; twice {
			return nil, l.at(1, ErrDuplicate, fmt.Sprintf("%s, as on line %d", corpus.Quote(word), first), "each word once")
		}
		at[word] = l.line
		words = append(words, word)
	}
	if len(words) == 0 {
		return nil, source.fileError(corpus.ErrEmpty)
	}
	return NewVocabulary(words)
}

// Len returns the number of words.
func (v *Vocabulary) Len() int { return v.size }

// Word returns the spelling of a word, or its number where spellings are not known.
func (v *Vocabulary) Word(id int) string {
	if v.words == nil {
		return strconv.Itoa(id)
	}
	return v.words[id]
}

// ID returns the number of a word, and whether there is one.
func (v *Vocabulary) ID(word string) (int, bool) {
	id, ok := v.ids[word]
	return id, ok
}

// Words returns all spellings by number, not to be changed, and nil where they are
// not known.
func (v *Vocabulary) Words() []string { return v.words }

// Spelled tells whether spellings are known.
func (v *Vocabulary) Spelled() bool { return v.words != nil }
