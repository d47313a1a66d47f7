package stat

import (
	"math"
	"testing"

	"indistinct/core/lang"
	"indistinct/core/num"
	"indistinct/core/rng"
	"indistinct/core/test/check"
)

// within is how far a share of so many draws strays from a probability, but for a
// probability of 6·10⁻⁷: five standard deviations at one half.
func within(draws int) float64 { return 2.5 / math.Sqrt(float64(draws)) }

// twoEvents are probabilities of two disjoint events under the first input and under the
// second.
type twoEvents struct{ e1, f1, e2, f2 float64 }

// answers is randomised response: its two answers are all that there is.
func answers(eps float64) twoEvents {
	p, q := BestLaw(eps, 0)
	return twoEvents{p, q, q, p}
}

// halfLines are the events x < 0 and x > 1 of Laplace noise.
func halfLines(eps float64) twoEvents {
	q := 0.5 * math.Exp(-eps)
	return twoEvents{0.5, q, q, 0.5}
}

// found is the share of audits that prove more than the claim, which count both events,
// test them at once first and each by itself after that, as audits do.
func found(law func(eps float64) twoEvents, eps float64, m int64, claim float64, draws int) float64 {
	p, n := law(eps), 0
	of := func(part, all float64) float64 { return math.Min(1, part/math.Max(all, 1e-300)) }
	for trial := range uint64(draws) {
		s := rng.New(rng.Key{Seed: 8, Phase: 94, Trial: trial})
		e1, f2 := s.Binomial(m, p.e1), s.Binomial(m, p.f2)
		f1, e2 := s.Binomial(m-e1, of(p.f1, 1-p.e1)), s.Binomial(m-f2, of(p.e2, 1-p.f2))
		for i, c := range []Test{OddsTest{E1: e1, F1: f1, E2: e2, F2: f2}, pair(e1, e2, m, 0), pair(f2, f1, m, 0)} {
			if c.Rejects(claim, 0.05*Share(i, 3)) {
				n++
				break
			}
		}
	}
	return float64(n) / float64(draws)
}

// foundAlone is the share of tests of one event that prove more than the claim.
func foundAlone(p1, p2 float64, m int64, claim, delta, alpha float64, draws int) float64 {
	n := 0
	for trial := range uint64(draws) {
		s := rng.New(rng.Key{Seed: 8, Phase: 94, Trial: trial})
		x := s.Binomial(m, p1)
		if pair(x, s.Binomial(m, p2), m, delta).Rejects(claim, alpha) {
			n++
		}
	}
	return float64(n) / float64(draws)
}

// What is said to show in half of all audits at best does, by simulation of whole sets of
// tests at δ = 0 and of the one event's above; a little less does not; and so many
// releases as are said to show a gross violation do, and not many fewer. Counts are
// discrete: just above the limit the power may be larger than one half.
func TestShowsInHalfOfAllAudits(t *testing.T) {
	draws, sizes := 400, []int64{50, 1000, 1_000_000}
	if check.Long() {
		draws, sizes = 4000, []int64{50, 60, 200, 1000, 20_000, 1_000_000}
	}
	first := 0.05 * FirstShare
	for _, delta := range []float64{0, 1e-5, 0.05} {
		for _, claim := range []float64{0.1, 0.7, 2, 3, 6} {
			alpha := first
			shown := func(eps float64, m int64) float64 { return found(answers, eps, m, claim, draws) }
			if delta > 0 {
				alpha = 0.05
				shown = func(eps float64, m int64) float64 {
					p1, p2 := BestLaw(eps, delta)
					return foundAlone(p1, p2, m, claim, delta, alpha, draws)
				}
			}
			for _, m := range sizes {
				limit := NewBestFrontier(m, claim, delta, alpha).Best()
				if math.IsInf(limit, 1) {
					if f := shown(60, m); f >= 0.5 {
						t.Errorf("claim %v, δ = %v, m = %d: nothing is said to show, but ε = 60 does in %v", claim,
							delta, m, f)
					}
					continue
				}
				at, below := shown(limit*1.001, m), shown(claim+(limit-claim)*0.97, m)
				if at < 0.5-within(draws) || below > 0.5+within(draws) {
					t.Errorf("claim %v, δ = %v, m = %d: ε = %.4f shows in %v, less in %v", claim, delta, m,
						limit, at, below)
				}
				t.Logf("claim %v, δ = %v, m = %d: ε = %.4f shows in %v, less in %v", claim, delta, m, limit, at, below)
			}
			gross := math.Max(2*claim, claim+1)
			n := Needed(gross, claim, delta, alpha, 1<<30)
			if n == 0 {
				t.Errorf("claim %v, δ = %v: no number of releases shows ε = %v", claim, delta, gross)
				continue
			}
			// Few releases come in large steps: the power need not rise with each.
			at, fewer := shown(gross, n+n/20+1), shown(gross, n*3/4)
			if at < 0.5-within(draws) || fewer > 0.5+within(draws) {
				t.Errorf("claim %v, δ = %v: %d releases show ε = %v in %v, three quarters in %v", claim, delta, n,
					gross, at, fewer)
			}
			t.Logf("claim %v, δ = %v: %d releases show ε = %v in %v, three quarters in %v", claim, delta, n,
				gross, at, fewer)
		}
	}
}

