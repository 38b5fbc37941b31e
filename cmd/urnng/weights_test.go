package main

import (
	"encoding/json"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gorgonia.org/tensor"

	"arbelos/cmd/internal/program/programtest"
	"arbelos/models/urnng"
	"arbelos/train"
)

// The published model's parameters, imported from a file, give its values on its
// sentences.
func TestImportWeightsGolden(t *testing.T) {
	t.Parallel()
	var golden struct {
		Params map[string]json.RawMessage
		Cases  []struct {
			Words       []int
			Trees       []string
			LogPWords   []float64 `json:"log_p_words"`
			LogPActions []float64 `json:"log_p_actions"`
			LogQ        []float64 `json:"log_q"`
		}
	}
	file := filepath.Join("..", "..", "testdata", "golden", "urnng.json")
	if err := json.Unmarshal([]byte(programtest.Read(t, file)), &golden); err != nil {
		t.Fatal(err)
	}
	tensors := map[string]*tensor.Dense{}
	for name, raw := range golden.Params {
		var rows [][]float64
		var flat []float64
		if json.Unmarshal(raw, &rows) == nil {
			tensors[name] = tensor.New(tensor.WithShape(len(rows), len(rows[0])), tensor.WithBacking(slices.Concat(rows...)))
		} else if err := json.Unmarshal(raw, &flat); err != nil {
			t.Fatal(err)
		} else {
			tensors[name] = tensor.New(tensor.WithShape(len(flat)), tensor.WithBacking(flat))
		}
	}
	dir := t.TempDir()
	weights := filepath.Join(dir, "theirs.safetensors")
	if err := train.WriteTensors(weights, tensors); err != nil {
		t.Fatal(err)
	}
	vocab := []string{"<pad>", "<unk>", "<s>", "</s>", "a", "b", "c", "d", "e", "f", "g"} // their words are numbers only
	var lines strings.Builder
	for id, word := range vocab {
		fmt.Fprintln(&lines, word, id)
	}
	run := filepath.Join(dir, "run")
	urnngCommand.Succeed(t, "", "import-weights", weights, "--vocab-file", programtest.Write(t, "theirs.dict", lines.String()), "--run-dir", run)
	l, err := load(run)
	if err != nil {
		t.Fatal(err)
	}
	near := func(what string, got, want float64) {
		if !(math.Abs(got-want) < 1e-10*(1+math.Abs(want))) {
			t.Errorf("%s: %v, want %v", what, got, want)
		}
	}
	for _, c := range golden.Cases {
		var text []string
		for _, id := range c.Words {
			text = append(text, vocab[id])
		}
		if ids, _ := l.Vocab.Encode(text); !slices.Equal(ids, c.Words) {
			t.Fatalf("%v is read as %v", c.Words, ids)
		}
		for k, actions := range c.Trees {
			item := urnng.Item{Words: c.Words}
			for _, a := range actions {
				item.Tree = append(item.Tree, toTree([]bool{a == 'R'})...)
			}
			logP, logQ, err := l.model.GoldLogProb([]urnng.Item{item})
			if err != nil {
				t.Fatal(err)
			}
			near("log p(x, z)", logP[0], c.LogPWords[k]+c.LogPActions[k])
			near("log q(z|x)", logQ[0], c.LogQ[k])
		}
	}
}
