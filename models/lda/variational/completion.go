package variational

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"
	"gorgonia.org/tensor"

	"arbelos/graph"
	"arbelos/graph/dirichlet"
	"arbelos/models/lda"
)

// Completion is a task: to predict half of each of some documents from the other.
type Completion struct {
	Kind lda.Kind
	// Table [V, K] has the expected counts of the topics' words, and their prior,
	// which is to say lambda, where they have one. phi is its columns over their sums.
	Table *tensor.Dense
	Docs  []lda.Bag
	// Fitted says that the documents' own words are counted in Table. Each is then
	// predicted by topics without its own: what a topic has learned from a document
	// by heart would make every prior look too large for it.
	Fitted bool
	// Every token goes to either half by chance, by a coin that is the seed's, the
	// step's and the document's.
	Seed, Step uint64
}

// sampleSize is how many documents a step of alpha is made with: enough for some
// hundred topics, and few beside a corpus.
const sampleSize = 512

// Sample returns documents from all over a corpus for a step, numbered from 0: others
// in the next one, and all of them by turns.
func Sample(docs []lda.Bag, step int) []lda.Bag {
	stride := (len(docs) + sampleSize - 1) / sampleSize
	if stride <= 1 {
		return docs
	}
	sample := make([]lda.Bag, 0, sampleSize)
	for d := step % stride; d < len(docs); d += stride {
		sample = append(sample, docs[d])
	}
	return sample
}

// Predict makes the prediction under alpha. The halves that are known are inferred as
// an [Inferrer] does. Words of fitted documents that no other document has are left
// out, where topics have no prior.
func (e *EStep) Predict(c Completion, alpha []float64) (Prediction, error) {
	p := Prediction{Shares: make([]float64, len(alpha))}
	totals, err := Totals(c.Table)
	if err != nil {
		return p, err
	}
	v, k := c.Table.Shape()[0], len(alpha)
	err = NewCorpus(c.Docs, v, k).Blocks(func(all Block) error {
		b, words := NumberedBlock(c.Docs[all.First:all.First+all.Docs.Rows], v)
		b.First = all.First
		if len(words) == 0 {
			return nil
		}
		x := predictor{table: c.Table, totals: totals, block: b, words: words, alpha: alpha, logs: e.rows.Of(c.Table.Dtype(), len(words), k)}
		GatherRows(x.logs, c.Table, words)
		toLogBeta(c.Kind, x.logs, totals)
		topics := graph.ToLikelihoods(x.logs.Clone().(*tensor.Dense))
		var known Block
		known, x.hidden = c.deal(b)
		half, err := e.Infer(known, topics, alpha, e.Start(c.Kind, known, alpha))
		if err != nil {
			return err
		}
		x.gamma = half.Gamma
		if x.likelihoods = topics.Rows; c.Fitted {
			x.gamma = slices.Clone(half.Gamma)
			whole, err := e.Infer(b, topics, alpha, e.Start(c.Kind, b, alpha))
			if err != nil {
				return err
			}
			x.own = whole.Gamma
		}
		p.add(x)
		return nil
	})
	return p, err
}

// toLogBeta replaces rows of a table by their logBeta, given the sums of the table's
// columns. A topic of which nothing is expected gives no word.
func toLogBeta(kind lda.Kind, rows *tensor.Dense, totals []float64) {
	if kind == lda.Dirichlet {
		toExpectedLogs(rows, totals)
		return
	}
	SetRows(rows, func(_ int, row []float64) {
		for k, n := range row {
			if n > 0 {
				row[k] = n / totals[k]
			}
		}
		dirichlet.Log(row, row)
	})
}

// deal returns the half of a block's documents that is known, and how often each of
// the block's words, in the order of its documents, is in the other.
func (c Completion) deal(b Block) (known Block, hidden []float64) {
	known = Block{First: b.First, Docs: &graph.CSR{Cols: b.Docs.Cols, Start: []int{0}}}
	hidden = make([]float64, len(b.Docs.Index))
	for d := range b.Docs.Rows {
		r := graph.Rand(c.Seed, "lda completion", c.Step, uint64(b.First+d))
		for i := b.Docs.Start[d]; i < b.Docs.Start[d+1]; i++ {
			count := b.Docs.Value[i]
			whole := math.Floor(count)
			hidden[i] = distuv.Binomial{N: whole, P: 0.5, Src: r}.Rand()
			if r.Uint64()&1 == 1 { // what is left of a token
				hidden[i] += count - whole
			}
			if hidden[i] < count {
				known.Docs.Index = append(known.Docs.Index, b.Docs.Index[i])
				known.Docs.Value = append(known.Docs.Value, count-hidden[i])
			}
		}
		known.Docs.AppendRow()
	}
	return known, hidden
}

