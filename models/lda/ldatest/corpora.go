package ldatest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"arbelos/models/lda"
	"arbelos/testdata"
	"arbelos/train/corpus/documents"
)

// Bars returns the corpus of testdata/bars: 25 words, ten topics.
func Bars(t testing.TB) []lda.Bag {
	t.Helper()
	return embedded(t, "bars/bars.ldac")
}

// Six returns the documents of testdata/six: 24 words.
func Six(t testing.TB) []lda.Bag {
	t.Helper()
	return embedded(t, "six/six.ldac")
}

func embedded(t testing.TB, file string) []lda.Bag {
	t.Helper()
	text, err := testdata.FS.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	docs, _ := read(t, documents.Bytes(file, text), documents.Options{Format: documents.LDAC})
	return docs
}

// Themes returns the corpus of testdata/themes without its stop words, the label of
// each document, and the spelling of words.
func Themes(t testing.TB) (docs []lda.Bag, labels, words []string) {
	t.Helper()
	var text [2][]byte
	for i, file := range []string{"themes.tsv", "stopwords.txt"} {
		var err error
		if text[i], err = testdata.FS.ReadFile("themes/" + file); err != nil {
			t.Fatal(err)
		}
	}
	o := documents.Options{Format: documents.Labelled}
	o.Text.StopWords = strings.Fields(string(text[1]))
	c, err := documents.Read(documents.Bytes("themes.tsv", text[0]), o)
	if err != nil {
		t.Fatal(err)
	}
	for _, doc := range c.Docs {
		labels = append(labels, doc.Label)
	}
	return bags(c), labels, c.Vocabulary.Words()
}

// Shared returns a corpus in LDA-C that does not come with the project, and the
// number of words in its vocabulary, given its files below $ARBELOS_DATA/lda, or
// below ../shared/data/lda beside the module. The test is skipped without them.
func Shared(t testing.TB, file, words string) (docs []lda.Bag, v int) {
	t.Helper()
	return read(t, documents.File(shared(t, file)), documents.Options{Format: documents.LDAC, Words: documents.File(shared(t, words))})
}

// AP returns the 2,246 documents of the Associated Press, see [Shared].
func AP(t testing.TB) (docs []lda.Bag, v int) {
	t.Helper()
	return Shared(t, "ap/ap.dat", "ap/vocab.txt")
}

// Newsgroups returns the 11,269 training documents of 20 newsgroups, see [Shared].
func Newsgroups(t testing.TB) (docs []lda.Bag, v int) {
	t.Helper()
	return Shared(t, "20ng/train.ldac.gz", "20ng/vocab.txt")
}

func read(t testing.TB, source documents.Source, o documents.Options) (docs []lda.Bag, v int) {
	t.Helper()
	c, err := documents.Read(source, o)
	if err != nil {
		t.Fatal(err)
	}
	return bags(c), c.Vocabulary.Len()
}

func bags(c *documents.Corpus) []lda.Bag {
	docs := make([]lda.Bag, len(c.Docs))
	for d, doc := range c.Docs {
		docs[d] = lda.Bag{IDs: doc.IDs, Counts: doc.Counts}
	}
	return docs
}

func shared(t testing.TB, name string) string {
	t.Helper()
	root := os.Getenv("ARBELOS_DATA")
	if root == "" {
		folder, err := os.Getwd()
		if err != nil {
			t.Fatal(err)
		}
		for {
			if _, err := os.Stat(filepath.Join(folder, "go.mod")); err == nil {
				break
			}
			if folder == filepath.Dir(folder) {
				t.Fatal("no go.mod above the test")
			}
			folder = filepath.Dir(folder)
		}
		root = filepath.Join(folder, "..", "shared", "data")
	}
	path := filepath.Join(root, "lda", filepath.FromSlash(name))
	if _, err := os.Stat(path); err != nil {
		t.Skipf("needs %s, which is not there: set ARBELOS_DATA to the folder of corpora", path)
	}
	return path
}
