package figures

import (
	"math"
	"testing"

	about "indistinct/core/about/survey"
	"indistinct/core/labs/survey/inference"
	"indistinct/core/labs/survey/law"
	"indistinct/core/rng"
	"indistinct/core/sheet"
	"indistinct/core/test/check"
)

// Exact and simulated power agree: with 40,000 surveys at 11 shares, 66
// comparisons, none is off by 5.7 standard errors (false alarm below 10⁻⁶).
func TestSimulatedPower(t *testing.T) {
	const surveys, shares = 40000, 11
	q, lap, none := &inference.Question{N: 30, Theta0: 0.5, Side: about.TwoSided, Alpha: 0.05}, law.Laplace{Epsilon: 1},
		law.NewTulap(math.Inf(1), 0)
	tests := testsOf(q, 1, 0)
	for k := range shares {
		theta := (float64(k) + 0.5) / shares
		yes := law.NewSampler(law.Sampling(q.N, theta))
		reported := law.NewSampler(law.Sampling(q.N, tests[5].Via(theta)))
		var count [len(contenders)]int
		for i := range surveys {
			s := rng.New(rng.Key{Seed: 5, Phase: 902, Trial: uint64(i*shares + k)})
			x, y := float64(yes.Draw(&s)), float64(reported.Draw(&s))
			noisy := x + lap.Draw(&s)
			z := [len(contenders)]float64{x + none.Draw(&s), x + law.NewTulap(1, 0).Draw(&s), noisy, noisy, noisy,
				y + none.Draw(&s)}
			for j, d := range tests {
				if z[j] > d.Cut[1] || z[j] < d.Cut[0] {
					count[j]++
				}
			}
		}
		for j, d := range tests {
			if p := d.Power(theta); p*surveys >= 10 && (1-p)*surveys >= 10 {
				check.Near(t, contenders[j].name, float64(count[j])/surveys, p, 5.7*math.Sqrt(p*(1-p)/surveys))
			}
		}
	}
}

// BenchmarkPowerCurve is five tests (and a sixth) over 200 shares, set-up
// included: budget 200 ms.
func BenchmarkPowerCurve(b *testing.B) {
	for b.Loop() {
		q := &inference.Question{N: 30, Theta0: 0.5, Side: about.Above, Alpha: 0.05}
		tests := testsOf(q, 1, 0)
		Setting{Question: q}.powers(new(sheet.Sheet).Chart("", "", sheet.Axis{}, sheet.Axis{}), sheet.Even(0, 1, 200),
			func(theta float64) ([]*inference.Decision, float64) { return tests, theta })
	}
}
