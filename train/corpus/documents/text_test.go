package documents

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"arbelos/train/corpus"
)

func TestText(t *testing.T) {
	c := mustRead(t, "b a b\n\n c\ta\r\nthe last", Options{Format: Text})
	if diff := cmp.Diff([]string{"b", "a", "c", "the", "last"}, c.Vocabulary.Words()); diff != "" {
		t.Error(diff)
	}
	want := []Doc{
		{Name: "1", IDs: []int{0, 1}, Counts: []float64{2, 1}, Words: []int{0, 1, 0}},
		{Name: "2", IDs: []int{}, Counts: []float64{}, Words: []int{}},
		{Name: "3", IDs: []int{1, 2}, Counts: []float64{1, 1}, Words: []int{2, 1}},
		{Name: "4", IDs: []int{3, 4}, Counts: []float64{1, 1}, Words: []int{3, 4}},
	}
	if diff := cmp.Diff(want, c.Docs); diff != "" {
		t.Error(diff)
	}
}

func TestTextSpaces(t *testing.T) {
	c := mustRead(t, "\uFEFF主题　模型 模型\nno\u00a0break hair\u200aspace\n", Options{Format: Text})
	if diff := cmp.Diff([]string{"模型", "主题", "no\u00a0break", "hair\u200aspace"}, c.Vocabulary.Words()); diff != "" {
		t.Error(diff)
	}
}

func TestTextOptions(t *testing.T) {
	const data = "The the a a x\nthe b b\nThe c C c\n"
	for _, test := range []struct {
		options TextOptions
		want    string
	}{
		{TextOptions{}, "The the a b c x C"},
		{TextOptions{Lowercase: true}, "the c a b x"},
		{TextOptions{Lowercase: true, MinCount: 2}, "the c a b"},
		{TextOptions{Lowercase: true, MaxDocShare: 0.5}, "c a b x"},
		{TextOptions{MaxDocShare: 2.0 / 3}, "The the a b c x C"},
		{TextOptions{Lowercase: true, StopWords: []string{"THE", "never"}}, "c a b x"},
		{TextOptions{StopWords: []string{"THE"}}, "The the a b c x C"},
	} {
		c := mustRead(t, data, Options{Format: Text, Text: test.options})
		if got := strings.Join(c.Vocabulary.Words(), " "); got != test.want {
			t.Errorf("%+v: got %q, want %q", test.options, got, test.want)
		}
		if total := c.Tokens() + c.Unknown(); total != 12 {
			t.Errorf("%+v: %d tokens, known and not, want 12", test.options, total)
		}
	}
}

// A word in just the share of the documents that is allowed stays, whatever the share.
func TestMaxDocShareIsAllowed(t *testing.T) {
	for docs := 1; docs <= 100; docs++ {
		data := strings.Repeat("word\n", docs) + strings.Repeat("\n", 100-docs)
		share, err := strconv.ParseFloat(fmt.Sprintf("%.2f", float64(docs)/100), 64)
		if err != nil {
			t.Fatal(err)
		}
		for limit, want := range map[float64]bool{share: true, share - 0.001: false} {
			v, err := BuildVocabulary(text(data), Options{Format: Text, Text: TextOptions{MaxDocShare: limit}})
			if got := err == nil && v.Len() > 0 && v.Word(0) == "word"; got != want {
				t.Errorf("%d of 100 documents, limit %v: found the word %t, %v", docs, limit, got, err)
			}
		}
	}
}

func TestTextOptionsAreHeldToTheirRange(t *testing.T) {
	for _, o := range []Options{
		{Format: "penn"},
		{Format: Text, Text: TextOptions{MinCount: -1}},
		{Format: Text, Text: TextOptions{MaxDocShare: 1.5}},
		{Format: Text, Text: TextOptions{MinCount: 9}},
		{Format: Text, Text: TextOptions{StopWords: []string{"a", "b"}}},
	} {
		_, err := Read(text("a b\n"), o)
		if !errors.As(err, new(*OptionError)) {
			t.Errorf("%+v: got %v", o, err)
		}
	}
}

