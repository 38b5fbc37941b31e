package gibbs

import (
	"slices"
	"sync"
	"sync/atomic"

	"arbelos/models/lda"
)

// known is a model whose topics stay as they are.
type known struct {
	alpha    []float64
	sumAlpha float64
	words    int
	phi      []float64 // [V, K], as sampling the topics of a word wants it
}

func newKnown(m *lda.Model) *known {
	topics := m.K()
	k := &known{alpha: slices.Clone(m.Alpha), sumAlpha: sum(m.Alpha), words: m.V(), phi: make([]float64, topics*m.V())}
	for topic := range topics {
		for w, p := range m.Topics.PhiRow(topic) {
			k.phi[w*topics+topic] = p
		}
	}
	return k
}

// each calls f for each document, on up to so many threads, each of which has scratch
// memory of its own. Documents that cannot be sampled are an error.
func (k *known) each(docs []lda.Bag, threads int, f func(c *folding, d int)) error {
	if threads < 1 {
		panic(errThreads)
	}
	if err := lda.CheckBags(docs, k.words); err != nil {
		return err
	}
	if err := lda.CheckWhole(docs); err != nil {
		return err
	}
	var taken atomic.Int64
	var group sync.WaitGroup
	for range min(threads, len(docs)) {
		group.Go(func() {
			c := newFolding(k)
			for d := int(taken.Add(1) - 1); d < len(docs); d = int(taken.Add(1) - 1) {
				f(c, d)
			}
		})
	}
	group.Wait()
	return nil
}
