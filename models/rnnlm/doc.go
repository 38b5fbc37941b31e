// Package rnnlm holds the recurrent language model that grammars are compared with: an
// LSTM of several layers over the words so far, whose output layer is the table of word
// embeddings again (Zaremba, Sutskever and Vinyals, 2014; Press and Wolf, EACL 2017). It
// is what a generative network without trees would be: the same embeddings, the same
// LSTM, the same output layer.
//
// Sentences are word ids, each by itself: no state is carried from one to the next. The
// package must not know about files, vocabularies, flags, optimisers or schedules.
package rnnlm
