// Package evaluation holds the file in a run directory that says how the sentences
// of a corpus were parsed, each beside its gold tree: what an evaluation writes and
// a report reads.
//
// It knows trees and no model. Scores over a corpus are made by train/corpus.
package evaluation
