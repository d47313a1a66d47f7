package audit

import (
	"math"
	"testing"

	"indistinct/core/rng"
)

// One pair's factor has expectation at most 1 everywhere in the null, in both
// directions and with δ: the property that the guarantee rests on.
func TestEvidenceIsFair(t *testing.T) {
	for _, eps := range []float64{0, 0.3, 1, 4} {
		for _, delta := range []float64{0, 0.1} {
			for _, reverse := range []bool{false, true} {
				e := math.Exp(eps)
				// The mixture after one pair, for each of the four outcomes.
				var v [2][2]float64
				for a := range 2 {
					for b := range 2 {
						v[a][b] = math.Exp(evidence(int64(a), int64(b), 1, eps, delta, reverse))
					}
				}
				for i := 0; i <= 200; i++ {
					for _, inside := range []float64{0, 0.3, 0.9, 1} {
						p2 := float64(i) / 200
						edge := e*p2 + delta
						p1 := math.Min(1, inside*edge)
						if reverse {
							if edge > 1 {
								continue
							}
							p1 = edge + inside*(1-edge)
						}
						mean := p1*p2*v[1][1] + p1*(1-p2)*v[1][0] + (1-p1)*p2*v[0][1] + (1-p1)*(1-p2)*v[0][0]
						if mean > 1+1e-9 {
							t.Fatalf("ε = %v, δ = %v, reverse %v: expectation %v at (%v, %v)", eps, delta, reverse, mean, p1, p2)
						}
					}
				}
			}
		}
	}
}

// Looked at after every batch, the e-process rejects a true null at most α of
// the time, and the running bound never exceeds the truth more often. 250 runs
// at α = 0.05 give more than 35 errors with probability below 10⁻⁶.
func TestAnytimeCoverage(t *testing.T) {
	const eps, alpha, runs = 0.7, 0.05, 250
	wrong, found := 0, 0
	for seed := range uint64(runs) {
		s := rng.New(rng.Key{Seed: seed, Phase: 77})
		a := Running{Level: 1 - alpha}
		var c1, c2, n int64
		last := 0.0
		for _, next := range []int64{20, 50, 100, 200, 400, 800, 1600, 3200, 6400} {
			d1, d2 := fixedCounts(&s, next-n, eps)
			c1, c2, n = c1+d1, c2+d2, next
			b := a.Add(c1, c2, n)
			if b < last {
				t.Fatalf("the running bound fell from %v to %v", last, b)
			}
			last = b
		}
		if last > eps {
			wrong++
		}
		if last > 0.5*eps {
			found++
		}
	}
	if wrong > 35 {
		t.Errorf("%d of %d running bounds exceed the truth; at most %v %% may", wrong, runs, 100*alpha)
	}
	if found < runs*9/10 {
		t.Errorf("only %d of %d running bounds reach half of the truth", found, runs)
	}
	t.Logf("%d of %d above the truth, %d above half of it", wrong, runs, found)
}

func TestNearest(t *testing.T) {
	for _, c := range [][4]float64{{0.9, 0.1, 2, 0}, {0.5, 1e-5, 20, 0}, {0.3, 0.2, 3, 0.05}, {0.999, 0.3, 1.5, 0.1}} {
		t1, t2, e, delta := c[0], c[1], c[2], c[3]
		p := nearest(t1, t2, e, delta)
		kl := func(p2 float64) float64 {
			p1 := e*p2 + delta
			return t1*math.Log(t1/p1) + (1-t1)*math.Log((1-t1)/(1-p1)) + t2*math.Log(t2/p2) + (1-t2)*math.Log((1-t2)/(1-p2))
		}
		if h := p * 1e-4; !(kl(p) <= kl(p-h) && kl(p) <= kl(p+h)) {
			t.Errorf("%v: %v is not nearest", c, p)
		}
	}
}

func TestUndecided(t *testing.T) {
	set := Settings{Epsilon: 1, Alpha: 0.05, MaxM: 1 << 20, Sequential: true}
	ev := []Event{{Kind: "threshold"}}
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
		{"all drawn", 500, 184, 1 << 20, false},
	} {
		if more := Undecided(ev, []Count{{C1: c.c1, C2: c.c2, N: c.n}}, set); (more > 0) != c.more {
			t.Errorf("%s: %d more releases", c.name, more)
		}
	}
}

// What ends the drawing as a violation is a violation in the report.
func TestUndecidedAgreesWithVerdict(t *testing.T) {
	ev := []Event{{Kind: "threshold", Name: "x > 0"}, {Kind: "escape", Name: "outside"}}
	for c2 := int64(60); c2 < 200; c2 += 9 {
		counts := []Count{{C1: 500, C2: c2, N: 1000}, {C1: 20, C2: 20, N: 1000}}
		set := Settings{Epsilon: 0.7, Alpha: 0.05, M: 1000, MaxM: 100000, Sequential: true}
		var r Report
		Strengthen(&r, ev, counts, set)
		if stopped := Undecided(ev, counts, set) == 0; stopped != (r.Verdict == Violation) {
			t.Fatalf("c₂ = %d: stopped %v with %q", c2, stopped, r.Verdict)
		}
	}
}

func BenchmarkEvidence(b *testing.B) {
	for b.Loop() {
		evidence(500, 184, 1000, 1, 0, false)
	}
}

func BenchmarkRunning(b *testing.B) {
	for b.Loop() {
		r := Running{Level: 0.99}
		r.Add(7000, 3, 8000)
	}
}
