package corpus

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestVocabFileIsExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var words []string
		for range rapid.IntRange(0, 20).Draw(t, "words") {
			words = append(words, drawWord(t))
		}
		options := VocabOptions{Lowercase: rapid.Bool().Draw(t, "lowercase"), Digits: rapid.Bool().Draw(t, "digits")}
		want := NewVocab([]Sentence{{Words: words}}, options)
		var file bytes.Buffer
		if err := WriteVocab(&file, want); err != nil {
			t.Fatal(err)
		}
		got, err := ReadVocab(&file, "file", options.Lowercase, options.Digits)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got, cmp.AllowUnexported(Vocab{})); diff != "" {
			t.Fatal(diff)
		}
	})
}

const vocabFile = "<pad> 0\n<unk> 1\n<s> 2\n</s> 3\nthe 4\n-LRB- 5\nt-RRB-x 6\n"

func TestReadVocab(t *testing.T) {
	v, err := ReadVocab(strings.NewReader(strings.ReplaceAll(vocabFile, "\n", "\r\n")), "file", false, false)
	if err != nil {
		t.Fatal(err)
	}
	if ids, _ := v.Encode([]string{"(", "-LRB-", "t)x", "The"}); !cmp.Equal(ids, []int{5, 5, 6, Unk}) {
		t.Errorf("ids %v", ids)
	}
	for name, c := range map[string]struct{ old, new, want string }{
		"no id":          {"the 4", "the", `file:5:1: file is no vocabulary: found "the", expected a word, a space and 4`},
		"another id":     {"the 4", "the 5", `found "the 5"`},
		"two words":      {"the 4", "the the 4", `found "the the 4"`},
		"no word":        {"the 4", " 4", `found " 4"`},
		"blank line":     {"the 4", "", `found ""`},
		"reserved":       {"<unk> 1", "UNK 1", `file: vocabulary: word 1: found "UNK", expected <unk>`},
		"repeated":       {"the 4", "( 4", "again"},
		"not UTF-8":      {"the 4", "\xff 4", "file:5:1: file is not UTF-8"},
		"nothing at all": {vocabFile, "", "word 0: found no word"},
	} {
		_, err := ReadVocab(strings.NewReader(strings.Replace(vocabFile, c.old, c.new, 1)), "file", false, false)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Whatever the file, there is an error of a known type or a vocabulary that can
// be written and read again.
func FuzzReadVocab(f *testing.F) {
	f.Add([]byte(vocabFile))
	f.Add([]byte("<pad> 0\n<unk> 1\n<s> 2\n</s> 3"))
	f.Add([]byte("the 00\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		v, err := ReadVocab(bytes.NewReader(data), "file", true, true)
		if err != nil {
			if !errors.As(err, new(*SyntaxError)) && !errors.As(err, new(*FileError)) && !errors.As(err, new(*VocabError)) {
				t.Fatalf("%T: %v", err, err)
			}
			return
		}
		for _, word := range v.words {
			if unescapeBrackets.Replace(escapeBrackets.Replace(word)) != word {
				return // such as -RRB(, see Tree.String
			}
		}
		var again bytes.Buffer
		if err := WriteVocab(&again, v); err != nil {
			t.Fatal(err)
		}
		w, err := ReadVocab(&again, "again", true, true)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(v, w, cmp.AllowUnexported(Vocab{})); diff != "" {
			t.Fatal(diff)
		}
	})
}
