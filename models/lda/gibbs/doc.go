// Package gibbs fits latent Dirichlet allocation by collapsed Gibbs sampling
// (Griffiths and Steyvers, PNAS 2004): topics and proportions are summed out, and
// the topic of one token is drawn after the other from
//
//	P(z_ds = k | rest) ∝ (alpha_k + n_dk) (beta_w + n_kw) / (n_k + sum beta)
//
// with the counts of all other tokens. A [Sampler] is such a chain; [Inferrer] and
// [LeftToRight] sample the topics of new documents under a model whatever method
// fitted it.
//
// # Blocks
//
// Threads that draw against each other's outdated counts sample from something other
// than the posterior. Here words and documents are dealt into as many blocks, and a
// sweep has a round for each: in round r, document block b meets word block b+r, so
// that no two cells of a round share a document or a word. What they would share is
// n_k. So for the length of a round, each topic's distribution phi_k is split into
// its mass in each word block and the distribution within each, which under a
// Dirichlet are independent. The masses, k's share_kb, are drawn from their
// conditional Dirichlet(n_kb + sum of beta over block b), n_kb being the tokens of
// the block's words; the distributions within stay summed out:
//
//	P(z_ds = k | rest, share) ∝ (alpha_k + n_dk) share_kb (beta_w + n_kw) / (n_kb + sum of beta over b)
//
// This is Gibbs sampling of z and share, hence exact; with one block it is the formula
// above. The cells have generators of their own, so that results depend on the number of
// blocks and not on that of threads.
//
// The package must not know files, the spelling of words, or flags.
package gibbs
