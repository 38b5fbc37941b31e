package layers

import "arbelos/graph"

// Plan says which rows a stack LSTM and a TreeLSTM compute for a batch of
// sentences with several trees each. It is made of integers only, before any
// number is known. Equal work is merged exactly: within a sentence, a subtree
// that several trees share is composed once, and stack states with the same
// history (same element on the same state) are one state, so that the samples
// form a trie.
type Plan struct {
	// Leaves are the word ids of the elements of height 0: for each sentence
	// its first boundary symbol, its words, its last boundary symbol.
	Leaves []int
	// Compose[h] are the children of the elements of height h+1, the right one
	// and then the left one of each: a row among the elements of a height.
	Compose [][]graph.Ref
	// Stack orders the stack states by depth. Depth 0 has one state for each
	// sentence, the one after its first boundary symbol.
	Stack Levels
	// Elements are the stack states' elements: rows of the table of all
	// elements, by height.
	Elements []int

	// Contexts are the states that a word follows, Targets that word's id.
	Contexts, Targets []int
	// Choices are the states in which SHIFT or REDUCE is chosen freely: those
	// with two elements or more.
	Choices []int
	// Words and Actions have a row for each tree, all trees of the first
	// sentence first. The columns of Words are the Contexts; those of Actions
	// are first SHIFT in each of the Choices, then REDUCE in each of them.
	Words, Actions graph.CSR

	// Unmerged counts the stack states that would be computed without merging.
	Unmerged int
}

// NewPlan makes the plan of sentences (word ids without boundary symbols) with
// their trees; open and close are the ids of the boundary symbols. After its
// tree each derivation goes on with SHIFT close, REDUCE. NewPlan panics where a
// tree is not one over its sentence's words.
func NewPlan(sentences [][]int, trees [][]Tree, open, close int) *Plan {
	p := &planner{Plan: new(Plan), contextOf: map[int]int{}, choiceOf: map[int]int{}}
	p.states = append(p.states, nil)
	for b := range sentences {
		p.states[0] = append(p.states[0], len(p.state))
		p.state = append(p.state, planState{place: place{0, b}, element: p.leaf(open)})
		p.sentence(p.states[0][b], sentences[b], trees[b], close)
	}
	p.finish()
	return p.Plan
}

// place is where a row lies: in which level, and which row of it.
type place struct{ level, row int }

type planState struct {
	place
	beneath, element int
}

type planner struct {
	*Plan
	state       []planState
	states      [][]int // state numbers by depth
	element     []place
	height0     int
	compositeAt map[[2]int]int // left and right element
	stateAt     map[[2]int]int // state beneath, element
	contextOf   map[int]int    // by state
	choiceOf    map[int]int
	words       [][]int // contexts of each tree
	choices     [][]int // choices of each tree: 2*choice + action
}

func (p *planner) leaf(word int) int {
	p.Leaves = append(p.Leaves, word)
	p.element = append(p.element, place{0, p.height0})
	p.height0++
	return len(p.element) - 1
}

func (p *planner) compose(left, right int) int {
	key := [2]int{left, right}
	if e, ok := p.compositeAt[key]; ok {
		return e
	}
	l, r := p.element[left], p.element[right]
	h := max(l.level, r.level)
	if h == len(p.Compose) {
		p.Compose = append(p.Compose, nil)
	}
	e := len(p.element)
	p.element = append(p.element, place{h + 1, len(p.Compose[h]) / 2})
	p.Compose[h] = append(p.Compose[h], graph.Ref{Source: r.level, Row: r.row}, graph.Ref{Source: l.level, Row: l.row})
	p.compositeAt[key] = e
	return e
}

func (p *planner) push(beneath, element int) int {
	p.Unmerged++
	key := [2]int{beneath, element}
	if s, ok := p.stateAt[key]; ok {
		return s
	}
	depth := p.state[beneath].level + 1
	if depth == len(p.states) {
		p.states = append(p.states, nil)
	}
	s := len(p.state)
	p.state = append(p.state, planState{place{depth, len(p.states[depth])}, beneath, element})
	p.states[depth] = append(p.states[depth], s)
	p.stateAt[key] = s
	return s
}

// sentence follows the derivation of every tree of one sentence.
func (p *planner) sentence(base int, words []int, trees []Tree, close int) {
	p.compositeAt, p.stateAt = map[[2]int]int{}, map[[2]int]int{}
	leaves := make([]int, len(words))
	for i, w := range words {
		leaves[i] = p.leaf(w)
	}
	end := p.leaf(close)
	for _, tree := range trees {
		if !tree.Over(len(words)) {
			panic(errTree)
		}
		p.Unmerged++ // the base state
		var contexts, choices []int
		top, next := base, 0
		choose := func(a Action) {
			if p.state[top].level >= 2 {
				choices = append(choices, 2*p.choice(top)+int(a))
			}
		}
		shift := func(word, leaf int) {
			choose(Shift)
			contexts = append(contexts, p.context(top, word))
			top = p.push(top, leaf)
		}
		for _, a := range tree {
			if a == Shift {
				shift(words[next], leaves[next])
				next++
				continue
			}
			choose(Reduce)
			right := p.state[top]
			left := p.state[right.beneath]
			top = p.push(left.beneath, p.compose(left.element, right.element))
		}
		shift(close, end)
		choose(Reduce)
		p.words, p.choices = append(p.words, contexts), append(p.choices, choices)
	}
}

func (p *planner) context(state, word int) int {
	c, ok := p.contextOf[state]
	if !ok {
		c = len(p.Contexts)
		p.contextOf[state] = c
		p.Contexts, p.Targets = append(p.Contexts, state), append(p.Targets, word)
	}
	return c
}

func (p *planner) choice(state int) int {
	c, ok := p.choiceOf[state]
	if !ok {
		c = len(p.Choices)
		p.choiceOf[state] = c
		p.Choices = append(p.Choices, state)
	}
	return c
}

// finish turns state and element numbers into rows of the tables in the order
// in which they are computed.
func (p *planner) finish() {
	firstRow, elements := []int{0}, p.height0 // by height
	for _, kids := range p.Compose {
		firstRow = append(firstRow, elements)
		elements += len(kids) / 2
	}
	row := make([]int, len(p.state))
	for _, states := range p.states {
		p.Stack.Start = append(p.Stack.Start, len(p.Elements))
		prev := make([]int, len(states))
		for i, s := range states {
			prev[i] = p.state[p.state[s].beneath].row
			e := p.element[p.state[s].element]
			row[s] = len(p.Elements)
			p.Elements = append(p.Elements, firstRow[e.level]+e.row)
		}
		p.Stack.Prev = append(p.Stack.Prev, prev)
	}
	p.Stack.Start = append(p.Stack.Start, len(p.Elements))
	for _, list := range [][]int{p.Contexts, p.Choices} {
		for i, s := range list {
			list[i] = row[s]
		}
	}
	p.Words.Cols, p.Actions.Cols = len(p.Contexts), 2*len(p.Choices)
	for k := range p.words {
		p.Words.AppendRow(p.words[k]...)
		columns := p.choices[k]
		for i, c := range columns {
			columns[i] = c/2 + c%2*len(p.Choices)
		}
		p.Actions.AppendRow(columns...)
	}
}
