// Package lda holds what the methods of fitting latent Dirichlet allocation
// (Blei, Ng and Jordan, JMLR 2003) share: documents as bags of word ids, fitted
// topic models, what it means to infer the topics of new documents, lists of top
// words, and the estimate of memory that a model is refused by.
//
// The methods have a package each: gibbs, vem, vb and online; score holds what
// is measured of the models that they give.
//
// K is the number of topics, V that of words, and D that of documents. Documents
// are word ids and counts. The package and those below it must not know files,
// the spelling of words, flags, or progress on a terminal.
package lda
