package release

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"testing"

	about "indistinct/core/about/survey"
	"indistinct/core/audit"
	"indistinct/core/mechanism"
	"indistinct/core/privacy"
	"indistinct/core/rng"
	"indistinct/core/test/check"
	"indistinct/core/work"
)

func mechanisms(t testing.TB) map[string]Mechanism {
	t.Helper()
	c := NewAnswers(21, 30)
	out := map[string]Mechanism{"laplace": NewLaplace(c, 1), "tulap": NewTulap(c, 1, 0),
		"tulap, truncated": NewTulap(c, 1, 0.02), "misprint": NewMisprint(c, 1)}
	for _, v := range []string{about.OneReport, about.NoisyCount, about.Estimate} {
		out["response, "+string(v)] = NewResponse(c, 0.25, v)
	}
	return out
}

// Densities integrate to one, and probabilities add up to one.
func TestNormalised(t *testing.T) {
	for name, m := range mechanisms(t) {
		for _, in := range []mechanism.Input{mechanism.Record, mechanism.Adjacent} {
			sum := 0.0
			switch m := m.(type) {
			case *Response:
				for k := range 31 {
					if p := m.LogDensity(in, []float64{m.Value(float64(k))}); !math.IsInf(p, -1) {
						sum += math.Exp(p)
					}
				}
				if !math.IsInf(m.LogDensity(in, []float64{m.Value(3.4)}), -1) {
					t.Errorf("%s: a value off the lattice has a probability", name)
				}
			case *Curator:
				const h = 1e-3
				for z := -60.0; z < 100; z += h {
					sum += math.Exp(m.LogDensity(in, []float64{(z + h/2) * m.Scale})) * h * m.Scale
				}
			}
			check.Near(t, name, sum, 1, 1e-3)
		}
	}
}

// Releases follow the density: Kolmogorov–Smirnov at 20,000 releases, where a
// true law exceeds 0.02 with probability 2·exp(−2·20000·0.02²) = 2.3·10⁻⁷, and
// moments within 6 standard errors.
func TestReleasesFollowTheLaw(t *testing.T) {
	const m = 20000
	for name, mech := range mechanisms(t) {
		for in := mechanism.Record; in <= mechanism.Adjacent; in++ {
			cdf := func(v float64) float64 { return 0 }
			switch d := mech.(type) {
			case *Response:
				cdf = func(v float64) float64 {
					sum := 0.0
					for i, p := range d.law[in].P {
						if d.Value(float64(d.law[in].Lo+i)) <= v+1e-9 {
							sum += p
						}
					}
					return sum
				}
			case *Curator:
				cdf = func(v float64) float64 { return d.Noise.CDF(v/d.Scale - float64(d.counts.Of(in))) }
			}
			var out [1]float64
			x := make([]float64, m)
			for i := range x {
				s := rng.New(rng.Key{Seed: 7, Phase: 900, Input: uint32(in), Trial: uint64(i)})
				mech.Release(in, &s, out[:])
				x[i] = out[0]
			}
			for _, v := range x[:200] {
				below := 0
				for _, u := range x {
					if u <= v+1e-9 {
						below++
					}
				}
				if d := math.Abs(float64(below)/m - cdf(v)); d > 0.02 {
					t.Errorf("%s, input %d: share %g below %g, law says %g", name, in, float64(below)/m, v, cdf(v))
					break
				}
			}
		}
	}
}

