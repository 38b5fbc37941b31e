package main

import (
	"encoding/json"
	"errors"
	"flag"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"arbelos/cmd/internal/program/programtest"
	"arbelos/graph"
	"arbelos/layers"
	"arbelos/models/lda"
	"arbelos/train"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// drawModel draws a model of either kind.
func drawModel(t *rapid.T) *lda.Model {
	k, v := rapid.IntRange(1, 4).Draw(t, "topics"), rapid.IntRange(1, 6).Draw(t, "words")
	positive := rapid.Float64Range(1e-300, 1e6)
	m := &lda.Model{
		Alpha:  rapid.SliceOfN(positive, k, k).Draw(t, "alpha"),
		Eta:    rapid.SliceOfN(positive, v, v).Draw(t, "eta"),
		Topics: lda.Topics{Kind: lda.Dirichlet, K: k, V: v, Values: rapid.SliceOfN(positive, k*v, k*v).Draw(t, "lambda")},
	}
	if rapid.Bool().Draw(t, "point") {
		m.Eta, m.Topics = nil, lda.Topics{Kind: lda.Point, K: k, V: v, Values: m.Topics.Phi()}
	}
	return m
}

// D11: a model that is saved and loaded has the same bits.
func TestModelRoundTrip(t *testing.T) {
	dir := t.TempDir()
	rapid.Check(t, func(t *rapid.T) {
		m := drawModel(t)
		words := rapid.SliceOfNDistinct(rapid.StringMatching(`[\pL<>"\\ ]{1,4}`), m.V(), m.V(), rapid.ID).Draw(t, "spellings")
		s := saved{
			Method: "vb", Kind: m.Topics.Kind.String(), Size: m.V(), Words: words, Lowercase: rapid.Bool().Draw(t, "lowercase"),
			HeldOut: rapid.Float64Range(0, 0.9).Draw(t, "held out"), Seed: rapid.Uint64().Draw(t, "seed"),
			Ops: layers.Fused, Until: graph.Convergence{Iterations: 7, Tolerance: 1e-3, Criterion: graph.BoundChange}, Share: m.Alpha,
		}
		path := filepath.Join(dir, "model.json")
		if err := s.write(path, m, nil); err != nil {
			t.Fatal(err)
		}
		l, err := load(path)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(m, l.Model); diff != "" {
			t.Fatal(diff)
		}
		if diff := cmp.Diff(s, l.saved); diff != "" {
			t.Fatal(diff)
		}
	})
}

var update = flag.Bool("update", false, "write the golden model and what is inferred with it")

const goldenModel = "testdata/golden/model.json"

// D11: a model file of this format keeps loading, and infers what it inferred.
func TestGoldenModel(t *testing.T) {
	if *update {
		writeGolden(t)
	}
	l, err := load(goldenModel)
	if err != nil {
		t.Fatal(err)
	}
	if l.K() != 3 || l.V() != 7 || l.vocab.Word(0) != "sea" || l.Method != "vb" || !l.Lowercase {
		t.Errorf("%d topics, %d words %v, method %s", l.K(), l.V(), l.Words, l.Method)
	}
	for _, how := range []string{"variational", "gibbs"} {
		want := decodeLines[inferredDoc](t, programtest.Read(t, "testdata/golden/"+how+".jsonl"))
		got := decodeLines[inferredDoc](t, ldaCommand.Succeed(t, goldenText, "infer", "--model-file", goldenModel, "--inference", how, "--json").Stdout)
		// Processors differ in the last digits.
		near := cmp.Comparer(func(a, b float64) bool { return math.Abs(a-b) <= 1e-9 })
		if diff := cmp.Diff(want, got, near); diff != "" {
			t.Errorf("%s: %s", how, diff)
		}
	}
}

const goldenText = "the Sea and the ship\n\nsoup soup SALT sea\nship\n"

func writeGolden(t *testing.T) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(goldenModel), 0o777); err != nil {
		t.Fatal(err)
	}
	m := &lda.Model{
		Alpha: []float64{0.3, 0.1, 0.7}, Eta: []float64{0.05},
		Topics: lda.Topics{Kind: lda.Dirichlet, K: 3, V: 7, Values: []float64{
			30.05, 20.05, 9.05, 1.55, 0.05, 0.05, 4.05,
			0.05, 0.05, 2.05, 18.55, 25.05, 12.05, 0.05,
			3.05, 0.05, 0.05, 0.05, 1.05, 0.35, 40.05,
		}},
	}
	err := saved{
		Method: "vb", Kind: "dirichlet", Size: 7, Words: []string{"sea", "ship", "wind", "salt", "soup", "pan", "the"}, Lowercase: true,
		Seed: 1, Ops: layers.Fused, Until: graph.Convergence{Iterations: 100, Tolerance: 1e-3}, Share: []float64{0.5, 0.3, 0.2},
	}.write(goldenModel, m, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, how := range []string{"variational", "gibbs"} {
		out := ldaCommand.Succeed(t, goldenText, "infer", "--model-file", goldenModel, "--inference", how, "--json").Stdout
		if err := os.WriteFile("testdata/golden/"+how+".jsonl", []byte(out), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// decodeLines decodes a JSON value a line.
func decodeLines[T any](t *testing.T, text string) []T {
	t.Helper()
	var all []T
	for line := range strings.Lines(text) {
		var x T
		if err := json.Unmarshal([]byte(line), &x); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		all = append(all, x)
	}
	return all
}

// A model file that is cut, altered or not of a topic model is refused by every
// command that reads one, with the file, what was found and what was expected.
func TestBadModels(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		spoil func(file map[string]any)
		want  string
	}{
		"another program's": {func(f map[string]any) { f["model"] = "urnng" }, "checkpoint does not match: model: found urnng, expected lda"},
		"a later format":    {func(f map[string]any) { f["format"] = 99 }, "checkpoint has another format"},
		"no config":         {func(f map[string]any) { f["config"] = map[string]any{} }, `checkpoint is corrupt: kind: found "", expected point or dirichlet`},
		"a wrong config":    {func(f map[string]any) { f["config"] = []int{1} }, "checkpoint is corrupt: config: found "},
		"too few words":     {func(f map[string]any) { f["config"].(map[string]any)["vocabulary"] = []string{"a"} }, "checkpoint is corrupt: vocabulary: found 7 words, 1 spellings"},
		"a word twice": {func(f map[string]any) {
			f["config"].(map[string]any)["vocabulary"] = []string{"a", "b", "c", "d", "e", "f", "a"}
		}, "checkpoint is corrupt: vocabulary: found word stands twice"},
		"another kind":       {func(f map[string]any) { f["config"].(map[string]any)["kind"] = "point" }, "checkpoint is corrupt: numbers: found "},
		"an unseen word":     {func(f map[string]any) { f["config"].(map[string]any)["unseen"] = []int{7} }, "checkpoint is corrupt: unseen words: found 7"},
		"no iterations":      {func(f map[string]any) { f["config"].(map[string]any)["until"] = map[string]any{} }, "checkpoint is corrupt: settings: found "},
		"no implementation":  {func(f map[string]any) { f["config"].(map[string]any)["ops"] = "fast" }, "checkpoint is corrupt: settings: found "},
		"no tensors":         {func(f map[string]any) { f["tensors"].(map[string]any)["file"] = "none.safetensors" }, "checkpoint is corrupt: tensor file: found none"},
		"tensors of another": {func(f map[string]any) { f["tensors"].(map[string]any)["sha256"] = "00" }, "checkpoint is corrupt: SHA-256"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := programtest.Copied(t, "testdata/golden")
			path := filepath.Join(dir, "model.json")
			var file map[string]any
			if err := json.Unmarshal([]byte(programtest.Read(t, path)), &file); err != nil {
				t.Fatal(err)
			}
			c.spoil(file)
			text, err := json.Marshal(file)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, append(text, '\n'), 0o666); err != nil {
				t.Fatal(err)
			}
			for _, args := range [][]string{
				{"infer", "--model-file", path}, {"topics", "--model-file", path},
				{"eval", "--model-file", path, "--corpus", bars + "/bars.ldac"}, {"similar", "--model-file", path, "--corpus", bars + "/bars.ldac", "1"},
			} {
				r, err := ldaCommand.Start("a\n", args...)
				if err != nil {
					t.Fatal(err)
				}
				if r.Status != 1 || !strings.Contains(r.Stderr, c.want) || !strings.Contains(r.Stderr, "model") || r.Stdout != "" {
					t.Errorf("lda %s: exit status %d, expected %q\n%s%s", args[0], r.Status, c.want, r.Stderr, r.Stdout)
				}
			}
		})
	}
}

// A model file that is cut anywhere is an error of its kind.
func TestCutModels(t *testing.T) {
	text := programtest.Read(t, goldenModel)
	for n := 0; n < len(text); n += 7 {
		dir := programtest.Copied(t, "testdata/golden")
		path := filepath.Join(dir, "model.json")
		if err := os.WriteFile(path, []byte(text[:n]), 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := load(path); !errors.Is(err, train.ErrCheckpointCorrupt) {
			t.Fatalf("cut at %d: %v", n, err)
		}
	}
}
