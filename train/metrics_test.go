package train

import (
	"encoding/json"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestMetrics(t *testing.T) {
	a, b := Metrics{}, Metrics{}
	a.Add("elbo", -10, 4)
	a.Add("elbo", -2, 1)
	b.Add("elbo", -3, 5)
	b.Add("sentences", 2, 0)
	c := a.Clone()
	c.Merge(b)
	if diff := cmp.Diff(Metrics{"elbo": {-15, 10}, "sentences": {2, 0}}, c); diff != "" {
		t.Error(diff)
	}
	if c["elbo"].Mean() != -1.5 || !math.IsNaN(c["sentences"].Mean()) || !math.IsNaN(c["none"].Mean()) {
		t.Errorf("means %v, %v, %v, want -1.5, NaN, NaN", c["elbo"].Mean(), c["sentences"].Mean(), c["none"].Mean())
	}
	if diff := cmp.Diff(Metrics{"elbo": {-12, 5}}, a); diff != "" {
		t.Errorf("the original changed: %s", diff)
	}
	Metrics(nil).Clone().Add("x", 1, 1)
}

// Sums survive JSON to the bit, as an exact resume needs.
func TestMetricsJSON(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := Metrics{"a": {Sum: rapid.Float64().Draw(t, "sum"), Weight: rapid.Float64().Draw(t, "weight")}}
		text, err := json.Marshal(m)
		if err != nil {
			t.Fatal(err)
		}
		var got Metrics
		if err := json.Unmarshal(text, &got); err != nil {
			t.Fatal(err)
		}
		if math.Float64bits(got["a"].Sum) != math.Float64bits(m["a"].Sum) || math.Float64bits(got["a"].Weight) != math.Float64bits(m["a"].Weight) {
			t.Fatalf("%v became %v", m, got)
		}
	})
}

func TestMetricsNonFinite(t *testing.T) {
	m := Metrics{"b": {Sum: math.NaN()}, "a": {Sum: 1, Weight: math.Inf(1)}, "c": {}}
	if name, v, found := m.nonFinite(); name != "a" || !math.IsInf(v, 1) || !found {
		t.Errorf("found %q, %v, %v, want the first by name", name, v, found)
	}
	if _, _, found := (Metrics{"a": {1, 2}}).nonFinite(); found {
		t.Error("found something in finite metrics")
	}
}