// δ(ε) in closed form against a brute-force integral of (p − e^ε p′)₊ in both
// directions.
func TestProfiles(t *testing.T) {
	for name, m := range mechanisms(t) {
		p := m.Profile()
		for _, eps := range []float64{0, 0.2, 0.7, 0.999, 1, 1.2, 3} {
			var d [2]float64
			at := func(v, w float64) {
				a, b := math.Exp(m.LogDensity(0, []float64{v})), math.Exp(m.LogDensity(1, []float64{v}))
				d[0] += max(a-math.Exp(eps)*b, 0) * w
				d[1] += max(b-math.Exp(eps)*a, 0) * w
			}
			tol := 1e-12
			switch r := m.(type) {
			case *Response:
				for k := range 31 {
					at(r.Value(float64(k)), 1)
				}
			case *Curator:
				const h = 1e-3
				for z := -30.0; z < 80; z += h {
					at((z+h/2)*r.Scale, h*r.Scale)
				}
				tol = 1e-3
			}
			check.Near(t, fmt.Sprintf("%s δ(%g)", name, eps), p.Delta(eps), max(d[0], d[1]), tol)
		}
		if pure := p.Pure(); !math.IsInf(pure, 1) && p.Delta(pure) > 1e-15 {
			t.Errorf("%s: δ(%g) = %g at its own ε", name, pure, p.Delta(pure))
		} else if pure > 0.01 && !math.IsInf(pure, 1) && p.Delta(0.99*pure) == 0 {
			t.Errorf("%s: Pure is not the least ε", name)
		}
	}
	// The truncated Tulap noise spends exactly its δ at its ε.
	for _, c := range []privacy.Budget{{Epsilon: 1, Delta: 0.02}, {Epsilon: 0.1, Delta: 0.001},
		{Epsilon: 3, Delta: 0.2}} {
		m := NewTulap(NewAnswers(5, 9), c.Epsilon, c.Delta)
		check.Near(t, "δ of truncated Tulap", m.Profile().Delta(c.Epsilon), c.Delta, 1e-12)
	}
	check.Near(t, "ε at δ̃ = ¼", about.ResponseEpsilon(0.25), math.Log(3), 1e-15)
	check.Near(t, "and back", ResponseBias(math.Log(3)), 0.25, 1e-15)
}

// TestProfileOfEitherDirection: which of the two directions tells more of noisy counts depends on the answers,
// and δ(ε) is the larger, a sum over the counts of how many of the yes and of the no were turned.
func TestProfileOfEitherDirection(t *testing.T) {
	const bias, n = 0.2, 5
	larger := [2]int{}
	for _, yes := range []int{1, n} {
		m := NewResponse(NewAnswers(yes, n), bias, about.NoisyCount)
		var law [2][n + 1]float64
		for in := range law {
			of := m.counts.Of(mechanism.Input(in))
			for coins := range 1 << n { // of each respondent, whether the truth is told
				p, count := 1.0, 0
				for i := range n {
					told := coins>>i&1 == 1
					if told {
						p *= 0.5 + bias
					} else {
						p *= 0.5 - bias
					}
					if told == (i < of) {
						count++
					}
				}
				law[in][count] += p
			}
		}
		for _, eps := range []float64{0.2, 0.5, 0.7} {
			var d [2]float64
			for k := range n + 1 {
				d[0] += max(law[0][k]-math.Exp(eps)*law[1][k], 0)
				d[1] += max(law[1][k]-math.Exp(eps)*law[0][k], 0)
			}
			for in := range d {
				if d[in] > d[1-in]+1e-3 {
					larger[in]++
				}
			}
			what := fmt.Sprintf("%d yes of %d, δ(%g)", yes, n, eps)
			check.Near(t, what, m.Profile().Delta(eps), max(d[0], d[1]), 1e-12)
		}
	}
	if larger[0] == 0 || larger[1] == 0 {
		t.Errorf("one direction tells more %d times, the other %d times: both must be tried", larger[0], larger[1])
	}
}

// Drawing allocates nothing.
func TestReleaseAllocatesNothing(t *testing.T) {
	for name, m := range mechanisms(t) {
		s := rng.New(rng.Key{Seed: 1})
		out := make([]float64, 1)
		if a := testing.AllocsPerRun(100, func() { m.Release(0, &s, out) }); a != 0 {
			t.Errorf("%s allocates %g times a release", name, a)
		}
	}
}

