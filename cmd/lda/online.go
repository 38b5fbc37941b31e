package main

import (
	"iter"

	"gorgonia.org/tensor"

	"arbelos/graph"
	"arbelos/models/lda"
	"arbelos/models/lda/online"
	"arbelos/train/corpus/documents"
)

var onlineMethod = method{
	iterations: func(o *fitCmd, d *data) int { return orElse(o.Iterations, 10) * d.batches(o.BatchSize) },
	unit:       "minibatch", units: "minibatches",
	epochs: func(d *data) int { return d.batches(d.options.BatchSize) },
	score:  "document_bound_token", scoreName: "documents' bound a token",
	cell: variationalCell(1), streams: true,
	tensors: []string{"lambda", "alpha", "eta"},
	begin: func(o *fitCmd, d *data) (fitting, error) {
		options, err := o.onlineOptions(d)
		if err != nil {
			return nil, err
		}
		f, err := online.New(d.vocab.Len(), options)
		return newOnlineFit(f, d), err
	},
	restore: func(o *fitCmd, d *data, s snapshot) (fitting, error) {
		options, err := o.onlineOptions(d)
		if err != nil {
			return nil, err
		}
		f, err := online.Restore(d.vocab.Len(), options, online.State{
			Batches: s.Iterations, Seen: s.Seen, Lambda: s.Tensors["lambda"], Alpha: floats(s.Tensors["alpha"]), Eta: floats(s.Tensors["eta"]),
		})
		if err != nil {
			return nil, err
		}
		if s.Corpus != d.digest {
			return nil, &onlineStateError{}
		}
		return newOnlineFit(f, d), nil
	},
}

// onlineStateError says that a stream is not the one of the state.
type onlineStateError struct{}

func (*onlineStateError) Error() string {
	return "lda: found other documents, expected those that the fit began with"
}

func (o *fitCmd) onlineOptions(d *data) (online.Options, error) {
	v := online.DefaultOptions(o.Topics, float64(d.n))
	var err error
	if v.Alpha, err = prior("alpha", o.Alpha, v.Alpha[0], o.learnAlpha(), o.Topics); err != nil {
		return v, err
	}
	v.Eta, err = prior("eta", o.Eta, v.Eta[0], o.LearnEta, d.vocab.Len())
	v.LearnAlpha, v.LearnEta = o.learning(), o.LearnEta != "no"
	v.Tau, v.Kappa = o.Tau, o.Kappa
	v.Settings = o.settings(lda.Dirichlet)
	return v, err
}

// onlineFit is online variational Bayes over a stream of minibatches.
type onlineFit struct {
	*online.Fit
	inferred
	data *data
	next func() ([]lda.Bag, error, bool) // the next minibatch, until the process ends
}

func newOnlineFit(f *online.Fit, d *data) *onlineFit { return &onlineFit{Fit: f, data: d} }

func (f *onlineFit) step() (found, error) {
	if f.next == nil {
		f.next, _ = iter.Pull2(f.data.minibatches(f.Batches()))
	}
	docs, err, ok := f.next()
	if !ok {
		panic("lda: the stream of minibatches ended")
	}
	if err != nil {
		return found{}, err
	}
	b, err := f.Step(docs)
	x := found{tokens: b.Tokens, figures: map[string]float64{"weight": b.Weight, "updates": b.Updates}}
	if b.Tokens > 0 {
		x.figures["document_bound_token"] = b.Bound / b.Tokens
	}
	return x, err
}

func (f *onlineFit) done() int         { return f.Batches() }
func (f *onlineFit) model() *lda.Model { return f.Model() }

func (f *onlineFit) snapshot() snapshot {
	s := f.State()
	return snapshot{
		Corpus: f.data.digest, Iterations: s.Batches, Seen: s.Seen,
		Tensors: map[string]*tensor.Dense{"lambda": s.Lambda, "alpha": vector(s.Alpha), "eta": vector(s.Eta)},
	}
}

// minibatches is the stream of minibatches from a number on, counted from 0: pass
// after pass over the documents, which are shuffled in a buffer of their own order
// in each pass. Of the corpus no more than the buffer is in memory.
func (d *data) minibatches(from int) iter.Seq2[[]lda.Bag, error] {
	size := d.options.BatchSize
	each := d.batches(size)
	return func(yield func([]lda.Bag, error) bool) {
		for pass, at := from/each, from%each; ; pass, at = pass+1, 0 {
			n := 0
			for chunk, err := range chunks(d.shuffled(pass), size) {
				if err != nil {
					yield(nil, err)
					return
				}
				if n++; n > at && !yield(bags(chunk), nil) {
					return
				}
			}
		}
	}
}

// shuffled yields the documents of a pass: each time a document drawn from the
// buffer, in whose place the next of the file goes.
func (d *data) shuffled(pass int) iter.Seq2[documents.Doc, error] {
	if d.options.Shuffle < 2 {
		return d.documents()
	}
	return func(yield func(documents.Doc, error) bool) {
		random := graph.Rand(d.options.Seed, "lda stream", uint64(pass))
		var buffer []documents.Doc
		for doc, err := range d.documents() {
			if err != nil {
				yield(doc, err)
				return
			}
			if len(buffer) < d.options.Shuffle {
				buffer = append(buffer, doc)
				continue
			}
			i := random.IntN(len(buffer))
			if !yield(buffer[i], nil) {
				return
			}
			buffer[i] = doc
		}
		for len(buffer) > 0 {
			i, last := random.IntN(len(buffer)), len(buffer)-1
			if !yield(buffer[i], nil) {
				return
			}
			buffer[i], buffer = buffer[last], buffer[:last]
		}
	}
}
