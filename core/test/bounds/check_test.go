package bounds

import (
	"math"
	"testing"

	"indistinct/core/mechanism"
	"indistinct/core/num"
	"indistinct/core/rng"
	"indistinct/core/stat"
)

// TestRatios holds every law's likelihood ratio L = P/Q against draws: whatever h is,
//
//	E_P[h/(1 + L)] = E_Q[h L/(1 + L)],
//
// for both are the integral of h PQ/(P + Q). The law is made to tell so much that a wrong
// ratio shows. With about 600 comparisons at 6.5 standard errors a right one fails with a
// probability below 10⁻⁷.
func TestRatios(t *testing.T) {
	const draws = 20_000
	done := map[string]bool{}
	for _, r := range idealRows {
		if done[r.name] {
			continue
		}
		done[r.name] = true
		t.Run(r.name, func(t *testing.T) {
			t.Parallel()
			tell := r.tell
			l := r.make(tell)
			for spread(l) < 0.3 {
				tell *= 2
				l = r.make(tell)
			}
			width := l.steps * l.dim
			// h is 1, or a number's bounded size, or whether a cell is absent or the first of
			// the words, each also beside the sign of the ratio.
			sides := 1 + 3*width
			sums := make([][2][2]float64, 2*sides)
			release := make([]float64, width)
			for in := range 2 {
				for i := range draws {
					s := rng.New(rng.Key{Seed: 1, Phase: rng.PhaseSelect, Input: uint32(in), Trial: uint64(i)})
					l.draw(mechanism.Input(in), &s, release)
					log := l.ratio(release)
					weight := 1 / (1 + math.Exp(log*float64(1-2*in)))
					add := func(k int, h float64) {
						for _, v := range []struct {
							at int
							h  float64
						}{{k, h}, {sides + k, h * math.Copysign(1, log)}} {
							sums[v.at][in][0] += v.h * weight
							sums[v.at][in][1] += v.h * v.h * weight * weight
						}
					}
					add(0, 1)
					for c, v := range release {
						switch {
						case v == v:
							add(1+3*c, math.Tanh(v))
						case mechanism.IsAbsent(v):
							add(2+3*c, 1)
						case math.Float64bits(v) == math.Float64bits(mechanism.ListedWord(wordAbove)),
							math.Float64bits(v) == math.Float64bits(mechanism.ListedWord(wordFirst)):
							add(3+3*c, 1)
						}
					}
				}
			}
			for k, s := range sums {
				p, q := s[0][0]/draws, s[1][0]/draws
				err := math.Sqrt((s[0][1]/draws - p*p + s[1][1]/draws - q*q) / draws)
				if d := math.Abs(p - q); !(d <= 6.5*err+1e-9) {
					t.Errorf("telling %v, function %d: %.5f under P, %.5f under Q, %.1f standard errors apart", tell, k,
						p, q, d/err)
				}
			}
		})
	}
	if len(done) < 20 {
		t.Errorf("%d laws, want twenty at least", len(done))
	}
}

// spread is the mean size of the log ratio.
func spread(l *law) (mean float64) {
	const draws = 1000
	release := make([]float64, l.steps*l.dim)
	for i := range draws {
		s := rng.New(rng.Key{Phase: rng.PhaseSelect, Trial: uint64(i)})
		l.draw(mechanism.Record, &s, release)
		mean += math.Abs(l.ratio(release)) / draws
	}
	return mean
}

// TestIdealBound holds the ideal bound against what a large sample proves by the best
// events of two laws that can be written down: Laplace noise, of which no level set beats
// the two sides where the ratio is constant, and a corner that the other input hardly reaches, by
// what m p hits beside none prove: ln(m p/ln(1/α)), about.
func TestIdealBound(t *testing.T) {
	const m, shift = 80_000, 0.2
	alpha := stat.FirstShare * idealAlpha
	side := m * (0.5 + 0.5*math.Exp(-shift)) / 2 // hits of either side, of both inputs' mean
	want := shift + num.NormalQuantile(alpha)*0.5*math.Sqrt(4/side)
	if got, least := ideal(laplace(shift), m, 0); math.Abs(got/want-1) > 0.02 || !(least < got) {
		t.Errorf("Laplace: ideal %.4f, in the worst seed %.4f; want %.4f", got, least, want)
	}
	want = math.Log(m * 0.01 / -math.Log(alpha))
	if got, least := ideal(corner(1, 0.01), m, 0.0001); math.Abs(got/want-1) > 0.1 || !(least < got) {
		t.Errorf("corner: ideal %.4f, in the worst seed %.4f; want %.4f", got, least, want)
	}
}
