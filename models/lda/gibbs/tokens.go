package gibbs

import (
	"cmp"
	"slices"

	"arbelos/models/lda"
)

// tokens is the corpus as the sampler walks it: the tokens of all documents, one
// document after the other, those of a document sorted by the block of their word
// and then by word. Documents too are dealt into blocks, as many as words.
type tokens struct {
	v      int
	blocks int
	words  []int32
	// bounds holds blocks+1 numbers a document: tokens [bounds[d*(blocks+1)+b],
	// bounds[d*(blocks+1)+b+1]) are the words of block b in document d.
	bounds  []int
	docsOf  [][]int32 // documents of each block, ascending
	wordsOf [][]int32 // words of each block, ascending
	blockOf []int32   // of each word
}

func newTokens(docs []lda.Bag, v, blocks int) *tokens {
	t := &tokens{v: v, blocks: blocks}
	lengths := make([]int, len(docs))
	frequency := make([]int, v)
	total := 0
	for d, doc := range docs {
		for i, id := range doc.IDs {
			n := int(doc.Counts[i])
			lengths[d] += n
			frequency[id] += n
		}
		total += lengths[d]
	}
	t.docsOf, _ = deal(lengths, blocks)
	t.wordsOf, t.blockOf = deal(frequency, blocks)

	t.words = make([]int32, 0, total)
	t.bounds = make([]int, 0, len(docs)*(blocks+1))
	for _, doc := range docs {
		t.bounds = append(t.bounds, len(t.words))
		for b := range blocks {
			for i, id := range doc.IDs {
				if t.blockOf[id] != int32(b) {
					continue
				}
				for range int(doc.Counts[i]) {
					t.words = append(t.words, int32(id))
				}
			}
			t.bounds = append(t.bounds, len(t.words))
		}
	}
	return t
}

// docs returns the number of documents.
func (t *tokens) docs() int { return len(t.bounds) / (t.blocks + 1) }

// span returns the bounds of the tokens of document d.
func (t *tokens) span(d int) (from, to int) {
	at := d * (t.blocks + 1)
	return t.bounds[at], t.bounds[at+t.blocks]
}

// cell returns the bounds of the tokens of document d whose words are of block b.
func (t *tokens) cell(d, b int) (from, to int) {
	at := d*(t.blocks+1) + b
	return t.bounds[at], t.bounds[at+1]
}

// frequency returns the number of tokens of each word.
func (t *tokens) frequency() []int {
	frequency := make([]int, t.v)
	for _, w := range t.words {
		frequency[w]++
	}
	return frequency
}

// deal spreads items over blocks of nearly equal total weight: the heaviest
// first, each to the block that is lightest so far, ties to the first. It
// returns the items of each block, ascending, and the block of each item.
func deal(weights []int, blocks int) (items [][]int32, blockOf []int32) {
	order := make([]int32, len(weights))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortStableFunc(order, func(a, b int32) int { return cmp.Compare(weights[b], weights[a]) })
	items = make([][]int32, blocks)
	blockOf = make([]int32, len(weights))
	load := make([]int, blocks)
	for _, i := range order {
		lightest := 0
		for b := range load {
			// Items without weight are spread too, by number.
			if load[b] < load[lightest] || load[b] == load[lightest] && len(items[b]) < len(items[lightest]) {
				lightest = b
			}
		}
		load[lightest] += weights[i]
		items[lightest] = append(items[lightest], i)
		blockOf[i] = int32(lightest)
	}
	for b := range items {
		slices.Sort(items[b])
	}
	return items, blockOf
}