// No law that keeps a true ε shows it in more than half of all audits where randomised
// response just does: not Laplace's half lines, nor events of any other size, of one size
// or of two, nor events alone.
func TestNothingShowsMore(t *testing.T) {
	const draws = 400
	for _, claim := range []float64{0.1, 0.7, 2, 3, 6} {
		for _, m := range []int64{50, 1000} {
			eps := claim + (NewBestFrontier(m, claim, 0, 0.05*FirstShare).Best()-claim)*0.97
			if math.IsInf(eps, 1) {
				continue
			}
			top, _ := BestLaw(eps, 0)
			for _, e := range []float64{0.02, 0.5, 1} {
				for _, f := range []float64{0, 0.5, 1} {
					// Of the largest events that this ε allows, so much; and one of any size with
					// its complement.
					some := func(eps float64) twoEvents {
						q := math.Exp(-eps)
						return twoEvents{e * top, f * top * q, e * top * q, f * top}
					}
					if n := found(some, eps, m, claim, draws); n > 0.5+within(draws) {
						t.Errorf("claim %v, m = %d: events of %.2f and %.2f show ε = %.4f in %v", claim, m, e*top,
							f*top, eps, n)
					}
				}
				all := func(eps float64) twoEvents {
					q := math.Max(e*math.Exp(-eps), 1-(1-e)*math.Exp(eps))
					return twoEvents{e, 1 - e, q, 1 - q}
				}
				if n := found(all, eps, m, claim, draws); n > 0.5+within(draws) {
					t.Errorf("claim %v, m = %d: an event of %.2f and its complement show ε = %.4f in %v", claim,
						m, e, eps, n)
				}
			}
		}
	}
}

// The power by summation is that by simulation: 2000 draws differ by more than 0.056 with
// probability below 10⁻⁶.
func TestPower(t *testing.T) {
	const draws = 2000
	for _, c := range []struct {
		claim, delta, p1, eps float64
		m                     int64
	}{{0.7, 0, 0.5, 0.8, 1000}, {0.7, 0, 0.5, 0.71, 1_000_000}, {3, 0, 0.5, 5, 1000}, {1, 0.05, 0.3, 1.4, 5000},
		{5, 1e-5, 0.5, 6, 20000}, {0.1, 0, 0.01, 0.3, 100_000}, {0.3, 0, 0.9, 0.35, 3000}} {
		p2 := (c.p1 - c.delta) * math.Exp(-c.eps)
		got := newFrontier(c.m, c.m, c.claim, c.delta, 0.04, false).Power(c.p1, p2)
		if want := foundAlone(c.p1, p2, c.m, c.claim, c.delta, 0.04, draws); math.Abs(got-want) > within(draws) {
			t.Errorf("%+v: power %.4f, simulated %.4f", c, got, want)
		}
	}
	for _, c := range []struct {
		s1, s2        int64
		claim, p1, p2 float64
	}{{50, 50, 2, 0.9, 0.1}, {60, 60, 3, 0.9975, 0.0025}, {50, 40, 1, 0.6, 0.02}, {1000, 700, 0.1, 0.2, 0.14},
		{503, 497, 5, 0.998, 0.002}, {1_000_000, 1_000_000, 0.7, 0.669, 0.331}, {600_000, 900_000, 6, 0.3, 2e-6}} {
		n := 0
		for trial := range uint64(draws) {
			s := rng.New(rng.Key{Seed: 8, Phase: 94, Trial: trial})
			x, y := s.Binomial(c.s1, c.p1), s.Binomial(c.s2, c.p2)
			if (OddsTest{E1: x, F1: c.s1 - x, E2: y, F2: c.s2 - y}).Rejects(c.claim, 0.04) {
				n++
			}
		}
		got := newFrontier(c.s1, c.s2, c.claim, 0, 0.04, true).Power(c.p1, c.p2)
		if want := float64(n) / draws; math.Abs(got-want) > within(draws) {
			t.Errorf("%+v: power %.4f, simulated %.4f", c, got, want)
		}
		t.Logf("%+v: power %.4f, simulated %.4f", c, got, float64(n)/draws)
	}
}

