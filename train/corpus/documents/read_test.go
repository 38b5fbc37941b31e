package documents

import (
	"bytes"
	"errors"
	"io"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/klauspost/compress/gzip"

	"arbelos/train/corpus"
)

func gzipped(t *testing.T, data string) []byte {
	t.Helper()
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	if _, err := w.Write([]byte(data)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// Every format may be gzipped, and says so if it is cut short.
func TestGzip(t *testing.T) {
	for _, test := range []struct {
		format Format
		data   string
	}{
		{Text, "a b\nc\n"}, {Labelled, "1\tx\ta\n"}, {LDAC, "1 0:1\n"}, {UCI, "1\n1\n1\n1 1 1\n"}, {MatrixMarket, banners + "1 1 1\n1 1 1\n"},
	} {
		zipped := gzipped(t, test.data)
		got, err := Read(Bytes("test.gz", zipped), Options{Format: test.format})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(mustRead(t, test.data, Options{Format: test.format}).Docs, got.Docs); diff != "" {
			t.Error(diff)
		}
		for cut := 2; cut < len(zipped); cut++ {
			_, err := Read(Bytes("test.gz", zipped[:cut]), Options{Format: test.format})
			if !errors.Is(err, io.ErrUnexpectedEOF) && !errors.Is(err, io.EOF) || !errors.As(err, new(*corpus.FileError)) {
				t.Errorf("%s cut to %d bytes: got %v", test.format, cut, err)
			}
		}
	}
}

func TestSharedCorpora(t *testing.T) {
	for _, test := range []struct {
		file, words           string
		format                Format
		docs, tokens, vocable int
	}{
		{"lda/ap/ap.dat", "lda/ap/vocab.txt", LDAC, 2246, 435838, 10473},
		{"lda/reuters/reuters.ldac", "lda/reuters/reuters.tokens", LDAC, 395, 84010, 4258},
		{"lda/20ng/train.ldac.gz", "lda/20ng/vocab.txt", LDAC, 11269, 2765300, 61188},
		{"lda/20ng/test.ldac.gz", "lda/20ng/vocab.txt", LDAC, 7505, 1796919, 61188},
		{"lda/bbc/corpus.txt", "", Text, 2225, 267259, 2949},
	} {
		t.Run(test.file, func(t *testing.T) {
			o := Options{Format: test.format}
			if test.words != "" {
				o.Words = File(sharedData(t, test.words))
			}
			c, err := Read(File(sharedData(t, test.file)), o)
			if err != nil {
				t.Fatal(err)
			}
			if len(c.Docs) != test.docs || c.Tokens() != test.tokens || c.Vocabulary.Len() != test.vocable {
				t.Errorf("got %d documents, %d tokens, %d words; want %d, %d, %d", len(c.Docs), c.Tokens(), c.Vocabulary.Len(), test.docs, test.tokens, test.vocable)
			}
			holdCorpus(t, c)
		})
	}
}

// Words that 20ng's test documents have and its training documents do not.
func TestSharedTestSetAgainstTrainingWords(t *testing.T) {
	words := File(sharedData(t, "lda/20ng/vocab.txt"))
	train, err := Read(File(sharedData(t, "lda/20ng/train.ldac.gz")), Options{Format: LDAC})
	if err != nil {
		t.Fatal(err)
	}
	test, err := Encode(File(sharedData(t, "lda/20ng/test.ldac.gz")), Options{Format: LDAC, Words: words}, train.Vocabulary)
	if err != nil {
		t.Fatal(err)
	}
	if v := train.Vocabulary.Len(); v != 53975 {
		t.Errorf("%d words, want 53975", v)
	}
	if got := test.Tokens() + test.Unknown(); got != 1796919 || test.Unknown() == 0 {
		t.Errorf("%d tokens, %d of them unknown", got, test.Unknown())
	}
}
