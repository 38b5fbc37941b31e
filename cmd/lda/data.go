package main

import (
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"iter"
	"log/slog"
	"math"

	"arbelos/cmd/internal/program"
	"arbelos/models/lda"
	"arbelos/testdata"
	"arbelos/train/corpus"
	"arbelos/train/corpus/documents"
)

// data is the corpus of a fit: in memory, or, for methods that stream, a source
// that is read again in every pass.
type data struct {
	options *fitCmd
	source  documents.Source
	read    documents.Options
	vocab   *documents.Vocabulary

	n       int     // documents to fit
	tokens  float64 // in them
	unknown int     // tokens in them that the vocabulary does not have
	digest  uint64  // of them
	held    []int   // places of the documents that are held out, ascending

	docs []documents.Doc // those to fit, if they are in memory
	bags []lda.Bag       // the same
}

// readData reads the documents, or looks through them.
func (o *fitCmd) readData(streams bool, log *slog.Logger) (*data, error) {
	d := &data{options: o}
	var err error
	if d.source, err = o.source(); err != nil {
		return nil, err
	}
	if d.read, err = o.options(); err != nil {
		return nil, err
	}
	if d.read.Text, err = o.textOptions(); err != nil {
		return nil, err
	}
	if d.vocab, err = documents.BuildVocabulary(d.source, d.read); err != nil {
		return nil, err
	}
	if streams {
		err = d.look()
	} else {
		err = d.load()
	}
	if err != nil {
		return nil, err
	}
	if d.tokens == 0 {
		found := "no word in it"
		if len(d.held) > 0 {
			found = fmt.Sprintf("no word in the %d of its documents that are not held out", d.n)
		}
		return nil, &corpus.FileError{File: d.source.Name, Found: found, Expected: "documents to fit", Err: corpus.ErrEmpty}
	}
	log.Info("read documents", "documents", d.n, "tokens", int(d.tokens), "words", d.vocab.Len(), "held out", len(d.held), "left out tokens", d.unknown)
	return d, nil
}

// textOptions returns which tokens of a text are words of the vocabulary. Formats that
// hold numbers have all of theirs.
func (o *fitCmd) textOptions() (documents.TextOptions, error) {
	text := documents.TextOptions{Lowercase: o.Lowercase, MinCount: o.MinCount, MaxDocShare: o.MaxDocShare}
	if format := o.format(); !format.Spelled() {
		for _, flag := range []struct {
			name  string
			value any
			given bool
		}{{"min-count", o.MinCount, o.MinCount > 1}, {"max-doc-share", o.MaxDocShare, o.MaxDocShare < 1}, {"stop-words", o.StopWords, o.StopWords != ""}} {
			if flag.given {
				return text, program.Refused(fmt.Errorf("--%s is %v, but the format is %s, whose words all stay: expected one that spells them", flag.name, flag.value, format))
			}
		}
	}
	var err error
	switch {
	case o.StopWords != "":
		text.StopWords, err = documents.ReadStopWords(documents.File(o.StopWords))
	case o.Corpus == "":
		var list []byte
		if list, err = testdata.FS.ReadFile(embeddedStopWords); err == nil {
			text.StopWords, err = documents.ReadStopWords(documents.Bytes(embeddedStopWords, list))
		}
	}
	return text, err
}

// load reads all documents into memory.
func (d *data) load() error {
	all, err := documents.Encode(d.source, d.read, d.vocab)
	if err != nil {
		return err
	}
	fitted, held := documents.HeldOut(len(all.Docs), d.options.HeldOut, d.options.Seed)
	d.docs, d.held = all.Subset(fitted).Docs, held
	d.bags = bags(d.docs)
	d.n = len(d.docs)
	for _, doc := range d.docs {
		d.tokens += float64(doc.Tokens())
		d.unknown += doc.Unknown
	}
	return nil
}

// look counts the documents of a stream.
func (d *data) look() error {
	all := 0
	for _, err := range documents.Stream(d.source, d.read, d.vocab) {
		if err != nil {
			return err
		}
		all++
	}
	_, d.held = documents.HeldOut(all, d.options.HeldOut, d.options.Seed)
	d.n = all - len(d.held)
	h := fnv.New64a()
	for doc, err := range d.documents() {
		if err != nil {
			return err
		}
		d.tokens += float64(doc.Tokens())
		d.unknown += doc.Unknown
		for i, id := range doc.IDs {
			h.Write(binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(nil, uint64(id)), math.Float64bits(doc.Counts[i])))
		}
		h.Write([]byte{'\n'})
	}
	d.digest = h.Sum64()
	return nil
}

// documents yields those to fit, in their order.
func (d *data) documents() iter.Seq2[documents.Doc, error] {
	if d.docs != nil {
		return each(d.docs)
	}
	return d.pick(false)
}

// heldOut yields those held out, in their order.
func (d *data) heldOut() iter.Seq2[documents.Doc, error] { return d.pick(true) }

// pick yields the documents of the source that are held out, or those that are
// not.
func (d *data) pick(held bool) iter.Seq2[documents.Doc, error] {
	return func(yield func(documents.Doc, error) bool) {
		at, rest := 0, d.held
		for doc, err := range documents.Stream(d.source, d.read, d.vocab) {
			out := len(rest) > 0 && rest[0] == at
			if out {
				rest = rest[1:]
			}
			at++
			if (err != nil || out == held) && !yield(doc, err) {
				return
			}
		}
	}
}

// batches is the number of minibatches in a pass.
func (d *data) batches(size int) int { return (d.n + size - 1) / size }

// each yields documents that are in memory.
func each(docs []documents.Doc) iter.Seq2[documents.Doc, error] {
	return func(yield func(documents.Doc, error) bool) {
		for _, doc := range docs {
			if !yield(doc, nil) {
				return
			}
		}
	}
}

// checkSize refuses a model or tokens that memory does not hold, before any of them are
// made. A few bytes of counts can stand for more tokens than there is memory.
func (o *fitCmd) checkSize(m method, d *data, available uint64) error {
	const gibibyte = 1 << 30
	if need := d.tokens * float64(m.token); need > float64(available) {
		return &corpus.FileError{
			File: d.source.Name, Found: fmt.Sprintf("%.0f tokens, which take %.1f GiB with --method %s", d.tokens, need/gibibyte, o.Method),
			Expected: fmt.Sprintf("no more than the %.1f GiB there are", float64(available)/gibibyte), Err: lda.ErrTooLarge,
		}
	}
	if err := lda.CheckSize(o.Topics, d.vocab.Len(), m.cell(o), available); err != nil {
		return fmt.Errorf("--topics is %d: %w", o.Topics, err)
	}
	return nil
}
