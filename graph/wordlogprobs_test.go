package graph

import (
	"testing"

	"gorgonia.org/tensor"
	"pgregory.net/rapid"
)

func TestWordLogProbs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, h, v := size(t, "n", 1, 5), size(t, "h", 1, 3), size(t, "v", 1, 5)
		if rapid.IntRange(0, 9).Draw(t, "blocks") == 0 {
			n = wordBlock + size(t, "rest", 1, 3)
		}
		targets := rapid.SliceOfN(rapid.IntRange(0, v-1), n, n).Draw(t, "targets")
		in := []*tensor.Dense{draw(t, n, h), draw(t, v, h), draw(t, v)}
		fused := opCheck{build: func(in []*Node) *Node { return WordLogProbs(in[0], in[1], in[2], targets) }}
		if n < wordBlock {
			fused.on(t, in...)
		}
		requireSameResults(t, fused, opCheck{build: func(in []*Node) *Node {
			return LogSoftmaxPick(AddRow(MatMul(in[0], in[1], false, true), in[2]), targets)
		}}, in)
	})
}
