package corpus

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// The verdicts against sets of words: of every node the words under it without
// punctuation, looked for among those of the other tree.
func TestCompare(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 9).Draw(t, "words")
		words, tags := make([]string, n), make([]string, n)
		for i := range n {
			words[i], tags[i] = fmt.Sprint(i), rapid.SampledFrom([]string{"NN", "VB", ".", "PU", "$"}).Draw(t, "tag")
		}
		a := drawBinary(t, n).Tree(words, tags)
		b := drawBinary(t, n).Tree(words, tags)
		sets := func(root *Tree) (out []string, sizes []int) {
			var visit func(*Tree)
			visit = func(node *Tree) {
				if node.Leaf() {
					return
				}
				for _, c := range node.Children {
					visit(c)
				}
				var set []string
				for i, tag := range node.Tags() {
					if tag != "." && tag != "PU" {
						set = append(set, node.Words()[i])
					}
				}
				out, sizes = append(out, fmt.Sprint(set)), append(sizes, len(set))
			}
			visit(root)
			return out, sizes
		}
		of, sizes := sets(a)
		others, _ := sets(b)
		all := 0
		for _, tag := range tags {
			if tag != "." && tag != "PU" {
				all++
			}
		}
		got := Compare(a, b, tags)
		if len(got) != len(of) {
			t.Fatalf("%d verdicts for %d nodes", len(got), len(of))
		}
		for i, v := range got {
			want := Unmatched
			if sizes[i] < 2 || sizes[i] == all {
				want = Uncounted
			} else if slices.Contains(others, of[i]) {
				want = Matched
			}
			if v != want {
				t.Errorf("%v against %v: node over %v is %v, want %v", a, b, of[i], v, want)
			}
		}
	})
}
