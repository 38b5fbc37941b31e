// Package train holds what every training run needs, whatever the model:
// optimisers whose state can be saved, clipping by the joint norm of several
// parameter groups, the learning-rate and KL schedule, the loop with its hooks,
// checkpoints, run directories, metrics and the progress line.
//
// A Run is a directory that tells all about a run. Its records have one form
// whatever the program, Record, which ReadRecords reads; how it stands is a
// Summary, which ReadRun reads; docs/runs.md describes every file. Loop writes
// them by itself; a program with a loop of its own calls Run.StartRecords, then
// Run.Record, and Run.SyncRecords before each checkpoint; both end with Run.Finish.
//
// Signs: everything here ascends. A model hands over the gradients of an
// objective to be maximised, usually a lower bound on the evidence.
//
// It must not know any particular model, nor what a batch holds: a model is
// what implements Model, and a batch is a number. Files of text and trees are
// the business of train/corpus.
package train
