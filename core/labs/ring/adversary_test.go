package ring

import (
	"context"
	"encoding/json"
	"math"
	"testing"

	"indistinct/core/lab"
	"indistinct/core/labs/ring/attack"
	"indistinct/core/mechanism"
	"indistinct/core/num"
	"indistinct/core/rng"
	"indistinct/core/sheet"
	"indistinct/core/test/english"
	"indistinct/core/test/filmtest"
	"indistinct/core/test/labtest"
	"indistinct/core/work"
)

// The disk at the visitor's odds: a point at s = 1, all of the ring at s = 0,
// and larger the more entropy there is.
func TestDiskFollowsEntropy(t *testing.T) {
	for _, promise := range []string{"law", "pure"} {
		last := -1.0
		for _, s := range []string{"1", "0.99", "0.9", "0.8", "0.7", "0.5", "0.35", "0.2", "0.1", "0.03", "0"} {
			m, err := open(spec(t, "s", s))
			if err != nil {
				t.Fatal(err)
			}
			sp, err := m.NewAdversary(true, 60)
			if err != nil {
				t.Fatal(err)
			}
			if err := sp.Learn(); err != nil {
				t.Fatal(err)
			}
			r, all, err := sp.Disk(promise)
			if err != nil {
				t.Fatal(err)
			}
			fine, err := m.NewAdversary(false, 60)
			if err != nil {
				t.Fatal(err)
			}
			if err := fine.Learn(); err != nil {
				t.Fatal(err)
			}
			want, _, err := fine.Disk(promise)
			if err != nil {
				t.Fatal(err)
			}
			t.Logf("%s, s = %s: radius %.4g m, everywhere %v; %.4g m by the finer rules", promise, s, r, all, want)
			if math.Abs(r-want) > 0.04*want {
				t.Errorf("%s, s = %s: radius %v m by the coarse rules, %v by the finer", promise, s, r, want)
			}
			if r < last*(1-1e-9) {
				t.Errorf("%s, s = %s: the disk shrinks from %v to %v", promise, s, last, r)
			}
			if s == "1" && r != 0 || s == "0" && !all {
				t.Errorf("%s, s = %s: radius %v, everywhere %v", promise, s, r, all)
			}
			last = r
		}
	}
}

func TestFilms(t *testing.T) {
	for _, set := range [][]string{
		{}, {"s", "1"}, {"s", "0"}, {"s", "0.5"}, {"s", "0.2"}, {"s", "0.05"}, {"feed", "sample"}, {"state", "pos"},
		{"sched", "1,0.8,0.8,0.8"},
		{"mech", "gauss"}, {"mech", "laplace"}, {"mech", "input"}, {"mech", "ekf"},
		{"promise", "pure"}, {"promise", "claim"},
		{"T", "12", "N", "3"}, {"layout", "clustered"}, {"releases", "200"},
	} {
		m, err := open(spec(t, set...))
		if err != nil {
			t.Fatal(err)
		}
		f, err := m.Film(nil)
		if err != nil {
			t.Fatalf("%v: %v", set, err)
		}
		if err := filmtest.Check(f); err != nil {
			t.Errorf("%v: %v", set, err)
		}
	}
}

