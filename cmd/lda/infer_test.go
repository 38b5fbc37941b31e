package main

import (
	"context"
	"fmt"
	"math"
	"path/filepath"
	"strings"
	"testing"

	"arbelos/cmd/internal/program/programtest"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// D1, D7: whatever the documents, there is a row for each in order that sums to 1,
// and it is the row of the document when it is alone, to the last bit.
func TestInferAlone(t *testing.T) {
	t.Parallel()
	model := trained(t)
	l, err := load(model)
	if err != nil {
		t.Fatal(err)
	}
	word := rapid.SampledFrom(append(l.Words[:20:20], "unheard-of", "<unk>"))
	for _, how := range []string{"gibbs", "variational"} {
		flags := defaultInference()
		flags.Inference = how
		infer := func(t *rapid.T, lines ...string) [][]float64 {
			path := filepath.Join(shared, how+".txt")
			r, err := ldaCommand.Start(strings.Join(lines, "\n")+"\n", "infer", "--model-file", model, "--inference", how, "--json", "--format", "text")
			if err != nil || r.Status != 0 {
				t.Fatalf("%s: %v\n%s", path, err, r.Stderr)
			}
			var theta [][]float64
			for i, line := range strings.Split(strings.TrimSuffix(r.Stdout, "\n"), "\n") {
				var doc inferredDoc
				if err := jsonUnmarshal(line, &doc); err != nil || doc.Document != fmt.Sprint(i+1) {
					t.Fatalf("line %d: %q", i+1, line)
				}
				theta = append(theta, doc.Theta)
			}
			return theta
		}
		checks := 0
		rapid.Check(t, func(t *rapid.T) {
			if checks++; checks > 8 { // each starts processes
				return
			}
			var lines []string
			for _, words := range rapid.SliceOfN(rapid.SliceOfN(word, 0, 30), 1, 6).Draw(t, "documents") {
				lines = append(lines, strings.Join(words, " "))
			}
			all := infer(t, lines...)
			if len(all) != len(lines) {
				t.Fatalf("%d rows for %d documents", len(all), len(lines))
			}
			for i, row := range all {
				sum := 0.0
				for _, p := range row {
					sum += p
				}
				if math.Abs(sum-1) > 1e-12 {
					t.Fatalf("row %d sums to %v", i, sum)
				}
			}
			at := rapid.IntRange(0, len(lines)-1).Draw(t, "document")
			if diff := cmp.Diff(all[at], infer(t, lines[at])[0]); diff != "" {
				t.Fatalf("%s, document %d: %s", how, at, diff)
			}
		})
	}
}

// The flags' defaults are those of a fit's own inference.
func TestDefaultInference(t *testing.T) {
	commands := new(cli)
	p := ldaProgram
	p.Commands = func() any { return commands }
	parser, err := p.Parser()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := parser.Parse([]string{"infer", "--model-file", "m"}); err != nil {
		t.Fatal(err)
	}
	want := defaultInference()
	if diff := cmp.Diff(want, commands.Infer.inference); diff != "" {
		t.Error(diff)
	}
}

// D6: the bound that an iteration finds is that of eval under the model before; batch
// VB with fixed priors never lowers it; and the last figure of a fit is eval's too.
func TestLoggedELBOIsThatOfEval(t *testing.T) {
	t.Parallel()
	for _, method := range []string{"vem", "vb"} {
		dir := t.TempDir()
		fixed := []string{"--learn-alpha", "no", "--learn-eta", "no", "--tolerance", "0"}
		run := func(iterations int) (string, fitFigures) {
			path := filepath.Join(dir, fmt.Sprint(iterations))
			return path, programtest.Figures[fitFigures](t, ldaCommand, fitBars(t, method, path, append(fixed, "--iterations", fmt.Sprint(iterations))...)...)
		}
		long, _ := run(12)
		logged := elbos(t, long)
		for i := 1; i < len(logged) && method == "vb"; i++ {
			if logged[i] < logged[i-1]-1e-9*math.Abs(logged[i-1]) {
				t.Errorf("iteration %d lowers the bound from %v to %v", i+1, logged[i-1], logged[i])
			}
		}
		path, f := run(5)
		e := programtest.Figures[evalFigures](t, ldaCommand, "eval", "--model-file", path, "--measure", "elbo")
		if *e.ELBO.ELBO != *f.ELBO {
			t.Errorf("%s: eval has %v, the fit %v", method, *e.ELBO.ELBO, *f.ELBO)
		}
		if rel := math.Abs(*e.ELBO.ELBO-logged[5]) / math.Abs(logged[5]); rel > 1e-12 {
			t.Errorf("%s: eval has %v, the sixth iteration %v", method, *e.ELBO.ELBO, logged[5])
		}
	}
}

// Streams in pieces and corpora at once have the same bound, and cancelling ends it.
func TestELBOOfAStream(t *testing.T) {
	l, err := load(trained(t))
	if err != nil {
		t.Fatal(err)
	}
	flags := defaultInference()
	flags.Inference = "variational"
	inferrer, err := flags.of(l)
	if err != nil {
		t.Fatal(err)
	}
	docs, _, err := l.stream(corpusFlags{}, fitted)
	if err != nil {
		t.Fatal(err)
	}
	chunked, err := elbo(context.Background(), inferrer.(elboInferrer), docs)
	if err != nil {
		t.Fatal(err)
	}
	all, err := gathered(docs)
	if err != nil {
		t.Fatal(err)
	}
	if whole, err := inferrer.(elboInferrer).ELBO(bags(all)); err != nil || whole != chunked {
		t.Errorf("%v in pieces, %v at once, %v", chunked, whole, err)
	}
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := elbo(cancelled, inferrer.(elboInferrer), docs); err != context.Canceled {
		t.Errorf("%v", err)
	}
}
