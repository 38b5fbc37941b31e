package gibbs

import (
	"fmt"
	"math"
	"reflect"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"arbelos/models/lda"
)

// assignments calls f for every assignment of topics to n tokens.
func assignments(n, topics int, f func(z []int32)) {
	z := make([]int32, n)
	for {
		f(z)
		i := 0
		for ; i < n && int(z[i]) == topics-1; i++ {
			z[i] = 0
		}
		if i == n {
			return
		}
		z[i]++
	}
}

// The joint probabilities of all assignments sum to the evidence, with any blocks.
func TestJointSumsToTheEvidence(t *testing.T) {
	g := readGolden(t)
	docs, place := g.tiny()
	for _, blocks := range []int{1, 2, 3} {
		o := g.options()
		o.Blocks = blocks
		s, err := New(docs, g.Exact.Vocab, o)
		if err != nil {
			t.Fatal(err)
		}
		state := s.State()
		var joint []float64
		assignments(len(place), o.Topics, func(z []int32) {
			copy(state.Topics, z)
			s, err := Restore(docs, g.Exact.Vocab, state)
			if err != nil {
				t.Fatal(err)
			}
			joint = append(joint, s.JointLogLikelihood())
		})
		if got := floats.LogSumExp(joint); math.Abs(got-g.Exact.LogEvidence) > 1e-10 {
			t.Errorf("%d blocks: log evidence %.12f, want %.12f", blocks, got, g.Exact.LogEvidence)
		}
	}
}

// sameTopic estimates the probability that two tokens share a topic, for all pairs,
// by independent chains, and its standard error by how chains differ.
func sameTopic(t *testing.T, docs []lda.Bag, v int, o Options, threads, chains, sweeps int) (mean, deviation [][]float64) {
	t.Helper()
	var n int
	for _, doc := range docs {
		n += int(doc.Total())
	}
	means := make([][]float64, n*n) // of each chain
	for chain := range chains {
		o.Seed = uint64(chain)
		s, err := New(docs, v, o)
		if err != nil {
			t.Fatal(err)
		}
		order := s.tokens.byWord()
		same := make([]float64, n*n)
		for sweep := range 20 + sweeps {
			s.Sweep(threads)
			if sweep < 20 {
				continue
			}
			for a := range n {
				for b := range n {
					if s.z[order[a]] == s.z[order[b]] {
						same[a*n+b]++
					}
				}
			}
		}
		for i, count := range same {
			means[i] = append(means[i], count/float64(sweeps))
		}
	}
	for a := range n {
		mean, deviation = append(mean, make([]float64, n)), append(deviation, make([]float64, n))
		for b := range n {
			m, d := stat.MeanStdDev(means[a*n+b], nil)
			mean[a][b], deviation[a][b] = m, stat.StdErr(d, float64(chains))
		}
	}
	return mean, deviation
}

// Every sampler, on every number of blocks and threads, converges to the posterior.
func TestExactPosterior(t *testing.T) {
	g := readGolden(t)
	docs, place := g.tiny()
	for _, test := range []struct {
		dense           bool
		blocks, threads int
	}{{true, 1, 1}, {false, 1, 1}, {true, 2, 2}, {false, 2, 2}, {false, 3, 2}} {
		t.Run(fmt.Sprintf("dense %t blocks %d threads %d", test.dense, test.blocks, test.threads), func(t *testing.T) {
			t.Parallel()
			o := g.options()
			o.Dense, o.Blocks = test.dense, test.blocks
			mean, deviation := sameTopic(t, docs, g.Exact.Vocab, o, test.threads, 100, 300)
			for a, i := range place {
				for b, j := range place {
					if off := mean[i][j] - g.Exact.SameTopic[a][b]; math.Abs(off) > 4*deviation[i][j]+1e-12 {
						t.Errorf("tokens %d and %d: %.4f, want %.4f within 4 times %.5f", a, b, mean[i][j], g.Exact.SameTopic[a][b], deviation[i][j])
					}
				}
			}
		})
	}
}

