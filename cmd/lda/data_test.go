package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"log/slog"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"arbelos/cmd/internal/program/programtest"
	"arbelos/models/lda"
	"arbelos/train"
	"arbelos/train/corpus/documents"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func jsonUnmarshal(text string, to any) error { return json.Unmarshal([]byte(text), to) }

// gathered keeps the documents of a stream.
func gathered(docs iter.Seq2[documents.Doc, error]) ([]documents.Doc, error) {
	var all []documents.Doc
	for doc, err := range docs {
		if err != nil {
			return nil, err
		}
		all = append(all, doc)
	}
	return all, nil
}

// elbos are those in a run's records.
func elbos(t *testing.T, dir string) []float64 {
	t.Helper()
	records, err := train.ReadRecords(dir)
	if err != nil {
		t.Fatal(err)
	}
	var all []float64
	for _, r := range records {
		all = append(all, r.Figures["train/elbo"])
	}
	return all
}

// A stream and a corpus in memory have the same documents to fit and to hold out,
// and a pass over the stream has each of them once, in batches of the size asked for.
func TestStreamIsTheCorpus(t *testing.T) {
	log := slog.New(slog.DiscardHandler)
	checks := 0
	rapid.Check(t, func(t *rapid.T) {
		if checks++; checks > 15 { // each reads the corpus many times
			return
		}
		o := &fitCmd{
			corpusFlags: corpusFlags{Format: "auto"}, HeldOut: rapid.SampledFrom([]float64{0, 0.1, 0.5}).Draw(t, "held out"),
			Seed: rapid.Uint64().Draw(t, "seed"), BatchSize: rapid.IntRange(1, 300).Draw(t, "batch"), Shuffle: rapid.IntRange(0, 300).Draw(t, "shuffle"),
		}
		memory, err := o.readData(false, log)
		if err != nil {
			t.Fatal(err)
		}
		stream, err := o.readData(true, log)
		if err != nil {
			t.Fatal(err)
		}
		if stream.docs != nil || stream.bags != nil {
			t.Fatal("the stream is in memory")
		}
		fitted, err := gathered(stream.documents())
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(memory.docs, fitted); diff != "" || stream.n != memory.n || stream.tokens != memory.tokens || stream.unknown != memory.unknown {
			t.Fatalf("%d documents of %v tokens, %d of %v in memory: %s", stream.n, stream.tokens, memory.n, memory.tokens, diff)
		}
		a, errA := gathered(stream.heldOut())
		b, errB := gathered(memory.heldOut())
		if diff := cmp.Diff(a, b); diff != "" || errA != nil || errB != nil || len(a)+len(fitted) != 204 {
			t.Fatalf("held out: %d and %d, %v, %v", len(a), len(b), errA, errB)
		}
		from := rapid.IntRange(0, 3*stream.batches(o.BatchSize)).Draw(t, "from")
		checkMinibatches(t, stream, from)
	})
}

// checkMinibatches holds that a stream of minibatches that begins anywhere is the one
// from the beginning, and that each pass has every document once.
func checkMinibatches(t *rapid.T, d *data, from int) {
	each := d.batches(d.options.BatchSize)
	var whole, later [][]lda.Bag
	for batch, err := range d.minibatches(0) {
		if err != nil {
			t.Fatal(err)
		}
		if whole = append(whole, batch); len(whole) == 4*each {
			break
		}
	}
	for batch, err := range d.minibatches(from) {
		if err != nil {
			t.Fatal(err)
		}
		if later = append(later, batch); from+len(later) == 4*each {
			break
		}
	}
	if diff := cmp.Diff(whole[from:], later); diff != "" {
		t.Fatalf("from minibatch %d: %s", from, diff)
	}
	want := keys(d.bagsOnce(t))
	for pass := range 4 {
		var got []lda.Bag
		for _, batch := range whole[pass*each : (pass+1)*each] {
			got = append(got, batch...)
			if len(batch) > d.options.BatchSize {
				t.Fatalf("a minibatch of %d", len(batch))
			}
		}
		if diff := cmp.Diff(want, keys(got)); diff != "" {
			t.Fatalf("pass %d: %s", pass, diff)
		}
	}
	// Of whole passes that is as good as impossible; of the first minibatch, which may be
	// one document, it is not.
	if d.options.Shuffle >= d.n && cmp.Equal(whole[:each], whole[each:2*each]) {
		t.Fatal("two passes have one order")
	}
}

