package langmodel

import (
	"errors"
	"fmt"

	"arbelos/train/corpus"
)

// ErrTooShort is matched by errors of a corpus that has too few sentences of two
// words or more. Those of fewer have one tree, so that grammars skip them; what is
// compared with grammars does too.
var ErrTooShort = errors.New("corpus has too few sentences of two words or more")

// LongEnough leaves out the sentences that are skipped.
func LongEnough[W any](sentences [][]W) [][]W {
	var out [][]W
	for _, s := range sentences {
		if len(s) >= 2 {
			out = append(out, s)
		}
	}
	return out
}

// RequireLongEnough is the check before a perplexity is computed or minimised. There
// may be no corpus.
func RequireLongEnough(sentences []corpus.Sentence) error {
	for _, s := range sentences {
		if len(s.Words) >= 2 {
			return nil
		}
	}
	if len(sentences) == 0 {
		return nil
	}
	return &corpus.FileError{
		File: sentences[0].File, Found: "only sentences of fewer than two words, which are skipped",
		Expected: "one of two words or more", Err: ErrTooShort,
	}
}

// HoldOut splits off every tenth of the sentences that are not skipped.
func HoldOut(all []corpus.Sentence) (rest, held []corpus.Sentence, err error) {
	n := 0
	for _, s := range all {
		if len(s.Words) >= 2 {
			n++
		}
		if len(s.Words) >= 2 && n%10 == 0 {
			held = append(held, s)
		} else {
			rest = append(rest, s)
		}
	}
	if len(held) == 0 {
		return nil, nil, &corpus.FileError{
			File: all[0].File, Found: fmt.Sprintf("%d sentences of two words or more", n),
			Expected: "ten, one of which is held out for validation, or a --val-file", Err: ErrTooShort,
		}
	}
	return rest, held, nil
}
