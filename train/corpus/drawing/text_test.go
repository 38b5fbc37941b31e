package drawing

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"arbelos/train/corpus"
)

func parse(t testing.TB, text string) *corpus.Tree {
	t.Helper()
	tree, err := corpus.ParseTree(text)
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

func text(t testing.TB, p Picture, width int, plain bool) string {
	t.Helper()
	var b strings.Builder
	if err := p.Text(&b, width, plain); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestText(t *testing.T) {
	p := Picture{
		Title: "sentence 1",
		Tree:  parse(t, "(S (NP (D the) (N 犬)) (V barks) (ADVP (A loudly)))"),
		Notes: []string{"1.25", "10.50", "3.00", "0.10"},
	}
	for _, c := range []struct {
		plain  bool
		scores []float64
		want   string
	}{
		{false, nil, `
sentence 1
┬─┬─ the      1.25
│ └─ 犬      10.50
├─── barks    3.00
└─── loudly   0.10
`},
		{true, nil, `
sentence 1
+-+- the      1.25
| ` + "`" + `- 犬      10.50
|--- barks    3.00
` + "`" + `--- loudly   0.10
`},
		{false, []float64{0.934, 0.004, 1}, `
sentence 1
┬100─┬─93─ the      1.25
│    └──── 犬      10.50
├───────── barks    3.00
└───────0─ loudly   0.10
`},
	} {
		p.Scores = c.scores
		if diff := cmp.Diff(strings.TrimPrefix(c.want, "\n"), text(t, p, 80, c.plain)); diff != "" {
			t.Errorf("plain %v, scores %v (-want +got):\n%s", c.plain, c.scores, diff)
		}
	}
}

func TestTextOfLittle(t *testing.T) {
	for want, p := range map[string]Picture{
		"empty\n":          {Title: "empty"},
		"":                 {},
		"── a\n":           {Tree: parse(t, "(S (X a))")},
		"┬─ a\n└─ b\n":     {Tree: parse(t, "(S (X a) (Y b))")},
		"┬─ �[31m\n└─ b\n": {Tree: &corpus.Tree{Label: "S", Children: []*corpus.Tree{{Label: "X", Word: "\x1b[31m"}, {Label: "X", Word: "b"}}}},
	} {
		if diff := cmp.Diff(want, text(t, p, 80, false)); diff != "" {
			t.Error(diff)
		}
	}
}

// Whatever the tree: no line is wider than it may be, the words are all there in
// their order, and the spans can be read off the drawing.
func TestTextReadsBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 60).Draw(t, "words")
		words := make([]string, n)
		for i := range words {
			words[i] = rapid.SampledFrom([]string{"a", "dog", "日本語", "é", "e\u0301", "🙂"}).Draw(t, "word") + strconv.Itoa(i)
		}
		binary := corpus.RightBranching(n)
		if rapid.Bool().Draw(t, "random") {
			binary = drawBinary(t, n)
		}
		p := Picture{Tree: binary.Tree(words, nil)}
		spans := binary.Spans()
		if rapid.Bool().Draw(t, "scored") {
			for i := range spans {
				p.Scores = append(p.Scores, float64(i%101)/100)
			}
		}
		if rapid.Bool().Draw(t, "noted") {
			for i := range words {
				p.Notes = append(p.Notes, fmt.Sprintf("%.2f", float64(i)))
			}
		}
		width := rapid.IntRange(50, 80).Draw(t, "width")
		var b strings.Builder
		if err := p.Text(&b, width, rapid.Bool().Draw(t, "plain")); err != nil {
			t.Fatal(err)
		}
		got, tree := readText(t, b.String(), width)
		if !slices.Equal(got, words) {
			t.Fatalf("words %q", got)
		}
		if diff := cmp.Diff(sorted(spans), sorted(tree)); diff != "" {
			t.Fatalf("spans (-want +got):\n%s\n%s", diff, b.String())
		}
	})
}

// readText reads words and spans off a drawing: a span begins at a corner that
// opens downwards and ends in the last line of what hangs from it.
func readText(t *rapid.T, drawn string, width int) (words []string, spans []corpus.Span) {
	type block struct{ lines, words []string }
	blocks := []block{{}}
	for line := range strings.Lines(drawn) {
		line = strings.TrimSuffix(line, "\n")
		if Columns(line) > width {
			t.Fatalf("%d columns, expected at most %d: %q", Columns(line), width, line)
		}
		if strings.TrimRight(line, " ") != line {
			t.Fatalf("spaces at the end of %q", line)
		}
		if regexp.MustCompile(`^\[\d+\]$`).MatchString(line) {
			blocks = append(blocks, block{})
			continue
		}
		at := regexp.MustCompile(`^[-|+\x60─│┬├└0-9 ]* `).FindString(line)
		last := &blocks[len(blocks)-1]
		last.lines = append(last.lines, strings.TrimSuffix(at, " "))
		last.words = append(last.words, strings.Fields(line[len(at):])[0])
	}
	// size is the number of words of a block, those of the blocks in it counted.
	var size func(b int) int
	number := func(word string) int {
		if m := regexp.MustCompile(`^\[(\d+)\]$`).FindStringSubmatch(word); m != nil {
			k, _ := strconv.Atoi(m[1])
			return k
		}
		return 0
	}
	size = func(b int) (n int) {
		for _, w := range blocks[b].words {
			if k := number(w); k > 0 {
				n += size(k)
			} else {
				n++
			}
		}
		return n
	}
	var read func(b, first int)
	read = func(b, first int) {
		starts := []int{first}
		for _, w := range blocks[b].words {
			k, next := number(w), starts[len(starts)-1]
			if k > 0 {
				read(k, next)
				next += size(k)
			} else {
				words = append(words, w)
				next++
			}
			starts = append(starts, next)
		}
		grid := make([][]rune, len(blocks[b].lines))
		for i, l := range blocks[b].lines {
			grid[i] = []rune(l)
		}
		// The last line of the node whose corner or branch is at (row, column):
		// lines go on with blanks where it was the last branch.
		end := func(row, column int) int {
			r := row + 1
			for r < len(grid) && grid[r][column] == ' ' && strings.TrimLeft(string(grid[r][:column]), " │|") == "" {
				r++
			}
			return r - 1
		}
		for row := range grid {
			for column, c := range grid[row] {
				if c != '┬' && c != '+' {
					continue
				}
				r := row + 1
				for ; grid[r][column] == '│' || grid[r][column] == '|'; r++ {
				}
				spans = append(spans, corpus.Span{Left: starts[row], Right: starts[end(r, column)+1] - 1})
			}
		}
	}
	read(0, 0)
	return words, spans
}

func sorted(spans []corpus.Span) []corpus.Span {
	return slices.SortedFunc(slices.Values(spans), func(a, b corpus.Span) int {
		return 1000*(a.Left-b.Left) + a.Right - b.Right
	})
}

func drawBinary(t *rapid.T, words int) corpus.Binary {
	if words == 1 {
		return corpus.Binary{corpus.Shift}
	}
	split := rapid.IntRange(1, words-1).Draw(t, "split")
	b := slices.Concat(drawBinary(t, split), drawBinary(t, words-split))
	return append(b, corpus.Reduce)
}
