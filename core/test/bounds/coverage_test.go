package bounds

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"indistinct/core/audit"
	"indistinct/core/mechanism"
	"indistinct/core/num"
	"indistinct/core/onerun"
	"indistinct/core/privacy"
	"indistinct/core/rng"
	"indistinct/core/sheet"
	"indistinct/core/stat"
	"indistinct/core/tell"
	"indistinct/core/test/check"
)

// The table of coverage: how often tests of promises that are kept with equality find them broken.

// covered is a mechanism with promises that it keeps with equality.
type covered struct {
	name   string
	law    *law
	claims []privacy.Claim
}

// sampledNoise is Gaussian noise of deviation sigma on a sum that has a further 1 with probability q.
func sampledNoise(q, sigma float64) *law {
	return &law{steps: 1, dim: 1, draw: func(in mechanism.Input, s *rng.Stream, out []float64) {
		out[0] = sigma * s.Norm()
		if in == mechanism.Record && s.Bernoulli(q) {
			out[0]++
		}
	}}
}

// response is randomised response that keeps (ε, δ), the easiest of such laws to tell.
func response(eps, delta float64) *law {
	p, q := stat.BestLaw(eps, delta)
	return choice([]float64{0, 1}, [2][]float64{{1 - p, p}, {1 - q, q}}, false)
}

func coveredRows() []covered {
	budget := func(eps, delta float64) privacy.Claim {
		return privacy.Claim{Budget: privacy.Budget{Epsilon: eps, Delta: delta}}
	}
	notion := func(n privacy.Notion, params ...float64) privacy.Claim { return n.Definition().Claim(params) }
	return []covered{
		{"response", response(1, 0), []privacy.Claim{budget(1, 0)}},
		{"response", response(0.2, 0), []privacy.Claim{budget(0.2, 0)}},
		{"response-delta", response(1, 0.01), []privacy.Claim{budget(1, 0.01)}},
		{"laplace", laplace(1), []privacy.Claim{budget(1, 0)}},
		{"laplace-5", alike(5, laplace(0.2)), []privacy.Claim{budget(1, 0)}},
		{"geometric", geometric(0.7), []privacy.Claim{budget(0.7, 0)}},
		{"gauss", normal(1), []privacy.Claim{budget(1, privacy.GaussianProfile{Mu: 1}.Delta(1)),
			notion(privacy.Gaussian, 1), notion(privacy.Concentrated, 0.5), notion(privacy.Renyi, 4, 2)}},
		{"sampled", sampledNoise(0.3, 0.7), []privacy.Claim{notion(privacy.Subsampled, 0.3, 0.7, 1)}},
	}
}

// run is one test: whether it finds the promise broken.
func (c covered) run(t *testing.T, claim privacy.Claim, mode string, alpha float64, seed uint64) bool {
	set := audit.Settings{Epsilon: claim.Epsilon, Delta: claim.Delta, Claim: claim, Alpha: alpha, Beta: 0.05,
		Gamma: 0.5, Grid: 1, N: 300, M: 1000, Learn: true, Brief: true, Seed: seed}
	if set.Sequential = mode == "sequential"; set.Sequential {
		set.N, set.M, set.MaxM = 100, 400, 400
	}
	r, err := audit.Run(c.law.mechanism(), set)
	if err != nil {
		t.Error(err)
		return false
	}
	return r.Verdict == audit.Violation
}

// oneRun tests the scores of canaries with normal noise of μ = 1: by ranks where each has its own, and by guesses where
// an event of probability alpha says of all at once whether they are far out, which keeps each canary's pair of laws.
func oneRun(mode string, alpha float64, seed uint64) bool {
	const mu, n, draws = 1.0, 200, 3000
	s, edge := rng.New(rng.Key{Seed: seed, Phase: 72}), num.Bisect(0, 9, 1e-9, func(x float64) bool {
		return num.NormalCDF(-x-mu/2)+num.NormalCDF(mu/2-x) <= alpha
	})
	var scores [2][]float64
	far := s.Bernoulli(alpha)
	for range n {
		out := 1
		if s.Bernoulli(0.5) {
			out = 0
		}
		x := s.Norm() + mu/2 - mu*float64(out)
		for mode == "guesses" && math.Abs(x) > edge != far {
			x = s.Norm() + mu/2 - mu*float64(out)
		}
		scores[out] = append(scores[out], x)
	}
	family := func(value float64) func(alpha float64) float64 {
		return privacy.Claim{Notion: privacy.Gaussian, Value: value}.TradeOff
	}
	c := onerun.Order(scores[0], scores[1], seed)
	if mode == "guesses" {
		climb := onerun.Climb{N: n, F: family, Reference: mu, Alpha: alpha}
		return climb.Bound(c.Right).Value > mu
	}
	return c.Rank(family, mu, alpha, draws, seed) > mu
}

// alarms counts false alarms, on all processors, with seeds from 1 on.
func alarms(runs int, run func(seed uint64) bool) (count int64) {
	var next, found atomic.Int64
	var wait sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wait.Go(func() {
			for i := next.Add(1); i <= int64(runs); i = next.Add(1) {
				if run(uint64(i)) {
					found.Add(1)
				}
			}
		})
	}
	wait.Wait()
	return found.Load()
}

// TestCoverage counts the false alarms of a few tests of each row; of so many runs as INDISTINCT_COVERAGE says it makes
// the table that the reference shows. Of a kept promise more than Most come up with probability below 10⁻⁷.
func TestCoverage(t *testing.T) {
	check.Full(t)
	runs, store := 40, false
	if _, err := fmt.Sscan(os.Getenv("INDISTINCT_COVERAGE"), &runs); err == nil {
		store = true
	}
	var all []tell.Covered
	count := func(name string, claim privacy.Claim, mode string, run func(alpha float64, seed uint64) bool) {
		runs := runs
		if mode == "sequential" && claim.Curved() && claim.Notion != privacy.Gaussian {
			runs /= 4 // each takes half a second
		}
		for _, alpha := range []float64{0.05, 0.2} {
			n := alarms(runs, func(seed uint64) bool { return run(alpha, seed) })
			all = append(all, tell.Covered{Mechanism: name, Claim: claim, Mode: mode, Alpha: sheet.Real(alpha),
				Runs: int64(runs), Alarms: n})
			t.Logf("%s, %+v, %s, α = %v: %d of %d", name, claim, mode, alpha, n, runs)
			if n > int64(check.Most(runs, alpha)) {
				t.Errorf("%s, %+v, %s, α = %v: %d of %d", name, claim, mode, alpha, n, runs)
			}
		}
	}
	for _, row := range coveredRows() {
		for _, claim := range row.claims {
			for _, mode := range []string{"fixed", "sequential"} {
				count(row.name, claim, mode, func(alpha float64, seed uint64) bool {
					return row.run(t, claim, mode, alpha, seed)
				})
			}
		}
	}
	for _, mode := range []string{"ranks", "guesses"} {
		claim := privacy.Claim{Notion: privacy.Gaussian, Value: 1}
		count("canaries", claim, mode, func(alpha float64, seed uint64) bool { return oneRun(mode, alpha, seed) })
	}
	if !store || t.Failed() {
		return
	}
	var lines []string
	for _, c := range all {
		line, err := json.Marshal(c)
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, string(line))
	}
	table := "[\n" + strings.Join(lines, ",\n") + "\n]\n"
	if err := os.WriteFile("../../tell/coverage.json", []byte(table), 0o644); err != nil {
		t.Fatal(err)
	}
}
