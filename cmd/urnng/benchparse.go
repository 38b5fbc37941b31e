package main

import (
	"fmt"
	"io"
	"time"

	"arbelos/cmd/internal/program"
	"arbelos/models/urnng"
)

// benchParseCmd times parsing.
type benchParseCmd struct{ sizes }

// Help shows how the command is called.
func (benchParseCmd) Help() string {
	return `Examples:

  urnng bench parse
  urnng bench parse --words 40 --threads 1`
}

// Run prints the figures of parsing a batch.
func (o *benchParseCmd) Run() error {
	if err := o.Use(); err != nil {
		return err
	}
	m, batch, err := o.model(0)
	if err != nil {
		return err
	}
	floor := newFloor(parseProducts(m.Config, o.Sentences, o.Words))
	var times, floors, ratios []float64
	for k := range o.Runs + 1 {
		begin := time.Now()
		if _, err := m.Parse(batch, urnng.Viterbi); err != nil {
			return err
		}
		d := time.Since(begin).Seconds()
		least := floor.run().Seconds()
		if k > 0 {
			times, floors, ratios = append(times, d), append(floors, least), append(ratios, d/least)
		}
	}
	f := struct {
		Seconds   float64 `json:"seconds"`
		Floor     float64 `json:"floor"`
		Ratio     float64 `json:"ratio"`
		Sentences float64 `json:"sentences_per_second"`
	}{median(times), median(floors), median(ratios), float64(o.Sentences) / median(times)}
	if o.JSON {
		return program.PrintJSON(f)
	}
	return program.PrintText(func(w io.Writer) {
		fmt.Fprintf(w, "%d sentences of %d words: %.1f ms, matrix products alone %.1f ms, ratio %.2f; %.0f sentences a second\n",
			o.Sentences, o.Words, 1e3*f.Seconds, 1e3*f.Floor, f.Ratio, f.Sentences)
	})
}