// predictor predicts the hidden words of a block's documents.
type predictor struct {
	table       *tensor.Dense // [V, K]
	logs        *tensor.Dense // [words, K], logBeta
	likelihoods *tensor.Dense // [words, K], graph.Likelihoods of these
	totals      []float64     // [K], of the table's columns
	block       Block
	words       []int // of the block's columns
	hidden      []float64
	alpha       []float64
	// gamma [D, K] are of the known halves, own of the whole documents, where topics
	// have counted them.
	gamma, own []float64
}

// add adds what the documents of a block say, in their order.
func (p *Prediction) add(x predictor) {
	each := make([]Prediction, x.block.Docs.Rows)
	width := len(x.alpha) * (1 + len(x.hidden)/max(1, len(each)))
	graph.ParallelRows(len(each), 8*width, func(from, to int) {
		for d := from; d < to; d++ {
			each[d] = x.document(d)
		}
	})
	for _, one := range each {
		p.LogProb += one.LogProb
		p.Weight += one.Weight
		for k, s := range one.Shares {
			p.Shares[k] += s
		}
	}
}

func (x predictor) document(d int) Prediction {
	k := len(x.alpha)
	p := Prediction{Shares: make([]float64, k)}
	theta := make([]float64, k) // times mass: n_dk + alpha_k
	for j, g := range x.gamma[d*k : (d+1)*k] {
		theta[j] = max(g, x.alpha[j])
	}
	mass := total(theta)
	var own, psi, weights []float64
	if x.own != nil {
		own, psi, weights = x.own[d*k:(d+1)*k], make([]float64, k), make([]float64, k)
		dirichlet.Digamma(psi, own)
		exp(weights, psi)
	}
	phi, shares := make([]float64, k), make([]float64, k)
	for i := x.block.Docs.Start[d]; i < x.block.Docs.Start[d+1]; i++ {
		if x.hidden[i] == 0 {
			continue
		}
		row := x.block.Docs.Index[i]
		readRow(phi, x.table, x.words[row])
		if own != nil {
			x.share(shares, row, psi, weights)
			if !x.withoutOwn(phi, shares, own, x.block.Docs.Value[i]) {
				continue
			}
		} else {
			for j, n := range x.totals {
				phi[j] /= n
			}
		}
		var likelihood float64
		for j, f := range phi {
			likelihood += f * theta[j]
		}
		if !(likelihood > 0) {
			continue
		}
		p.LogProb += x.hidden[i] * math.Log(likelihood/mass)
		p.Weight += x.hidden[i] / mass
		for j, f := range phi {
			p.Shares[j] += x.hidden[i] * f / likelihood
		}
	}
	return p
}

// share sets shares to those that topics have in a word, up to a factor: to exp(psi +
// logBeta). weights are exp(psi), up to another.
func (x predictor) share(shares []float64, row int, psi, weights []float64) {
	readRow(shares, x.likelihoods, row)
	var norm float64
	for j, w := range weights {
		shares[j] = max(shares[j], 0) * w
		norm += shares[j]
	}
	if norm > leastShare {
		return
	}
	readRow(shares, x.logs, row)
	for j, p := range psi {
		shares[j] += p
	}
	exp(shares, shares)
}

// leastShare is what the products of likelihoods and weights sum to at least, if those
// that are lost to underflow do not count; in float32, it is likelihoods that are lost.
const leastShare = 1e-20

// exp sets dst to exp(x), with the greatest element scaled to 1.
func exp(dst, x []float64) {
	greatest := slices.Max(x)
	for j, v := range x {
		dst[j] = math.Exp(v - greatest)
	}
}

// withoutOwn makes of a word's counts its phi under topics without a document that has
// it count times: without the share of these that each topic is expected to have, and
// without the document's gamma - alpha. A topic of less than a word elsewhere is not
// known, and nor is a word that is nowhere else: the result says whether it is.
func (x predictor) withoutOwn(phi, shares, gamma []float64, count float64) bool {
	if total(phi)-count <= 1e-6*count {
		return false
	}
	each := count / total(shares)
	for j, s := range shares {
		left, of := phi[j]-each*s, x.totals[j]-(gamma[j]-x.alpha[j])
		if phi[j] = 0; left > 0 && of >= 1 {
			phi[j] = left / of
		}
	}
	return true
}

// readRow copies a row of a table to dst.
func readRow(dst []float64, table *tensor.Dense, row int) {
	from := row * len(dst)
	if table.Dtype() == graph.Float32 {
		for j, x := range table.Float32s()[from : from+len(dst)] {
			dst[j] = float64(x)
		}
		return
	}
	copy(dst, table.Float64s()[from:from+len(dst)])
}
