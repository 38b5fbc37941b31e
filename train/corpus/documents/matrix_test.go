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

const banners = "%%MatrixMarket matrix coordinate integer general\n"

func TestUCI(t *testing.T) {
	c := mustRead(t, "4\n3\n4\n1 3 2\n1 1 1\n3 2 5\n3 2 1\n", Options{Format: UCI, Words: text("a\nb\nc\n")})
	want := []Doc{
		{Name: "1", IDs: []int{0, 2}, Counts: []float64{1, 2}},
		{Name: "2", IDs: []int{}, Counts: []float64{}},
		{Name: "3", IDs: []int{1}, Counts: []float64{6}},
		{Name: "4", IDs: []int{}, Counts: []float64{}},
	}
	if diff := cmp.Diff(want, c.Docs); diff != "" {
		t.Error(diff)
	}
	if c.Vocabulary.Word(2) != "c" {
		t.Errorf("word 2 is %q", c.Vocabulary.Word(2))
	}
}

func TestMatrixMarket(t *testing.T) {
	for _, data := range []string{
		banners + "% a comment\n\n2 3 3\n1 3 2\n2 1 1\n1 1 4\n",
		"%%matrixmarket MATRIX coordinate real general\n2 3 3\n1 3 2.0\n2 1 1e0\n1 1 4\n",
	} {
		c := mustRead(t, data, Options{Format: MatrixMarket})
		want := []Doc{
			{Name: "1", IDs: []int{0, 2}, Counts: []float64{4, 2}},
			{Name: "2", IDs: []int{0}, Counts: []float64{1}},
		}
		if diff := cmp.Diff(want, c.Docs); diff != "" {
			t.Error(diff)
		}
		if c.Vocabulary.Len() != 3 {
			t.Errorf("%d words", c.Vocabulary.Len())
		}
	}
	c := mustRead(t, "%%MatrixMarket matrix coordinate pattern general\n1 2 1\n1 2\n", Options{Format: MatrixMarket})
	if diff := cmp.Diff([]Doc{{Name: "1", IDs: []int{1}, Counts: []float64{1}}}, c.Docs); diff != "" {
		t.Error(diff)
	}
}

func TestCaseD12Matrix(t *testing.T) {
	for _, test := range []struct {
		format       Format
		data         string
		err          error
		line, column int
		found        string
	}{
		{UCI, "2\n2\n1\n1 1 -3\n", ErrCount, 4, 5, "-3"},
		{UCI, "2\n2\n1\n1 1 nan\n", ErrCount, 4, 5, "nan"},
		{UCI, "2\n2\n1\n1 1 1.5\n", ErrCount, 4, 5, "1.5"},
		{UCI, "2\n2\n1\n1 3 1\n", ErrID, 4, 3, "3"},
		{UCI, "2\n2\n1\n1 0 1\n", ErrID, 4, 3, "0"},
		{UCI, "2\n2\n1\n3 1 1\n", ErrDocument, 4, 1, "3"},
		{UCI, "2\n2\n1\n0 1 1\n", ErrDocument, 4, 1, "0"},
		{UCI, "2\n2\n1\n1 1\n", ErrFields, 4, 1, "1 1"},
		{UCI, "2\n2\n3\n1 1 1\n", ErrPairs, 5, 1, "after 1"},
		{UCI, "2\n2\n1\n1 1 1\n2 1 1\n", ErrPairs, 5, 1, "one more"},
		{UCI, "2\n2\n", ErrHeader, 3, 1, "end"},
		{UCI, "2\n2 2\n", ErrHeader, 2, 1, "2 2"},
		{UCI, "2\n-2\n", ErrHeader, 2, 1, "-2"},
		{UCI, "2147483647\n1\n1\n2147483647 1 1\n", ErrDocument, 4, 1, "mostly empty"},
		{MatrixMarket, banners + "2147483647 1 0\n", ErrDocument, 2, 1, "mostly empty"},
		{MatrixMarket, banners + "1 1 1\n1 1 0.25\n", ErrCount, 3, 5, "0.25"},
		{MatrixMarket, banners + "1 1 1\n", ErrPairs, 3, 1, "after 0"},
		{MatrixMarket, banners + "1 1\n", ErrHeader, 2, 1, "1 1"},
		{MatrixMarket, banners, ErrHeader, 2, 1, "end"},
		{MatrixMarket, "1 1 1\n1 1 1\n", ErrHeader, 1, 1, "1 1 1"},
		{MatrixMarket, "%%MatrixMarket matrix array real general\n1 1\n1\n", ErrHeader, 1, 1, "array"},
		{MatrixMarket, "%%MatrixMarket matrix coordinate complex general\n1 1 1\n", ErrHeader, 1, 1, "complex"},
	} {
		_, err := Read(text(test.data), Options{Format: test.format})
		wantSyntaxError(t, err, test.err, test.line, test.column, test.found)
	}
	_, err := Read(text("1\n3\n1\n1 1 1\n"), Options{Format: UCI, Words: text("a\nb\n")})
	wantSyntaxError(t, err, ErrHeader, 3, 1, "3 words")
}

