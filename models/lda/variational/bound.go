package variational

import (
	"math"

	"arbelos/graph"
)

// The evidence lower bound of latent Dirichlet allocation with q(theta_d) =
// Dirichlet(gamma_d), q(phi_k) = Dirichlet(lambda_k), and the q(z) that is best
// for these (Blei, Ng and Jordan, JMLR 2003, and Hoffman, Blei and Bach, NIPS
// 2010), is the sum of DocumentBounds and TopicsBound:
//
//	E[log p(w, z | theta, phi)] + H[q(z)] - KL(q(theta) || p(theta)) - KL(q(phi) || p(phi))

// Change returns how much higher a bound is than the one of the iteration before, relative
// to that one.
func Change(before, after float64) float64 {
	if after == before {
		return 0 // also where both are 0
	}
	return (after - before) / math.Abs(before)
}

// ExpectedLog returns the expectations of log theta (or log phi) under the
// Dirichlet distributions whose parameters are the rows of x [n, m]:
// digamma(x_ij) - digamma(sum_j x_ij).
func ExpectedLog(x *graph.Node) *graph.Node {
	return graph.AddColumn(graph.Digamma(x), negative(graph.Digamma(graph.RowSums(x))))
}

// ExpectedLogWords returns the expectations of log phi [n, K] of the words whose
// rows of lambda are given [n, K], for topics of which lambda sums to totals [K].
func ExpectedLogWords(lambda, totals *graph.Node) *graph.Node {
	return graph.AddRow(graph.Digamma(lambda), negative(graph.Digamma(totals)))
}

// DocumentBounds returns the bound's part in each document [D]:
//
//	  sum_n count_n log sum_k exp(E[log theta_dk] + logBeta_nk)
//	+ log gamma(sum alpha) - sum log gamma(alpha_k) - log gamma(sum gamma_d) + sum log gamma(gamma_dk)
//	+ sum_k (alpha_k - gamma_dk) E[log theta_dk]
//
// docs are the documents over the words of logBeta [words, K], which is E[log phi]
// or, for point topics, log phi; alpha is [K] and gamma [D, K].
func DocumentBounds(docs *graph.CSR, logBeta, alpha, gamma *graph.Node) *graph.Node {
	logTheta := ExpectedLog(gamma)
	words := graph.SparseMul(wordsOf(docs), graph.LogSumExp(graph.Add(
		graph.Gather(logTheta, documentOf(docs)), graph.Gather(logBeta, docs.Index))))
	prior := graph.RowDot(graph.AddRow(negative(gamma), alpha), logTheta)
	return graph.Add(graph.Add(words, prior), normalisers(alpha, gamma))
}

// TopicsBound returns the bound's part in the topics, a scalar, which is
// -KL(q(phi) || p(phi)) summed over the topics:
//
//	  log gamma(sum eta) - sum_v log gamma(eta_v) - log gamma(sum_v lambda_kv) + sum_v log gamma(lambda_kv)
//	+ sum_v (eta_v - lambda_kv) E[log phi_kv]
//
// eta is [V], and lambda [V, K] the word-major table.
func TopicsBound(lambda, eta *graph.Node) *graph.Node {
	k := lambda.Shape()[1]
	totals := graph.ColumnSums(lambda)
	words := graph.RowSums(graph.LogGamma(lambda))
	words = graph.Add(words, graph.RowDot(graph.AddColumn(negative(lambda), eta), ExpectedLogWords(lambda, totals)))
	words = graph.Sub(words, graph.Scale(graph.LogGamma(eta), float64(k)))
	topics := graph.Sub(graph.Scale(graph.LogGamma(graph.Sum(eta)), float64(k)), graph.Sum(graph.LogGamma(totals)))
	return graph.Add(graph.Sum(words), topics)
}

// normalisers returns log gamma(sum alpha) - sum log gamma(alpha) for each row
// of gamma, less the same of gamma.
func normalisers(alpha, gamma *graph.Node) *graph.Node {
	logNormaliser := func(x *graph.Node) *graph.Node {
		return graph.Sub(graph.LogGamma(graph.RowSums(x)), graph.RowSums(graph.LogGamma(x)))
	}
	d, k := gamma.Shape()[0], alpha.Shape()[0]
	prior := graph.Gather(logNormaliser(graph.Reshape(alpha, 1, k)), make([]int, d))
	return graph.Sub(prior, logNormaliser(gamma))
}

// documentOf returns the document of each word in docs.
func documentOf(docs *graph.CSR) []int {
	of := make([]int, 0, len(docs.Index))
	for d := range docs.Rows {
		for range docs.Start[d+1] - docs.Start[d] {
			of = append(of, d)
		}
	}
	return of
}

// wordsOf returns the matrix whose product with a number for each word in docs
// is their sums over documents, counts as weights.
func wordsOf(docs *graph.CSR) *graph.CSR {
	places := make([]int, len(docs.Index))
	for i := range places {
		places[i] = i
	}
	return &graph.CSR{Rows: docs.Rows, Cols: len(places), Start: docs.Start, Index: places, Value: docs.Value}
}

func negative(x *graph.Node) *graph.Node { return graph.Scale(x, -1) }
