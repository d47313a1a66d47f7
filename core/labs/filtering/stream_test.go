package filtering

import (
	"math"
	"testing"

	"indistinct/core/mechanism"
	"indistinct/core/privacy"
	"indistinct/core/rng"
)

// TestExact holds the profile of Laplace noise on several releases against simulation: within 5
// standard errors of 400,000 draws, a false alarm in fewer than 1 seed in 10⁵ for the eight
// comparisons.
func TestExact(t *testing.T) {
	of := func(shifts []float64) privacy.Profile {
		return exact(&mechanism.Additive{Mean: [2][]float64{make([]float64, len(shifts)), shifts}, Dim: 1,
			Noise: mechanism.LaplaceNoise{}, Scale: 1})
	}
	for _, shifts := range [][]float64{{0.5, -0.3, 0.2, 0.05}, {2, 1, 0.001}} {
		p := of(shifts)
		pure := 0.0
		for _, s := range shifts {
			pure += math.Abs(s)
		}
		if math.Abs(p.Pure()-pure) > 1e-12 {
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
	if of([]float64{30, 20}) != nil {
		t.Error("a profile that is nearly one everywhere was computed")
	}
}
