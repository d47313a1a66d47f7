package stat

import (
	"math"
	"testing"

	"indistinct/core/num"
	"indistinct/core/rng"
	"indistinct/core/test/check"
)

// TestCoupledLower: closed cases, and the bound's order.
func TestCoupledLower(t *testing.T) {
	if e := NewCoupled(1000, 50, 60).Lower(0.05); e != 0 {
		t.Errorf("more for the rarer input proves %v", e)
	}
	if e := NewCoupled(0, 0, 0).Lower(0.05); e != 0 {
		t.Errorf("nothing proves %v", e)
	}
	// Laplace at ε = 0.1, the event x < 0, 10⁶ trials: q₁₀ = 1 − e^{−0.1}.
	e := NewCoupled(452419, 47581, 0).Lower(0.05)
	if e < 0.0989 || e > 0.0996 {
		t.Errorf("Laplace: %v", e)
	}
	if f := NewCoupled(452419, 47581, 0).Lower(0.001); f >= e {
		t.Errorf("a higher level proves more: %v and %v", f, e)
	}
	if f := NewCoupled(452419, 47581, 500).Lower(0.05); f >= e {
		t.Errorf("more against it proves more: %v and %v", f, e)
	}
	// No trial of both: what remains is one count.
	if f := NewCoupled(0, 1000, 0).Lower(0.05); f < 4 || math.IsInf(f, 0) || f > math.Log(1000) {
		t.Errorf("(1000, 0) without any trial of both proves %v", f)
	}
}

// TestCoupledSound counts how often the bound exceeds the true ε over simulated
// counts, with fixed seeds. A sound bound at α = 0.05 fails a case with
// probability below 10⁻⁶ (5 standard deviations). Over 1,200 runs each (the long
// form) it was above ε in 2.4, 4.0, 3.0, 3.2, 0.2, 3.2 and 0.0 %.
func TestCoupledSound(t *testing.T) {
	const alpha = 0.05
	runs := 60
	if check.Long() {
		runs = 4000
	}
	for i, c := range []struct {
		n        int64   // trials that fall into the event at all
		q10, q01 float64 // true
	}{
		{60, 0.3, 0.1}, {300, 0.1, 0}, {300, 0.12, 0.1}, {3000, 0.02, 0.001}, {3000, 0.5, 0.2}, {20000, 0.1, 0.08},
		{20, 0.9, 0.02},
	} {
		truth := math.Log((1 - c.q01) / (1 - c.q10))
		wrong, total := 0, 0.0
		for k := range runs {
			s := rng.New(rng.Key{Seed: 5, Input: uint32(i), Trial: uint64(k)})
			x := s.Binomial(c.n, c.q10)
			y := s.Binomial(c.n-x, c.q01/(1-c.q10))
			// The bound exceeds the truth where the p-value there is at most α.
			seen := NewCoupled(c.n-x-y, x, y)
			above := x > y && seen.P(truth, alpha) <= alpha
			if above {
				wrong++
			}
			if k < 3 {
				e := NewCoupled(c.n-x-y, x, y).Lower(alpha)
				if total += e / 3; e > truth*(1+1e-3) && !above || e < truth*(1-1e-3) && above {
					t.Errorf("%+v: a bound of %v where ε = %v has a p-value of %v", c, e, truth, seen.P(truth, alpha))
				}
			}
		}
		if limit := alpha*float64(runs) + 5*math.Sqrt(alpha*float64(runs)); float64(wrong) > limit {
			t.Errorf("%+v: the bound exceeds ε = %.4f in %d of %d runs", c, truth, wrong, runs)
		}
		t.Logf("%+v: ε = %.4f, bound above it in %.3f of runs, mean %.4f", c, truth,
			float64(wrong)/float64(runs), total)
	}
}

// Coupled releases save what the workshop's reference says. Laplace noise of ε, the
// counts that are expected of an event of probability ½: the bound falls as short of ε as
// with so many times as many releases that are not coupled, tested in both tails at once
// (a shortfall goes as one over the root of the releases).
func TestCoupledSaves(t *testing.T) {
	const m = 400_000
	for _, c := range []struct{ epsilon, least, most float64 }{{0.02, 40, 70}, {0.1, 9, 14}, {1, 0.9, 1.3}} {
		often, rare := int64(m/2), int64(math.Round(m/2*math.Exp(-c.epsilon)))
		coupled := c.epsilon - NewCoupled(rare, often-rare, 0).Lower(0.05)
		apart := c.epsilon - OddsTest{E1: often, F1: rare, E2: rare, F2: often}.Lower(0.05)
		if times := (apart / coupled) * (apart / coupled); times < c.least || times > c.most {
			t.Errorf("ε = %v: coupling saves a factor of %.3g in releases, want %v to %v", c.epsilon, times,
				c.least, c.most)
		}
	}
}

// TestCoupledBoundsAll: the p-value is at least what it is at any probability of the second cell, by
// adding up the multinomial itself, and not far above the largest.
func TestCoupledBoundsAll(t *testing.T) {
	for _, c := range []struct {
		both, likelier, rarer int64
		epsilon               float64
	}{{60, 30, 10, 0.1}, {40, 45, 15, 0.3}, {150, 40, 10, 0.05}} {
		test := NewCoupled(c.both, c.likelier, c.rarer)
		level, n := test.rank(test.x, test.y), int(test.n)
		most := 0.0
		lo, hi := LowerP(test.y, test.n, nuisance*0.025), UpperP(test.y, test.n, nuisance*0.025)
		for k := range 201 {
			q01 := lo + (hi-lo)*float64(k)/200
			q10 := 1 - num.Exp(-c.epsilon)*(1-q01)
			sum := 0.0
			for y := range n + 1 {
				for x := range n - y + 1 {
					if test.rank(int64(x), int64(y)) >= level {
						sum += num.BinomialPMF(y, n, q01) * num.BinomialPMF(x, n-y, q10/(1-q01))
					}
				}
			}
			most = math.Max(most, sum)
		}
		p := test.P(c.epsilon, 1)
		if p < most || p > 1.6*most+nuisance {
			t.Errorf("%+v: p = %v, the largest sum %v", c, p, most)
		}
	}
}
