package langmodel

import (
	"errors"
	"testing"

	"arbelos/train/corpus"

	"github.com/google/go-cmp/cmp"
)

// Every tenth sentence of two words or more is held out.
func TestHoldOut(t *testing.T) {
	var all []corpus.Sentence
	for i := range 47 {
		s := corpus.Sentence{Words: []string{"a", "b"}, Line: i + 1}
		if i%2 == 1 {
			s.Words = s.Words[:i%4/2] // one word or none
		}
		all = append(all, s)
	}
	rest, held, err := HoldOut(all) // odd lines are long enough
	if err != nil {
		t.Fatal(err)
	}
	var lines []int
	for _, s := range held {
		lines = append(lines, s.Line)
	}
	if diff := cmp.Diff([]int{19, 39}, lines); diff != "" || len(rest) != 45 {
		t.Errorf("kept %d; %s", len(rest), diff)
	}
	if _, _, err := HoldOut(all[:18]); !errors.Is(err, ErrTooShort) {
		t.Errorf("nine sentences: %v", err)
	}
}

func TestRequireLongEnough(t *testing.T) {
	one, two := corpus.Sentence{Words: []string{"a"}, File: "f"}, corpus.Sentence{Words: []string{"a", "b"}}
	for _, all := range [][]corpus.Sentence{nil, {two}, {one, {}, two}} {
		if err := RequireLongEnough(all); err != nil {
			t.Errorf("%v: %v", all, err)
		}
	}
	var typed *corpus.FileError
	if err := RequireLongEnough([]corpus.Sentence{one, {}}); !errors.Is(err, ErrTooShort) || !errors.As(err, &typed) || typed.File != "f" {
		t.Errorf("found %v", err)
	}
	if diff := cmp.Diff([][]string{two.Words}, LongEnough([][]string{one.Words, nil, two.Words})); diff != "" {
		t.Error(diff)
	}
}
