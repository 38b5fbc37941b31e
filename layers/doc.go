// Package layers holds the parameterised pieces of a network as functions from
// nodes to nodes, and the discrete algorithms that go with them: embedding,
// linear map, LSTM over the levels of a plan, bidirectional LSTM, span scorer,
// tree CRF, TreeLSTM, and the plan that merges the equal work of many trees.
//
// Every recurrence has two builds (see Ops): unrolled, of plain nodes that read
// like the equations, and fused, one op. The package must not know about whole
// models, objectives, files or flags; words are integer ids and trees are
// shift-reduce actions.
package layers
