package documents

// Corpus is documents in the order of their file, empty ones among them, and the
// vocabulary that their ids belong to.
type Corpus struct {
	Docs       []Doc
	Vocabulary *Vocabulary
}

// Tokens returns the number of tokens of all documents, unknown ones not counted.
func (c *Corpus) Tokens() int {
	total := 0
	for _, doc := range c.Docs {
		total += doc.Tokens()
	}
	return total
}

// Unknown returns the number of tokens that the vocabulary does not have.
func (c *Corpus) Unknown() int {
	total := 0
	for _, doc := range c.Docs {
		total += doc.Unknown
	}
	return total
}

// Subset returns the documents at the given places, in the order given.
func (c *Corpus) Subset(places []int) *Corpus {
	docs := make([]Doc, len(places))
	for i, place := range places {
		docs[i] = c.Docs[place]
	}
	return &Corpus{Docs: docs, Vocabulary: c.Vocabulary}
}
