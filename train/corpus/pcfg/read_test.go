package pcfg

import (
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
)

func TestReadGrammar(t *testing.T) {
	g := parse(t, "# a comment\r\n\r\n  # another\nS -> NP-SG VP 1\r\nNP-SG -> D N-1 0.25\n\tNP-SG ->  N-1\t0.75 \n"+
		"D : # 0.5 the\u00a0one 0.5\nN-1 : ( 0.25\nN-1 : : 0.75\nVP -> V 1\nV : -> 1e0")
	type flat struct {
		Name, Label string
		Line        int
		Rules       []string
		Words       []string
	}
	var got []flat
	for _, s := range g.symbols {
		f := flat{Name: s.name, Label: label(s.name), Line: s.line}
		for _, r := range s.rules {
			var right []string
			for _, b := range r.right {
				right = append(right, g.symbols[b].name)
			}
			f.Rules = append(f.Rules, fmt.Sprint(strings.Join(right, " "), " ", r.prob))
		}
		for _, e := range s.words {
			f.Words = append(f.Words, fmt.Sprint(e.word, " ", e.prob))
		}
		got = append(got, f)
	}
	want := []flat{
		{"S", "S", 4, []string{"NP-SG VP 1"}, nil},
		{"NP-SG", "NP", 5, []string{"D N-1 0.25", "N-1 0.75"}, nil},
		{"VP", "VP", 10, []string{"V 1"}, nil},
		{"D", "D", 7, nil, []string{"# 0.5", "the\u00a0one 0.5"}},
		{"N-1", "N", 8, nil, []string{"( 0.25", ": 0.75"}},
		{"V", "V", 11, nil, []string{"-> 1"}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("symbols (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"#", "(", "->", ":", "the\u00a0one"}, g.Words()); diff != "" {
		t.Errorf("words (-want +got):\n%s", diff)
	}
}

func TestReadRefuses(t *testing.T) {
	var many strings.Builder
	many.WriteString("S ->")
	for i := range maxSymbols {
		fmt.Fprintf(&many, " X%d", i)
	}
	many.WriteString(" 1\n")
	for _, c := range []struct {
		name, text string
		kind       error
		line       int
		found      string // part of what the error says was found
	}{
		{"empty file", "", ErrSyntax, 1, "no rule"},
		{"comments only", "# S -> A 1\n\n", ErrSyntax, 2, "no rule"},
		{"neither rule nor words", "S -> A 1\nA a 1\n", ErrSyntax, 2, `"A a 1"`},
		{"no right side", "S -> 1\n", ErrSyntax, 1, `"S -> 1"`},
		{"no probability", "S -> A B\n", ErrSyntax, 1, `"B"`},
		{"word without probability", "S : a 0.5 b\n", ErrSyntax, 1, `"S : a 0.5 b"`},
		{"probability 0", "S -> A 0\n", ErrSyntax, 1, `"0"`},
		{"negative probability", "S -> A -0.5\n", ErrSyntax, 1, `"-0.5"`},
		{"probability above 1", "S : a 1.5\n", ErrSyntax, 1, `"1.5"`},
		{"not a number", "S : a NaN\n", ErrSyntax, 1, `"NaN"`},
		{"too large for a float64", "S : a 1e999\n", ErrSyntax, 1, `"1e999"`},
		{"rule twice", "S -> A B 0.5\nA : a 1\nS -> A B 0.5\n", ErrDuplicate, 3, "S -> A B"},
		{"word twice", "S : a 0.5 b 0.25\nS : b 0.25\n", ErrDuplicate, 2, "S : b"},
		{"words of a phrase", "S -> A 0.5\nA : a 1\nS : b 0.5\n", ErrSyntax, 3, "a word of S"},
		{"rule of a tag", "S : b 0.5\nS -> A 0.5\n", ErrSyntax, 2, "a rule of S"},
		{"bracket in a left side", "(S -> A 1\n", ErrSyntax, 1, `"(S"`},
		{"bracket in a right side", "S -> A) 1\n", ErrSyntax, 1, `"A)"`},
		{"not UTF-8", "S : a 0.5\nS : \xff 0.5\n", ErrSyntax, 2, `\xff`},
		{"too many symbols", many.String(), ErrSyntax, 1, fmt.Sprintf("X%d", maxSymbols-1)},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := Read(strings.NewReader(c.text), "x.pcfg")
			var e *Error
			if !errors.As(err, &e) || !errors.Is(err, c.kind) {
				t.Fatalf("error %v, want one of kind %v", err, c.kind)
			}
			if e.Line != c.line || !strings.Contains(e.Found, c.found) {
				t.Errorf("line %d, found %s; want line %d, %s", e.Line, e.Found, c.line, c.found)
			}
			if prefix := fmt.Sprintf("x.pcfg:%d: ", c.line); !strings.HasPrefix(err.Error(), prefix) {
				t.Errorf("error %q, want it to begin with %q", err, prefix)
			}
		})
	}
}

func TestReadReportsTheReadersError(t *testing.T) {
	broken := errors.New("broken disk")
	_, err := Read(io.MultiReader(strings.NewReader("S : a 1\nS"), iotest.ErrReader(broken)), "x.pcfg")
	if !errors.Is(err, broken) || !strings.Contains(err.Error(), "x.pcfg after line 1") {
		t.Errorf("error %v, want %v with the place", err, broken)
	}
}

// FuzzRead: whatever the text, Read ends with a grammar or a typed error, and
// a grammar's sentences of up to four words have no more than probability 1.
func FuzzRead(f *testing.F) {
	for _, text := range []string{
		"S -> NP VP 1\nNP -> D N 0.5\nNP -> N 0.5\nVP -> V NP 0.4\nVP -> V 0.6\nD : the 1\nN : dog 0.5 cat 0.5\nV : sees 1\n",
		"# cycles\nS -> S S 0.2\nS -> A 0.8\nA -> S 0.1\nA -> T 0.9\nT : a 0.25\nT : b 0.75",
		"S -> A B C D 1\nA : a 1\nB : a 1\nC : a 1\nD : a 1",
		"S -> A 1\nA -> A 1", "S", "S : ( 1\r\n", "S -> S 0.9999999999999919\nS -> T 9e-16\nT : a 1", "\xff", "",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		g, err := Read(strings.NewReader(text), "fuzz")
		if err != nil {
			if e := (*Error)(nil); !errors.As(err, &e) || e.Line < 1 {
				t.Fatalf("untyped error %v", err)
			}
			return
		}
		if !(g.MeanLength() > 1-1e-6 && g.MeanLength() <= maxSize) {
			t.Errorf("mean length %v", g.MeanLength())
		}
		var sum float64
		for _, p := range g.LengthProbs(4) {
			sum += p
		}
		if !(sum >= 0 && sum <= 1+1e-6) {
			t.Errorf("probabilities of lengths sum to %v", sum)
		}
		if words := g.Words(); len(words) > 0 {
			if p := g.LogProb([]string{words[0], words[len(words)-1]}); math.IsNaN(p) || p > 1e-6 {
				t.Errorf("log-probability %v", p)
			}
		}
	})
}
