package survey

import (
	"encoding/json"
	"fmt"
	"math"
	"testing"

	"indistinct/core/labs/survey/law"
	"indistinct/core/num"
	"indistinct/core/rng"
	"indistinct/core/sheet"
	"indistinct/core/work"
)

// The O(1) tails of count plus noise against the plain sum.
func TestLawTails(t *testing.T) {
	for _, noise := range []law.Noise{law.Laplace{Epsilon: 1}, law.Laplace{Epsilon: 0.1}, law.Laplace{Epsilon: 9}, law.NewTulap(1, 0), law.NewTulap(0.1, 0), law.NewTulap(9, 0)} {
		for _, n := range []int{1, 30, 400} {
			for _, theta := range []float64{0.02, 0.5, 0.97} {
				x := law.Sampling(n, theta)
				l := law.NewNoisyCount(x, noise)
				for z := -12.3; z < float64(n)+12; z += 0.37 * (1 + float64(n)/60) {
					var up, low, den float64
					for i, p := range x.P {
						up += p * noise.Upper(z-float64(x.Lo+i))
						low += p * noise.CDF(z-float64(x.Lo+i))
						den += p * math.Exp(noise.LogPDF(z-float64(x.Lo+i)))
					}
					what := fmt.Sprintf("%v n = %d θ = %g z = %g", noise, n, theta, z)
					near(t, "upper "+what, l.Upper(z), up, 1e-13)
					near(t, "lower "+what, l.Lower(z), low, 1e-13)
					near(t, "density "+what, l.Density(z), den, 1e-12)
				}
			}
		}
	}
}

// The quadrature of the JIMI's law against brute force on a fine grid.
func TestJimiQuadrature(t *testing.T) {
	g := newGauss()
	for _, c := range []struct {
		n          int
		eps, theta float64
	}{{30, 1, 0.5}, {30, 0.05, 0.9}, {5, 10, 0.03}, {300, 3, 0.4}, {2000, 1, 0.7}} {
		q := newJimi(g, c.n, c.eps, c.theta)
		n := float64(c.n)
		lap := law.Laplace{Epsilon: c.eps}
		for _, z := range []float64{-2, 0.25 * n, c.theta * n, c.theta*n + 3.3, n + 1.5} {
			// Trapezoidal rule over the noise: t = z − v.
			want := lap.Upper(z)
			const steps = 40000
			lo, hi := max(0, z-45/c.eps), min(n, z+45/c.eps)
			if hi <= lo {
				lo, hi = 0, n
			}
			h := (hi - lo) / steps
			for i := range steps {
				u := lo + (float64(i)+0.5)*h
				want += h * c.eps / 2 * math.Exp(-c.eps*math.Abs(z-u)) * num.RegIncBeta(u+0.5, n-u+0.5, c.theta)
			}
			near(t, fmt.Sprintf("%v z = %g", c, z), q.Lower(z), want, 1e-6)
		}
	}
}

// The unbiased test has size α at θ₀, a power curve that is flat there, and is
// symmetric at ½; UnbiasedP agrees with it.
func TestUnbiased(t *testing.T) {
	for _, theta0 := range []float64{0.3, 0.5, 0.9} {
		for _, noise := range []law.Tulap{law.NewTulap(1, 0), law.NewTulap(1, 0.05), law.NewTulap(math.Inf(1), 0)} {
			q := newQuestion(30, theta0, twoSided, 0.05)
			test := q.NoisyTest("", noise)
			near(t, "size", test.Power(theta0), 0.05, 1e-9)
			const h = 1e-4
			near(t, "slope at θ₀", (test.Power(theta0+h)-test.Power(theta0-h))/(2*h), 0, 1e-3)
			if theta0 == 0.5 {
				near(t, "symmetry", test.Cut[0]+test.Cut[1], 30, 1e-6)
			}
			if noise.B > 0 {
				near(t, "p at the edge", q.UnbiasedP(test.Cut[1], noise), 0.05, 1e-6)
			}
		}
	}
}

