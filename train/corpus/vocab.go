package corpus

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
)

// The reserved symbols come first in every vocabulary. No word of a text gets
// their ids, whatever it is spelled like, save that unknown words get Unk.
const (
	Pad   = iota // <pad>, no word
	Unk          // <unk>, a word that is not in the vocabulary
	Begin        // <s>, before a sentence
	End          // </s>, after it
)

var reserved = []string{Pad: "<pad>", Unk: "<unk>", Begin: "<s>", End: "</s>"}

// VocabOptions say which words of a training corpus become part of a [Vocab].
type VocabOptions struct {
	Size    int // the most frequent words kept, the four reserved symbols not counted; 0 keeps all
	MinFreq int // words seen fewer times are left out

	Lowercase bool // words are lower-cased
	Digits    bool // each number in a word becomes N: 1,200.5 is N, 3-year is N-year
}

// Vocab numbers words: first the reserved symbols, then words by falling
// frequency in training, those of equal frequency in the order in which they
// were first seen. It does not change once built.
type Vocab struct {
	words             []string
	ids               map[string]int // of words, not of reserved symbols
	lowercase, digits bool
}

// Tally counts what became of the words that were encoded.
type Tally struct {
	Words    int // all of them
	Unknown  int // those that were given the id Unk
	Reserved int // those among Unknown that are spelled like a reserved symbol, <unk> included
}

// NewVocab makes the vocabulary of training sentences. Words spelled like a
// reserved symbol are left out.
func NewVocab(sentences []Sentence, options VocabOptions) *Vocab {
	v := newVocab(nil, options.Lowercase, options.Digits)
	count := map[string]int{}
	var seen []string
	for _, sentence := range sentences {
		for _, word := range sentence.Words {
			word = v.normal(word)
			if count[word] == 0 && !slices.Contains(reserved, word) {
				seen = append(seen, word)
			}
			count[word]++
		}
	}
	slices.SortStableFunc(seen, func(a, b string) int { return cmp.Compare(count[b], count[a]) })
	if options.Size > 0 && len(seen) > options.Size {
		seen = seen[:options.Size]
	}
	seen = slices.DeleteFunc(seen, func(word string) bool { return count[word] < options.MinFreq })
	return newVocab(seen, options.Lowercase, options.Digits)
}

// Len is the number of ids, reserved symbols included.
func (v *Vocab) Len() int { return len(v.words) }

// Word is the word of an id below Len.
func (v *Vocab) Word(id int) string { return v.words[id] }

// Encode gives the ids of words, and counts.
func (v *Vocab) Encode(words []string) ([]int, Tally) {
	tally := Tally{Words: len(words)}
	ids := make([]int, len(words))
	for i, word := range words {
		word = v.normal(word)
		id, known := v.ids[word]
		if !known {
			id = Unk
			tally.Unknown++
			if slices.Contains(reserved, word) {
				tally.Reserved++
			}
		}
		ids[i] = id
	}
	return ids, tally
}

// EncodeAll gives the ids of the words of each sentence, and counts over all.
func (v *Vocab) EncodeAll(sentences []Sentence) ([][]int, Tally) {
	var total Tally
	all := make([][]int, len(sentences))
	for i, sentence := range sentences {
		ids, tally := v.Encode(sentence.Words)
		all[i] = ids
		total.Words += tally.Words
		total.Unknown += tally.Unknown
		total.Reserved += tally.Reserved
	}
	return all, total
}

// newVocab numbers words, which are distinct and none reserved.
func newVocab(words []string, lowercase, digits bool) *Vocab {
	v := &Vocab{
		words: slices.Concat(reserved, words),
		ids:   make(map[string]int, len(words)),

		lowercase: lowercase,
		digits:    digits,
	}
	for i, word := range words {
		v.ids[word] = len(reserved) + i
	}
	return v
}

var number = regexp.MustCompile(`[0-9]+(?:[.,][0-9]+)*`)

// normal is the spelling under which a word is counted and looked up. Plain text
// that was made from a treebank has -LRB- where the words of trees have "(".
func (v *Vocab) normal(word string) string {
	word = unescapeBrackets.Replace(word)
	if v.lowercase {
		word = strings.ToLower(word)
	}
	if v.digits {
		word = number.ReplaceAllLiteralString(word, "N")
	}
	return word
}
