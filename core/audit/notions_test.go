package audit

import (
	"math"
	"testing"

	"indistinct/core/lang"
	"indistinct/core/mechanism"
	"indistinct/core/privacy"
	"indistinct/core/rng"
	"indistinct/core/test/check"
	"indistinct/core/test/oracle"
)

// training releases the noisy sum of each step's Poisson sample, of which the record is 1 and all
// others are 0.
type training struct {
	rate, sigma float64
	steps       int
	group       int // records in which its inputs are said to differ
}

func (m training) Shape() (steps, dim int)   { return m.steps, 1 }
func (m training) Fork() mechanism.Mechanism { return m }
func (m training) Claim() mechanism.Claim    { return mechanism.Claim{Source: lang.Verbatim("Abadi")} }
func (m training) Members(int) int           { return m.group }
func (m training) Release(in mechanism.Input, s *rng.Stream, out []float64) {
	for i := range out {
		out[i] = m.sigma * s.Norm()
		if s.Float64() < m.rate && in == mechanism.Record {
			out[i]++
		}
	}
}

// written is a claim of a notion with these parameters.
func written(n privacy.Notion, params ...float64) privacy.Claim { return n.Definition().Claim(params) }

// Claims of one order and of private training: those that just hold are refuted in at most α of
// audits, and come near; those of twice the noise, or half the divergence, are refuted in most.
func TestNotionsSoundness(t *testing.T) {
	seeds := 20
	if check.Long() {
		seeds = 200
	}
	for name, c := range map[string]struct {
		m            mechanism.Mechanism
		right, wrong privacy.Claim
	}{
		"gaussian, order 2": {must(oracle.NewGauss(1, 1, 1, privacy.Budget{})),
			written(privacy.Renyi, 2, 1), written(privacy.Renyi, 2, 0.5)},
		"gaussian, order 8": {must(oracle.NewGauss(0.5, 1, 1, privacy.Budget{})),
			written(privacy.Renyi, 8, 1), written(privacy.Renyi, 8, 0.3)},
		"one step": {training{0.5, 1, 1, 0},
			written(privacy.Subsampled, 0.5, 1, 1), written(privacy.Subsampled, 0.5, 2, 1)},
		"one loud step": {training{0.2, 0.5, 1, 0},
			written(privacy.Subsampled, 0.2, 0.5, 1), written(privacy.Subsampled, 0.2, 1, 1)},
		"four steps": {training{0.5, 1, 4, 0},
			written(privacy.Subsampled, 0.5, 1, 4), written(privacy.Subsampled, 0.5, 2, 4)},
	} {
		for claim, of := range map[string]privacy.Claim{"right": c.right, "wrong": c.wrong} {
			refuted, near := 0, 0
			for seed := range uint64(seeds) {
				set := curvedSettings(of)
				set.Seed, set.N, set.M, set.Brief = check.Hash(78, seed), 500, 6000, true
				r, err := Run(c.m, set)
				if err != nil {
					t.Fatal(err)
				}
				if r.Verdict == Violation {
					refuted++
				}
				if float64(r.Curved.Least) > 0.4*c.right.Value {
					near++
				}
			}
			if claim == "right" && refuted > check.Most(seeds, 0.05) || claim == "wrong" && refuted < seeds*3/4 ||
				near < seeds/2 {
				t.Errorf("%s, %s: refuted in %d of %d audits, near in %d", name, claim, refuted, seeds, near)
			}
			t.Logf("%s, %s: refuted in %d of %d audits, near in %d", name, claim, refuted, seeds, near)
		}
	}
}

// What a whole report says of such a claim: what Gaussian noise shows it, and what was fixed. A group
// that is promised nothing is refused.
func TestNotionsReport(t *testing.T) {
	for _, c := range []privacy.Claim{written(privacy.Subsampled, 0.5, 0.9, 1), written(privacy.Renyi, 4, 3)} {
		set := curvedSettings(c)
		r, err := Run(training{0.5, 1, 1, 0}, set)
		if err != nil {
			t.Fatal(err)
		}
		if v := r.Curved; r.Verdict != NoViolation || r.Claim() != c || !(v.Limit > v.Value && v.Limit < v.Gross) ||
			math.IsInf(float64(v.Gross), 1) != (c.Notion == privacy.Subsampled) { // no σ allows so much at q = 0.5
			t.Errorf("%+v: %s, %+v", c, r.Verdict, *v)
		}
		if _, err := Run(training{0.5, 1, 1, 2}, set); (err == nil) == (c.Notion == privacy.Subsampled) {
			t.Errorf("%+v of a group of two: %v", c, err)
		}
	}
}