// Intervals are inversions: θ is held exactly when its two-sided test with
// equal tails does not reject.
func TestIntervalsInvertTests(t *testing.T) {
	for _, z := range []float64{-1.2, 0.4, 8.8, 21, 29.9, 31.4} {
		ask := func(theta float64) *question { return newQuestion(30, theta, twoSided, 0.05) }
		for _, method := range []struct {
			name string
			of   func(q *question) conclusion
		}{
			{"Laplace", func(q *question) conclusion { return q.Noisy("", z, law.Laplace{Epsilon: 1}) }},
			{"Tulap", func(q *question) conclusion { return q.Noisy("", z, law.NewTulap(1, 0)) }},
			{"truncated", func(q *question) conclusion { return q.Noisy("", z, law.NewTulap(1, 0.01)) }},
			{"normal", func(q *question) conclusion { return q.Normal("", z, law.Laplace{Epsilon: 1}) }},
			{"JIMI", func(q *question) conclusion { return q.JIMI("", z, 1) }},
		} {
			iv := method.of(ask(0.5)).Interval
			if !(iv[0] >= 0 && iv[0] <= iv[1] && iv[1] <= 1) {
				t.Errorf("%s: interval %v at %g", method.name, iv, z)
			}
			for k := range 2 {
				if v := iv[k]; v > 1e-6 && v < 1-1e-6 {
					near(t, fmt.Sprintf("%s at %g: p at end %g", method.name, z, v), method.of(ask(v)).P, 0.05, 1e-6)
				}
			}
		}
	}
}

// Coverage computed as a sum and expected length as an integral, against 2,500
// simulated surveys each. A standard error of coverage is at most .0044; a
// difference of 5.5 of them has a probability below 4·10⁻⁸ each, 10⁻⁶ in all.
func TestCoverage(t *testing.T) {
	const trials = 2500
	q := newQuestion(30, 0.5, twoSided, 0.05)
	for _, theta := range []float64{0.5, 0.85} {
		cover, length := coverage(q, 1, 0, theta, newRawIntervals(q))
		near(t, "coverage of DP-UMP", cover[1], 0.95, 1e-9)
		near(t, "coverage of exact Laplace", cover[2], 0.95, 1e-9)
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
				q.clopper(k), q.Noisy("", tul, law.NewTulap(1, 0)).Interval, q.Noisy("", lap, law.Laplace{Epsilon: 1}).Interval, q.Normal("", lap, law.Laplace{Epsilon: 1}).Interval,
			} {
				if iv[0] <= theta && theta <= iv[1] {
					count[j]++
				}
				long[j] += iv[1] - iv[0]
				square[j] += (iv[1] - iv[0]) * (iv[1] - iv[0])
			}
		}
		for j := range 4 {
			near(t, intervals[j].name+" coverage", count[j]/trials, cover[j], 5.5*math.Sqrt(cover[j]*(1-cover[j])/trials))
			mean := long[j] / trials
			se := math.Sqrt((square[j]/trials - mean*mean) / trials)
			near(t, intervals[j].name+" length", mean, length[j], 5.5*se+1e-4)
		}
	}
}

// Exact and simulated power agree: with 40,000 surveys at 11 shares, 66
// comparisons, none is off by 5.7 standard errors (false alarm below 10⁻⁶).
func TestSimulatedPower(t *testing.T) {
	m := open(t, map[string]string{"m": "40000", "seed": "5", "side": "two"})
	job := m.simulatedJob()
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

// The seeds of two releases of one survey differ, and the budget adds up.
func TestOwnSurvey(t *testing.T) {
	m := open(t, map[string]string{"released": "4", "allow": "3"})
	s := m.own()
	var ledger *sheet.Table
	for i := range s.Tables {
		if s.Tables[i].ID == "ledger" {
			ledger = &s.Tables[i]
		}
	}
	if ledger == nil || len(ledger.Rows) != 4 {
		t.Fatal("no account of four releases")
	}
	seen := map[string]bool{}
	for j, row := range ledger.Rows {
		seen[row[1].Text] = true
		near(t, "spent", float64(*row[3].Num), float64(j+1), 1e-12)
	}
	if len(seen) != 4 {
		t.Error("two releases are the same")
	}
	if ledger.Rows[2][4].Text == "overspent" || ledger.Rows[3][4].Text != "overspent" {
		t.Errorf("the account is wrong: %v", ledger.Rows)
	}
	near(t, "advanced composition", advanced(0.1, 100), 0.1*math.Sqrt(200*math.Log(1e6))+10*(math.Exp(0.1)-1), 1e-12)
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
