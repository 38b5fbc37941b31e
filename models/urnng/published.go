package urnng

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"gorgonia.org/tensor"

	"arbelos/graph"
	"arbelos/layers"
)

// ErrPublished is matched by the errors of PublishedConfig and SetPublished.
var ErrPublished = errors.New("urnng: not the parameters of the published model")

// tiedTable is the published name of the output layer's weight, which is the
// table of word embeddings under a second name.
const tiedTable = "vocab_mlp.1.weight"

// Published returns the parameters under the names and in the layout of the
// authors' released code, as its state dictionary has them:
//
//   - Weights of the stack LSTM stand side by side, [4h, in+h].
//   - Gates of q's LSTMs are in the order input, forget, cell, output, ours in the
//     order input, forget, output, cell.
//   - Those LSTMs have two biases that are only ever added. The first one is
//     ours, the second zero.
//   - The output layer's weight is the table of embeddings, and comes twice.
//
// Tensors may share memory with the parameters.
func (m *Model) Published() map[string]*tensor.Dense {
	out := map[string]*tensor.Dense{tiedTable: m.Words.Table.Value}
	for _, p := range m.params {
		if name, ok := samePublished[p.Name]; ok {
			out[name] = p.Value
		}
	}
	for l, layer := range m.Stack {
		name := fmt.Sprintf("stack_rnn.linears.%d", l)
		out[name+".weight"] = sideBySide(layer.InWeight.Value, layer.StateWeight.Value)
		out[name+".bias"] = layer.Bias.Value
	}
	for suffix, layer := range m.readers() {
		out["q_leaf_rnn.weight_ih"+suffix] = swapGates(layer.InWeight.Value)
		out["q_leaf_rnn.weight_hh"+suffix] = swapGates(layer.StateWeight.Value)
		out["q_leaf_rnn.bias_ih"+suffix] = swapGates(layer.Bias.Value)
		out["q_leaf_rnn.bias_hh"+suffix] = graph.Zero(m.dtype, 4*m.QWidth)
	}
	return out
}

// SetPublished gives the model the values that Published has such names and
// layout for, of either element type. The tied table may be left out; where it is
// there, it must equal the embeddings. The error tells which tensor is missing,
// unknown or of another shape; no parameter has changed then.
func (m *Model) SetPublished(from map[string]*tensor.Dense) error {
	want := m.Published()
	for _, name := range slices.Sorted(maps.Keys(want)) {
		got, ok := from[name]
		switch {
		case !ok && name == tiedTable:
		case !ok:
			return fmt.Errorf("%w: found no %s, expected one of shape %v", ErrPublished, name, want[name].Shape())
		case !slices.Equal(got.Shape(), want[name].Shape()):
			return fmt.Errorf("%w: %s has the shape %v, expected %v", ErrPublished, name, got.Shape(), want[name].Shape())
		}
	}
	for _, name := range slices.Sorted(maps.Keys(from)) {
		if want[name] == nil {
			return fmt.Errorf("%w: found %s, expected no tensor of that name", ErrPublished, name)
		}
	}
	values := func(name string) []float64 { return graph.Float64s(from[name]) }
	if from[tiedTable] != nil && !slices.Equal(values(tiedTable), values("emb.weight")) {
		return fmt.Errorf("%w: %s differs from emb.weight, expected tied embeddings", ErrPublished, tiedTable)
	}

	set := func(p *graph.Param, x []float64) {
		p.Value = graph.FromFloat64s(m.dtype, x, p.Value.Shape()...)
	}
	for _, p := range m.params {
		if name, ok := samePublished[p.Name]; ok {
			set(p, values(name))
		}
	}
	for l, layer := range m.Stack {
		name := fmt.Sprintf("stack_rnn.linears.%d", l)
		in := layer.InWeight.Value.Shape()[1]
		set(layer.InWeight, columns(from[name+".weight"], 0, in))
		set(layer.StateWeight, columns(from[name+".weight"], in, in+m.Width))
		set(layer.Bias, values(name+".bias"))
	}
	for suffix, layer := range m.readers() {
		part := func(name string) []float64 { return graph.Float64s(swapGates(from["q_leaf_rnn."+name+suffix])) }
		set(layer.InWeight, part("weight_ih"))
		set(layer.StateWeight, part("weight_hh"))
		bias := part("bias_ih")
		for i, second := range part("bias_hh") {
			bias[i] += second
		}
		set(layer.Bias, bias)
	}
	return nil
}

