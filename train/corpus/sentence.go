package corpus

// Sentence is one line of plain text or one tree of a treebank.
type Sentence struct {
	Words []string // as read; none for a blank line or a tree of traces only
	Tags  []string // gold part-of-speech tags, one a word; nil for plain text
	Tree  *Tree    // gold tree over Words; nil for plain text and where there is no word
	File  string   // name of the source
	Line  int      // line on which it begins, from 1
}
