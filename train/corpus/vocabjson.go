package corpus

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"unicode/utf8"
)

// VocabError says why JSON is not a vocabulary.
type VocabError struct {
	ID              int // of the word that is wrong
	Found, Expected string
}

func (e *VocabError) Error() string {
	return fmt.Sprintf("vocabulary: word %d: found %s, expected %s", e.ID, e.Found, e.Expected)
}

// vocabJSON is a Vocab in a file: all words in the order of their ids, the
// reserved symbols included, so that ids can be read off it.
type vocabJSON struct {
	Lowercase bool     `json:"lowercase"`
	Digits    bool     `json:"digits"`
	Words     []string `json:"words"`
}

// MarshalJSON writes everything that encoding depends on. Words that JSON cannot
// hold unchanged, which no reader of this package gives, are refused.
func (v *Vocab) MarshalJSON() ([]byte, error) {
	if err := validWords(v.words); err != nil {
		return nil, err
	}
	return json.Marshal(vocabJSON{Lowercase: v.lowercase, Digits: v.digits, Words: v.words})
}

// UnmarshalJSON reads what MarshalJSON wrote. It refuses, with a *[VocabError],
// words that are empty, repeated, or reserved in the wrong place, and any key it
// does not know: that key might change the ids.
func (v *Vocab) UnmarshalJSON(data []byte) error {
	var file vocabJSON
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&file); err != nil {
		return fmt.Errorf("vocabulary: %w", err)
	}
	if err := validWords(file.Words); err != nil {
		return err
	}
	*v = *newVocab(file.Words[len(reserved):], file.Lowercase, file.Digits)
	return nil
}

func validWords(words []string) error {
	for id, symbol := range reserved {
		if id >= len(words) {
			return &VocabError{ID: id, Found: "no word", Expected: symbol}
		}
		if words[id] != symbol {
			return &VocabError{ID: id, Found: strconv.Quote(words[id]), Expected: symbol}
		}
	}
	seen := map[string]bool{}
	for id, word := range words {
		switch {
		case word == "":
			return &VocabError{ID: id, Found: "an empty word", Expected: "a word"}
		case !utf8.ValidString(word):
			return &VocabError{ID: id, Found: strconv.Quote(word), Expected: "UTF-8"}
		case seen[word]:
			return &VocabError{ID: id, Found: strconv.Quote(word) + " again", Expected: "distinct words"}
		}
		seen[word] = true
	}
	return nil
}
