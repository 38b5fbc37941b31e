package pcfg

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// maxSymbols bounds the linear systems that a grammar has solved: their
// matrices are dense, 8 MB each at the bound.
const maxSymbols = 1000

// Read reads a grammar; file names the text in errors. A line is one of
//
//	# a comment
//	NP -> DT NN 0.4
//	NN : dog 0.25 cat 0.75
//
// a rule with its probability, or words of a tag with theirs. A tag's words
// may be spread over several lines; blank lines are skipped; fields are set
// apart by spaces or tabs, and a # that does not begin a line is an ordinary
// character. The first symbol of the first line is the start symbol.
// Probabilities lie in (0, 1]. A symbol may not hold a round bracket; a word
// may. A symbol may carry an annotation that trees do not show: NP-SG and
// NP-PL are different symbols, both labelled NP.
//
// A text that breaks these rules gives an [*Error], and so does one that
// defines no distribution over finite sentences: each symbol's probabilities
// must sum to 1 within 1e-9, each must be defined and within the start symbol's
// reach, and the expected size of its derivations at most a million symbols.
func Read(r io.Reader, file string) (*Grammar, error) {
	p := parser{file: file, index: map[string]int{}}
	lines := bufio.NewReader(r)
	for {
		text, err := lines.ReadString('\n')
		if err != nil && !errors.Is(err, io.EOF) {
			return nil, fmt.Errorf("pcfg: reading %s after line %d: %w", file, p.line, err)
		}
		if text != "" {
			p.line++
			if err := p.parseLine(text); err != nil {
				return nil, err
			}
		}
		if err != nil {
			break
		}
	}
	g := &Grammar{symbols: p.symbols}
	if len(g.symbols) == 0 {
		p.line = max(p.line, 1)
		return nil, p.fault(ErrSyntax, "no rule in the file", "at least one")
	}
	if err := g.validate(file); err != nil {
		return nil, err
	}
	g.form = g.binarise()
	return g, nil
}

// parser gathers the symbols of the lines read so far.
type parser struct {
	file    string
	line    int
	symbols []symbol
	index   map[string]int // name to place in symbols
}

func (p *parser) parseLine(text string) error {
	if !utf8.ValidString(text) {
		return p.fault(ErrSyntax, strconv.Quote(text), "UTF-8")
	}
	// Only ASCII blanks separate: a no-break space is part of a word.
	fields := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" \t\r\n", r) })
	if len(fields) == 0 || fields[0][0] == '#' {
		return nil
	}
	switch {
	case len(fields) >= 4 && fields[1] == "->":
		return p.parseRule(fields[0], fields[2:len(fields)-1], fields[len(fields)-1])
	case len(fields) >= 4 && fields[1] == ":" && len(fields)%2 == 0:
		return p.parseWords(fields[0], fields[2:])
	}
	return p.fault(ErrSyntax, strconv.Quote(strings.Join(fields, " ")), "SYMBOL -> SYMBOL... PROBABILITY or TAG : WORD PROBABILITY...")
}

// parseRule adds left -> right.
func (p *parser) parseRule(left string, right []string, prob string) error {
	added := rule{}
	var err error
	if added.prob, err = p.parseProb(prob); err != nil {
		return err
	}
	l, err := p.expand(left)
	if err != nil {
		return err
	}
	if len(p.symbols[l].words) > 0 {
		return p.fault(ErrSyntax, fmt.Sprintf("a rule of %s, which has words", left), "a symbol with rules or words, not both")
	}
	for _, name := range right {
		i, err := p.intern(name)
		if err != nil {
			return err
		}
		added.right = append(added.right, i)
	}
	s := &p.symbols[l]
	if slices.ContainsFunc(s.rules, func(r rule) bool { return slices.Equal(r.right, added.right) }) {
		return p.fault(ErrDuplicate, left+" -> "+strings.Join(right, " "), "each rule once")
	}
	s.rules = append(s.rules, added)
	return nil
}

// parseWords adds words and probabilities, which alternate in fields, to tag.
func (p *parser) parseWords(tag string, fields []string) error {
	t, err := p.expand(tag)
	if err != nil {
		return err
	}
	s := &p.symbols[t]
	if len(s.rules) > 0 {
		return p.fault(ErrSyntax, fmt.Sprintf("a word of %s, which has rules", tag), "a symbol with rules or words, not both")
	}
	for i := 0; i < len(fields); i += 2 {
		prob, err := p.parseProb(fields[i+1])
		if err != nil {
			return err
		}
		if slices.ContainsFunc(s.words, func(e entry) bool { return e.word == fields[i] }) {
			return p.fault(ErrDuplicate, tag+" : "+fields[i], "each word of a tag once")
		}
		s.words = append(s.words, entry{fields[i], prob})
	}
	return nil
}

func (p *parser) parseProb(text string) (float64, error) {
	prob, err := strconv.ParseFloat(text, 64)
	if err != nil || !(prob > 0 && prob <= 1) {
		return 0, p.fault(ErrSyntax, strconv.Quote(text), "a probability above 0 and at most 1")
	}
	return prob, nil
}

// intern returns the place of a symbol, which it makes at its first mention.
func (p *parser) intern(name string) (int, error) {
	i, known := p.index[name]
	if !known {
		if strings.ContainsAny(name, "()") {
			return 0, p.fault(ErrSyntax, "symbol "+strconv.Quote(name), "no round bracket in it")
		}
		if i = len(p.symbols); i == maxSymbols {
			return 0, p.fault(ErrSyntax, "one symbol more: "+name, fmt.Sprintf("at most %d", maxSymbols))
		}
		p.index[name] = i
		p.symbols = append(p.symbols, symbol{name: name, line: p.line})
	}
	return i, nil
}

// expand interns a left side and notes the line of its first expansion.
func (p *parser) expand(name string) (int, error) {
	i, err := p.intern(name)
	if err != nil {
		return 0, err
	}
	if s := &p.symbols[i]; len(s.rules)+len(s.words) == 0 {
		s.line = p.line
	}
	return i, nil
}

func (p *parser) fault(kind error, found, expected string) *Error {
	return &Error{File: p.file, Line: p.line, Found: found, Expected: expected, Err: kind}
}
