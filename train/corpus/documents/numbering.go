package documents

// numbering takes the word numbers of a source to the ids of a vocabulary.
type numbering struct {
	from *Vocabulary // of the source, with spellings; nil if it has none of its own
	to   *Vocabulary
}

// has tells whether a word number is one of the source's own vocabulary, which has
// all of them where there is none.
func (n numbering) has(word int) bool { return n.from == nil || word < n.from.Len() }

// doc makes a document of pairs of word numbers, which it overwrites.
func (n numbering) doc(name string, pairs []pair) Doc {
	doc := Doc{Name: name}
	known := pairs[:0]
	for _, p := range pairs {
		id, ok := p.word, p.word < n.to.Len()
		if n.from != nil && n.to.Spelled() {
			id, ok = n.to.ID(n.from.Word(p.word))
		}
		if ok {
			known = append(known, pair{id, p.count})
		} else {
			doc.Unknown += p.count
		}
	}
	doc.setPairs(known)
	return doc
}
