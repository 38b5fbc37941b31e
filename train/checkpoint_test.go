package train

import (
	"errors"
	"strings"
	"testing"

	"arbelos/graph"

	"github.com/google/go-cmp/cmp"
	"gorgonia.org/tensor"
)

// sampleCheckpoint has tensors of both types, an optimiser with state and one
// without, and values in every field.
func sampleCheckpoint() *Checkpoint {
	return &Checkpoint{
		Format: CheckpointFormat, Model: "toy", Config: []byte(`{"width":3}`), Seed: 1<<63 + 5, Batches: 10,
		State: State{
			Epoch: 2, Position: 4, Step: 14, Records: 3,
			Running:  Metrics{"objective": {Sum: -0.1, Weight: 3}},
			Schedule: ScheduleState{Best: &BestScore{Epoch: 1, Score: 0.3}, Decaying: true, Scale: 0.1},
			Optimisers: map[string]OptimiserState{
				"p": {Rule: "sgd", Steps: 14},
				"q": {Rule: "adam", Steps: 14, Tensors: map[string]*tensor.Dense{"m/q.b": vector(1, 2), "v/q.b": vector(3, 4)}},
			},
		},
		Params: map[string]*tensor.Dense{
			"p.w": tensor.New(tensor.WithShape(2, 1), tensor.WithBacking([]float32{0.1, -2})),
			"q.b": vector(1, 0.3),
		},
	}
}

// sampleParams are the parameters of sampleCheckpoint, with other values.
func sampleParams() []*graph.Param {
	return []*graph.Param{
		{Name: "q.b", Group: "q", Value: vector(8, 8)},
		{Name: "p.w", Group: "p", Value: tensor.New(tensor.WithShape(2, 1), tensor.WithBacking([]float32{8, 8}))},
	}
}

func TestRestoreParams(t *testing.T) {
	c, params := sampleCheckpoint(), sampleParams()
	if err := c.RestoreParams("toy", params); err != nil {
		t.Fatal(err)
	}
	for _, p := range params {
		if diff := cmp.Diff(c.Params[p.Name].Data(), p.Value.Data()); diff != "" {
			t.Errorf("%s: %s", p.Name, diff)
		}
	}
	elements[float64](params[0].Value)[0] = 100
	if elements[float64](c.Params["q.b"])[0] == 100 {
		t.Error("parameter and checkpoint share their memory")
	}
}

func TestRestoreParamsRefuses(t *testing.T) {
	for name, c := range map[string]struct {
		model  string
		change func(c *Checkpoint)
		want   []string // what the message names
	}{
		"other model": {"vae", func(*Checkpoint) {}, []string{"model", `"toy"`, `"vae"`}},
		"other shape": {"toy", func(c *Checkpoint) { c.Params["q.b"] = vector(1, 2, 3) }, []string{`"q.b"`, "(3)", "(2)"}},
		"transposed": {"toy", func(c *Checkpoint) {
			c.Params["p.w"] = tensor.New(tensor.WithShape(1, 2), tensor.WithBacking([]float32{1, 2}))
		}, []string{`"p.w"`, "(1, 2)", "(2, 1)"}},
		"other type": {"toy", func(c *Checkpoint) {
			c.Params["q.b"] = tensor.New(tensor.WithShape(2), tensor.WithBacking([]float32{1, 2}))
		}, []string{`"q.b"`, "float32", "float64"}},
		"missing": {"toy", func(c *Checkpoint) { delete(c.Params, "q.b") }, []string{`"q.b"`, "found none"}},
		"surplus": {"toy", func(c *Checkpoint) { c.Params["z"] = vector(1) }, []string{`"z"`, "expected none"}},
	} {
		checkpoint, params := sampleCheckpoint(), sampleParams()
		checkpoint.path = "run/last.json"
		c.change(checkpoint)
		err := checkpoint.RestoreParams(c.model, params)
		var typed *CheckpointError
		if !errors.As(err, &typed) || !errors.Is(err, ErrCheckpointMismatch) {
			t.Errorf("%s: error %v, want a mismatch", name, err)
			continue
		}
		for _, part := range append(c.want, "run/last.json") {
			if !strings.Contains(err.Error(), part) {
				t.Errorf("%s: %q does not name %s", name, err, part)
			}
		}
		for i, p := range sampleParams() {
			if diff := cmp.Diff(p.Value.Data(), params[i].Value.Data()); diff != "" {
				t.Errorf("%s: %s has changed:\n%s", name, p.Name, diff)
			}
		}
	}
}
