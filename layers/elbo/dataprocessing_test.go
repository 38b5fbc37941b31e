package elbo

import (
	"math"
	"testing"

	"arbelos/graph"
)

// With q_D(x) the data's distribution and q_D(x, z) = q_D(x) q(z|x), on a model
// summed over all x and z:
//
//	D_KL(q_D(x, z) || p(x, z)) = -H(q_D) - mean of the bound
//	                           = D_KL(q_D(x) || p(x)) + E KL(q(z|x) || p(z|x))
//	                          >= D_KL(q_D(x) || p(x)) = -H(q_D) - mean of log p(x)
//
// Forgetting z cannot raise a divergence. The entropy's sign is minus in both.
func TestDataProcessing(t *testing.T) {
	for seed := range uint64(5) {
		d := newDiscrete(seed, 4, 3, 0, 1, 2, 2, 0, 2) // words 0, 1, 2 seen 2, 1 and 3 times
		share := []float64{2. / 6, 1. / 6, 3. / 6}
		each := *d
		each.items = []int{0, 1, 2}
		logP, logQ := each.tables()
		var joint, marginal, entropy float64
		for x, s := range share {
			evidence := logMeanExp(logP[x]) + math.Log(4)
			marginal += s * (math.Log(s) - evidence)
			entropy -= s * math.Log(s)
			for z := range logP[x] {
				q := s * math.Exp(logQ[x][z])
				joint += q * (math.Log(q) - logP[x][z])
			}
		}

		n := d.nodes(graph.Float64)
		bound := valueOf(t, Mean(FromJoint(Under(n.logQ), n.logJoint, n.logQ)))[0]
		logEvidence := valueOf(t, Mean(graph.LogSumExp(n.logJoint)))[0]
		klPosterior := valueOf(t, Mean(n.q.KL(NewCategorical(n.logJoint))))[0]
		near(t, "of the joints, by the bound", []float64{-entropy - bound}, []float64{joint}, 1e-12)
		near(t, "of the joints, by the chain rule", []float64{marginal + klPosterior}, []float64{joint}, 1e-12)
		near(t, "of the marginals, by the evidence", []float64{-entropy - logEvidence}, []float64{marginal}, 1e-12)
		if !(marginal >= 0 && joint > marginal) {
			t.Errorf("the joints' divergence is %v, the marginals' %v", joint, marginal)
		}
		t.Logf("joint %.6f = marginal %.6f + posterior %.6f", joint, marginal, klPosterior)
	}
}

// With the posterior for q nothing is lost: the two divergences are equal.
func TestDataProcessingWithoutLoss(t *testing.T) {
	d := newDiscrete(1, 4, 3, 0, 1, 2)
	n := d.nodes(graph.Float64)
	posterior := NewCategorical(n.logJoint)
	bound := FromJoint(Under(posterior.LogProbs), n.logJoint, posterior.LogProbs)
	near(t, "bound at the posterior", valueOf(t, bound), valueOf(t, graph.LogSumExp(n.logJoint)), 1e-12)
}