func (d *data) bagsOnce(t *rapid.T) []lda.Bag {
	all, err := gathered(d.documents())
	if err != nil {
		t.Fatal(err)
	}
	return bags(all)
}

// keys are texts of documents, sorted.
func keys(docs []lda.Bag) []string {
	var all []string
	for _, doc := range docs {
		all = append(all, fmt.Sprint(doc.IDs, doc.Counts))
	}
	slices.Sort(all)
	return all
}

// A document is a line, whatever the name of the file says.
func TestFormatByName(t *testing.T) {
	for name, want := range map[string]documents.Format{
		"": documents.Labelled, "a.txt": documents.Text, "a": documents.Text, "b.tsv.gz": documents.Labelled, "x/ap.dat": documents.LDAC,
		"c.ldac": documents.LDAC, "docword.kos.txt.gz": documents.UCI, "m.mtx": documents.MatrixMarket, "-": documents.Text,
	} {
		if got := (corpusFlags{Corpus: name, Format: "auto"}).format(); got != want {
			t.Errorf("%q is %s, expected %s", name, got, want)
		}
	}
	if got := (corpusFlags{Corpus: "a.dat", Format: "text"}).format(); got != documents.Text {
		t.Errorf("the flag is overridden by %s", got)
	}
}

// D3: many rare words and float32 leave all finite.
func TestManyRareWords(t *testing.T) {
	t.Parallel()
	const v, k = 250_000, 2
	var lines []string
	for d := range 500 {
		var words []string
		for i := range v / 500 {
			words = append(words, "the", fmt.Sprint("word", d*(v/500)+i))
		}
		lines = append(lines, strings.Join(words, " "))
	}
	path := programtest.Write(t, "rare.txt", strings.Join(lines, "\n")+"\n")
	f := programtest.Figures[fitFigures](t, ldaCommand, "fit", "--corpus", path, "--method", "vb", "--topics", fmt.Sprint(k),
		"--dtype", "float32", "--iterations", "2", "--held-out", "0.1", "--run-dir", filepath.Join(t.TempDir(), "run"))
	if f.Words != v+1 || f.Completion.All.PerToken == nil {
		t.Errorf("%d words, completion %+v", f.Words, f.Completion)
	}
	for _, topic := range f.Topics {
		if !(topic.EffectiveWords >= 1) || !(*topic.Share >= 0) || topic.Words[0] != "the" {
			t.Errorf("%+v", topic)
		}
	}
}

// D14: topics times words, or tokens one by one, that memory does not hold are refused
// with what they would take.
func TestTooLarge(t *testing.T) {
	d := &data{source: documents.Bytes("few.ldac", nil), vocab: documents.Numbered(1000), tokens: 1 << 31}
	for _, c := range []struct {
		method    string
		topics    int
		available uint64
		want      string
	}{
		{"gibbs", 10, 41 << 30, ""},
		{"gibbs", 10, 39 << 30, "few.ldac: found 2147483648 tokens, which take 40.0 GiB with --method gibbs, expected no more than the 39.0 GiB there are"},
		{"vb", 10, 1 << 20, ""},
		{"vb", 1000, 1 << 20, "--topics is 1000: model does not fit in memory: 1000 topics times 1000 words"},
	} {
		o := &fitCmd{Method: c.method, Topics: c.topics}
		err := o.checkSize(methods[c.method], d, c.available)
		if c.want == "" && err != nil || c.want != "" && (!errors.Is(err, lda.ErrTooLarge) || !strings.HasPrefix(err.Error(), c.want)) {
			t.Errorf("%s, %d topics, %d bytes: found %v, expected %q", c.method, c.topics, c.available, err, c.want)
		}
	}
}
