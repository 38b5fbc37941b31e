package documents

import (
	"iter"

	"arbelos/train/corpus"
)

// Read reads all documents of a source, with the vocabulary that [BuildVocabulary]
// gives. A source without a word is an error.
func Read(source Source, o Options) (*Corpus, error) {
	v, err := BuildVocabulary(source, o)
	if err != nil {
		return nil, err
	}
	c, err := Encode(source, o, v)
	if err != nil {
		return nil, err
	}
	if c.Tokens() == 0 {
		return nil, source.fileError(corpus.ErrEmpty)
	}
	return c, nil
}

// BuildVocabulary returns the vocabulary of a source, reading it once. Text is
// numbered by falling number of tokens. Formats that hold numbers have the words of
// o.Words, or else a vocabulary without spellings, of the size that a header says
// or that the largest id makes.
func BuildVocabulary(source Source, o Options) (*Vocabulary, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	switch {
	case o.Format.Spelled():
		return textVocabulary(source, o)
	case o.Words.Open != nil:
		return ReadVocabulary(o.Words)
	case o.Format == LDAC:
		return ldacVocabulary(source)
	default:
		return matrixVocabulary(source, o.Format)
	}
}

// Encode reads all documents of a source as [Stream] does, except that the entries
// of UCI and MatrixMarket may come in any order.
func Encode(source Source, o Options, v *Vocabulary) (*Corpus, error) {
	c := &Corpus{Vocabulary: v}
	for doc, err := range encoded(source, o, v, false) {
		if err != nil {
			return nil, err
		}
		c.Docs = append(c.Docs, doc)
	}
	return c, nil
}

// Stream yields the documents of a source one after the other as ids of the
// vocabulary, or at last the error that ended it; it keeps no more than one of them.
// Words that the vocabulary does not have are left out and counted. Where the
// source and the vocabulary both have spellings, those decide; otherwise the
// numbers in the source are the ids. A source without documents is an error, and
// so are UCI and MatrixMarket entries that are not sorted by document.
func Stream(source Source, o Options, v *Vocabulary) iter.Seq2[Doc, error] {
	return encoded(source, o, v, true)
}

func encoded(source Source, o Options, v *Vocabulary, sorted bool) iter.Seq2[Doc, error] {
	return func(yield func(Doc, error) bool) {
		docs, err := opened(source, o, v, sorted)
		if err != nil {
			yield(Doc{}, err)
			return
		}
		none := true
		for doc, err := range docs {
			none = false
			if !yield(doc, err) || err != nil {
				return
			}
		}
		if none {
			yield(Doc{}, source.fileError(corpus.ErrEmpty))
		}
	}
}

func opened(source Source, o Options, v *Vocabulary, sorted bool) (iter.Seq2[Doc, error], error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	if o.Format.Spelled() {
		return encodeText(source, o, v), nil
	}
	n := numbering{to: v}
	if o.Words.Open != nil {
		var err error
		if n.from, err = ReadVocabulary(o.Words); err != nil {
			return nil, err
		}
	}
	if o.Format == LDAC {
		return encodeLDAC(source, n), nil
	}
	return encodeMatrix(source, o.Format, n, sorted), nil
}