// PublishedConfig reads off the shapes what model has such parameters: one of the
// authors' word ids and boundary symbols, with --pos add where the input of q is
// as wide as the embeddings, else concat. There is no dropout.
func PublishedConfig(from map[string]*tensor.Dense) (Config, error) {
	shape := map[string][]int{}
	for _, name := range []string{"emb.weight", "q_pos_emb.weight", "q_leaf_rnn.weight_ih_l0", "q_leaf_rnn.weight_hh_l0"} {
		d := from[name]
		if d == nil || d.Dims() != 2 {
			return Config{}, fmt.Errorf("%w: found no matrix %s", ErrPublished, name)
		}
		shape[name] = d.Shape()
	}
	cfg := Config{
		Vocab: shape["emb.weight"][0], Width: shape["emb.weight"][1], QWidth: shape["q_leaf_rnn.weight_hh_l0"][1],
		PositionRows: shape["q_pos_emb.weight"][0], Pos: PosConcat, Dtype: from["emb.weight"].Dtype().String(), ParamInit: 0.1,
		Open: 2, Close: 3, Frame: [2]int{0, 2},
	}
	if shape["q_leaf_rnn.weight_ih_l0"][1] == cfg.Width {
		cfg.Pos = PosAdd
	}
	for from[fmt.Sprintf("stack_rnn.linears.%d.weight", cfg.Layers)] != nil {
		cfg.Layers++
	}
	if err := cfg.Check(); err != nil {
		return Config{}, fmt.Errorf("%w: %w", ErrPublished, err)
	}
	return cfg, nil
}

// samePublished are the published names of the parameters of the same layout.
var samePublished = map[string]string{
	"words":               "emb.weight",
	"words.bias":          "vocab_mlp.1.bias",
	"tree.weight":         "tree_rnn.linear.weight",
	"tree.bias":           "tree_rnn.linear.bias",
	"action.weight":       "action_mlp_p.1.weight",
	"action.bias":         "action_mlp_p.1.bias",
	"positions":           "q_pos_emb.weight",
	"spans.hidden.weight": "q_binary.0.weight",
	"spans.hidden.bias":   "q_binary.0.bias",
	"spans.norm.gain":     "q_binary.2.weight",
	"spans.norm.bias":     "q_binary.2.bias",
	"spans.out.weight":    "q_binary.4.weight",
	"spans.out.bias":      "q_binary.4.bias",
}

// readers are q's LSTMs by the ending of their published names.
func (m *Model) readers() map[string]layers.LSTM {
	return map[string]layers.LSTM{"_l0": m.Reader.Ahead, "_l0_reverse": m.Reader.Back}
}

// swapGates exchanges the last two of the four blocks of rows.
func swapGates(d *tensor.Dense) *tensor.Dense {
	x := graph.Float64s(d)
	q := len(x) / 4
	return graph.FromFloat64s(d.Dtype(), slices.Concat(x[:2*q], x[3*q:], x[2*q:3*q]), d.Shape()...)
}

// sideBySide joins the rows of two matrices of as many rows.
func sideBySide(a, b *tensor.Dense) *tensor.Dense {
	rows, left, right := a.Shape()[0], a.Shape()[1], b.Shape()[1]
	x, y := graph.Float64s(a), graph.Float64s(b)
	out := make([]float64, 0, len(x)+len(y))
	for r := range rows {
		out = append(append(out, x[r*left:(r+1)*left]...), y[r*right:(r+1)*right]...)
	}
	return graph.FromFloat64s(a.Dtype(), out, rows, left+right)
}

// columns returns the elements of the columns begin (inclusive) to end
// (exclusive) of a matrix.
func columns(d *tensor.Dense, begin, end int) (out []float64) {
	x, width := graph.Float64s(d), d.Shape()[1]
	for r := range d.Shape()[0] {
		out = append(out, x[r*width+begin:r*width+end]...)
	}
	return out
}
