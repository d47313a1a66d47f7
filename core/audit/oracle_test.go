package audit

import (
	"context"
	"encoding/json"
	"math"
	"os"
	"strconv"
	"testing"

	"indistinct/core/event"
	"indistinct/core/learn"
	"indistinct/core/mechanism"
	"indistinct/core/num"
	"indistinct/core/privacy"
	"indistinct/core/rng"
	"indistinct/core/stat"
	"indistinct/core/test/check"
	"indistinct/core/test/oracle"
	"indistinct/core/work"
)

// draw returns n releases for each input.
func draw(mech mechanism.Mechanism, seed uint64, phase uint32, n int) mechanism.Sample {
	steps, dim := mech.Shape()
	s := mechanism.Sample{Steps: steps, Dim: dim}
	d := steps * dim
	for in := range 2 {
		s.R[in] = make([]float64, n*d)
		for i := range n {
			st := rng.New(rng.Key{Seed: seed, Phase: phase, Input: uint32(in), Trial: uint64(i)})
			mech.Release(mechanism.Input(in), &st, s.R[in][i*d:(i+1)*d])
		}
	}
	return s
}

// joined adds the counts of opposites, which follow the events, to the events'.
func joined(counts []Count, opposites []int) []Count {
	for i, k := range opposites {
		if k >= 0 {
			counts[i].O1, counts[i].O2 = counts[k].C1, counts[k].C2
		}
	}
	return counts[:len(opposites)]
}

// tally counts learned events in m fresh releases, without keeping them.
func tally(mech mechanism.Mechanism, cands []event.Event, seed uint64, phase uint32, m int) []Count {
	steps, dim := mech.Shape()
	cands, opposites := withOpposites(cands)
	in := make([]func([]float64) bool, len(cands))
	for k, e := range cands {
		in[k] = e.Rule.Matcher()
	}
	counts := make([]Count, len(cands))
	out := make([]float64, steps*dim)
	for input := range 2 {
		for i := range m {
			st := rng.New(rng.Key{Seed: seed, Phase: phase, Input: uint32(input), Trial: uint64(i)})
			mech.Release(mechanism.Input(input), &st, out)
			for k := range in {
				if in[k](out) {
					if input == 0 {
						counts[k].C1++
					} else {
						counts[k].C2++
					}
				}
			}
		}
	}
	for k := range counts {
		counts[k].N = int64(m)
	}
	return joined(counts, opposites)
}

// strong runs the stronger test alone on a mechanism.
func strong(mech mechanism.Mechanism, set Settings) Report {
	sel := draw(mech, set.Seed, rng.PhaseSelect, set.N)
	cands, _ := learn.Events(sel, nil, set.Aim())
	counts := tally(mech, cands, set.Seed, rng.PhaseTest, set.M)
	var r Report
	r.strengthen(cands, [][]Count{counts}, set)
	return r
}

type knownCase struct {
	name  string
	mech  mechanism.Mechanism
	delta float64
}

func must[M mechanism.Mechanism](m M, err error) mechanism.Mechanism {
	if err != nil {
		panic(err)
	}
	return m
}

func oracles() []knownCase {
	zero, one := []float64{0, 0, 0, 0, 0}, []float64{1, 1, 1, 1, 1}
	split := []float64{1, 0, 0, 0, 0}
	other := []float64{0, 1, 1, 1, 1}
	return []knownCase{
		{"ignores its input", oracle.Ignorant{Steps: 2, Dim: 2}, 0},
		{"Laplace", must(oracle.NewLaplace(1, 0.7)), 0},
		{"Laplace, half the noise", halfLaplace(1, 0.7), 0},
		{"Gaussian at δ = 0.05", must(oracle.NewGauss(1, 1, 1, privacy.Budget{Epsilon: 1, Delta: 0.05})), 0.05},
		{"Gaussian, four steps", must(oracle.NewGauss(1, 2, 4, privacy.Budget{Epsilon: 1, Delta: 0.05})), 0.05},
		{"randomised response, six steps", must(oracle.NewResponse(6, 0.25, 1.5)), 0},
		{"noisy max", newNoisyMax(split, other, 0.7, laplaceNoise, false), 0},
		{"noisy max, exponential noise", newNoisyMax(split, other, 0.7, exponentialNoise, false), 0},
		{"noisy max returning the value", newNoisyMax(zero, one, 0.7, laplaceNoise, true), 0},
		{"noisy max returning the value, exponential noise", newNoisyMax(zero, one, 0.7, exponentialNoise, true), 0},
		{"histogram", must(oracle.NewHistogram([]float64{2, 1, 0, 4}, 0.7)), 0},
		{"histogram with the wrong scale", wrongHistogram([]float64{2, 1, 0, 4}, 0.7), 0},
	}
}

