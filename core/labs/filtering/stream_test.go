package filtering

import (
	"math"
	"testing"

	"indistinct/core/privacy"
	"indistinct/core/rng"
)

// TestComposed holds the composed profile against the closed form for one
// release and against simulation for several: within 5 standard errors of 400,000
// draws, a false alarm in fewer than 1 seed in 10⁵ for the eight comparisons.
func TestComposed(t *testing.T) {
	for _, s := range []float64{0.01, 0.3, 1, 7} {
		p, q := composed([]float64{s}), privacy.LaplaceProfile{Shift: s}
		for _, e := range []float64{0, 0.2 * s, 0.7 * s, 0.99 * s, s, 2 * s} {
			if d := p.Delta(e) - q.Delta(e); d < -1e-12 || d > 1e-6 {
				t.Errorf("one release, shift %v: δ(%v) = %v, exact %v", s, e, p.Delta(e), q.Delta(e))
			}
		}
	}
	for _, shifts := range [][]float64{{0.5, -0.3, 0.2, 0.05}, {2, 1, 0.001}} {
		p := composed(shifts)
		pure := 0.0
		for _, s := range shifts {
			pure += math.Abs(s)
		}
		if p.Pure() != pure {
			t.Errorf("pure ε %v, want %v", p.Pure(), pure)
		}
		s := rng.New(rng.Key{Seed: 5, Phase: 900})
		const n = 400_000
		losses := make([]float64, n)
		for i := range losses {
			for _, a := range shifts {
				x := s.Laplace(1)
				losses[i] += math.Abs(x-a) - math.Abs(x)
			}
		}
		for _, e := range []float64{0, 0.2, 0.5, 0.8 * pure} {
			mean, sq := 0.0, 0.0
			for _, l := range losses {
				d := max(0, -math.Expm1(e-l))
				mean += d / n
				sq += d * d / n
			}
			se := math.Sqrt((sq-mean*mean)/n) + 1e-9
			if math.Abs(p.Delta(e)-mean) > 5*se {
				t.Errorf("shifts %v: δ(%v) = %v, simulated %v ± %v", shifts, e, p.Delta(e), mean, se)
			}
		}
	}
	if composed([]float64{30, 20}) != nil {
		t.Error("a profile that is nearly one everywhere was computed")
	}
}