func TestMatrixWithoutDocuments(t *testing.T) {
	for _, data := range []string{"0\n1\n0\n", "2\n1\n0\n", "1\n1\n1\n1 1 0\n"} {
		if _, err := Read(text(data), Options{Format: UCI}); !errors.Is(err, corpus.ErrEmpty) {
			t.Errorf("%q: got %v", data, err)
		}
	}
}

// Entries in any order are read as those in order are; streams ask for order.
func TestMatrixInAnyOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		type entry struct{ doc, word, count int }
		entries := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) entry {
			return entry{rapid.IntRange(1, 5).Draw(t, "doc"), rapid.IntRange(1, 4).Draw(t, "word"), rapid.IntRange(1, 3).Draw(t, "count")}
		}), 1, 12).Draw(t, "entries")
		want := map[[2]int]int{}
		var data strings.Builder
		fmt.Fprintf(&data, "5\n4\n%d\n", len(entries))
		sorted := true
		for i, e := range entries {
			fmt.Fprintln(&data, e.doc, e.word, e.count)
			want[[2]int{e.doc - 1, e.word - 1}] += e.count
			sorted = sorted && (i == 0 || entries[i-1].doc <= e.doc)
		}
		c, err := Read(text(data.String()), Options{Format: UCI})
		if err != nil {
			t.Fatal(err)
		}
		got := map[[2]int]int{}
		for d, doc := range c.Docs {
			for i, id := range doc.IDs {
				got[[2]int{d, id}] = int(doc.Counts[i])
			}
		}
		if diff := cmp.Diff(want, got); diff != "" || len(c.Docs) != 5 {
			t.Fatalf("%d documents, %s", len(c.Docs), diff)
		}
		var streamed []Doc
		for doc, streamErr := range Stream(text(data.String()), Options{Format: UCI}, c.Vocabulary) {
			if err = streamErr; err == nil {
				streamed = append(streamed, doc)
			}
		}
		if !sorted {
			if !errors.Is(err, ErrUnordered) {
				t.Fatalf("got %v", err)
			}
			return
		}
		if diff := cmp.Diff(c.Docs, streamed); diff != "" || err != nil {
			t.Fatalf("%v %s", err, diff)
		}
	})
}

func FuzzUCI(f *testing.F) {
	for _, seed := range []string{"2\n2\n2\n1 1 1\n2 2 3\n", "2\n2\n1\n", "99999999\n1\n1\n99999 1 1", "1\n1\n2\n1 1 0\n1 1 1"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(fuzzMatrix(UCI))
}

func FuzzMatrixMarket(f *testing.F) {
	for _, seed := range []string{banners + "2 2 2\n1 1 1\n2 2 3\n", banners, "%%MatrixMarket matrix coordinate pattern general\n% c\n1 1 1\n1 1"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(fuzzMatrix(MatrixMarket))
}

func fuzzMatrix(format Format) func(t *testing.T, data []byte) {
	return func(t *testing.T, data []byte) {
		c, err := Read(Bytes("fuzz", data), Options{Format: format})
		if err != nil {
			if !typed(err) {
				t.Fatalf("%T %v", err, err)
			}
			return
		}
		holdCorpus(t, c)
	}
}

func BenchmarkRead20NG(b *testing.B) {
	o := Options{Format: LDAC, Words: File(sharedData(b, "lda/20ng/vocab.txt"))}
	for b.Loop() {
		if _, err := Read(File(sharedData(b, "lda/20ng/train.ldac.gz")), o); err != nil {
			b.Fatal(err)
		}
	}
}

// A stream can be left at any document.
func TestStreamIsLeft(t *testing.T) {
	for _, test := range []struct {
		format Format
		data   string
	}{
		{Text, "a\nb\nc\n"}, {Labelled, "1\t\ta\n2\t\tb\n3\t\tc\n"}, {LDAC, "1 0:1\n1 1:1\n1 2:1\n"},
		{UCI, "3\n3\n3\n1 1 1\n2 2 1\n3 3 1\n"}, {MatrixMarket, banners + "3 3 3\n1 1 1\n2 2 1\n3 3 1\n"},
	} {
		v, err := BuildVocabulary(text(test.data), Options{Format: test.format})
		if err != nil {
			t.Fatal(err)
		}
		for leave := 1; leave <= 3; leave++ {
			n := 0
			for _, err := range Stream(text(test.data), Options{Format: test.format}, v) {
				if err != nil {
					t.Fatal(err)
				}
				if n++; n == leave {
					break
				}
			}
			if n != leave {
				t.Errorf("%s: %d documents, want %d", test.format, n, leave)
			}
		}
	}
}

func TestFileErrors(t *testing.T) {
	for _, format := range formats {
		for _, path := range []string{t.TempDir() + "/none", t.TempDir()} {
			_, err := Read(File(path), Options{Format: format})
			var got *corpus.FileError
			if !errors.As(err, &got) || got.File != path {
				t.Errorf("%s %s: got %v", format, path, err)
			}
		}
	}
}
