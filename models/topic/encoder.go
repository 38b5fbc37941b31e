package topic

import (
	"math"

	"arbelos/graph"
	"arbelos/layers"
	"arbelos/layers/elbo"
)

// Encoder gives q(h|d), the Gaussian posterior of a document's topics in the softmax
// basis, from its words:
//
//	u = ReLU(LayerNorm(sum_w log(1 + count_w) E_w))
//	r = Dropout(ReLU(LayerNorm(W u + b)))
//	mean = prior mean + BatchNorm(M r);  log var = log prior var + R r + c
//
// The first normalisation makes the length of a document immaterial; the last one
// keeps the means of the batch's documents apart, so that no topic is left unused.
type Encoder struct {
	Words                  *graph.Param // E [V, hidden]
	WordsGain, WordsBias   *graph.Param
	Hidden                 layers.Linear // W, b
	HiddenGain, HiddenBias *graph.Param
	Mean                   *graph.Param // M [K, hidden]
	Norm                   layers.BatchNorm
	LogVar                 layers.Linear // R, c
}

// What training starts from. The means are spread by two standard deviations, and the
// posterior is narrower than the prior by a factor of e^2 in the variances: an encoder
// that starts as the prior is drowned in its noise, and topics then learn the same.
const (
	wordRange   = 0.1 // of E
	startGain   = 2   // of the batch normalisation
	startLogVar = -2  // c
)

func newEncoder(mk *layers.Maker, cfg Config) Encoder {
	var e Encoder
	mk.Range = wordRange
	e.Words = mk.Param("encoder.words", cfg.Vocab, cfg.Hidden)
	e.WordsGain = mk.Constant("encoder.words.norm.gain", 1, cfg.Hidden)
	e.WordsBias = mk.Constant("encoder.words.norm.bias", 0, cfg.Hidden)
	mk.Range = 1 / math.Sqrt(float64(cfg.Hidden))
	e.Hidden = layers.NewLinear(mk, "encoder.hidden", cfg.Hidden, cfg.Hidden)
	e.HiddenGain = mk.Constant("encoder.hidden.norm.gain", 1, cfg.Hidden)
	e.HiddenBias = mk.Constant("encoder.hidden.norm.bias", 0, cfg.Hidden)
	e.Mean = mk.Param("encoder.mean.weight", cfg.Topics, cfg.Hidden)
	e.Norm = layers.NewBatchNorm(mk, "encoder.mean.norm", cfg.Topics, startGain)
	e.LogVar = layers.Linear{
		Weight: mk.Constant("encoder.logvar.weight", 0, cfg.Topics, cfg.Hidden),
		Bias:   mk.Constant("encoder.logvar.bias", startLogVar, cfg.Topics),
	}
	return e
}

// forward returns q for bags of words, whose values are counts. norm normalises the
// means, by the batch or by running statistics.
func (e Encoder) forward(c *layers.Context, docs *graph.CSR, prior elbo.Gaussian, norm func(*layers.Context, *graph.Node) *graph.Node) elbo.Gaussian {
	x := *docs
	x.Value = make([]float64, len(docs.Value))
	for i, count := range docs.Value {
		x.Value[i] = math.Log1p(count)
	}
	u := graph.LayerNorm(graph.SparseMatMul(&x, c.Param(e.Words)), c.Param(e.WordsGain), c.Param(e.WordsBias))
	v := graph.LayerNorm(e.Hidden.Forward(c, graph.ReLU(u)), c.Param(e.HiddenGain), c.Param(e.HiddenBias))
	v = c.Dropout(graph.ReLU(v))
	means := graph.MatMul(v, c.Param(e.Mean), false, true)
	return elbo.Gaussian{
		Mean:   graph.Add(prior.Mean, norm(c, means)),
		LogVar: graph.Add(prior.LogVar, e.LogVar.Forward(c, v)),
	}
}
