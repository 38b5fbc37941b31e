// Package documents holds corpora as topic models need them: bags of words in
// order, with names and labels. It reads plain text, text with an id and a label,
// LDA-C, UCI bags of words and MatrixMarket, all of them gzipped or not; builds a
// vocabulary or encodes against a given one, a document at a time if need be; and
// splits corpora and documents for held-out scores.
//
// It must not know a model, a graph or a tensor, nor parse flags. Errors are those
// of package corpus: a *corpus.SyntaxError where there is a line to name, and a
// *corpus.FileError otherwise; under errors.Is they match the sentinels here and
// there.
package documents
