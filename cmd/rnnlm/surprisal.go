package main

import (
	"bufio"
	"context"
	"fmt"
	"io"

	"arbelos/train/corpus"
)

// surprisal is how little a model expected the words of a sentence.
type surprisal struct {
	Sentence int       `json:"sentence"` // number in the input, from 1
	Line     int       `json:"line"`     // of the input
	Words    []string  `json:"words"`
	Tokens   []string  `json:"tokens"` // the words as the model knows them
	Bits     []float64 `json:"bits"`   // -log2 p of each given those before it
	End      float64   `json:"end"`    // the same of </s>
}

// surprisal finds that of the words of every sentence that has one, of one-word
// sentences too.
func (s scorer) surprisal(ctx context.Context, v *corpus.Vocab, sentences []corpus.Sentence, ids [][]int) ([]surprisal, error) {
	var all []surprisal
	for i, words := range ids {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if len(words) == 0 {
			continue
		}
		// One by one, so that no figure depends on the sentences around it.
		got, err := s.model.Likelihood([][]int{words})
		if err != nil {
			return nil, err
		}
		bits := got[0].Surprisal()
		one := surprisal{Sentence: i + 1, Line: sentences[i].Line, Words: sentences[i].Words, Bits: bits[:len(words)], End: bits[len(words)]}
		for _, id := range words {
			one.Tokens = append(one.Tokens, v.Word(id))
		}
		all = append(all, one)
		if s.progress != nil {
			s.progress("surprisal of", i+1, len(ids))
		}
	}
	return all, nil
}

// writeSurprisals writes a line for every word and every end of a sentence: the number
// of the sentence and of the word in it, from 1; the word; the word as the model knows
// it; bits.
func writeSurprisals(w io.Writer, all []surprisal) error {
	out := bufio.NewWriter(w)
	fmt.Fprintln(out, "sentence\tposition\tword\ttoken\tbits")
	for _, s := range all {
		for k, word := range s.Words {
			fmt.Fprintf(out, "%d\t%d\t%s\t%s\t%.4f\n", s.Sentence, k+1, word, s.Tokens[k], s.Bits[k])
		}
		fmt.Fprintf(out, "%d\t%d\t</s>\t</s>\t%.4f\n", s.Sentence, len(s.Words)+1, s.End)
	}
	return out.Flush()
}
