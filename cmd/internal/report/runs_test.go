package report

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"arbelos/cmd/internal/evaluation"
	"arbelos/train"
	"arbelos/train/corpus"
)

// hostile is a word that must not become markup, in any part of a page.
const hostile = `</script><script>alert("1")</script>&amp;'`

func must[T any](x T, err error) func(testing.TB) T {
	return func(t testing.TB) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return x
	}
}

// madeRun makes a run directory with so many epochs of three steps. It is closed
// at the end of the test.
func madeRun(t testing.TB, name string, epochs int) (string, *train.Run) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), name)
	run := must(train.CreateRun(dir, map[string]any{"lr": 0.5, "name": hostile, "seed": len(name)}))(t)
	t.Cleanup(func() { run.Close() })
	must(run.StartRecords(0, 0))(t)
	at := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	record := func(kind string, epoch, step int, figures map[string]float64) {
		at = at.Add(time.Second)
		if err := run.Record(train.Record{Kind: kind, Split: train.SplitValidation, Epoch: epoch, Step: step, Figures: figures, Time: at}); err != nil {
			t.Fatal(err)
		}
	}
	for e := range epochs + 1 {
		bound := -100 / float64(e+1)
		figures := map[string]float64{"rate/p": 1, "rate/q": 0.001, "validation/elbo": bound, "validation/kl": 1, "validation/reconstruction": bound + 1, "validation/entropy": 3, "validation/f1": 40}
		if e > 0 {
			figures["train/elbo"] = bound - 2
			for s := range 3 {
				record(train.KindStep, e, 3*(e-1)+s+1, map[string]float64{"norm/p": 5, "norm/q": 0.01, "rate/p": 1, "rate/q": 0.001, "kl_weight": 0.5, "train/elbo": bound - 3, "train/" + hostile: 1})
			}
		}
		record(train.KindEpoch, e, 3*e, figures)
	}
	return dir, run
}

// doneRun is a run that has ended.
func doneRun(t testing.TB, name string) string {
	t.Helper()
	dir, run := madeRun(t, name, 3)
	if err := run.Finish(train.Summary{
		State: train.StateDone, Reason: "all epochs done", Epochs: 3, Steps: 9, Best: &train.BestScore{Epoch: 3, Score: 90.5}, Final: map[string]float64{"test/f1": 45.5},
	}); err != nil {
		t.Fatal(err)
	}
	return dir
}

// treebank are sentences with gold trees, one of them with hostile words.
func treebank(t testing.TB) []corpus.Sentence {
	t.Helper()
	word := strings.NewReplacer(" ", "_", "(", "-LRB-", ")", "-RRB-").Replace(hostile)
	text := "(S (NP (D the) (N dog)) (VP (V sees) (NP (D a) (N " + word + "))) (. .))\n" +
		"(S (NP (D the) (N cat)) (VP (V sleeps)))\n(X (A a))\n" +
		"(S (NP (NP (D the) (N man)) (PP (P with) (NP (D a) (N hat)))) (VP (V walks) (ADVP (R very) (R fast))))\n"
	return must(corpus.Read(strings.NewReader(text), "test.trees", corpus.Trees))(t)
}

// addParses gives a run an evaluation in which every sentence's tree is made so.
func addParses(t testing.TB, dir string, tree func(corpus.Sentence) corpus.Binary) {
	t.Helper()
	all := treebank(t)
	var predicted []corpus.Binary
	for _, s := range all {
		predicted = append(predicted, tree(s))
	}
	if err := evaluation.New("data/test.trees", "best.json", all, predicted).Write(dir); err != nil {
		t.Fatal(err)
	}
}

func write(t testing.TB, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// addTopics gives a run k topics over five words: in topic i, the word i modulo five is likely.
func addTopics(t testing.TB, dir string, k int) {
	t.Helper()
	words := []string{"money", hostile, "river", "tree", "vote"}
	var topics, x, order, numbers, share, term, freq, total, category, logProb, logLift strings.Builder
	topics.WriteString("topic\talpha\tshare\teffective words\texclusivity\tNPMI\twords\n")
	add := func(b *strings.Builder, text string) {
		if b.Len() > 0 {
			b.WriteByte(',')
		}
		b.WriteString(text)
	}
	for i := range k {
		s := 2 * float64(k-i) / float64(k*(k+1))
		fmt.Fprintf(&topics, "%d\t0.1\t%.6f\t4.2\t0.5\t-\t%s %s\n", i, s, words[i%5], words[(i+1)%5])
		add(&x, fmt.Sprintf("%.3f", math.Cos(float64(i))))
		add(&order, fmt.Sprint(i+1))
		add(&numbers, fmt.Sprint(i+1))
		add(&share, fmt.Sprint(100*s))
		for j, w := range words {
			p := 0.175
			if j == i%5 {
				p = 0.3
			}
			add(&term, fmt.Sprintf("%q", w))
			add(&freq, fmt.Sprint(1000*s*p))
			add(&total, fmt.Sprint(200*(j+1)))
			add(&category, fmt.Sprintf(`"Topic%d"`, i+1))
			add(&logProb, fmt.Sprintf("%.4f", math.Log(p)))
			add(&logLift, fmt.Sprintf("%.4f", math.Log(p*float64(5-j))))
		}
	}
	write(t, filepath.Join(dir, "topics.tsv"), topics.String())
	write(t, filepath.Join(dir, "pyldavis.json"), fmt.Sprintf(`{"mdsDat": {"x": [%s], "y": [%[1]s], "topics": [%s], "Freq": [%s]},
		"tinfo": {"Term": [%s], "Freq": [%s], "Total": [%s], "Category": [%s], "logprob": [%s], "loglift": [%s]},
		"token.table": {"Topic": [], "Freq": [], "Term": []}, "R": 3, "lambda.step": 0.01, "topic.order": [%s]}`,
		&x, &numbers, &share, &term, &freq, &total, &category, &logProb, &logLift, &order))
	var docs strings.Builder
	docs.WriteString("document\tlabel")
	for i := range k {
		fmt.Fprintf(&docs, "\ttopic %d", i)
	}
	for d := range 60 {
		fmt.Fprintf(&docs, "\ndoc %d %s\tlabel", d, hostile)
		for i := range k {
			p := 0.5 / float64(k)
			if i == d%k {
				p += 0.5
			}
			fmt.Fprintf(&docs, "\t%g", p)
		}
	}
	write(t, filepath.Join(dir, "doc-topics.tsv"), docs.String()+"\n")
}

// madePage reads runs and returns their page.
func madePage(t testing.TB, dirs ...string) string {
	t.Helper()
	var runs []*Run
	for _, dir := range dirs {
		runs = append(runs, must(Read(dir))(t))
	}
	var b strings.Builder
	if err := must(New(runs))(t).HTML(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}
