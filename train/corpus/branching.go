package corpus

import "math/rand/v2"

// RightBranching is the tree (w1 (w2 (w3 ...))) over the given number of words.
func RightBranching(words int) Binary {
	if words == 0 {
		return nil
	}
	b := make(Binary, 2*words-1)
	for i := words; i < len(b); i++ {
		b[i] = Reduce
	}
	return b
}

// LeftBranching is the tree (((w1 w2) w3) ...) over the given number of words.
func LeftBranching(words int) Binary {
	if words == 0 {
		return nil
	}
	b := make(Binary, 2*words-1)
	for i := 2; i < len(b); i += 2 {
		b[i] = Reduce
	}
	return b
}

// RandomBranching draws a tree top-down: the split of every span is uniform over
// its places. That is not the uniform distribution over trees, which favours
// lopsided ones.
func RandomBranching(words int, rng *rand.Rand) Binary {
	if words == 0 {
		return nil
	}
	if words == 1 {
		return Binary{Shift}
	}
	left := 1 + rng.IntN(words-1)
	b := RandomBranching(left, rng)
	b = append(b, RandomBranching(words-left, rng)...)
	return append(b, Reduce)
}

// Binarize is t as a binary tree: unary chains collapse, and a node of several
// children joins them from the right. It has every span of t, so that no binary
// tree scores a higher F1 against t, with or without punctuation: it is the
// oracle among the baselines, and what supervised training learns.
func Binarize(t *Tree) Binary {
	var b Binary
	var visit func(*Tree)
	visit = func(node *Tree) {
		if node.Leaf() {
			b = append(b, Shift)
			return
		}
		for _, child := range node.Children {
			visit(child)
		}
		for range len(node.Children) - 1 {
			b = append(b, Reduce)
		}
	}
	visit(t)
	return b
}
