package layers

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"arbelos/graph"
)

const (
	openID  = 100
	closeID = 101
)

// drawForest draws sentences whose words repeat, and for each a number of
// trees that repeat and share subtrees.
func drawForest(t *rapid.T) (sentences [][]int, trees [][]Tree) {
	for range rapid.IntRange(1, 3).Draw(t, "sentences") {
		words := rapid.SliceOfN(rapid.IntRange(0, 3), 1, 7).Draw(t, "words")
		var some []Tree
		for range rapid.IntRange(1, 5).Draw(t, "trees") {
			some = append(some, grow(0, len(words), func(_, w int) int { return rapid.IntRange(1, w-1).Draw(t, "split") }))
		}
		sentences, trees = append(sentences, words), append(trees, some)
	}
	return sentences, trees
}

// event is one factor of a derivation's probability: what happens in a state,
// told by a hash of all that led to the state.
type event struct {
	state uint64
	what  int // a word id, or an Action
}

// The toy recurrences: any change of an input, or of two inputs' order, changes
// the result.
func mix(kind, a, b uint64) uint64 {
	h := kind
	for _, v := range []uint64{a, b} {
		h = (h ^ v) * 0x9e3779b97f4a7c15
		h ^= h >> 29
	}
	return h
}

func toyLeaf(word int) uint64              { return mix(1, uint64(word), 0) }
func toyCompose(left, right uint64) uint64 { return mix(2, left, right) }
func toyState(beneath, elem uint64) uint64 { return mix(3, beneath, elem) }
func toyBase() uint64                      { return toyState(0, toyLeaf(openID)) }

// derive follows one tree's derivation with a stack of its own.
func derive(words []int, tree Tree) (contexts, choices []event) {
	type cell struct{ element, state uint64 }
	stack := []cell{{state: toyBase()}}
	top := func() uint64 { return stack[len(stack)-1].state }
	choose := func(a Action) {
		if len(stack) > 2 { // two elements on the base state
			choices = append(choices, event{top(), int(a)})
		}
	}
	push := func(element uint64) { stack = append(stack, cell{element, toyState(top(), element)}) }
	shift := func(word int) {
		choose(Shift)
		contexts = append(contexts, event{top(), word})
		push(toyLeaf(word))
	}
	for _, a := range tree {
		if a == Shift {
			shift(words[0])
			words = words[1:]
			continue
		}
		choose(Reduce)
		n := len(stack)
		left, right := stack[n-2].element, stack[n-1].element
		stack = stack[:n-2]
		push(toyCompose(left, right))
	}
	shift(closeID)
	choose(Reduce)
	return contexts, choices
}

// execute computes the rows of a plan, level by level, with the toy
// recurrences, and reads the factors of every tree off its sparse rows.
func execute(p *Plan) (contexts, choices [][]event) {
	heights := [][]uint64{nil}
	for _, w := range p.Leaves {
		heights[0] = append(heights[0], toyLeaf(w))
	}
	elements := slices.Clone(heights[0])
	for _, refs := range p.Compose {
		var level []uint64
		for kids := range slices.Chunk(refs, 2) {
			right, left := kids[0], kids[1]
			level = append(level, toyCompose(heights[left.Source][left.Row], heights[right.Source][right.Row]))
		}
		heights = append(heights, level)
		elements = append(elements, level...)
	}
	states := make([]uint64, p.Stack.Rows())
	for depth, prev := range p.Stack.Prev {
		for i := range p.Stack.Start[depth+1] - p.Stack.Start[depth] {
			var beneath uint64
			if depth > 0 {
				beneath = states[p.Stack.Start[depth-1]+prev[i]]
			}
			row := p.Stack.Start[depth] + i
			states[row] = toyState(beneath, elements[p.Elements[row]])
		}
	}
	return perTree(p.Words, func(column int) event {
			return event{states[p.Contexts[column]], p.Targets[column]}
		}), perTree(p.Actions, func(column int) event {
			n := len(p.Choices)
			return event{states[p.Choices[column%n]], column / n}
		})
}

func perTree(a graph.CSR, read func(column int) event) [][]event {
	out := make([][]event, a.Rows)
	for r := range out {
		for _, c := range a.Index[a.Start[r]:a.Start[r+1]] {
			out[r] = append(out[r], read(c))
		}
	}
	return out
}

// Merging changes nothing: every tree has the factors, in the order, that it
// has when its derivation is followed alone.
func TestPlanMerging(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sentences, trees := drawForest(t)
		p := NewPlan(sentences, trees, openID, closeID)
		contexts, choices := execute(p)
		k := 0
		for b, words := range sentences {
			for _, tree := range trees[b] {
				wantContexts, wantChoices := derive(words, tree)
				if len(wantContexts) != len(words)+1 {
					t.Fatalf("%d contexts for %d words", len(wantContexts), len(words))
				}
				if diff := cmp.Diff(wantContexts, contexts[k], cmp.AllowUnexported(event{})); diff != "" {
					t.Fatalf("contexts of %v over %v (-alone +merged):\n%s", tree, words, diff)
				}
				if diff := cmp.Diff(wantChoices, choices[k], cmp.AllowUnexported(event{})); diff != "" {
					t.Fatalf("choices of %v over %v (-alone +merged):\n%s", tree, words, diff)
				}
				k++
			}
		}
		if k != p.Words.Rows || k != p.Actions.Rows {
			t.Fatalf("%d and %d rows for %d trees", p.Words.Rows, p.Actions.Rows, k)
		}
	})
}

