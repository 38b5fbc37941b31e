package pcfg

import "math"

// cell holds the log-weight of every state over one span of a sentence, or
// over all strings of one length. Most are -Inf: live lists the others.
//
// Sums of probabilities are taken in log space, one term at a time, because a
// cell's weights may lie further apart than the exponents of a float64 do.
type cell struct {
	score []float64 // by state
	live  []int
}

func newCell(states int) cell {
	score := make([]float64, states)
	for i := range score {
		score[i] = math.Inf(-1)
	}
	return cell{score: score}
}

// add adds exp(weight) to the weight of a state.
func (c *cell) add(state int, weight float64) {
	if old := c.score[state]; math.IsInf(old, -1) {
		c.live = append(c.live, state)
		c.score[state] = weight
	} else {
		c.score[state] = logAdd(old, weight)
	}
}

// addWord adds the tags of a word.
func (c *cell) addWord(f *binaryForm, word string) {
	for _, tag := range f.words[word] {
		c.add(tag.symbol, tag.weight)
	}
}

// addPairs adds all that rewrites to a state of left and a state of right.
func (c *cell) addPairs(f *binaryForm, left, right *cell) {
	for _, first := range left.live {
		for _, r := range f.byFirst[first] {
			if second := right.score[r.second]; !math.IsInf(second, -1) {
				c.add(r.parent, r.weight+left.score[first]+second)
			}
		}
	}
}

// closed returns the cell with the unary chains added that end in its states.
func (c *cell) closed(f *binaryForm) cell {
	sums := newCell(f.states)
	for _, bottom := range c.live {
		if bottom >= f.symbols {
			sums.add(bottom, c.score[bottom])
			continue
		}
		for _, top := range f.closure[bottom] {
			sums.add(top.symbol, top.weight+c.score[bottom])
		}
	}
	return sums
}

// logAdd returns log(exp(a) + exp(b)), a and b above -Inf.
func logAdd(a, b float64) float64 {
	return max(a, b) + math.Log1p(math.Exp(-math.Abs(a-b)))
}