func TestLabelled(t *testing.T) {
	c := mustRead(t, "x1\tnews\tb a b\nx2\t\t\nx3\tsport\ta\ttab\r\n", Options{Format: Labelled})
	var got []string
	for _, doc := range c.Docs {
		got = append(got, doc.Name+"/"+doc.Label)
	}
	if diff := cmp.Diff([]string{"x1/news", "x2/", "x3/sport"}, got); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"b", "a", "tab"}, c.Vocabulary.Words()); diff != "" {
		t.Error(diff)
	}
	_, err := Read(text("x1\tnews\tb\nx2\tno text\n"), Options{Format: Labelled})
	wantSyntaxError(t, err, ErrFields, 2, 11, "1 tabs")
}

// Documents without words are nowhere lost.
func TestCaseD1EmptyDocumentsStay(t *testing.T) {
	for _, test := range []struct {
		data string
		o    Options
	}{
		{"a\n\nb\n", Options{Format: Text}},
		{"1\t\ta\n2\t\t\n3\t\tb\n", Options{Format: Labelled}},
		{"1 0:1\n0\n1 1:1\n", Options{Format: LDAC}},
		{"3\n2\n2\n1 1 1\n3 2 1\n", Options{Format: UCI}},
		{"%%MatrixMarket matrix coordinate integer general\n3 2 2\n1 1 1\n3 2 1\n", Options{Format: MatrixMarket}},
	} {
		c := mustRead(t, test.data, test.o)
		var tokens []int
		var names []string
		for _, doc := range c.Docs {
			tokens, names = append(tokens, doc.Tokens()), append(names, doc.Name)
		}
		if !slices.Equal(tokens, []int{1, 0, 1}) || !slices.Equal(names, []string{"1", "2", "3"}) {
			t.Errorf("%s: got %v tokens of %v", test.o.Format, tokens, names)
		}
	}
}

func TestTextWithoutWords(t *testing.T) {
	for _, data := range []string{"", "\n\n", " \t\n"} {
		if _, err := Read(text(data), Options{Format: Text}); !errors.Is(err, corpus.ErrEmpty) {
			t.Errorf("%q: got %v", data, err)
		}
	}
	_, err := Read(text("a\nb \xff\n"), Options{Format: Text})
	wantSyntaxError(t, err, corpus.ErrEncoding, 2, 3, "0xFF")
}

// Text written from random words is read as those words.
func TestTextRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		docs := rapid.SliceOfN(rapid.SliceOf(rapid.StringMatching(`[a-e]{1,2}`)), 1, 6).Draw(t, "docs")
		var data strings.Builder
		total := 0
		for _, doc := range docs {
			data.WriteString(strings.Join(doc, " ") + "\n")
			total += len(doc)
		}
		c, err := Read(text(data.String()), Options{Format: Text})
		if total == 0 {
			if !errors.Is(err, corpus.ErrEmpty) {
				t.Fatal(err)
			}
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		for d, doc := range docs {
			var got []string
			for _, id := range c.Docs[d].Words {
				got = append(got, c.Vocabulary.Word(id))
			}
			if !slices.Equal(got, doc) {
				t.Fatalf("document %d: got %q, want %q", d, got, doc)
			}
		}
	})
}

func FuzzText(f *testing.F) {
	for _, seed := range []string{"a b\n\nc", "x\ty\tz", "\uFEFFa", "\xff", "\x1f\x8b\x08"} {
		f.Add([]byte(seed), false)
		f.Add([]byte(seed), true)
	}
	f.Fuzz(func(t *testing.T, data []byte, labelled bool) {
		o := Options{Format: Text, Text: TextOptions{Lowercase: true}}
		if labelled {
			o.Format = Labelled
		}
		c, err := Read(Bytes("fuzz", data), o)
		if err != nil {
			if !typed(err) {
				t.Fatalf("%T %v", err, err)
			}
			return
		}
		holdCorpus(t, c)
		if c.Unknown() != 0 {
			t.Fatal("words of the text are unknown to its own vocabulary")
		}
	})
}