// census counts what is different among the trees of one sentence: stacks,
// spelt out bracket by bracket, are the nodes of the trie.
type census struct {
	states, contexts, choices, composites map[string]bool
	unmerged                              int
}

func takeCensus(words int, trees []Tree) census {
	c := census{map[string]bool{}, map[string]bool{}, map[string]bool{}, map[string]bool{}, 0}
	for _, tree := range trees {
		stack := []string{}
		visit := func() {
			c.states[fmt.Sprint(stack)] = true
			c.unmerged++
		}
		visit()
		next := 0
		do := func(a Action) {
			if len(stack) >= 2 {
				c.choices[fmt.Sprint(stack)] = true
			}
			if a == Shift {
				c.contexts[fmt.Sprint(stack)] = true
				stack = append(stack, fmt.Sprint("w", next))
				next++
			} else {
				n := len(stack)
				whole := "(" + stack[n-2] + "," + stack[n-1] + ")"
				stack = append(stack[:n-2], whole)
				c.composites[whole] = true
			}
			visit()
		}
		for _, a := range tree {
			do(a)
		}
		do(Shift)                           // </s>
		c.choices[fmt.Sprint(stack)] = true // the last REDUCE is chosen, its result never looked at
		if next != words+1 || len(stack) != 2 {
			panic("the census was taken of no tree")
		}
	}
	return c
}

// What is computed is what a trie of the derivations has, nothing twice.
func TestPlanCounts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sentences, trees := drawForest(t)
		p := NewPlan(sentences, trees, openID, closeID)
		type counts struct{ States, Unmerged, Contexts, Choices, Leaves, Composites int }
		var want counts
		for b, words := range sentences {
			c := takeCensus(len(words), trees[b])
			want.States += len(c.states)
			want.Unmerged += c.unmerged
			want.Contexts += len(c.contexts)
			want.Choices += len(c.choices)
			want.Composites += len(c.composites)
			want.Leaves += len(words) + 2
		}
		got := counts{States: p.Stack.Rows(), Unmerged: p.Unmerged, Contexts: len(p.Contexts), Choices: len(p.Choices), Leaves: len(p.Leaves)}
		for _, refs := range p.Compose {
			got.Composites += len(refs) / 2
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("counts (-want +got):\n%s", diff)
		}
		if p.Words.Cols != len(p.Contexts) || p.Actions.Cols != 2*len(p.Choices) || len(p.Elements) != p.Stack.Rows() {
			t.Fatalf("%d and %d columns, %d elements for %d contexts, %d choices, %d states",
				p.Words.Cols, p.Actions.Cols, len(p.Elements), len(p.Contexts), len(p.Choices), p.Stack.Rows())
		}
	})
}

// Equal samples cost what one of them costs. Sentences are not merged with one
// another, not even equal ones.
func TestPlanEqualTrees(t *testing.T) {
	tree := allTrees(6)[17]
	words := []int{1, 2, 1, 2, 1, 2}
	one := NewPlan([][]int{words}, [][]Tree{{tree}}, openID, closeID)
	many := NewPlan([][]int{words}, [][]Tree{slices.Repeat([]Tree{tree}, 50)}, openID, closeID)
	if got, want := many.Stack.Rows(), one.Stack.Rows(); got != want || want != 13 {
		t.Errorf("50 equal trees over 6 words have %d states, one has %d, want 13", got, want)
	}
	if many.Unmerged != 50*one.Unmerged || one.Unmerged != 13 {
		t.Errorf("without merging %d and %d states, want 650 and 13", many.Unmerged, one.Unmerged)
	}
	two := NewPlan([][]int{words, words}, [][]Tree{{tree}, {tree}}, openID, closeID)
	if two.Stack.Rows() != 26 {
		t.Errorf("two equal sentences have %d states, want 26", two.Stack.Rows())
	}
}

func TestPlanOfNoTree(t *testing.T) {
	for _, tree := range []Tree{
		{Shift}, {Shift, Shift, Shift, Reduce, Reduce}, // trees over 1 and 3 words
		{Shift, Reduce, Reduce}, {Reduce, Shift, Shift}, {Shift, Reduce, Shift}, {Shift, Shift}, {},
	} {
		mustPanic(t, errTree, func() { NewPlan([][]int{{1, 2}}, [][]Tree{{tree}}, openID, closeID) })
	}
}