// Every mechanism passes the audit at its own claim, and the misprint and a
// Laplace mechanism with half the noise do not. At α = 10⁻⁷ a false alarm of
// the stronger test has at most that probability for each mechanism.
func TestAudit(t *testing.T) {
	half := NewLaplace(NewAnswers(21, 30), 2)
	all := mechanisms(t)
	all["half the noise"] = half
	for name, m := range all {
		claim := m.Claim().Budget
		if name == "half the noise" {
			claim.Epsilon = 1
		}
		set := audit.Settings{Seed: 3, Epsilon: claim.Epsilon, Delta: claim.Delta, Select: 1, Alpha: 1e-7, Beta: 0.05,
			Gamma: 1e-9, Grid: 4, N: 2000, M: 20000, Learn: true}
		job, err := audit.NewJob(m, set)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		data, err := work.Serial(job, 0)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		var r audit.Report
		if err := json.Unmarshal(data, &r); err != nil {
			t.Fatal(err)
		}
		bad := name == "misprint" || name == "half the noise"
		if (r.Verdict == audit.Violation) != bad {
			t.Errorf("%s: %s at ε = %g; bound %g from %q, counts %v", name, r.Verdict, claim.Epsilon, r.Strong.Epsilon,
				r.Strong.Event.Name, r.Strong.Count)
		}
		if pure := m.Profile().Pure(); claim.Delta == 0 && float64(r.Strong.Epsilon) > pure+1e-9 {
			t.Errorf("%s: the bound %g exceeds the exact ε %g", name, r.Strong.Epsilon, pure)
		}
		t.Logf("%-22s %-20s claim %.3f bound %.3f exact %.3f event %s", name, r.Verdict, claim.Epsilon,
			r.Strong.Epsilon, m.Profile().Pure(), r.Strong.Event.Kind)
	}
}

func BenchmarkRelease(b *testing.B) {
	for name, m := range mechanisms(b) {
		b.Run(name, func(b *testing.B) {
			s := rng.New(rng.Key{Seed: 1})
			out := make([]float64, 1)
			for b.Loop() {
				m.Release(0, &s, out)
			}
		})
	}
}

// TestAnswersOf: the neighbour's answers differ by one, which are still 0 to n, and the starred respondent's is the one
// that is flipped.
func TestAnswersOf(t *testing.T) {
	for n := 1; n <= 4; n++ {
		for yes := range n + 1 {
			c := NewAnswers(yes, n)
			record, neighbour := c.Of(mechanism.Record), c.Of(mechanism.Adjacent)
			if record != yes || neighbour < 0 || neighbour > n || c.Star() != (record == neighbour+1) ||
				c.Star() == (neighbour == record+1) {
				t.Errorf("%d of %d: %d and %d, the starred respondent says yes: %t", yes, n, record, neighbour,
					c.Star())
			}
		}
	}
}

// TestTruthIsTheMean: what a release is around is its mean under the record, but for a single report, which is the
// answer itself; the neighbour's mean is another.
func TestTruthIsTheMean(t *testing.T) {
	for _, c := range []Answers{NewAnswers(21, 30), NewAnswers(0, 7), NewAnswers(1, 1)} {
		for _, view := range []string{about.NoisyCount, about.Estimate, about.OneReport} {
			m := NewResponse(c, 0.25, view)
			var mean [2]float64
			for in := range mean {
				for i, p := range m.law[in].P {
					mean[in] += p * m.Value(float64(m.law[in].Lo+i))
				}
			}
			want := mean[0]
			if view == about.OneReport {
				want = math.Round(want)
			}
			check.Near(t, fmt.Sprintf("%+v, %s", c, view), m.Truth()[0], want, 1e-12)
			if mean[0] == mean[1] {
				t.Errorf("%+v, %s: the mean of both is %v", c, view, mean[0])
			}
			if closed := m.Profile().Exact() == privacy.Closed(); closed != (view == about.OneReport) {
				t.Errorf("%+v, %s: the profile is in closed form: %t", c, view, closed)
			}
			for k := range c.N {
				check.Near(t, "count and back", m.Count(m.Value(float64(k))), float64(k), 1e-9)
			}
		}
		for _, m := range []*Curator{NewLaplace(c, 1), NewTulap(c, 1, 0.02)} {
			check.Near(t, fmt.Sprintf("%+v, noise", c), m.Truth()[0], float64(c.Yes)*m.Scale, 0)
		}
	}
}

