package figures

import (
	"math"
	"testing"

	"indistinct/core/labs/survey/inference"
	"indistinct/core/labs/survey/law"
	"indistinct/core/rng"
	"indistinct/core/test/check"
)

// Coverage computed as a sum and expected length as an integral, against 2,500
// simulated surveys each. A standard error of coverage is at most .0044; a
// difference of 5.5 of them has a probability below 4·10⁻⁸ each, 10⁻⁶ in all.
func TestCoverage(t *testing.T) {
	const trials = 2500
	q := inference.NewQuestion(30, 0.5, inference.TwoSided, 0.05)
	for _, theta := range []float64{0.5, 0.85} {
		cover, length := coverage(q, 1, 0, theta, newRawIntervals(q))
		check.Near(t, "coverage of DP-UMP", cover[1], 0.95, 1e-9)
		check.Near(t, "coverage of exact Laplace", cover[2], 0.95, 1e-9)
		x := law.NewSampler(law.Sampling(30, theta))
		count := make([]float64, 5)
		long := make([]float64, 5)
		square := make([]float64, 5)
		for i := range trials {
			s := rng.New(rng.Key{Seed: 11, Phase: 901, Trial: uint64(i)})
			k := x.Draw(&s)
			lap := float64(k) + law.Laplace{Epsilon: 1}.Draw(&s)
			tul := float64(k) + law.NewTulap(1, 0).Draw(&s)
			for j, iv := range [][2]float64{
				q.Clopper(k), q.Noisy(tul, law.NewTulap(1, 0)).Interval,
				q.Noisy(lap, law.Laplace{Epsilon: 1}).Interval, q.Normal(lap, law.Laplace{Epsilon: 1}).Interval,
			} {
				if iv[0] <= theta && theta <= iv[1] {
					count[j]++
				}
				long[j] += iv[1] - iv[0]
				square[j] += (iv[1] - iv[0]) * (iv[1] - iv[0])
			}
		}
		for j := range 4 {
			check.Near(t, intervals[j].name+" coverage", count[j]/trials, cover[j],
				5.5*math.Sqrt(cover[j]*(1-cover[j])/trials))
			mean := long[j] / trials
			se := math.Sqrt((square[j]/trials - mean*mean) / trials)
			check.Near(t, intervals[j].name+" length", mean, length[j], 5.5*se+1e-4)
		}
	}
}

// Exact and simulated power agree: with 40,000 surveys at 11 shares, 66
// comparisons, none is off by 5.7 standard errors (false alarm below 10⁻⁶).
func TestSimulatedPower(t *testing.T) {
	const surveys, shares = 40000, 11
	q, lap, none := inference.NewQuestion(30, 0.5, inference.TwoSided, 0.05), law.Laplace{Epsilon: 1},
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
		q := inference.NewQuestion(30, 0.5, inference.Above, 0.05)
		inference.PowerOverTheta(testsOf(q, 1, 0), 200)
	}
}
