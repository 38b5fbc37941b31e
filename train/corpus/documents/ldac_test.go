package documents

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"arbelos/train/corpus"
)

func TestLDAC(t *testing.T) {
	c := mustRead(t, "3 4:1 0:2 4:3\n0\n1 2:1.0\n\n", Options{Format: LDAC, Words: text("a\nb\nc\nd\ne\n")})
	want := []Doc{
		{Name: "1", IDs: []int{0, 4}, Counts: []float64{2, 4}},
		{Name: "2", IDs: []int{}, Counts: []float64{}},
		{Name: "3", IDs: []int{2}, Counts: []float64{1}},
	}
	if diff := cmp.Diff(want, c.Docs); diff != "" {
		t.Error(diff)
	}
	if got := c.Vocabulary.Word(4); got != "e" {
		t.Errorf("word 4 is %q", got)
	}
}

func TestLDACWithoutWords(t *testing.T) {
	c := mustRead(t, "1 7:2\n", Options{Format: LDAC})
	if v := c.Vocabulary; v.Len() != 8 || v.Spelled() || v.Word(7) != "7" {
		t.Errorf("got %d words, the last %q", v.Len(), v.Word(7))
	}
}

func TestCaseD12LDAC(t *testing.T) {
	for _, test := range []struct {
		data   string
		err    error
		line   int
		column int
		found  string
	}{
		{"1 0:1\n1 0:-1\n", ErrCount, 2, 5, "-1"},
		{"1 0:NaN\n", ErrCount, 1, 5, "NaN"},
		{"1 0:inf\n", ErrCount, 1, 5, "inf"},
		{"1 0:1e99999\n", ErrCount, 1, 5, "1e99999"},
		{"1 0:0.5\n", ErrCount, 1, 5, "0.5"},
		{"1 0:4294967296\n", ErrCount, 1, 5, "4294967296"},
		{"1 0:x\n", ErrNumber, 1, 5, "x"},
		{"1 0:\n", ErrNumber, 1, 5, ""},
		{"3 0:1 1:1\n1 0:1\n", ErrPairs, 1, 10, "2 pairs"},
		{"99999999999999999999 0:1\n", ErrNumber, 1, 1, "99999"},
		{"1 0:1 1:1\n", ErrPairs, 1, 7, "1:1"},
		{"1 2:1\n", ErrID, 1, 3, "word 2"},
		{"1 -1:1\n", ErrNumber, 1, 3, "-1"},
		{"1 9999999999:1\n", ErrNumber, 1, 3, "9999999999"},
		{"1 0\n", ErrFields, 1, 3, "0"},
		{"one 0:1\n", ErrNumber, 1, 1, "one"},
		{"1 0:1\n\n1 0:1\n", ErrBlank, 2, 1, "nothing"},
	} {
		_, err := Read(text(test.data), Options{Format: LDAC, Words: text("a\nb\n")})
		wantSyntaxError(t, err, test.err, test.line, test.column, test.found)
	}
}

// Ids that a model has not seen are left out and counted; so are spellings, where
// both sides have them.
func TestCaseD2UnknownWords(t *testing.T) {
	trained, err := NewVocabulary([]string{"c", "a"})
	if err != nil {
		t.Fatal(err)
	}
	const data = "3 0:1 1:2 2:3\n1 1:5\n"
	for _, test := range []struct {
		o    Options
		to   *Vocabulary
		want []Doc
	}{
		{Options{Format: LDAC}, trained, []Doc{
			{Name: "1", IDs: []int{0, 1}, Counts: []float64{1, 2}, Unknown: 3},
			{Name: "2", IDs: []int{1}, Counts: []float64{5}}}},
		{Options{Format: LDAC, Words: text("a\nb\nc\n")}, trained, []Doc{
			{Name: "1", IDs: []int{0, 1}, Counts: []float64{3, 1}, Unknown: 2},
			{Name: "2", IDs: []int{}, Counts: []float64{}, Unknown: 5}}},
		{Options{Format: LDAC, Words: text("a\nb\nc\n")}, Numbered(1), []Doc{
			{Name: "1", IDs: []int{0}, Counts: []float64{1}, Unknown: 5},
			{Name: "2", IDs: []int{}, Counts: []float64{}, Unknown: 5}}},
	} {
		c, err := Encode(text(data), test.o, test.to)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(test.want, c.Docs); diff != "" {
			t.Error(diff)
		}
	}
	c, err := Encode(text("a x C a\n"), Options{Format: Text, Text: TextOptions{Lowercase: true, MinCount: 5}}, trained)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]Doc{{Name: "1", IDs: []int{0, 1}, Counts: []float64{1, 2}, Words: []int{1, 0, 1}, Unknown: 1}}, c.Docs); diff != "" {
		t.Error(diff)
	}
}

func TestLDACRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		docs := rapid.SliceOfN(rapid.MapOf(rapid.IntRange(0, 20), rapid.IntRange(1, 9)), 1, 8).Draw(t, "docs")
		var data strings.Builder
		for _, doc := range docs {
			fmt.Fprint(&data, len(doc))
			for id, n := range doc {
				fmt.Fprintf(&data, " %d:%d", id, n)
			}
			fmt.Fprintln(&data)
		}
		c, err := Encode(text(data.String()), Options{Format: LDAC}, Numbered(21))
		if err != nil {
			t.Fatal(err)
		}
		for d, doc := range docs {
			got := map[int]int{}
			for i, id := range c.Docs[d].IDs {
				got[id] = int(c.Docs[d].Counts[i])
			}
			if diff := cmp.Diff(doc, got); diff != "" {
				t.Fatal(diff)
			}
		}
	})
}

func TestLDACWithoutDocuments(t *testing.T) {
	for _, data := range []string{"", "\n \n", "0\n"} {
		if _, err := Read(text(data), Options{Format: LDAC}); !errors.Is(err, corpus.ErrEmpty) {
			t.Errorf("%q: got %v", data, err)
		}
	}
}

func FuzzLDAC(f *testing.F) {
	for _, seed := range []string{"3 4:1 0:2 4:3\n0\n", "2 0:1\n", "1 0:0.5", "1 0:1e3\n\n", "1 2147483647:1"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := Read(Bytes("fuzz", data), Options{Format: LDAC})
		if err != nil {
			if !typed(err) {
				t.Fatalf("%T %v", err, err)
			}
			return
		}
		holdCorpus(t, c)
	})
}