// truth returns the exact ε at δ.
func truth(o knownCase) float64 {
	p := o.mech.(mechanism.Profiled).Profile()
	if o.delta == 0 {
		return p.Pure()
	}
	lo, hi := 0.0, 100.0
	for range 60 {
		if mid := (lo + hi) / 2; p.Delta(mid) > o.delta {
			lo = mid
		} else {
			hi = mid
		}
	}
	return hi
}

// repetitions returns the number of seeds of the coverage test.
// INDISTINCT_SEEDS=1000 runs the heavy version, which takes minutes:
//
//	INDISTINCT_SEEDS=1000 go test -run TestOracleCoverage -timeout 30m ./core/audit
func repetitions(t *testing.T, usual int) int {
	if s := os.Getenv("INDISTINCT_SEEDS"); s != "" {
		n, err := strconv.Atoi(s)
		if err != nil || n < 1 {
			t.Fatalf("INDISTINCT_SEEDS is %q; it must be a positive number", s)
		}
		return n
	}
	return usual
}

// For every oracle the lower bound is at most the true ε in at least 95 % of
// runs. The allowed number of errors is what a 5 % error rate exceeds with
// probability below 10⁻⁷; with 1000 seeds, at most 5 % outright is logged.
func TestOracleCoverage(t *testing.T) {
	seeds := repetitions(t, 12)
	total, all := 0, 0
	for k, o := range oracles() {
		tr := truth(o)
		wrong, sum := 0, 0.0
		for seed := range uint64(seeds) {
			set := Settings{Seed: check.Hash(1234, uint64(k), seed), Epsilon: o.mech.Claim().Budget.Epsilon,
				Delta: o.delta, Alpha: 0.05, N: 500, M: 500, Learn: true}
			r := strong(o.mech, set)
			e := float64(r.Strong.Epsilon)
			sum += e
			if e > tr {
				wrong++
			}
			if (r.Verdict == Violation) != (e > set.Epsilon) {
				t.Fatalf("%s: bound %v, claim %v, verdict %q", o.name, e, set.Epsilon, r.Verdict)
			}
		}
		if wrong > check.Most(seeds, 0.05) {
			t.Errorf("%s: %d of %d bounds exceed the true ε = %v", o.name, wrong, seeds, tr)
		}
		t.Logf("%-50s true %.3f mean bound %.3f, %d of %d above the truth", o.name, tr, sum/float64(seeds),
			wrong, seeds)
		total += wrong
		all += seeds
	}
	if total > check.Most(all, 0.05) {
		t.Errorf("%d of %d bounds exceed the truth over all oracles", total, all)
	}
}

