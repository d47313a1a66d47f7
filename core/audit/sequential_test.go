package audit

import (
	"math"
	"testing"

	"indistinct/core/event"
	"indistinct/core/num"
	"indistinct/core/rng"
	"indistinct/core/stat"
	"indistinct/core/test/check"
)

// Looked at after every batch, the bound exceeds the truth in at most α of runs, of one
// event and of two: of 4000 (1000 in the short form) at α = 0.05 or 0.3, more than most
// does with probability below 10⁻⁷.
func TestSequentialCoverage(t *testing.T) {
	runs := 1000
	if check.Long() {
		runs = 4000
	}
	const eps = 0.7
	opposed := event.Event{Opposite: &event.Event{Swap: true}}
	for _, alpha := range []float64{0.05, 0.3} {
		set := Settings{Alpha: alpha, Epsilon: eps, M: 100, MaxM: 25600, Sequential: true}
		for _, e := range []event.Event{{}, opposed} {
			wrong := 0
			for seed := range uint64(runs) {
				s := rng.New(rng.Key{Seed: seed, Phase: 97})
				var counts []Count
				var c Count
				for _, n := range set.looks() {
					// Laplace noise: half the record's releases fall into the event, and of
					// the others as many into the opposite as of the neighbour's into the event.
					d := n - c.N
					e1, f2 := s.Binomial(d, 0.5), s.Binomial(d, 0.5)
					f1, e2 := s.Binomial(d-e1, math.Exp(-eps)), s.Binomial(d-f2, math.Exp(-eps))
					c = Count{C1: c.C1 + e1, C2: c.C2 + e2, O1: c.O1 + f1, O2: c.O2 + f2, N: n}
					counts = append(counts, c)
				}
				// The bound exceeds the truth where the p-value there is below α.
				v := newEvidence(e, counts, set, alpha)
				for k, t := range v.tests {
					if t.Rejects(eps, v.at(k)) {
						wrong++
						break
					}
				}
			}
			if wrong > check.Most(runs, alpha) || wrong < runs/200 {
				t.Errorf("α = %v, two events %v: %d of %d bounds above the truth at some look", alpha,
					e.Opposite != nil, wrong, runs)
			}
			t.Logf("α = %v, two events %v: %d of %d bounds above the truth at some look", alpha, e.Opposite != nil,
				wrong, runs)
		}
	}
}

// At the same releases every look's bound, from 1,000 on, is within 3 % of the
// fixed test's. Means of 200 seeds.
func TestSequentialTightness(t *testing.T) {
	for _, eps := range []float64{0.7, 1.045} {
		set := Settings{Alpha: 0.05, Epsilon: eps, M: 1000, MaxM: 1_000_000, Sequential: true}
		times := set.looks()
		fixed, looked := make([]float64, len(times)), make([]float64, len(times))
		for seed := range uint64(200) {
			s := rng.New(rng.Key{Seed: seed, Phase: 96})
			var counts []Count
			var c Count
			for k, n := range times {
				d1, d2 := fixedCounts(&s, n-c.N, eps)
				c = Count{C1: c.C1 + d1, C2: c.C2 + d2, N: n}
				counts = append(counts, c)
				fixed[k] += single(c.C1, c.C2, n, 0).Lower(0.05) / 200
			}
			for k, b := range newEvidence(event.Event{}, counts, set, 0.05).bounds() {
				if looked[k] += b / 200; k > 0 && looked[k] < looked[k-1]-1e-12 && seed == 0 {
					t.Fatal("the running bound falls")
				}
			}
		}
		for k, n := range times {
			if looked[k] < 0.97*fixed[k] {
				t.Errorf("ε = %v, %d releases: mean bound %.4f, the fixed test's %.4f", eps, n, looked[k], fixed[k])
			}
			t.Logf("ε = %v, %d releases: mean bound %.4f, the fixed test's %.4f", eps, n, looked[k], fixed[k])
		}
	}
}

// Looks at 100 and at 400 releases whose bounds are both within 3 % of the fixed
// test's are beyond any test: in the large-sample limit, where a bound is an estimate
// less some standard errors, one or the other is above the truth more often than α. With
// looks from 1,000 on that is not so. Of 200,000 draws at 0.05 a rate above 0.0526
// comes with probability below 10⁻⁷.
// A violation that is small but real is found: nothing hides between values that
// a bound can take.
func TestSequentialSeesSmallViolations(t *testing.T) {
	for _, c := range []struct{ claim, truth float64 }{{1, 1.045}, {0.65, 0.689}, {0.7, 0.75}} {
		set := Settings{Alpha: 0.05, Epsilon: c.claim, M: 1000, MaxM: 1_000_000, Sequential: true}
		s := rng.New(rng.Key{Seed: 3, Phase: 95})
		ev := []event.Event{{Kind: "threshold", Name: "x < 0"}}
		var looks [][]Count
		var n Count
		for more := int64(set.M); more > 0; more = (&Test{Events: ev, Looks: looks}).undecided(set) {
			d1, d2 := fixedCounts(&s, more, c.truth)
			n = Count{C1: n.C1 + d1, C2: n.C2 + d2, N: n.N + more}
			looks = append(looks, []Count{n})
		}
		var r Report
		r.strengthen(ev, looks, set)
		if r.Verdict != Violation || float64(r.Strong.Epsilon) > c.truth {
			t.Errorf("claim %v, truth %v: %q with ε ≥ %v after %d releases", c.claim, c.truth, r.Verdict,
				r.Strong.Epsilon, n.N)
		}
		t.Logf("claim %v, truth %v: ε ≥ %.4f after %d releases", c.claim, c.truth, float64(r.Strong.Epsilon), n.N)
	}
}

