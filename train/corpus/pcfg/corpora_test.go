package pcfg

import (
	"bytes"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"arbelos/testdata"
	"arbelos/train/corpus"
	"arbelos/train/corpus/perplexity"
	"arbelos/train/corpus/unigram"
)

var update = flag.Bool("update", false, "write testdata/english's corpora instead of comparing them")

// corpora lists the files drawn from the grammar: the name is the purpose, and
// the place of a line is the item of its draw.
var corpora = []struct {
	name string
	size int
}{{"train", 3000}, {"valid", 300}, {"test", 300}}

// english returns the grammar of testdata/english, restricted as its corpora are.
func english(t testing.TB) *Truncated {
	t.Helper()
	f, err := testdata.FS.Open("english/english.pcfg")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	g, err := Read(f, "testdata/english/english.pcfg")
	if err != nil {
		t.Fatal(err)
	}
	restricted, err := g.Truncate(testdata.EnglishMinLength, testdata.EnglishMaxLength)
	if err != nil {
		t.Fatal(err)
	}
	return restricted
}

// readCorpus returns a corpus of testdata/english.
func readCorpus(t testing.TB, name string) []corpus.Sentence {
	t.Helper()
	f, err := testdata.FS.Open("english/" + name + ".trees")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	read, err := corpus.Read(f, name+".trees", corpus.Trees)
	if err != nil {
		t.Fatal(err)
	}
	return read
}

// wordsOf returns the sentences as words.
func wordsOf(read []corpus.Sentence) [][]string {
	words := make([][]string, len(read))
	for i, s := range read {
		words[i] = s.Words
	}
	return words
}

// The corpora are, byte for byte, what the grammar and the seed give.
func TestCorporaComeFromTheGrammar(t *testing.T) {
	restricted := english(t)
	for _, c := range corpora {
		var drawn bytes.Buffer
		for item := range c.size {
			tree, _ := restricted.Sample(testdata.EnglishSeed, c.name, item)
			drawn.WriteString(tree.String())
			drawn.WriteByte('\n')
		}
		file := "english/" + c.name + ".trees"
		if *update {
			if err := os.WriteFile(filepath.Join("../../../testdata", file), drawn.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		kept, err := testdata.FS.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		want, got := bytes.Split(drawn.Bytes(), []byte("\n")), bytes.Split(kept, []byte("\n"))
		if len(got) != len(want) {
			t.Fatalf("%s has %d lines, want %d: run go generate", file, len(got)-1, len(want)-1)
		}
		for i := range want {
			if !bytes.Equal(got[i], want[i]) {
				t.Fatalf("%s:%d: found %s, want %s: run go generate", file, i+1, got[i], want[i])
			}
		}
	}
}

// The exact log-probability of every sentence is finite and no lower than that
// of the derivation it was drawn with. The perplexities that follow, the best
// that a model can expect, stand in testdata/english/README.md, beside those of
// a unigram model and the F1 of branching trees.
func TestCorporaFigures(t *testing.T) {
	readme, err := testdata.FS.ReadFile("english/README.md")
	if err != nil {
		t.Fatal(err)
	}
	restricted := english(t)
	for _, want := range []string{
		fmt.Sprintf("%d symbols, %d word types", len(restricted.grammar.symbols), len(restricted.grammar.Words())),
		fmt.Sprintf("the window holds %.1f%%", 100*math.Exp(restricted.LogMass())),
	} {
		if !strings.Contains(string(readme), want) {
			t.Errorf("README.md does not say %q", want)
		}
	}
	baseline := unigram.Fit(wordsOf(readCorpus(t, "train")))
	for _, c := range corpora {
		var own, unordered perplexity.Tally
		var right, left corpus.Evaluation
		var ambiguity float64 // -log p(derivation | sentence), summed
		for item, s := range readCorpus(t, c.name) {
			logProb := restricted.LogProb(s.Words)
			_, derivation := restricted.Sample(testdata.EnglishSeed, c.name, item)
			if math.IsNaN(logProb) || math.IsInf(logProb, 0) || logProb < derivation-1e-9 {
				t.Fatalf("%s:%d: log-probability %v, its derivation's %v", c.name, s.Line, logProb, derivation)
			}
			own.Add(logProb, len(s.Words))
			unordered.Add(baseline.LogProb(s.Words), len(s.Words))
			right.Add(s.Tree, corpus.RightBranching(len(s.Words)))
			left.Add(s.Tree, corpus.LeftBranching(len(s.Words)))
			ambiguity += logProb - derivation
		}
		row := fmt.Sprintf("| %s | %d | %d | %.2f | %.2f | %.2f | %.1f | %.1f | %.1f | %.1f |",
			c.name, own.Sentences, own.Words, own.WithEnd(), own.WithoutEnd(), ambiguity/float64(own.Sentences),
			unordered.WithEnd(), unordered.WithoutEnd(), right.Scores().F1.Mean, left.Scores().F1.Mean)
		if !strings.Contains(string(readme), row+"\n") {
			t.Errorf("README.md lacks the row %s", row)
		}
	}
}

// What the corpora are meant to be like: every word is seen in training, few
// sentences recur, lengths are as the grammar has them, and trees lean to the
// right without following it.
func TestCorporaCharacter(t *testing.T) {
	restricted := english(t)
	types, distinct := map[string]bool{}, map[string]bool{}
	train := readCorpus(t, "train")
	var words int
	for _, s := range train {
		distinct[strings.Join(s.Words, " ")] = true
		for _, w := range s.Words {
			types[w] = true
		}
		words += len(s.Words)
	}
	for _, w := range restricted.grammar.Words() {
		if !types[w] {
			t.Errorf("%q never occurs in training", w)
		}
	}
	if n := len(types); n < 150 || n > 300 {
		t.Errorf("%d word types, want 150 to 300", n)
	}
	if n := len(train) - len(distinct); n > len(train)/50 {
		t.Errorf("%d sentences recur in training, want at most one in fifty", n)
	}

	var mean, square float64 // of the length, under the restricted grammar
	for n, p := range restricted.grammar.LengthProbs(testdata.EnglishMaxLength) {
		if n >= testdata.EnglishMinLength {
			p *= math.Exp(-restricted.LogMass())
			mean += p * float64(n)
			square += p * float64(n) * float64(n)
		}
	}
	got, se := float64(words)/float64(len(train)), math.Sqrt((square-mean*mean)/float64(len(train)))
	if math.Abs(got-mean) > 4*se {
		t.Errorf("mean length %.2f, expected %.3f +- %.3f", got, mean, se)
	}

	var right, left corpus.Evaluation
	for _, s := range readCorpus(t, "test") {
		right.Add(s.Tree, corpus.RightBranching(len(s.Words)))
		left.Add(s.Tree, corpus.LeftBranching(len(s.Words)))
	}
	r, l := right.Scores().F1.Mean, left.Scores().F1.Mean
	if !(r > 30 && r < 50 && l < r-10) {
		t.Errorf("right-branching F1 is %.1f, left-branching %.1f, want 30 to 50 and ten less", r, l)
	}
}

func BenchmarkLogProb(b *testing.B) {
	restricted := english(b)
	test := wordsOf(readCorpus(b, "test"))
	var words int
	for b.Loop() {
		for _, s := range test {
			restricted.LogProb(s)
			words += len(s)
		}
	}
	b.ReportMetric(float64(words)/b.Elapsed().Seconds(), "words/s")
	b.ReportMetric(float64(b.N*len(test))/b.Elapsed().Seconds(), "sentences/s")
}