// At 100,000 + 500,000 releases for each record a tool that averages
// hypergeometric p-values rejects up to .6 on correct Laplace (claim .7), 1.2 on
// half-noise Laplace (true 1.4), 1.4 on a noisy-max variant and on a histogram
// that adds the wrong scale (true 1.43); a classifier tool bounds Laplace by
// .694 and half-noise Laplace by 1.391 with 1 M + 20 M. The floors here are the
// first tool's numbers or higher, from a fifth of its selection releases; the ceilings are the truth, which a bound at
// 95 % exceeds by chance: the seed is fixed.
func TestOracleTightness(t *testing.T) {
	check.Full(t)
	for _, c := range []struct {
		oracle  string
		floor   float64
		verdict Verdict
	}{
		{"Laplace", 0.68, NoViolation},
		{"Laplace, half the noise", 1.37, Violation},
		{"noisy max returning the value", 1.6, Violation},
		{"histogram with the wrong scale", 1.38, Violation},
		{"Gaussian at δ = 0.05", 1.45, Violation},
		{"randomised response, six steps", 1.4, NoViolation},
	} {
		for _, o := range oracles() {
			if o.name != c.oracle {
				continue
			}
			r := strong(o.mech, Settings{Seed: 3, Epsilon: o.mech.Claim().Budget.Epsilon, Delta: o.delta, Alpha: 0.05,
				N: 20000, M: 500000, Learn: true})
			e := float64(r.Strong.Epsilon)
			if !(e >= c.floor && e <= truth(o)) || r.Verdict != c.verdict {
				t.Errorf("%s: bound %.4f and %q; want %.3f … %.4f and %q", o.name, e, r.Verdict, c.floor,
					truth(o), c.verdict)
			}
			t.Logf("%-35s true %.4f bound %.4f by %q", o.name, truth(o), e, r.Strong.Event.Name)
		}
	}
}

// On one tail event at equal budgets, mean of 10 seeds at n = 1k / 10k / 100k,
// published: averaged hypergeometric .561/.652/.685, conditional binomial
// .574/.660/.688, Clopper–Pearson .533/.646/.684. Ours has to find the event
// first, and to prove its bound; means of 10, 5 and 1 seeds.
func TestOracleSmallBudgets(t *testing.T) {
	check.Full(t)
	lap := must(oracle.NewLaplace(1, 0.7))
	for _, c := range []struct {
		n, seeds int
		floor    float64
	}{{1000, 10, 0.56}, {10000, 5, 0.64}, {100000, 1, 0.675}} {
		sum := 0.0
		for seed := range uint64(c.seeds) {
			r := strong(lap, Settings{Seed: seed, Epsilon: 0.7, Alpha: 0.05, N: c.n, M: c.n, Learn: true})
			sum += float64(r.Strong.Epsilon)
		}
		if mean := sum / float64(c.seeds); mean < c.floor || mean > 0.71 {
			t.Errorf("n = %d: mean bound %.4f, want at least %.3f", c.n, mean, c.floor)
		} else {
			t.Logf("n = %d: mean bound %.4f", c.n, mean)
		}
	}
}

// The best bound that so many releases could give: the exact likelihood ratio's
// best thresholds, known in advance. The learned events must come within 15 %.
func TestWithinReachOfOptimum(t *testing.T) {
	for _, c := range []struct {
		name  string
		a     float64 // separation in standard deviations: the ratio is exp(a z)
		steps int
	}{{"far", 6, 4}, {"clear", 2, 4}, {"close", 0.6, 4}} {
		g := must(oracle.NewGauss(c.a/2, 1, c.steps, privacy.Budget{Epsilon: 1}))
		best := 0.0
		const m = 8000
		z := num.NormalQuantile(0.95)
		for x := -3.0; x < 4; x += 0.02 {
			// Σ of the steps, in its own standard deviations, above −x.
			p1, p2 := num.NormalCDF(x), num.NormalCDF(x-c.a)
			best = math.Max(best, stat.ExpectedLower(p1, p2, m, 0, z))
			if h := stat.HalfOf(p1, p2, m, z); x < c.a/2 { // disjoint from its mirror image
				best = math.Max(best, stat.ExpectedOdds(h, h))
			}
		}
		sum := 0.0
		const seeds = 2
		for seed := range uint64(seeds) {
			r := strong(g, Settings{Seed: seed, Epsilon: 1, Alpha: 0.05, N: m, M: m, Learn: true})
			sum += float64(r.Strong.Epsilon)
		}
		if got := sum / seeds; got < 0.85*best || got > 1.3*best {
			t.Errorf("%s: mean bound %.3f, the best event's %.3f; want within 15 %%", c.name, got, best)
		} else {
			t.Logf("%s: mean bound %.3f, the best event's %.3f", c.name, got, best)
		}
	}
}

