package audit

import (
	"testing"

	"indistinct/core/about/ring/system"
	"indistinct/core/labs/ring/estimator"
	"indistinct/core/test/check"
)

// The reference cases of the ring: position-only state, no fed-back sample,
// uniform ring, s = 0.8, 8000 releases for each record. The best threshold on
// the exact likelihood ratio proves .19/1.32/4.90/6.80/6.82 at d = .1/.3/1/3/10,
// a trained classifier 0/.95/3.75/5.75/6.12, both at 95 % (independent
// implementation, simulated). The floors are 85 % of the first.
func TestRingReference(t *testing.T) {
	check.Full(t)
	for _, c := range []struct{ d, likelihood, classifier float64 }{
		{0.1, 0.19, 0}, {0.3, 1.32, 0.95}, {1, 4.90, 3.75}, {3, 6.80, 5.75}, {10, 6.82, 6.12},
	} {
		sc := system.Make(system.Default(), 1)
		dTheta, err := sc.SolveTurn(c.d, 1)
		if err != nil {
			t.Fatal(err)
		}
		o := estimator.DefaultW2()
		o.PositionOnly = true
		m, err := estimator.NewW2MHE(sc, [2][]float64{sc.Y, sc.RecordAt(sc.Moved(dTheta))}, o)
		if err != nil {
			t.Fatal(err)
		}
		sum := 0.0
		const seeds = 1
		var r Report
		for seed := range uint64(seeds) {
			r = strong(m, Settings{Seed: seed, Epsilon: 1, Alpha: 0.05, N: 8000, M: 8000, Learn: true})
			sum += float64(r.Strong.Epsilon)
		}
		mean := sum / seeds
		if mean < 0.85*c.likelihood || mean < c.classifier {
			t.Errorf("d = %v: mean bound %.3f; want at least %.3f and %.3f", c.d, mean, 0.85*c.likelihood, c.classifier)
		}
		t.Logf("d = %v: mean bound %.3f (likelihood ratio %.2f, classifier %.2f) by %q", c.d, mean, c.likelihood,
			c.classifier, r.Strong.Event.Name)
	}
}
