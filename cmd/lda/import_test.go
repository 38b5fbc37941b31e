package main

import (
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"arbelos/train/corpus"

	"pgregory.net/rapid"
)

// writeStem writes a model in the format of LDA-C, and returns its stem.
func writeStem(t testing.TB, dir, other, beta string) string {
	stem := filepath.Join(dir, "final")
	for name, text := range map[string]string{".other": other, ".beta": beta} {
		if err := os.WriteFile(stem+name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return stem
}

// A model written as LDA-C writes it, with ten decimals and logarithms of -100 for
// what is impossible, is imported to those decimals.
func TestImport(t *testing.T) {
	dir := t.TempDir()
	rapid.Check(t, func(r *rapid.T) {
		m := drawModel(r)
		alpha := rapid.Float64Range(0.001, 10).Draw(r, "alpha")
		var beta strings.Builder
		for k := range m.K() {
			for _, p := range m.Topics.PhiRow(k) {
				fmt.Fprintf(&beta, " %5.10f", math.Max(math.Log(p), -100))
			}
			beta.WriteByte('\n')
		}
		stem := writeStem(t, dir, fmt.Sprintf("num_topics %d\nnum_terms %d\nalpha %5.10f\n", m.K(), m.V(), alpha), beta.String())
		out := filepath.Join(dir, "model.json")
		if err := (&importCmd{Stem: stem, Output: out}).Run(); err != nil {
			r.Fatal(err)
		}
		l, err := load(out)
		if err != nil {
			r.Fatal(err)
		}
		want, got := m.Topics.Phi(), l.Topics.Phi()
		for i := range want {
			if math.Abs(got[i]-want[i]) > 1e-9 {
				r.Fatalf("phi is %v, expected %v", got, want)
			}
		}
		if l.K() != m.K() || l.V() != m.V() || math.Abs(l.Alpha[0]-alpha) > 1e-9 {
			r.Fatalf("%d topics, %d words, alpha %v", l.K(), l.V(), l.Alpha)
		}
	})
}

// What is no such model is an error with its place, and nothing is written.
func TestBadImports(t *testing.T) {
	const other, beta = "num_topics 2\nnum_terms 2\nalpha 0.5\n", "-0.6931471806 -0.6931471806\n-0.6931471806 -0.6931471806\n"
	for name, c := range map[string]struct {
		other, beta string
		file        string
		line        int
	}{
		"a number missing":   {other, "-0.6931471806\n-0.69 -0.69\n", ".beta", 1},
		"a line missing":     {other, "-0.6931471806 -0.6931471806\n", ".beta", 1},
		"a line too many":    {other, beta + "-0.69 -0.69\n", ".beta", 3},
		"no number":          {other, "-0.69 x\n-0.69 -0.69\n", ".beta", 1},
		"NaN":                {other, "-0.6931471806 -0.6931471806\nNaN -0.69\n", ".beta", 2},
		"a probability of 2": {other, "0.69 -100\n-0.69 -0.69\n", ".beta", 1},
		"a sum of 0.5":       {other, "-1.3862943611 -1.3862943611\n-0.69 -0.69\n", ".beta", 1},
		"nothing":            {"", beta, ".other", 0},
		"no alpha":           {"num_topics 2\nnum_terms 2\n", beta, ".other", 2},
		"a negative alpha":   {"num_topics 2\nnum_terms 2\nalpha -1\n", beta, ".other", 3},
		"a fraction":         {"num_topics 2.5\nnum_terms 2\nalpha 1\n", beta, ".other", 1},
		"another word":       {"num_topics 2\nnum_terms 2\nbeta 1\n", beta, ".other", 3},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			out := filepath.Join(dir, "model.json")
			err := (&importCmd{Stem: writeStem(t, dir, c.other, c.beta), Output: out}).Run()
			var at *corpus.SyntaxError
			if !errors.As(err, &at) || !strings.HasSuffix(at.File, c.file) || at.Line != c.line || !errors.Is(err, errLDAC) {
				t.Errorf("%v, expected line %d of %s", err, c.line, c.file)
			}
			if _, err := os.Stat(out); err == nil {
				t.Error("something was written")
			}
		})
	}
	var missing *corpus.FileError
	if err := (&importCmd{Stem: filepath.Join(t.TempDir(), "x"), Output: "x.json"}).Run(); !errors.As(err, &missing) || !strings.HasSuffix(missing.File, "x.other") {
		t.Errorf("%v", err)
	}
}

// FuzzImport reads anything as the files of a model, without a panic; what it takes
// for a model is one.
func FuzzImport(f *testing.F) {
	f.Add("num_topics 2\nnum_terms 2\nalpha 0.5\n", "-0.6931471806 -0.6931471806\n-0.6931471806 -0.6931471806\n")
	f.Add("num_topics 1\nnum_terms 99999999999\nalpha 1e300", "")
	f.Fuzz(func(t *testing.T, other, beta string) {
		dir := t.TempDir()
		out := filepath.Join(dir, "model.json")
		if err := (&importCmd{Stem: writeStem(t, dir, other, beta), Output: out}).Run(); err != nil {
			return
		}
		if _, err := load(out); err != nil {
			t.Error(err)
		}
	})
}