// The whole test through the job: what a visitor runs.
func TestWholeAudit(t *testing.T) {
	set := Settings{Seed: 1, Epsilon: 0.7, Alpha: 0.05, Beta: 0.05, Gamma: 1e-9, Grid: 2, N: 2000, M: 5000, Learn: true}
	for _, c := range []struct {
		mech mechanism.Mechanism
		want Verdict
	}{
		{must(oracle.NewLaplace(1, 0.7)), NoViolation},
		{halfLaplace(1, 0.7), Violation},
		{wrongHistogram([]float64{1, 2}, 0.7), Violation},
		{must(oracle.NewResponse(4, 0.5, 0.7)), Violation},
	} {
		job, err := NewJob(c.mech, set)
		if err != nil {
			t.Fatal(err)
		}
		b, err := work.Serial(job, 1<<40)
		if err != nil {
			t.Fatal(err)
		}
		var r Report
		if err := json.Unmarshal(b, &r); err != nil {
			t.Fatal(err)
		}
		if r.Verdict != c.want {
			t.Errorf("%T: %q, want %q: ε ≥ %v", c.mech, r.Verdict, c.want, r.Strong.Epsilon)
		}
		t.Logf("%T: %s, ε ≥ %v", c.mech, r.Verdict, r.Strong.Epsilon)
	}
}

func BenchmarkLaplaceRelease(b *testing.B) {
	l := must(oracle.NewLaplace(1, 0.7))
	out := make([]float64, 1)
	i := uint64(0)
	for b.Loop() {
		s := rng.New(rng.Key{Seed: 1, Phase: rng.PhaseTest, Trial: i})
		l.Release(mechanism.Record, &s, out)
		i++
	}
}

func BenchmarkCandidates(b *testing.B) {
	for _, o := range oracles()[1:5] {
		sel := draw(o.mech, 1, rng.PhaseSelect, 20000)
		b.Run(o.name, func(b *testing.B) {
			for b.Loop() {
				learn.Events(sel, nil, Settings{Epsilon: 0.7, Alpha: 0.05, N: 20000, M: 500000, Learn: true}.Aim())
			}
		})
	}
}

// BenchmarkLaplaceAudit is the whole test at 100,000 + 500,000 releases for each
// record, on two goroutines.
func BenchmarkLaplaceAudit(b *testing.B) {
	l := must(oracle.NewLaplace(1, 0.7))
	set := Settings{Seed: 1, Epsilon: 0.7, Alpha: 0.05, Beta: 0.05, Gamma: 1e-9, Grid: 2, N: 100000, M: 500000,
		Learn: true}
	for b.Loop() {
		job, err := NewJob(l, set)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := work.Run(context.Background(), job, 2, nil); err != nil {
			b.Fatal(err)
		}
	}
}

// Sequential mode stops at a violation, stops where nothing is left to find,
// and draws all it may on the edge.
func TestSequentialAudit(t *testing.T) {
	set := Settings{Seed: 1, Epsilon: 0.7, Alpha: 0.05, Beta: 0.05, Gamma: 1e-6, Grid: 2, N: 2000, M: 200, Learn: true,
		Sequential: true, MaxM: 100000}
	for _, c := range []struct {
		name   string
		mech   mechanism.Mechanism
		want   Verdict
		lo, hi int64 // releases drawn
	}{
		{"half the noise", halfLaplace(1, 0.7), Violation, 200, 20000},
		{"ignores its input", oracle.Ignorant{}, NoViolation, 200, 60000},
		{"at its claim", must(oracle.NewLaplace(1, 0.7)), NoViolation, 100000, 100000},
	} {
		job, err := NewJob(c.mech, set)
		if err != nil {
			t.Fatal(err)
		}
		b, err := work.Serial(job, 1<<40)
		if err != nil {
			t.Fatal(err)
		}
		var r Report
		if err := json.Unmarshal(b, &r); err != nil {
			t.Fatal(err)
		}
		if r.Verdict != c.want || r.M < c.lo || r.M > c.hi {
			t.Errorf("%s: %q after %d releases; want %q after %d … %d", c.name, r.Verdict, r.M, c.want, c.lo, c.hi)
		}
		t.Logf("%s, %d releases: ε ≥ %v", c.name, r.M, r.Strong.Epsilon)
	}
}
