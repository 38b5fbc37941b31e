package corpus

import (
	"strings"

	"pgregory.net/rapid"
)

// drawWord draws a word that can stand in a file: any characters that do not
// separate, brackets and unusual spaces likely among them.
func drawWord(t *rapid.T) string {
	rune := rapid.OneOf(
		rapid.SampledFrom([]rune("abcXYZ019$#%.,'`-()<>/\\\u00a0\u200aé的")),
		rapid.Rune().Filter(func(r rune) bool { return !strings.ContainsRune(" \t\r\n", r) }),
	)
	return rapid.StringOfN(rune, 1, 8, -1).Filter(func(word string) bool {
		return unescapeBrackets.Replace(escapeBrackets.Replace(word)) == word
	}).Draw(t, "word")
}

var labels = []string{"S", "NP", "VP", "PP", "SBAR", "X"}
var tags = []string{"NN", "VB", "DT", "PRP$", "$", "#", ",", ".", ":", "``", "''", "-LRB-", "-RRB-", "PU", "PUN"}

// drawTree draws a clean tree over 1 to maxWords words, unary chains included.
func drawTree(t *rapid.T, maxWords int) *Tree {
	return drawTreeOver(t, rapid.IntRange(1, maxWords).Draw(t, "words"))
}

func drawTreeOver(t *rapid.T, words int) *Tree {
	if words == 1 && rapid.Bool().Draw(t, "leaf") {
		return &Tree{Label: rapid.SampledFrom(tags).Draw(t, "tag"), Word: drawWord(t)}
	}
	node := &Tree{Label: rapid.SampledFrom(labels).Draw(t, "label")}
	for words > 0 {
		share := rapid.IntRange(1, words).Draw(t, "share")
		node.Children = append(node.Children, drawTreeOver(t, share))
		words -= share
	}
	return node
}

// allBinaries are the binary trees over the given number of words.
func allBinaries(words int) []Binary {
	if words == 1 {
		return []Binary{{Shift}}
	}
	var all []Binary
	for split := 1; split < words; split++ {
		for _, left := range allBinaries(split) {
			for _, right := range allBinaries(words - split) {
				b := append(append(Binary{}, left...), right...)
				all = append(all, append(b, Reduce))
			}
		}
	}
	return all
}

func drawBinary(t *rapid.T, words int) Binary {
	if words == 1 {
		return Binary{Shift}
	}
	split := rapid.IntRange(1, words-1).Draw(t, "split")
	b := append(Binary{}, drawBinary(t, split)...)
	return append(append(b, drawBinary(t, words-split)...), Reduce)
}
