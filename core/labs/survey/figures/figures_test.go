package figures

import (
	"encoding/json"
	"math"
	"testing"

	"indistinct/core/labs/survey/inference"
	"indistinct/core/labs/survey/law"
	"indistinct/core/lang"
	"indistinct/core/rng"
	"indistinct/core/sheet"
	"indistinct/core/test/check"
	"indistinct/core/work"
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
	job := newSimulated(Setting{Title: lang.Verbatim,
		Question: inference.NewQuestion(30, 0.5, inference.TwoSided, 0.05), Epsilon: 1, Surveys: 40000, Seed: 5})
	data, err := work.Serial(job, 0)
	if err != nil {
		t.Fatal(err)
	}
	var s sheet.Sheet
	if err := json.Unmarshal(data, &s); err != nil {
		t.Fatal(err)
	}
	for _, row := range s.Tables[0].Rows {
		theta := float64(*row[0].Num)
		for i, cell := range row[1:] {
			p := job.tests[i].Power(theta)
			if p*40000 < 10 || (1-p)*40000 < 10 {
				continue
			}
			if z := float64(*cell.Num); !(math.Abs(z) < 5.7) {
				t.Errorf("%s at θ = %.3f: off by %g standard errors", contenders[i].name, theta, z)
			}
		}
	}
}

// The limit law: with the right σ the distance falls, with the slide's it
// stays.
func TestLimit(t *testing.T) {
	theta, eps := 0.7, 1.0
	at := func(n int) (right, slide float64) {
		a, b := limitSigma(n, theta, eps)
		l := law.NewNoisyCount(law.Sampling(n, theta), law.Laplace{Epsilon: eps})
		return limitDistance(l, n, theta, a), limitDistance(l, n, theta, b)
	}
	r1, _ := at(20)
	r2, s2 := at(20000)
	if !(r2 < 0.01 && r2 < r1/4) {
		t.Errorf("distance %g at n = 20, %g at 20000", r1, r2)
	}
	if s2 < 0.1 {
		t.Errorf("with the slide's σ the distance falls to %g", s2)
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
