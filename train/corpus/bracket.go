package corpus

import "strconv"

// maxDepth bounds the nesting of brackets, so that every walk over a tree may
// be recursive. A right-branching tree over maxDepth words is within it.
const maxDepth = 100_000

// parseTrees reads all trees in data: one a line or over several, which is the
// same here, since only brackets say where a tree ends. It calls yield with
// each tree, not yet cleaned, and the line on which it begins.
//
// The grammar: a tree is "(" label word ")" or "(" label tree ... ")", and the
// outermost bracket may have no label. Space, tab, CR and LF separate, nothing
// else: other spaces belong to the word they stand in.
func parseTrees(data []byte, file string, yield func(t *Tree, line int)) error {
	p := bracketParser{scanner: bracketScanner{data: data}, file: file}
	for {
		token := p.scanner.next()
		if token.text == "" {
			return p.end()
		}
		if err := p.accept(token); err != nil {
			return err
		}
		if p.done != nil {
			yield(p.done, p.open[0].line)
			p.done, p.open = nil, p.open[:0]
		}
	}
}

// bracketParser keeps the brackets that are open, outermost first.
type bracketParser struct {
	scanner bracketScanner
	file    string
	open    []openBracket
	done    *Tree // the outermost bracket, once it has closed
}

type openBracket struct {
	node *Tree
	bracketToken
}

func (p *bracketParser) accept(token bracketToken) error {
	switch token.text {
	case "(":
		return p.acceptOpen(token)
	case ")":
		return p.acceptClose(token)
	default:
		return p.acceptWord(token)
	}
}

func (p *bracketParser) acceptOpen(token bracketToken) error {
	if depth := len(p.open); depth > 0 {
		node := p.open[depth-1].node
		switch {
		case node.Word != "":
			return p.fail(token, `")"`, ErrMixed)
		case node.Label == "" && depth > 1 && p.open[depth-2].node.Label != "":
			return p.fail(token, "a label", ErrNoLabel)
		case depth == maxDepth:
			return p.fail(token, "at most "+strconv.Itoa(maxDepth)+" open brackets", ErrTooDeep)
		}
	}
	p.open = append(p.open, openBracket{node: &Tree{}, bracketToken: token})
	return nil
}

func (p *bracketParser) acceptClose(token bracketToken) error {
	depth := len(p.open)
	if depth == 0 {
		return p.fail(token, `"("`, ErrOutside)
	}
	node := p.open[depth-1].node
	switch {
	case node.Word == "" && node.Leaf() && node.Label == "":
		return p.fail(token, "a label", ErrNoLabel)
	case node.Word == "" && node.Leaf():
		return p.fail(token, `a word or "("`, ErrNoWord)
	case depth == 1:
		p.done = node
		return nil
	}
	parent := p.open[depth-2].node
	parent.Children = append(parent.Children, node)
	p.open = p.open[:depth-1]
	return nil
}

func (p *bracketParser) acceptWord(token bracketToken) error {
	depth := len(p.open)
	if depth == 0 {
		return p.fail(token, `"("`, ErrOutside)
	}
	node := p.open[depth-1].node
	switch {
	case node.Word != "":
		return p.fail(token, `")"`, ErrMixed)
	case !node.Leaf():
		return p.fail(token, `"(" or ")"`, ErrMixed)
	case node.Label == "":
		node.Label = token.text
	default:
		node.Word = unescapeBrackets.Replace(token.text)
	}
	return nil
}

// end reports the outermost open bracket, not the innermost: in a file of one
// tree a line, that is the line which lacks a bracket.
func (p *bracketParser) end() error {
	if len(p.open) == 0 {
		return nil
	}
	outermost := p.open[0].bracketToken
	outermost.text = "" // the end of the file is what was found
	return p.fail(outermost, `")"`, ErrUnclosed)
}

func (p *bracketParser) fail(token bracketToken, expected string, sentinel error) error {
	found := "the end of the file"
	if token.text != "" {
		found = Quote(token.text)
	}
	line, column := position(p.scanner.data, token.offset)
	return &SyntaxError{File: p.file, Line: line, Column: column, Found: found, Expected: expected, Err: sentinel}
}
