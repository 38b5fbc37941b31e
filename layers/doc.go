// Package layers holds the parameterised pieces of a network as functions from
// nodes to nodes, and the discrete algorithms that go with them: embedding,
// linear map, LSTM over the levels of a plan, bidirectional LSTM, span scorer,
// tree CRF, TreeLSTM, and the plan that merges the equal work of many trees.
//
// Everything here is the unrolled build: plain nodes, one group a level, which
// read like the equations. It must not know about whole models, objectives,
// files or flags; words are integer ids and trees are shift-reduce actions.
package layers
