package urnng

import (
	"arbelos/graph"
	"arbelos/layers"
)

// posterior adds the inference network to a graph: the distribution q(z|x)
// over the trees of the sentences, longest first. temperature divides the span
// scores; at 1 it is q itself.
func (m *Model) posterior(c *layers.Context, sentences [][]int, temperature float64) *layers.TreeCRF {
	var ids, positions, framed, lengths []int
	for _, s := range sentences {
		ids = append(append(append(ids, m.Frame[0]), s...), m.Frame[1])
		for i := range len(s) + 2 {
			positions = append(positions, min(i, m.PositionRows-1))
		}
		lengths = append(lengths, len(s))
		framed = append(framed, len(s)+2)
	}
	x := c.Dropout(m.Words.Forward(c, ids))
	p := c.Dropout(m.Positions.Forward(c, positions))
	if m.Pos == PosAdd {
		x = graph.Add(x, p)
	} else {
		x = graph.Add(graph.PadColumns(x, 0, 2*m.Width), graph.PadColumns(p, m.Width, 2*m.Width))
	}
	ahead, back := m.Reader.Forward(c, x, framed)
	chart := graph.NewChart(lengths)
	scores := m.Scorer.Forward(c, ahead, back, chart)
	if temperature != 1 {
		scores = graph.Scale(scores, 1/temperature)
	}
	return layers.NewTreeCRF(c, chart, scores)
}