func TestUndecided(t *testing.T) {
	set := Settings{Epsilon: 1, Alpha: 0.05, M: 1000, MaxM: 1 << 20, Sequential: true}
	ev := []event.Event{{Kind: "threshold"}}
	for _, c := range []struct {
		name   string
		c1, c2 int64
		n      int64
		more   bool
	}{
		{"plain violation", 900, 10, 1000, false},
		{"plainly nothing", 30000, 30000, 60000, false},
		{"on the edge", 500, 184, 1000, true},
		{"too few", 3, 0, 5, true},
	} {
		looks := [][]Count{{{C1: c.c1, C2: c.c2, N: c.n}}}
		if more := (&Test{Events: ev, Looks: looks}).undecided(set); (more > 0) != c.more {
			t.Errorf("%s: %d more releases", c.name, more)
		}
	}
	// Of two events tested at once what they have in common decides, while the first of
	// them alone may have more.
	both := event.Event{Kind: "threshold", Opposite: &event.Event{Kind: "threshold", Swap: true}}
	set.M, set.MaxM = 100_000, 1_000_000
	looks := [][]Count{{{C1: 45_000, C2: 12_264, O1: 27_294, O2: 45_000, N: 100_000}}}
	if more := (&Test{Events: []event.Event{both}, Looks: looks}).undecided(set); more != 0 {
		t.Errorf("two events: %d more releases", more)
	}
}

// What ends the drawing as a violation is a violation in the report.
func TestUndecidedAgreesWithVerdict(t *testing.T) {
	ev := []event.Event{{Kind: "threshold", Name: "x > 0"}, {Kind: "escape", Name: "outside"}}
	for c2 := int64(60); c2 < 200; c2 += 9 {
		counts := []Count{{C1: 500, C2: c2, N: 1000}, {C1: 20, C2: 20, N: 1000}}
		set := Settings{Epsilon: 0.7, Alpha: 0.05, M: 1000, MaxM: 100000, Sequential: true}
		var r Report
		r.strengthen(ev, [][]Count{counts}, set)
		stopped := (&Test{Events: ev, Looks: [][]Count{counts}}).undecided(set) == 0
		if stopped != (r.Verdict == Violation) {
			t.Fatalf("c₂ = %d: stopped %v with %q", c2, stopped, r.Verdict)
		}
	}
}

// What sequential mode says could have gone unseen is what at least half of all
// audits see at best, and not much less: by simulation of the whole drawing. 300 runs
// at ½ are below 0.36 with probability below 10⁻⁶.
func TestSequentialDetectable(t *testing.T) {
	const runs = 300
	for _, delta := range []float64{0, 1e-5, 0.05} {
		for _, claim := range []float64{0.1, 0.5, 1, 3, 5} {
			set := Settings{Alpha: 0.05, Epsilon: claim, Delta: delta, M: 1000, MaxM: 32000, Sequential: true}
			times := set.looks()
			shares := stat.LookShares(times, set.Alpha)
			at := len(times) - 1
			d := stat.Shows(times[at], set.Epsilon, set.Delta, set.Alpha*shares[at])
			found := func(eps float64) int {
				n := 0
				p1, p2 := stat.BestLaw(eps, delta)
				for seed := range uint64(runs) {
					s := rng.New(rng.Key{Seed: seed, Phase: 93})
					var c1, c2, drawn int64
					for k, m := range times {
						c1 += s.Binomial(m-drawn, p1)
						c2 += s.Binomial(m-drawn, p2)
						drawn = m
						var c stat.Test = single(c1, c2, m, delta)
						if delta == 0 {
							c = stat.OddsTest{E1: c1, F1: m - c1, E2: c2, F2: m - c2}
						}
						if c.Rejects(claim, set.Alpha*shares[k]) {
							n++
							break
						}
					}
				}
				return n
			}
			if seen, below := found(d), found(claim+0.8*(d-claim)); seen < runs*36/100 || below > runs*64/100 {
				t.Errorf("claim %v, δ = %v: %d of %d audits see ε = %.4f, %d see less", claim, delta, seen,
					runs, d, below)
			}
		}
	}
}

// single is the test of one event with m releases of each input.
func single(c1, c2, m int64, delta float64) stat.RatioTest {
	return stat.RatioTest{C1: c1, N1: m, C2: c2, N2: m, Delta: delta}
}

// fixedCounts draws the two counts of the fixed event x < 0 of a Laplace mechanism
// in m trials directly: it has probability ½ for one record and ½e^{−ε} for the
// other, the largest event on which the whole ε shows.
func fixedCounts(s *rng.Stream, m int64, epsilon float64) (c1, c2 int64) {
	c1 = s.Binomial(m, 0.5)
	return c1, s.Binomial(m, 0.5*num.Exp(-epsilon))
}
