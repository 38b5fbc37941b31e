package pcfg

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestLabel(t *testing.T) {
	for name, want := range map[string]string{
		"NP": "NP", "NP-SG": "NP", "NP-SG-1": "NP", "NP=2": "NP", "VP|X": "VP", "-LRB-": "-LRB-", ".-Q": ".", "-": "-",
	} {
		if got := label(name); got != want {
			t.Errorf("label(%q) = %q, want %q", name, got, want)
		}
	}
}

func TestWordsAreSortedTypes(t *testing.T) {
	g := parse(t, "S -> A B 1\nA : to 0.5 she 0.5\nB : to 0.25 go 0.75")
	if diff := cmp.Diff([]string{"go", "she", "to"}, g.Words()); diff != "" {
		t.Errorf("words (-want +got):\n%s", diff)
	}
}
