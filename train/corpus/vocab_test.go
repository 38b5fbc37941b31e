package corpus

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func text(lines ...string) []Sentence {
	return textSentences([]byte(strings.Join(lines, "\n")), "text")
}

func TestVocabOrder(t *testing.T) {
	sentences := text("b a c", "a b", "d d d")
	for _, c := range []struct {
		options VocabOptions
		want    []string
	}{
		{VocabOptions{}, []string{"d", "b", "a", "c"}}, // b and a twice each: the first seen first
		{VocabOptions{Size: 2}, []string{"d", "b"}},
		{VocabOptions{Size: 10000}, []string{"d", "b", "a", "c"}},
		{VocabOptions{MinFreq: 2}, []string{"d", "b", "a"}},
		{VocabOptions{Size: 1, MinFreq: 4}, nil},
	} {
		v := NewVocab(sentences, c.options)
		want := append([]string{"<pad>", "<unk>", "<s>", "</s>"}, c.want...)
		if diff := cmp.Diff(want, v.words); diff != "" {
			t.Errorf("%+v: %s", c.options, diff)
		}
		if v.Len() != len(want) || v.Word(v.Len()-1) != want[len(want)-1] {
			t.Errorf("%+v: %d words, the last %q", c.options, v.Len(), v.Word(v.Len()-1))
		}
	}
}

func TestVocabSpelling(t *testing.T) {
	sentences := text("In 1999 IN -LRB- ( ÄRGER .5 1,200.50 3-year 10/12 x.5. N n")
	for _, c := range []struct {
		options VocabOptions
		want    string
	}{
		{VocabOptions{}, "( In 1999 IN ÄRGER .5 1,200.50 3-year 10/12 x.5. N n"},
		{VocabOptions{Lowercase: true}, "in ( n 1999 ärger .5 1,200.50 3-year 10/12 x.5."},
		{VocabOptions{Digits: true}, "N ( In IN ÄRGER .N N-year N/N x.N. n"},
		{VocabOptions{Lowercase: true, Digits: true}, "in N ( n ärger .N N-year N/N x.N."},
	} {
		v := NewVocab(sentences, c.options)
		if diff := cmp.Diff(strings.Fields(c.want), v.words[4:]); diff != "" {
			t.Errorf("%+v: %s", c.options, diff)
		}
		ids, tally := v.Encode(sentences[0].Words)
		if tally.Unknown != 0 {
			t.Errorf("%+v: %v has unknown words", c.options, ids)
		}
	}
}

// Tokens spelled like reserved symbols are unknown words, in training and after.
func TestCaseT7TokensSpelledLikeReservedSymbols(t *testing.T) {
	sentences := text("the <unk> <s> dog </s> <pad> <UNK>")
	for _, c := range []struct {
		options VocabOptions
		ids     []int
		tally   Tally
	}{
		{VocabOptions{}, []int{4, Unk, Unk, 5, Unk, Unk, 6}, Tally{Words: 7, Unknown: 4, Reserved: 4}},
		{VocabOptions{Lowercase: true}, []int{4, Unk, Unk, 5, Unk, Unk, Unk}, Tally{Words: 7, Unknown: 5, Reserved: 5}},
	} {
		v := NewVocab(sentences, c.options)
		ids, tally := v.Encode(sentences[0].Words)
		if diff := cmp.Diff(c.ids, ids); diff != "" {
			t.Errorf("%+v: %s", c.options, diff)
		}
		if tally != c.tally {
			t.Errorf("%+v: got %+v, want %+v", c.options, tally, c.tally)
		}
	}
}

// Words of test data that training did not have: unknown, and counted.
func TestCaseT18WordsUnseenInTraining(t *testing.T) {
	v := NewVocab(text("the dog barks", "the dog"), VocabOptions{})
	ids, tally := v.EncodeAll(text("the cat barks", "", "a <unk> dog"))
	if diff := cmp.Diff([][]int{{4, Unk, 6}, {}, {Unk, Unk, 5}}, ids); diff != "" {
		t.Error(diff)
	}
	if want := (Tally{Words: 6, Unknown: 3, Reserved: 1}); tally != want {
		t.Errorf("got %+v, want %+v", tally, want)
	}
}

// The vocabulary of a treebank serves for its text too.
func TestVocabOfTreesEncodesText(t *testing.T) {
	tree := mustParse(t, "(S (-LRB- -LRB-) (NN a-RRB-b) (-RRB- -RRB-))")
	v := NewVocab([]Sentence{{Words: tree.Words()}}, VocabOptions{})
	for _, line := range []string{"( a)b )", "-LRB- a-RRB-b -RRB-"} {
		if ids, tally := v.EncodeAll(text(line)); tally.Unknown != 0 {
			t.Errorf("%q: %v", line, ids)
		}
	}
}

func TestEncodeGivesTheIDsOfWords(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var words []string
		for range rapid.IntRange(1, 20).Draw(t, "words") {
			words = append(words, drawWord(t))
		}
		options := VocabOptions{
			Size: rapid.IntRange(0, 10).Draw(t, "size"), MinFreq: rapid.IntRange(0, 2).Draw(t, "frequency"),
			Lowercase: rapid.Bool().Draw(t, "lowercase"), Digits: rapid.Bool().Draw(t, "digits"),
		}
		v := NewVocab([]Sentence{{Words: words}}, options)
		if options.Size > 0 && v.Len() > options.Size+len(reserved) {
			t.Fatalf("%d words", v.Len())
		}
		ids, tally := v.Encode(words)
		unknown := 0
		for i, id := range ids {
			switch {
			case id == Unk:
				unknown++
			case id < len(reserved) || v.Word(id) != v.normal(words[i]):
				t.Fatalf("%q got the id %d of %q", words[i], id, v.Word(id))
			}
		}
		if tally.Unknown != unknown || tally.Words != len(words) {
			t.Fatalf("%+v for %d unknown of %d", tally, unknown, len(words))
		}
	})
}
