// Package ldatest holds what the tests of all methods of fitting topic models share:
// corpora as bags, topics that are known and how far from them a fit is, and whether an
// alpha that is learned to predict does. Nothing
// but tests may import it.
package ldatest
