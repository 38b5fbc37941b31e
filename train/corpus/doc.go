// Package corpus holds text and trees as training needs them: readers of plain
// text and of Penn-style brackets, sentences, vocabularies, binary trees and
// their baselines, batches of sentences, and the F1 scores of predicted trees.
//
// A tree has three forms here. [Tree] is the n-ary tree of a treebank. [Binary]
// is a binary tree over the words alone, written as shift-reduce actions; it is
// the form that models take and give. A list of [Span] is what scores compare.
//
// It must not know a model, a graph or a tensor, nor parse flags: models meet it
// in word ids and actions only.
package corpus
