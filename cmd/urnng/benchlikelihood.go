package main

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"arbelos/cmd/internal/langmodel"
	"arbelos/cmd/internal/program"
	"arbelos/layers"
	"arbelos/models/urnng"
	"arbelos/train/corpus"
)

// benchLikelihoodCmd times the perplexity of real sentences under a trained
// model.
type benchLikelihoodCmd struct {
	ModelFile string  `required:"" help:"Run directory, or a checkpoint's .json file." placeholder:"PATH"`
	TestFile  string  `help:"Sentences, plain text or bracketed trees. Default: the embedded test corpus." placeholder:"FILE"`
	Sentences int     `help:"How many of them." default:"100"`
	Samples   string  `help:"Numbers of trees drawn for each sentence; times are taken for the last one." default:"8,50,200,1000"`
	ISTemp    float64 `name:"is-temp" help:"Temperature that divides q's scores." default:"2"`
	Seed      uint64  `help:"Seed of the samples." default:"3435"`
	program.Parallel
	JSON bool `name:"json" help:"Print the figures as JSON."`
}

type mergeFigures struct {
	Samples  int     `json:"samples"`
	States   float64 `json:"states_left"`   // share after merging
	Distinct float64 `json:"distinct_left"` // share of trees that are different
}

// Help shows how the command is called.
func (benchLikelihoodCmd) Help() string {
	return `Example:

  urnng bench likelihood --model-file runs/mine --sentences 20`
}

// Run prints the shares of work left, and the times with and without merging.
func (o *benchLikelihoodCmd) Run() error {
	if err := o.Use(); err != nil {
		return err
	}
	numbers, err := o.check()
	if err != nil {
		return program.Refused(err)
	}
	l, err := load(o.ModelFile)
	if err != nil {
		return err
	}
	sentences, err := langmodel.Read(o.TestFile, langmodel.EmbeddedTest, corpus.Auto)
	if err != nil {
		return err
	}
	if err := langmodel.RequireLongEnough(sentences); err != nil {
		return err
	}
	ids, _ := l.Vocab.EncodeAll(sentences)
	ids = langmodel.LongEnough(ids)
	ids = ids[:min(o.Sentences, len(ids))]
	var shares []mergeFigures
	for _, samples := range numbers {
		f, err := merging(l.model, ids, samples, o.ISTemp, o.Seed)
		if err != nil {
			return err
		}
		shares = append(shares, f)
	}
	last := numbers[len(numbers)-1]
	begin := time.Now()
	if _, err := (scorer{model: l.model, seed: o.Seed}).likelihood(context.Background(), ids, last, o.ISTemp, "bench", 0); err != nil {
		return err
	}
	merged := time.Since(begin)
	begin = time.Now()
	if err := unmerged(l.model, ids, last, o.ISTemp, o.Seed); err != nil {
		return err
	}
	apart := time.Since(begin)
	f := struct {
		Merging  []mergeFigures `json:"merging"`
		Samples  int            `json:"samples"`
		Merged   float64        `json:"seconds_merged"`
		Unmerged float64        `json:"seconds_unmerged"`
		Ratio    float64        `json:"ratio"`
	}{shares, last, merged.Seconds(), apart.Seconds(), apart.Seconds() / merged.Seconds()}
	if o.JSON {
		return program.PrintJSON(f)
	}
	return program.PrintText(func(w io.Writer) {
		rows := [][]string{{"samples", "states left", "different trees"}}
		for _, r := range f.Merging {
			rows = append(rows, []string{fmt.Sprint(r.Samples), fmt.Sprintf("%.1f%%", 100*r.States), fmt.Sprintf("%.1f%%", 100*r.Distinct)})
		}
		program.Table(w, rows)
		fmt.Fprintf(w, "\n%d sentences, %d samples: %.1f s merged, %.1f s not merged, ratio %.2f\n", len(ids), f.Samples, f.Merged, f.Unmerged, f.Ratio)
	})
}

// check returns the numbers of samples, or an error that names a flag out of its range.
func (o *benchLikelihoodCmd) check() (samples []int, err error) {
	if o.Sentences < 1 || !(o.ISTemp > 0) {
		return nil, fmt.Errorf("--sentences is %d and --is-temp is %v, expected at least 1 and more than 0", o.Sentences, o.ISTemp)
	}
	for field := range strings.SplitSeq(o.Samples, ",") {
		n, err := strconv.Atoi(field)
		if err != nil || n < 1 {
			return nil, fmt.Errorf("--samples has %q, expected numbers above 0 with commas between", field)
		}
		samples = append(samples, n)
	}
	return samples, nil
}

// merging counts what is left of the work after merging.
func merging(m *urnng.Model, ids [][]int, samples int, temperature float64, seed uint64) (mergeFigures, error) {
	f := mergeFigures{Samples: samples}
	states, unmerged, different := 0, 0, 0
	for i, s := range ids {
		trees, err := m.Draw([]urnng.Item{{Words: s}}, samples, temperature, urnng.Key{Seed: seed, Step: uint64(i)})
		if err != nil {
			return f, err
		}
		plan := layers.NewPlan([][]int{s}, trees, m.Open, m.Close)
		states += plan.Stack.Rows()
		unmerged += plan.Unmerged
		distinct := map[string]bool{}
		for _, t := range trees[0] {
			distinct[t.String()] = true
		}
		different += len(distinct)
	}
	f.States, f.Distinct = float64(states)/float64(unmerged), float64(different)/float64(len(ids)*samples)
	return f, nil
}

// unmerged scores every sample as a sentence of its own.
func unmerged(m *urnng.Model, ids [][]int, samples int, temperature float64, seed uint64) error {
	for i, s := range ids {
		trees, err := m.Draw([]urnng.Item{{Words: s}}, samples, temperature, urnng.Key{Seed: seed, Step: uint64(i)})
		if err != nil {
			return err
		}
		items := make([]urnng.Item, samples)
		for k, t := range trees[0] {
			items[k] = urnng.Item{Words: s, Tree: t}
		}
		for from := 0; from < samples; from += urnng.TreesPerGraph {
			if _, err := m.LogJointEach(items[from:min(from+urnng.TreesPerGraph, samples)]); err != nil {
				return err
			}
		}
	}
	return nil
}
