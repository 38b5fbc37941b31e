// Package langmodel holds what programs share whose models are language models of
// sentences: the flags that name corpora and say how words become ids, reading them
// with the embedded corpora in place of those not named, what is held out and what
// is skipped, perplexities beside those of baselines, and drawing sentences.
//
// It knows no particular model. Flags that every program has are in
// cmd/internal/program.
package langmodel
