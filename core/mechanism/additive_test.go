package mechanism

import (
	"math"
	"testing"

	"indistinct/core/privacy"
	"indistinct/core/rng"
)

// TestLosses: numbers of one step with normal noise are as far apart as their ℓ₂ norm says, those
// with Laplace noise as their ℓ₁ norm; steps stay apart.
func TestLosses(t *testing.T) {
	a := Additive{Mean: [2][]float64{{1, 2, 3, 4}, {4, 6, 3, 3}}, Dim: 2, Noise: NormalNoise{}, Scale: 2}
	steps, _ := a.Losses()
	if len(steps) != 2 || math.Abs(steps[0].Mu-2.5) > 1e-15 || steps[1].Mu != 0.5 {
		t.Errorf("normal noise: %+v, want μ of 2.5 and 0.5", steps)
	}
	a.Noise = LaplaceNoise{}
	steps, _ = a.Losses()
	if len(steps) != 2 || steps[0].Pure != 3.5 || steps[1].Pure != 0.5 || steps[0].Mu != 0 ||
		len(steps[0].Shifts) != 2 || len(steps[1].Shifts) != 1 {
		t.Errorf("Laplace noise: %+v, want ε of 3.5 in two numbers and of 0.5 in one", steps)
	}
}

// The profile of Laplace noise on several releases, against simulation: within 5
// standard errors of 400,000 draws, a false alarm in fewer than 1 seed in 10⁵ for the eight
// comparisons. Of numbers that do not differ, and without noise, there is nothing to sum.
func TestAdditiveProfile(t *testing.T) {
	of := func(shifts []float64) privacy.Profile {
		mean := [2][]float64{make([]float64, len(shifts)), shifts}
		return (&Additive{Mean: mean, Dim: 1, Noise: LaplaceNoise{}, Scale: 1}).Profile()
	}
	if p := of([]float64{0, 0}); p.Pure() != 0 || p.Delta(0) != 0 {
		t.Errorf("equal inputs: %v", p)
	}
	if p := of([]float64{0, -2}); p.Pure() != 2 || p.Delta(1) != (privacy.LaplaceProfile{Shift: 2}).Delta(1) {
		t.Errorf("one number: %v", p)
	}
	if p := (&Additive{Mean: [2][]float64{{0}, {1}}, Noise: LaplaceNoise{}}).Profile(); p != nil {
		t.Errorf("without noise: %v", p)
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
}

// TestCovers: inputs that differ by the most that a budget covers keep it, and no less a δ or ε: of normal noise
// exactly, of Laplace noise at its pure ε.
func TestCovers(t *testing.T) {
	const scale = 3
	budget := privacy.Budget{Epsilon: 0.5, Delta: 0.01}
	for counts, noise := range map[float64]Noise{2: NormalNoise{}, 1: LaplaceNoise{}} {
		a := &Additive{Mean: [2][]float64{{0}, {0}}, Dim: 1, Noise: noise, Scale: scale}
		most, norm := a.Covers(budget)
		a.Mean[Adjacent][0] = most
		p := a.Profile()
		if norm != counts {
			t.Errorf("%T counts differences in ℓ%v", noise, norm)
		}
		if normal := norm == 2; normal && math.Abs(p.Delta(budget.Epsilon)-budget.Delta) > 1e-12 ||
			!normal && math.Abs(p.Pure()-budget.Epsilon) > 1e-12 {
			t.Errorf("%T covers %v: there δ(ε) is %v, and the pure ε %v", noise, most, p.Delta(budget.Epsilon),
				p.Pure())
		}
	}
	normal := &Additive{Mean: [2][]float64{{0}, {0}}, Dim: 1, Noise: NormalNoise{}, Scale: scale}
	if most, _ := normal.Covers(privacy.Budget{Epsilon: 1}); most == most {
		t.Errorf("normal noise covers %v at δ = 0, which it never keeps", most)
	}
}

// TestNormalProfile: releases of several numbers with normal noise lie as far apart as their ℓ₂ norm says.
func TestNormalProfile(t *testing.T) {
	a := &Additive{Mean: [2][]float64{{1, 2, 3}, {4, 6, 3}}, Dim: 1, Noise: NormalNoise{}, Scale: 2}
	if got := a.Profile(); got != (privacy.GaussianProfile{Mu: 2.5}) {
		t.Errorf("%+v, want μ = 2.5", got)
	}
}
