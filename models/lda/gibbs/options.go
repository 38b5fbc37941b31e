package gibbs

import (
	"fmt"
	"math"
)

// Options say which chain a [Sampler] is. Two chains of the same options on the same
// documents have the same states.
type Options struct {
	Topics int // K

	// Alpha is the prior of a document's proportions: one number for every topic,
	// or K of them. Beta is that of a topic's words: one number, or V of them. They
	// are where learning begins, if they are learned.
	Alpha, Beta []float64

	// LearnAlpha fits the alphas of all topics, LearnBeta the one beta, to the counts
	// every few sweeps, after the first LearnAfter. Alphas that are learned before
	// topics have formed can leave two topics in one.
	LearnAlpha, LearnBeta bool
	LearnAfter            int

	// Estimates are averages over the states after sweeps BurnIn + Thin,
	// BurnIn + 2 Thin and so on. If Thin is 0, or before the first of these, they are
	// those of the state at hand.
	BurnIn, Thin int

	// Blocks is what words and documents are dealt into, and the most threads
	// that have work. 1 is plain collapsed sampling. Each adds a little work.
	Blocks int

	// Random starts the chain from topics drawn uniformly. Otherwise the first topic
	// of each token is drawn from its conditional given the tokens before it.
	Random bool

	// Dense weighs all K topics of each token, instead of using that most counts
	// are 0. It is slow, and there to hold the fast sampler to.
	Dense bool

	Seed uint64
}

// DefaultOptions are those of a chain whose priors are learned. A beta that begins at
// 0.1 lets topics form which one at 0.01 holds back, even where beta ends near that.
func DefaultOptions(topics int) Options {
	return Options{
		Topics: topics,
		Alpha:  []float64{5 / float64(topics)}, Beta: []float64{0.1},
		LearnAlpha: true, LearnBeta: true, LearnAfter: 50,
		BurnIn: 200, Thin: 10,
		Blocks: 2,
	}
}

// BytesEachCell is the memory that a chain and its estimates take for each topic and
// word at most, for lda.CheckSize.
const BytesEachCell = 8 + 8 + 8 // the counts, the average and a model of it

func (o Options) check(v int) error {
	switch {
	case o.Topics < 1 || o.Topics > math.MaxInt32:
		return &OptionError{"Topics", fmt.Sprint(o.Topics), "a number from 1 up"}
	case o.Blocks < 1:
		return &OptionError{"Blocks", fmt.Sprint(o.Blocks), "a number from 1 up"}
	case o.LearnAfter < 0 || o.BurnIn < 0 || o.Thin < 0:
		return &OptionError{"LearnAfter, BurnIn and Thin", fmt.Sprintf("%d, %d and %d", o.LearnAfter, o.BurnIn, o.Thin), "numbers from 0 up"}
	case o.LearnBeta && len(o.Beta) != 1:
		return &OptionError{"LearnBeta", fmt.Sprintf("%d betas to learn", len(o.Beta)), "one beta; a vector of them stays as it is given"}
	}
	if err := checkPrior("Alpha", o.Alpha, o.Topics, "topic"); err != nil {
		return err
	}
	return checkPrior("Beta", o.Beta, v, "word")
}

func checkPrior(name string, prior []float64, n int, each string) error {
	if len(prior) != 1 && len(prior) != n {
		return &OptionError{name, fmt.Sprintf("%d numbers", len(prior)), fmt.Sprintf("1, or %d, one a %s", n, each)}
	}
	for _, x := range prior {
		if !(x > 0) || math.IsInf(x, 1) {
			return &OptionError{name, fmt.Sprint(x), "finite numbers above 0"}
		}
	}
	return nil
}
