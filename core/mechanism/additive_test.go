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
	if p := of([]float64{0, -2, 0}); p.Pure() != 2 || p.Delta(1) != (privacy.LaplaceProfile{Shift: 2}).Delta(1) {
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

// TestLogDensity: the density of a release of two numbers integrates to 1 about either input, with the law's own
// variance in each number, and what one law draws has it.
func TestLogDensity(t *testing.T) {
	for _, noise := range []Noise{LaplaceNoise{}, NormalNoise{}} {
		for _, scale := range []float64{0.5, 1, 3} {
			a := &Additive{Mean: [2][]float64{{1, -2}, {4, 0}}, Dim: 2, Noise: noise, Scale: scale}
			variance := scale * scale
			if noise == (LaplaceNoise{}) {
				variance *= 2
			}
			for in := range Input(2) {
				var sum float64
				var mean, square [2]float64
				h := scale / 8
				for i := -120; i <= 120; i++ {
					for j := -120; j <= 120; j++ {
						x := [2]float64{a.Mean[in][0] + float64(i)*h, a.Mean[in][1] + float64(j)*h}
						w := math.Exp(a.LogDensity(in, x[:])) * h * h
						sum += w
						for k, v := range x {
							mean[k] += w * v
							square[k] += w * (v - a.Mean[in][k]) * (v - a.Mean[in][k])
						}
					}
				}
				for k := range mean {
					if math.Abs(sum-1) > 5e-3 || math.Abs(mean[k]-a.Mean[in][k]) > 2e-2 ||
						math.Abs(square[k]/variance-1) > 5e-3 {
						t.Errorf("%T of %v, input %d: mass %v, mean %v, variance %v", noise, scale, in, sum, mean,
							square)
					}
				}
			}
		}
	}
}

// TestCoversDifference: at the difference that noise covers a budget is kept, and beyond not; a budget that it cannot
// keep it covers no difference of.
func TestCoversDifference(t *testing.T) {
	for counts, noise := range map[float64]Noise{1: LaplaceNoise{}, 2: NormalNoise{}} {
		for _, b := range []privacy.Budget{{Epsilon: 0.5, Delta: 1e-5}, {Epsilon: 2, Delta: 0.01}} {
			a := &Additive{Noise: noise, Scale: 3}
			most, norm := a.Covers(b)
			if norm != counts || !(most > 0) {
				t.Fatalf("%T covers %v in norm %v", noise, most, norm)
			}
			for _, c := range []struct {
				by   float64
				kept bool
			}{{0.999, true}, {1.001, false}} {
				p := (&Additive{Mean: [2][]float64{{0}, {most * c.by}}, Dim: 1, Noise: noise, Scale: 3}).Profile()
				delta := b.Delta
				if norm == 1 {
					delta = 0
				}
				if kept := p.Delta(b.Epsilon) <= delta; kept != c.kept {
					t.Errorf("%T at %v of what it covers keeps %+v: %t", noise, c.by, b, kept)
				}
			}
		}
	}
	if most, _ := (&Additive{Noise: NormalNoise{}, Scale: 3}).Covers(privacy.Budget{Epsilon: 1}); most == most {
		t.Errorf("normal noise covers %v without δ", most)
	}
}
