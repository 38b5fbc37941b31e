package ldatest

import (
	"os"
	"path/filepath"
	"testing"

	"arbelos/models/lda"
	"arbelos/testdata"
	"arbelos/train/corpus/documents"
)

// Bars returns the corpus of testdata/bars: 25 words, ten topics.
func Bars(t testing.TB) []lda.Bag {
	t.Helper()
	text, err := testdata.FS.ReadFile("bars/bars.ldac")
	if err != nil {
		t.Fatal(err)
	}
	docs, _ := read(t, documents.Bytes("bars.ldac", text), documents.Options{Format: documents.LDAC})
	return docs
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
	for _, doc := range c.Docs {
		docs = append(docs, lda.Bag{IDs: doc.IDs, Counts: doc.Counts})
	}
	return docs, c.Vocabulary.Len()
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