// Vector priors have a posterior too, which is enumerated here.
func TestExactPosteriorOfVectorPriors(t *testing.T) {
	g := readGolden(t)
	docs, place := g.tiny()
	o := g.options()
	o.Alpha, o.Beta = []float64{0.2, 1.5}, []float64{0.1, 0.7, 0.3, 2}
	s, err := New(docs, g.Exact.Vocab, o)
	if err != nil {
		t.Fatal(err)
	}
	state := s.State()
	n := len(place)
	var joint []float64
	var share [][]float64 // of each assignment, the tokens with topic 0
	assignments(n, o.Topics, func(z []int32) {
		copy(state.Topics, z)
		s, err := Restore(docs, g.Exact.Vocab, state)
		if err != nil {
			t.Fatal(err)
		}
		joint = append(joint, s.JointLogLikelihood())
		first := make([]float64, n)
		for i, k := range z {
			if k == 0 {
				first[i] = 1
			}
		}
		share = append(share, first)
	})
	all := floats.LogSumExp(joint)
	want := make([]float64, n)
	for i, j := range joint {
		floats.AddScaled(want, math.Exp(j-all), share[i])
	}
	for _, blocks := range []int{1, 2} {
		o.Blocks = blocks
		got := make([][]float64, n)
		const chains, sweeps = 100, 300
		for chain := range chains {
			o.Seed = uint64(chain)
			s, err := New(docs, g.Exact.Vocab, o)
			if err != nil {
				t.Fatal(err)
			}
			order := s.tokens.byWord()
			first := make([]float64, n)
			for sweep := range 20 + sweeps {
				s.Sweep(1)
				for i := range n {
					if sweep >= 20 && s.z[order[i]] == 0 {
						first[i] += 1.0 / sweeps
					}
				}
			}
			for i, x := range first {
				got[i] = append(got[i], x)
			}
		}
		for i := range n {
			m, d := stat.MeanStdDev(got[i], nil)
			if math.Abs(m-want[i]) > 4*stat.StdErr(d, chains) {
				t.Errorf("%d blocks: token %d has topic 0 with %.4f, want %.4f", blocks, i, m, want[i])
			}
		}
	}
}

// The joint log-likelihood equals its definition by counting, for any priors.
func TestCaseD9VectorPriors(t *testing.T) {
	docs := []lda.Bag{lda.BagOf([]int{0, 1, 1, 2}), {}, lda.BagOf([]int{2, 2, 3, 0, 0})}
	for _, o := range []Options{
		{Alpha: []float64{2.5}, Beta: []float64{0.1}},
		{Alpha: []float64{0.1, 2, 30}, Beta: []float64{0.5}},
		{Alpha: []float64{0.1, 2, 30}, Beta: []float64{0.5, 0.1, 2, 1}},
	} {
		o.Topics, o.Blocks = 3, 2
		s, err := New(docs, 4, o)
		if err != nil {
			t.Fatal(err)
		}
		s.Sweep(2)
		if got, want := s.JointLogLikelihood(), naiveJoint(s); math.Abs(got-want) > 1e-10 {
			t.Errorf("%+v: got %v, want %v", o, got, want)
		}
		if m := s.Model(); m.Check() != nil || !reflect.DeepEqual(m.Eta, o.Beta) {
			t.Errorf("%+v: %v", o, m.Check())
		}
	}
}

// naiveJoint multiplies the predictive probabilities of tokens, one after the other.
func naiveJoint(s *Sampler) (total float64) {
	beta := func(w int32) float64 { return s.betaOf(w) }
	var allBeta float64
	for w := range s.tokens.v {
		allBeta += beta(int32(w))
	}
	nk := make([]float64, len(s.alpha))
	nkw := map[[2]int32]float64{}
	for d := range s.tokens.docs() {
		from, to := s.tokens.span(d)
		nd := make([]float64, len(s.alpha))
		for i := from; i < to; i++ {
			k, w := s.z[i], s.tokens.words[i]
			total += math.Log((nd[k] + s.alpha[k]) / (float64(i-from) + sum(s.alpha)))
			total += math.Log((nkw[[2]int32{k, w}] + beta(w)) / (nk[k] + allBeta))
			nd[k]++
			nk[k]++
			nkw[[2]int32{k, w}]++
		}
	}
	return total
}