// TestLaws: tabulated laws are the mechanism's, in order and within their axis, hold nearly all mass of either input,
// and have a point on either side of each step.
func TestLaws(t *testing.T) {
	for name, m := range mechanisms(t) {
		for _, least := range []float64{0.5, 1} {
			l := m.Laws(400, least)
			_, discrete := m.(*Response)
			if len(l.P[0]) != len(l.X) || len(l.P[1]) != len(l.X) || l.Discrete != discrete || !slices.IsSorted(l.X) {
				t.Fatalf("%s: %d points, %d and %d values, discrete: %t", name, len(l.X), len(l.P[0]), len(l.P[1]),
					l.Discrete)
			}
			for in, p := range l.P {
				sum := 0.0
				for i, x := range l.X {
					if x < l.Lo || x > l.Hi {
						t.Fatalf("%s: a point at %v, the axis is from %v to %v", name, x, l.Lo, l.Hi)
					}
					check.Near(t, name, p[i], math.Exp(m.LogDensity(mechanism.Input(in), []float64{x})), 1e-12*(1+p[i]))
					switch {
					case discrete:
						sum += p[i]
					case i > 0: // kinks have points of their own
						sum += (p[i] + p[i-1]) / 2 * (x - l.X[i-1])
					}
				}
				missing := 2e-3
				if !discrete {
					missing = math.Exp(-3.5) + 0.01
				}
				if sum > 1+2e-3 || sum < 1-missing {
					t.Errorf("%s, input %d: the table's mass is %v", name, in, sum)
				}
				if margin := min(l.X[0]-l.Lo, l.Hi-l.X[len(l.X)-1]); discrete && margin <= 0 {
					t.Errorf("%s: a bar stands at the axis' end", name)
				}
			}
			for i := 1; i < len(l.X) && !discrete; i++ { // no step between two points that are apart
				for in := range l.P {
					a, b := l.P[in][i-1], l.P[in][i]
					if l.X[i]-l.X[i-1] > 1e-4*(l.Hi-l.Lo) && math.Abs(a-b) > 0.3*max(a, b) {
						t.Errorf("%s, input %d: from %v at %v to %v at %v", name, in, a, l.X[i-1], b, l.X[i])
					}
				}
			}
		}
	}
}

// TestLoss: of two probabilities the loss is what the claim bounds, infinite where one of them vanishes and 0 where
// both do; where both laws are one, as with fair coins, nothing is lost.
func TestLoss(t *testing.T) {
	inf := math.Inf(1)
	for _, c := range []struct{ p, q, want float64 }{{0, 0, 0}, {0.2, 0, inf}, {0, 0.2, -inf}, {0.3, 0.1, math.Log(3)},
		{0.1, 0.1, 0}} {
		if got := Loss(c.p, c.q); got != c.want && !(math.Abs(got-c.want) < 1e-15) {
			t.Errorf("the loss of %v against %v is %v, want %v", c.p, c.q, got, c.want)
		}
	}
	for _, view := range []string{about.OneReport, about.NoisyCount} {
		m := NewResponse(NewAnswers(21, 30), 0, view)
		for _, eps := range []float64{0, 0.5} {
			if d := m.delta(eps); d != 0 {
				t.Errorf("%s: δ(%v) = %v of fair coins", view, eps, d)
			}
		}
	}
}
