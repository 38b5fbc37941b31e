package lda

import (
	"math"
	"slices"
)

// Bag is a document as the words in it and how often each occurs. IDs ascend
// strictly and lie in [0, V); Counts are finite and positive, and as many as
// IDs. A document without words is a Bag like any other. [CheckBags] holds
// documents to all of this.
type Bag struct {
	IDs    []int
	Counts []float64
}

// BagOf counts the tokens of a document, given as word ids in any order.
func BagOf(tokens []int) Bag {
	sorted := slices.Sorted(slices.Values(tokens))
	var bag Bag
	for i, id := range sorted {
		if i == 0 || id != sorted[i-1] {
			bag.IDs = append(bag.IDs, id)
			bag.Counts = append(bag.Counts, 0)
		}
		bag.Counts[len(bag.Counts)-1]++
	}
	return bag
}

// Total returns the number of tokens in the document.
func (b Bag) Total() float64 {
	var total float64
	for _, count := range b.Counts {
		total += count
	}
	return total
}

// CheckBags returns a [*BagError] for the first document that is not as [Bag]
// asks, given a vocabulary of v words, and nil if all are.
func CheckBags(docs []Bag, v int) error {
	for d, doc := range docs {
		if len(doc.IDs) != len(doc.Counts) {
			panic(errShape)
		}
		for i, id := range doc.IDs {
			switch count := doc.Counts[i]; {
			case id < 0 || id >= v:
				return &BagError{Doc: d, ID: id, Count: count, V: v, Err: ErrID}
			case i > 0 && doc.IDs[i-1] >= id:
				return &BagError{Doc: d, ID: id, Count: count, V: v, Err: ErrOrder}
			case !(count > 0) || math.IsInf(count, 1):
				return &BagError{Doc: d, ID: id, Count: count, V: v, Err: ErrCount}
			}
		}
	}
	return nil
}

// CheckWhole returns a [*BagError] for the first count that is no whole number,
// or too large for one to be exact, as methods that go token by token need.
func CheckWhole(docs []Bag) error {
	for d, doc := range docs {
		for i, count := range doc.Counts {
			if count != math.Trunc(count) || count > math.MaxInt32 {
				return &BagError{Doc: d, ID: doc.IDs[i], Count: count, Err: ErrWhole}
			}
		}
	}
	return nil
}