// What a report calls detectable in the events that it tested, one or two, is what shows
// in half of all audits, also where hardly a hit is expected.
func TestDetectableIsHalfPower(t *testing.T) {
	const draws = 400
	for _, claim := range []float64{0.1, 0.7, 2, 3, 5} {
		for _, m := range []int64{50, 1000, 1_000_000} {
			for _, law := range []func(eps float64) twoEvents{answers, halfLines} {
				p := law(claim)
				count := func(q float64) int64 { return int64(math.Round(q * float64(m))) }
				c := OddsTest{E1: count(p.e1), F1: count(p.f1), E2: count(p.e2), F2: count(p.f2)}
				d := c.Detectable(claim, 0.05*FirstShare)
				if math.IsInf(d, 1) {
					if n := found(law, 60, m, claim, draws); n >= 0.5 {
						t.Errorf("claim %v, m = %d: nothing is detectable, but ε = 60 shows in %v", claim, m, n)
					}
					continue
				}
				at, below := found(law, claim+(d-claim)*1.05, m, claim, draws),
					found(law, claim+(d-claim)*0.93, m, claim, draws)
				if at < 0.5-within(draws) || below > 0.5+within(draws) {
					t.Errorf("claim %v, m = %d, events of %.2f: ε = %.4f shows in %v, less in %v", claim, m, p.e1,
						d, at, below)
				}
				t.Logf("claim %v, m = %d, events of %.2f: ε = %.4f shows in %v, less in %v", claim, m, p.e1,
					d, at, below)
			}
			for _, p1 := range []float64{0.1, 0.5, 0.9} {
				c1 := int64(p1 * float64(m))
				d := pair(c1, c1/2, m, 0).Detectable(claim, 0.05)
				if math.IsInf(d, 1) {
					continue
				}
				at := func(eps float64) float64 {
					return foundAlone(p1, math.Max(p1*num.Exp(-eps), 1-(1-p1)*num.Exp(eps)), m, claim, 0, 0.05, draws)
				}
				n, less := at(claim+(d-claim)*1.05), at(claim+(d-claim)*0.93)
				if n < 0.5-within(draws) || less > 0.5+within(draws) {
					t.Errorf("claim %v, m = %d, an event of %v: ε = %.4f shows in %v, less in %v", claim, m, p1,
						d, n, less)
				}
			}
		}
	}
}

// The same of two events of which one is much the rarer, whichever it is: 2000 draws stray
// by more than 0.056 with probability below 10⁻⁶.
func TestDetectableOfUnequalEvents(t *testing.T) {
	const draws, s = 2000, 10_000
	for _, claim := range []float64{0.1, 1, 3} {
		for _, middle := range []float64{-6, -2, 2, 6} {
			odds := func(l float64) float64 { return 1 / (1 + math.Exp(-l)) }
			e1, e2 := int64(math.Round(s*odds(middle+claim))), int64(math.Round(s*odds(middle-claim)))
			c := OddsTest{E1: e1, F1: s - e1, E2: e2, F2: s - e2}
			d := c.Detectable(claim, 0.05)
			log := func(a, b int64) float64 { return math.Log((float64(a) + 0.5) / (float64(b) + 0.5)) }
			m, n := 0.5*(log(e1, s-e1)+log(e2, s-e2)), 0
			for trial := range uint64(draws) {
				r := rng.New(rng.Key{Seed: 8, Phase: 94, Trial: trial})
				x, y := r.Binomial(s, odds(m+d)), r.Binomial(s, odds(m-d))
				if (OddsTest{E1: x, F1: s - x, E2: y, F2: s - y}).Rejects(claim, 0.05) {
					n++
				}
			}
			if f := float64(n) / draws; math.Abs(f-0.5) > within(draws) {
				t.Errorf("claim %v, %+v: ε = %.4f shows in %v", claim, c, d, f)
			}
		}
	}
}

func BenchmarkBest(b *testing.B) {
	for _, delta := range []float64{0, 1e-5} {
		for _, m := range []int64{1000, 1_000_000, 50_000_000} {
			b.Run(lang.Group(float64(m))+" at "+lang.Format(delta, 1), func(b *testing.B) {
				for b.Loop() {
					NewBestFrontier(m, 0.7, delta, 0.0475).Best()
				}
			})
		}
		b.Run("needed at "+lang.Format(delta, 1), func(b *testing.B) {
			for b.Loop() {
				Needed(6, 3, delta, 0.0475, 1<<30)
			}
		})
	}
}