func benchFilm(b *testing.B, set ...string) {
	s := spec(b, set...)
	for b.Loop() {
		m, err := open(s)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := m.Film(nil); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkFilm(b *testing.B) {
	for _, s := range []string{"0.8", "0.4", "0.2", "0.05", "1"} {
		b.Run("s="+s, func(b *testing.B) { benchFilm(b, "s", s) })
	}
	for _, m := range []string{"gauss", "input", "ekf"} {
		b.Run(m, func(b *testing.B) { benchFilm(b, "mech", m) })
	}
}

// finish runs an analysis to its end and returns the sheet.
func finish(t testing.TB, s lab.Spec, name string) sheet.Sheet {
	t.Helper()
	job, err := lab.Start(Lab{}, s, name)
	if err != nil {
		t.Fatal(err)
	}
	data, err := work.Run(context.Background(), job, 2, nil)
	if err != nil {
		t.Fatal(err)
	}
	var sh sheet.Sheet
	if err := json.Unmarshal(data, &sh); err != nil {
		t.Fatal(err)
	}
	return sh
}

// The promised table's exact values stay below its bounds.
func TestLayersAgree(t *testing.T) {
	num := func(c sheet.Cell) float64 {
		if c.Num == nil {
			t.Fatalf("cell %q is not a number", english.Say(c.Text))
		}
		return float64(*c.Num)
	}
	sh := finish(t, spec(t, "state", "pos"), "disk")
	for _, row := range sh.Tables[0].Rows {
		if num(row[7]) > num(row[6])+1e-6 {
			t.Errorf("at %v mm: exact success %v above its bound %v", num(row[0]), num(row[7]), num(row[6]))
		}
		if num(row[8]) > num(row[2])+1e-9 {
			t.Errorf("at %v mm: exact ε %v above its bound %v", num(row[0]), num(row[8]), num(row[2]))
		}
	}
}

// Every analysis says something for every mechanism and at both ends of s.
func TestAdversaryEverywhere(t *testing.T) {
	for _, set := range [][]string{{"s", "1"}, {"s", "0"}, {"s", "0.3"}, {"feed", "sample"}, {"mech", "gauss"},
		{"mech", "laplace"}, {"mech", "input"}, {"mech", "ekf"},
		{"T", "3", "N", "3", "promise", "claim"}} {
		for _, name := range []string{"disk", "attack"} {
			job, err := lab.Start(Lab{}, spec(t, append([]string{"games", "20", "releases", "3", "state", "pos"},
				set...)...), name)
			if err != nil {
				t.Fatal(err)
			}
			out := labtest.Few(t, job, 1)
			var sh sheet.Sheet
			if err := json.Unmarshal(out, &sh); err != nil || sh.Lead == "" {
				t.Errorf("%v, %s: %v, lead %q", set, name, err, english.Say(sh.Lead))
			}
			t.Logf("%v, %s: %s", set, name, english.Say(sh.Lead))
		}
	}
}

// The adversary's 95 % regions hold the truth in 95 % of 1,000 games on the
// ring itself, places drawn from a flat prior over the window. A correct
// program fails with probability below 10⁻⁷ over all seeds.
func TestRingCoverage(t *testing.T) {
	const games, low, high = 1000, 910, 982
	if p := 1 - num.BinomialTail(low, games, 0.95) + num.BinomialTail(high+1, games, 0.95); p > 1e-7 {
		t.Fatalf("the test would fail by chance with probability %v", p)
	}
	for _, set := range [][]string{{"state", "pos"}, {"mech", "gauss"}} {
		m, err := open(spec(t, set...))
		if err != nil {
			t.Fatal(err)
		}
		g, err := m.NewAttackSetup(nil)
		if err != nil {
			t.Fatal(err)
		}
		b := g.Belief
		steps, dim := m.Mech.Shape()
		x := make([]float64, steps*dim)
		in := 0
		for i := range games {
			s := rng.New(rng.Key{Seed: 21, Trial: uint64(i)})
			truth := s.Uniform(-b.Half, b.Half)
			y := m.Scenario.RecordAt(m.Scenario.At(m.Scenario.Angles[m.Scenario.Star] + truth))
			mech, err := m.Build([2][]float64{y, y})
			if err != nil {
				t.Fatal(err)
			}
			mech.Release(mechanism.Record, &s, x)
			post := attack.NewPosterior(b.Grid)
			post.Add(b.Read(x, 0, steps))
			post.Refresh()
			if attack.Covers(post.Credible(0.95), truth) {
				in++
			}
		}
		t.Logf("%v: %d of %d; interpolation off by at most %.2g", set, in, games, g.Worst)
		if in < low || in > high {
			t.Errorf("%v: the 95 %% region held the truth in %d of %d games", set, in, games)
		}
		if g.Worst > 1e-3 {
			t.Errorf("%v: interpolated log likelihoods are off by %v", set, g.Worst)
		}
	}
}

// Where the profile is known, no likelihood-ratio test detects more often than
// the exact trade-off allows. 6,000 releases of each record, seven thresholds,
// three mechanisms: 5.5 standard errors of detection plus those of the false
// alarms times the curve's slope, whose failure by chance has a probability
// below 21 · 4·10⁻⁸ < 10⁻⁶.
func TestAttackBelowTradeOff(t *testing.T) {
	const n = 6000
	for _, set := range [][]string{{"state", "pos"}, {"mech", "gauss"}, {"mech", "laplace"}} {
		m, err := open(spec(t, set...))
		if err != nil {
			t.Fatal(err)
		}
		g, err := m.NewAttackSetup(nil)
		if err != nil {
			t.Fatal(err)
		}
		// The other place: what a release tells, 1.5 standard deviations of it along the ring.
		other, err := g.Adversary.At(m.Scenario.At(m.Scenario.Angles[m.Scenario.Star] + g.Belief.Half/7*1.5))
		if err != nil {
			t.Fatal(err)
		}
		mech, err := m.Build([2][]float64{g.Adversary.Base.Record, other.Record})
		if err != nil {
			t.Fatal(err)
		}
		profile := mech.(mechanism.Profiled).Profile()
		steps, dim := m.Mech.Shape()
		x, k := make([]float64, steps*dim), make([]float64, steps)
		var ratio [2][]float64
		for in := range ratio {
			for i := range n {
				s := rng.New(rng.Key{Seed: 31, Input: uint32(in), Trial: uint64(i)})
				mech.Release(mechanism.Input(in), &s, x)
				v := 0.0
				for sign, p := range [2]*attack.Place{g.Adversary.Base, other} {
					g.Adversary.LogSteps(p, x, k)
					for _, l := range k {
						v += l * float64(2*sign-1)
					}
				}
				ratio[in] = append(ratio[in], v)
			}
		}
		close := 0.0
		for _, cut := range []float64{-2, -1, -0.5, 0, 0.5, 1, 2} {
			var rate [2]float64
			for in := range rate {
				for _, v := range ratio[in] {
					if v > cut {
						rate[in] += 1.0 / n
					}
				}
			}
			alarm, detect := rate[0], rate[1]
			slack := 5.5 * (math.Sqrt(detect*(1-detect)/n) + math.Exp(cut)*math.Sqrt(alarm*(1-alarm)/n))
			bound := 1 - attack.TradeOff(profile, alarm)
			close = math.Max(close, detect/bound)
			if detect > bound+slack+1e-3 {
				t.Errorf("%v: detection %v at a false-alarm rate of %v, at most %v", set, detect, alarm, bound)
			}
		}
		if close < 0.9 {
			t.Errorf("%v: the test stays far below its bound (%v): one of the two is wrong", set, close)
		}
	}
}

// BenchmarkBelief is one update of the posterior by one step of a release: 13
// densities, 701 cells and the region. A turn of the scene needs 30 a second.
func BenchmarkBelief(b *testing.B) {
	for _, s := range []string{"0.8", "0.4", "0.1"} {
		b.Run("s="+s, func(b *testing.B) {
			m, err := open(spec(b, "s", s))
			if err != nil {
				b.Fatal(err)
			}
			g, err := m.NewAttackSetup(nil)
			if err != nil {
				b.Fatal(err)
			}
			post := attack.NewPosterior(g.Belief.Grid)
			steps, dim := m.Mech.Shape()
			x := make([]float64, steps*dim)
			m.Seen(m.Mech, 0, x)
			for b.Loop() {
				post.Add(g.Belief.Read(x, 0, 1))
				post.Refresh()
				post.Credible(0.95)
			}
		})
	}
}
