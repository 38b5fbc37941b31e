package pcfg

import (
	"math"
	"testing"
)

// Over all sentences p(x | min <= |x| <= max) sums to 1.
func TestTruncatedSumsToOne(t *testing.T) {
	g := parse(t, ambiguous)
	for _, window := range [][2]int{{1, 1}, {0, 4}, {2, 5}, {5, 5}} {
		restricted, err := g.Truncate(window[0], window[1])
		if err != nil {
			t.Fatal(err)
		}
		var sum float64
		for _, s := range sentences(6) {
			sum += math.Exp(restricted.LogProb(s))
		}
		if math.Abs(sum-1) > 1e-12 {
			t.Errorf("lengths %d: probabilities sum to %v, want 1", window, sum)
		}
	}
}

func TestTruncatedSampleDependsOnItsArgumentsOnly(t *testing.T) {
	g := parse(t, ambiguous)
	restricted, err := g.Truncate(8, 20)
	if err != nil {
		t.Fatal(err)
	}
	type key struct {
		seed    uint64
		purpose string
		item    int
	}
	drawn, byTree := map[key]string{}, map[string]key{}
	for range 2 {
		for _, k := range []key{{0, "a", 0}, {1, "a", 0}, {0, "b", 0}, {0, "a", 1}, {0, "", 1}} {
			tree, logProb := restricted.Sample(k.seed, k.purpose, k.item)
			if n := len(tree.Words()); n < 8 || n > 20 {
				t.Errorf("%v: %d words, want 8 to 20", k, n)
			}
			if total := restricted.LogProb(tree.Words()); logProb > total+1e-9 {
				t.Errorf("%v: a derivation of log-probability %v, its sentence has %v", k, logProb, total)
			}
			s := tree.String()
			if old, ok := drawn[k]; ok && old != s {
				t.Errorf("%v drew %s, then %s", k, old, s)
			}
			if other, ok := byTree[s]; ok && other != k {
				t.Errorf("%v and %v both drew %s", k, other, s)
			}
			drawn[k], byTree[s] = s, k
		}
	}
}

func TestTruncateRefuses(t *testing.T) {
	g := parse(t, "S -> A A 1\nA : a 1")
	for _, window := range [][2]int{{-1, 3}, {3, 2}, {0, 1}, {3, 10}} {
		if _, err := g.Truncate(window[0], window[1]); err == nil {
			t.Errorf("lengths %d: no error", window)
		}
	}
}
