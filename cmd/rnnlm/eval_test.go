package main

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"arbelos/cmd/internal/langmodel"
	"arbelos/cmd/internal/program/programtest"

	"github.com/google/go-cmp/cmp"
)

func evalTiny(t *testing.T, more ...string) evalFigures {
	return programtest.Figures[evalFigures](t, rnnlmCommand, append([]string{"eval", "--model-file", trained(t), "--test-file", handmade}, more...)...)
}

// The figures agree with each other, and do not depend on the number of threads.
// Sentences and words are those that urnng counts.
func TestEvalFigures(t *testing.T) {
	t.Parallel()
	f := evalTiny(t)
	if f.Sentences != 46 || f.Words != 295 || f.Skipped != 2 || f.Unknown != 0 {
		t.Errorf("counts %+v", f)
	}
	with := math.Exp(-f.LogLikelihood / float64(f.Words+f.Sentences))
	without := math.Exp(-f.LogLikelihood / float64(f.Words))
	if math.Abs(f.Perplexity.WithEnd-with) > 1e-9 || math.Abs(f.Perplexity.WithoutEnd-without) > 1e-9 {
		t.Errorf("perplexities %+v, expected %v and %v", f.Perplexity, with, without)
	}
	if !(f.Endless < without) {
		t.Errorf("perplexity %v without predicting </s>, %v with", f.Endless, without)
	}
	for _, threads := range []string{"1", "2"} {
		if diff := cmp.Diff(f, evalTiny(t, "--threads", threads)); diff != "" {
			t.Errorf("%s threads: %s", threads, diff)
		}
	}
	// What a run says of its best checkpoint, eval says too.
	end := programtest.Figures[struct{ Perplexity langmodel.Compared }](t, rnnlmCommand, "train", "--resume", "--run-dir", programtest.Copied(t, trained(t)))
	if diff := cmp.Diff(f.Perplexity, end.Perplexity["model"]); diff != "" {
		t.Errorf("training and eval differ: %s", diff)
	}
}

// The surprisals of the sentences that are not skipped sum to the perplexities, and
// the table has what the JSON has.
func TestSurprisal(t *testing.T) {
	t.Parallel()
	f := evalTiny(t, "--surprisal")
	var whole, endless float64
	var table [][]string
	for _, s := range f.Surprisal {
		for k, b := range s.Bits {
			table = append(table, []string{strconv.Itoa(s.Sentence), strconv.Itoa(k + 1), s.Words[k], s.Tokens[k], strconv.FormatFloat(b, 'f', 4, 64)})
			if len(s.Words) >= 2 {
				endless += b
			}
		}
		table = append(table, []string{strconv.Itoa(s.Sentence), strconv.Itoa(len(s.Words) + 1), "</s>", "</s>", strconv.FormatFloat(s.End, 'f', 4, 64)})
		if len(s.Words) >= 2 {
			whole += s.End
		}
	}
	whole += endless
	if len(f.Surprisal) != 48 {
		t.Errorf("surprisals of %d sentences, expected 48", len(f.Surprisal))
	}
	near := func(what string, got, want float64) {
		if math.Abs(got-want) > 1e-4*want {
			t.Errorf("%s: found %v, expected %v", what, got, want)
		}
	}
	near("log p(x)", whole*math.Ln2, -f.LogLikelihood)
	near("perplexity without predicting </s>", math.Exp2(endless/float64(f.Words)), f.Endless)
	out := rnnlmCommand.Succeed(t, "", "eval", "--model-file", trained(t), "--test-file", handmade, "--surprisal").Stdout
	var lines [][]string
	for line := range strings.Lines(out) {
		lines = append(lines, strings.Split(strings.TrimSuffix(line, "\n"), "\t"))
	}
	if diff := cmp.Diff(append([][]string{{"sentence", "position", "word", "token", "bits"}}, table...), lines); diff != "" {
		t.Error(diff)
	}
}
