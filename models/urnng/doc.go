// Package urnng holds the unsupervised recurrent neural network grammar (Kim,
// Rush, Yu, Kuncoro, Dyer and Melis, NAACL 2019): the inference network
// q(z|x), the generative network p(x, z), the bound that trains both, the
// supervised objective, the importance-weighted likelihood, parsing with q and
// sampling from p.
//
// Sentences are word ids and trees shift-reduce actions. It must not know
// about files, vocabularies, flags, optimisers or schedules.
package urnng
