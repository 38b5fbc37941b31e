// Package testdata embeds the small corpora and reference values that were
// made for this project, so that a program runs on them with no argument.
//
// It holds files and what defines them, no code. The go tool leaves folders of
// this name out of ./..., so tests of what is here stand in other packages.
package testdata

import "embed"

// FS holds the files of this folder: english/english.pcfg, the grammar;
// english/train.trees, english/valid.trees and english/test.trees, the corpora
// drawn from it, a tree a line; handmade, trees written by hand; bars, documents
// of known topics; themes, documents written for this project on eight subjects,
// their labels and a list of stop words; six, the documents of a tutorial; curve and
// stripes, points and images drawn from known distributions; golden,
// the values that models and scores must reproduce.
//
//go:embed bars curve english golden handmade six stripes themes
var FS embed.FS

// The corpora under english are draws from the grammar with this seed,
// restricted to sentences of these many words, punctuation included.
const (
	EnglishSeed      = 3435
	EnglishMinLength = 2
	EnglishMaxLength = 25
)

// The documents of bars are draws with this seed: so many, of so many tokens, over
// a grid with sides of so many words, with topic proportions from a symmetric
// Dirichlet of this parameter.
const (
	BarsSeed      = 55
	BarsDocuments = 500
	BarsTokens    = 100
	BarsSide      = 5
	BarsAlpha     = 0.3
)

// PointsSeed is that of the tables under curve and stripes.
const PointsSeed = 8

// PointsItems is the number of draws in each of these tables.
var PointsItems = map[string]int{"train": 1000, "valid": 200, "test": 200}
