package main

import (
	"context"
	"fmt"
	"io"
	"iter"
	"slices"

	"arbelos/cmd/internal/program"
	"arbelos/models/lda"
	"arbelos/models/lda/score"
	"arbelos/train/corpus/documents"
)

// completionFigures are those of document completion: half of each document's tokens,
// drawn at random, are predicted from the other half. Logarithms are natural.
type completionFigures struct {
	Documents int `json:"documents"`
	Unknown   int `json:"unknown"` // tokens that the vocabulary does not have, left out
	// All is about all tokens to be predicted; Seen only about words that the fitted
	// documents have: others are impossible where topics have no prior.
	All  predicted `json:"all"`
	Seen predicted `json:"seen"`
}

// predicted is how well tokens are predicted.
type predicted struct {
	Tokens     int      `json:"tokens"`
	Impossible int      `json:"impossible"` // of these: no topic of the document has the word
	LogProb    *float64 `json:"log_prob"`   // null if a token is impossible
	PerToken   *float64 `json:"log_prob_token"`
	Perplexity *float64 `json:"perplexity"`
}

// completion scores documents, of which it keeps a few at a time. The halves depend
// on the seed and on the places of the documents.
func completion(ctx context.Context, l *loaded, inferrer lda.Inferrer, docs iter.Seq2[documents.Doc, error], seed uint64) (completionFigures, error) {
	var c completionFigures
	var all, seen score.Tally
	for chunk, err := range chunks(docs, inferChunk) {
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return c, err
		}
		var observed, rest, restSeen []lda.Bag
		for _, doc := range chunk {
			one, other := documents.Halves(doc, seed, uint64(c.Documents))
			observed, rest, restSeen = append(observed, bag(one)), append(rest, bag(other)), append(restSeen, l.seen(bag(other)))
			c.Documents++
			c.Unknown += doc.Unknown
		}
		theta, err := inferrer.Infer(observed)
		if err != nil {
			return c, err
		}
		for _, half := range []struct {
			sum  *score.Tally
			docs []lda.Bag
		}{{&all, rest}, {&seen, restSeen}} {
			t, err := score.PredictBy(l.Model, inferrer, theta, half.docs)
			if err != nil {
				return c, err
			}
			add(half.sum, t)
		}
	}
	c.All, c.Seen = figuresOf(all), figuresOf(seen)
	return c, nil
}

// seen leaves out the words that no fitted document had.
func (l *loaded) seen(b lda.Bag) lda.Bag {
	var kept lda.Bag
	for i, id := range b.IDs {
		if _, unseen := slices.BinarySearch(l.Unseen, id); !unseen {
			kept.IDs, kept.Counts = append(kept.IDs, id), append(kept.Counts, b.Counts[i])
		}
	}
	return kept
}

func add(sum *score.Tally, t score.Tally) {
	sum.LogProb += t.LogProb
	sum.Tokens += t.Tokens
	sum.Impossible += t.Impossible
}

func figuresOf(t score.Tally) predicted {
	return predicted{int(t.Tokens), int(t.Impossible), finite(t.LogProb), finite(t.PerToken()), finite(t.Perplexity())}
}

func (c completionFigures) print(w io.Writer) {
	fmt.Fprintf(w, "document completion: half of each of %d documents held out, predicted\nfrom the other (%d unknown tokens left out)\n\n", c.Documents, c.Unknown)
	rows := [][]string{{"", "tokens", "impossible", "log p a token", "perplexity"}}
	for _, r := range []struct {
		name string
		predicted
	}{{"all words", c.All}, {"words of the fit", c.Seen}} {
		rows = append(rows, []string{r.name, fmt.Sprint(r.Tokens), fmt.Sprint(r.Impossible), optional(r.PerToken, "%.4f"), optional(r.Perplexity, "%.2f")})
	}
	program.Table(w, rows)
}
