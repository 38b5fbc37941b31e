package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"path/filepath"
	"strconv"
	"strings"

	"arbelos/train"
	"arbelos/train/corpus/points"
)

// The files of a run directory, beside those of every run and the model's.
const (
	topicsFile    = "topics.tsv"
	docTopicsFile = "doc-topics.tsv"
	phiFile       = "phi.npy"               // [K, V]
	thetaFile     = "theta.npy"             // [D, K]
	ldavisFile    = "pyldavis.json"         // as pyLDAvis prepares it
	keysFile      = "mallet-topic-keys.txt" // as MALLET's --output-topic-keys
	malletFile    = "mallet-doc-topics.txt" // as MALLET's --output-doc-topics
)

// writer writes the results of a fit.
type writer struct {
	dir  string
	l    *loaded
	data *data

	share  []float64 // of each topic in the tokens, once documents are written
	counts []float64 // of each word
}

func newWriter(dir string, l *loaded, d *data) *writer {
	return &writer{dir: dir, l: l, data: d, share: make([]float64, l.K()), counts: make([]float64, l.V())}
}

// write writes what there is to say of documents, one after the other, and counts
// topics and words.
func (w *writer) write(ctx context.Context, docs docTopics) error {
	return w.file(docTopicsFile, func(tsv io.Writer) error {
		return w.file(malletFile, func(mallet io.Writer) error {
			return w.file(thetaFile, func(npy io.Writer) error {
				return w.documents(ctx, docs, tsv, mallet, npy)
			})
		})
	})
}

func (w *writer) documents(ctx context.Context, docs docTopics, tsv, mallet, npy io.Writer) error {
	theta, err := points.NewNPYWriter(npy, w.data.n, w.l.K())
	if err != nil {
		return err
	}
	writeDocHeading(tsv, w.l.K())
	n := 0
	for doc, err := range docs {
		if err == nil {
			err = ctx.Err()
		}
		if err == nil {
			err = theta.WriteRow(doc.theta)
		}
		if err != nil {
			return err
		}
		if err := writeDoc(tsv, doc); err != nil {
			return err
		}
		if _, err := fmt.Fprintf(mallet, "%d\t%s\t%s\n", n, doc.Name, tabbed(doc.theta)); err != nil {
			return err
		}
		n++
		for k, p := range doc.theta {
			w.share[k] += p * float64(doc.Tokens()) / w.data.tokens
		}
		for i, id := range doc.IDs {
			w.counts[id] += doc.Counts[i]
		}
	}
	return nil
}

// writeTopics writes what there is to say of topics, once the documents are
// written.
func (w *writer) writeTopics(topics []topicFigures) error {
	err := w.file(topicsFile, func(out io.Writer) error {
		fmt.Fprintln(out, "topic\talpha\tshare\teffective words\texclusivity\tNPMI\twords")
		for _, t := range topics {
			fmt.Fprintf(out, "%d\t%g\t%.6f\t%.2f\t%.4f\t%s\t%s\n", t.Topic, t.Alpha, *t.Share, t.EffectiveWords, t.Exclusivity, optional(t.NPMI, "%.4f"), strings.Join(t.Words, " "))
		}
		return nil
	})
	if err != nil {
		return err
	}
	err = w.file(keysFile, func(out io.Writer) error {
		for k := range w.l.K() {
			fmt.Fprintf(out, "%d\t%.5f\t", k, w.l.Alpha[k])
			for _, word := range w.l.Topics.Top(k, 20) { // as many as MALLET
				fmt.Fprintf(out, "%s ", w.l.vocab.Word(word.ID))
			}
			fmt.Fprintln(out)
		}
		return nil
	})
	if err != nil {
		return err
	}
	err = w.file(phiFile, func(out io.Writer) error {
		phi, err := points.NewNPYWriter(out, w.l.K(), w.l.V())
		for k := 0; err == nil && k < w.l.K(); k++ {
			err = phi.WriteRow(w.l.Topics.PhiRow(k))
		}
		return err
	})
	if err != nil {
		return err
	}
	if !w.drawable() {
		return nil
	}
	return w.file(ldavisFile, func(out io.Writer) error { return writeLDAvis(out, w.l, w.share, w.counts) })
}

// unseen are the words of the vocabulary that no document had.
func (w *writer) unseen() []int {
	var ids []int
	for id, n := range w.counts {
		if n == 0 {
			ids = append(ids, id)
		}
	}
	return ids
}

// drawable tells whether the plane of topics can be laid out in a few seconds; the
// work grows with the square of their number.
func (w *writer) drawable() bool { return float64(w.l.K())*float64(w.l.K())*float64(w.l.V()) <= 1e9 }

// file writes a file of the run directory, whole or not at all.
func (w *writer) file(name string, write func(io.Writer) error) error {
	return train.WriteFile(filepath.Join(w.dir, name), func(to io.Writer) error {
		out := bufio.NewWriter(to)
		if err := write(out); err != nil {
			return err
		}
		return out.Flush()
	})
}

// writeDocHeading writes the heading of a table of documents.
func writeDocHeading(w io.Writer, k int) {
	fmt.Fprint(w, "document\tlabel")
	for k := range k {
		fmt.Fprintf(w, "\ttopic %d", k)
	}
	fmt.Fprintln(w)
}

// writeDoc writes a document's line.
func writeDoc(w io.Writer, doc topicsOf) error {
	_, err := fmt.Fprintf(w, "%s\t%s\t%s\n", doc.Name, doc.Label, tabbed(doc.theta))
	return err
}

// tabbed are numbers to nine digits, with tabs between.
func tabbed(x []float64) string {
	var b strings.Builder
	for i, v := range x {
		if i > 0 {
			b.WriteByte('\t')
		}
		b.WriteString(strconv.FormatFloat(v, 'g', 9, 64))
	}
	return b.String()
}
