package lda

import (
	"errors"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestBagOf(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tokens := rapid.SliceOf(rapid.IntRange(0, 9)).Draw(t, "tokens")
		bag := BagOf(tokens)
		if err := CheckBags([]Bag{bag}, 10); err != nil {
			t.Fatal(err)
		}
		if err := CheckWhole([]Bag{bag}); err != nil || bag.Total() != float64(len(tokens)) {
			t.Fatalf("%v, %v tokens", err, bag.Total())
		}
		for i, id := range bag.IDs {
			n := 0
			for _, token := range tokens {
				if token == id {
					n++
				}
			}
			if bag.Counts[i] != float64(n) {
				t.Fatalf("word %d has %v, want %d", id, bag.Counts[i], n)
			}
		}
	})
}

func TestCheckBags(t *testing.T) {
	for _, test := range []struct {
		bag  Bag
		want error
	}{
		{Bag{IDs: []int{0, 3}, Counts: []float64{1, 1}}, ErrID},
		{Bag{IDs: []int{-1}, Counts: []float64{1}}, ErrID},
		{Bag{IDs: []int{1, 1}, Counts: []float64{1, 1}}, ErrOrder},
		{Bag{IDs: []int{2, 1}, Counts: []float64{1, 1}}, ErrOrder},
		{Bag{IDs: []int{1}, Counts: []float64{0}}, ErrCount},
		{Bag{IDs: []int{1}, Counts: []float64{-2}}, ErrCount},
		{Bag{IDs: []int{1}, Counts: []float64{math.NaN()}}, ErrCount},
		{Bag{IDs: []int{1}, Counts: []float64{math.Inf(1)}}, ErrCount},
	} {
		err := CheckBags([]Bag{{}, {IDs: []int{0, 2}, Counts: []float64{0.5, 3}}, test.bag}, 3)
		var got *BagError
		if !errors.Is(err, test.want) || !errors.As(err, &got) || got.Doc != 2 || !strings.Contains(err.Error(), "expected") {
			t.Errorf("%+v: got %v", test.bag, err)
		}
	}
	for _, count := range []float64{0.5, 1e12} {
		if err := CheckWhole([]Bag{{IDs: []int{4}, Counts: []float64{count}}}); !errors.Is(err, ErrWhole) {
			t.Errorf("%v: got %v", count, err)
		}
	}
	defer func() {
		if recover() != errShape {
			t.Error("counts without words do not panic")
		}
	}()
	CheckBags([]Bag{{Counts: []float64{1}}}, 3)
}
