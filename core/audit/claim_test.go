package audit

import (
	"math"
	"testing"

	"indistinct/core/mechanism"
	"indistinct/core/privacy"
	"indistinct/core/test/check"
	"indistinct/core/test/oracle"
)

// curvedSettings are those of the workshop, with a claim of another notion.
func curvedSettings(c privacy.Claim) Settings {
	return Settings{Epsilon: 1, Alpha: 0.05, Beta: 0.05, Gamma: 1e-9, Grid: 2, N: 10_000, M: 20_000, Learn: true,
		Claim: c}
}

// Of Gaussian noise of μ = 1 the curve proves nine tenths, and of ρ = ½ eight.
func TestCurvedPower(t *testing.T) {
	m := must(oracle.NewGauss(1, 1, 1, privacy.Budget{Epsilon: 1, Delta: 0.05}))
	for notion, want := range map[privacy.Notion][2]float64{
		privacy.Gaussian: {0.9, 1}, privacy.Concentrated: {0.4, 0.5},
	} {
		for seed := range uint64(3) {
			set := curvedSettings(privacy.Claim{Notion: notion, Value: 0.9 * want[0]})
			set.Seed = seed
			r, err := Run(m, set)
			if err != nil {
				t.Fatal(err)
			}
			if c := r.Curved; !(float64(c.Least) > want[0] && float64(c.Least) <= want[1]) || r.Verdict != Violation {
				t.Errorf("%s, seed %d: %s of %+v", notion, seed, r.Verdict, *c)
			}
			if notion == privacy.Gaussian && !(r.Curved.Misses < r.Curved.Allowed) {
				t.Errorf("seed %d: the point %+v is none below the claim's curve", seed, *r.Curved)
			}
		}
	}
}

// A claim that just holds is refuted in at most α of audits. The rate allowed is what a
// true 0.05 exceeds with probability below 10⁻⁷.
func TestCurvedSoundness(t *testing.T) {
	seeds := 30
	if check.Long() {
		seeds = 200
	}
	lie := 1 / (1 + 2.718281828459045)
	for name, c := range map[string]struct {
		m mechanism.Mechanism
		c privacy.Claim
	}{
		"gaussian, μ": {must(oracle.NewGauss(1, 1, 1, privacy.Budget{})),
			privacy.Claim{Notion: privacy.Gaussian, Value: 1}},
		"gaussian, ρ": {must(oracle.NewGauss(1, 1, 1, privacy.Budget{})),
			privacy.Claim{Notion: privacy.Concentrated, Value: 0.5}},
		"vector, μ": {must(oracle.NewGauss(0.5, 1, 4, privacy.Budget{})),
			privacy.Claim{Notion: privacy.Gaussian, Value: 1}},
		"response, ρ": {must(oracle.NewResponse(1, 1, 1)), privacy.Claim{Notion: privacy.Concentrated,
			Value: privacy.Concentration([]float64{lie, 1 - lie}, []float64{1 - lie, lie})}},
		"response, μ": {must(oracle.NewResponse(1, 1, 1)),
			privacy.Claim{Notion: privacy.Gaussian, Value: 1.2332}}, // −2 Φ⁻¹(lie)
	} {
		wrong, near := 0, 0
		for seed := range uint64(seeds) {
			set := curvedSettings(c.c)
			set.Seed, set.N, set.M, set.Brief = check.Hash(77, seed), 500, 3000, true
			r, err := Run(c.m, set)
			if err != nil {
				t.Fatal(err)
			}
			if r.Verdict == Violation {
				wrong++
			}
			if float64(r.Curved.Least) > 0.6*c.c.Value {
				near++
			}
		}
		if wrong > check.Most(seeds, 0.05) || near < seeds/2 {
			t.Errorf("%s: refuted in %d of %d audits, near in %d", name, wrong, seeds, near)
		}
		t.Logf("%s: refuted in %d of %d audits, near in %d", name, wrong, seeds, near)
	}
}

// In sequential mode drawing ends once the claim is refuted, or with the last release
// allowed; too few of them are inconclusive, and the number that would do is said.
func TestCurvedSequential(t *testing.T) {
	m := must(oracle.NewGauss(1, 1, 1, privacy.Budget{}))
	for _, c := range []struct {
		mu      float64
		m, most int
		verdict Verdict
	}{{0.8, 2000, 200_000, Violation}, {1.2, 2000, 8000, NoViolation}, {6, 2000, 4000, Inconclusive}} {
		set := curvedSettings(privacy.Claim{Notion: privacy.Gaussian, Value: c.mu})
		set.Sequential, set.N, set.M, set.MaxM = true, 2000, c.m, c.most
		r, err := Run(m, set)
		if err != nil {
			t.Fatal(err)
		}
		if r.Verdict != c.verdict || (r.Verdict == Violation) == (r.M == int64(c.most)) {
			t.Errorf("μ = %v: %s from %d releases", c.mu, r.Verdict, r.M)
		}
		if s := r.Curved; c.verdict == NoViolation && !(s.Limit > s.Value && s.Limit < s.Gross) {
			t.Errorf("μ = %v: shown would be %+v", c.mu, *s)
		}
	}
}

// What is said of the power is true: Gaussian noise with the stated μ or ρ is found in 40 to
// 60 % of audits, which learn the score and draw all releases, and in sequential mode in 40 %
// at least. Of 40 audits (300 in the long form), of which 60 % find it, and of those that miss
// it, more than Most comes with probability below 10⁻⁷.
func TestCurvedLimit(t *testing.T) {
	check.Full(t)
	audits := 40
	if check.Long() {
		audits = 300
	}
	for _, c := range []struct {
		notion  privacy.Notion
		value   float64
		m, most int
	}{{privacy.Gaussian, 1, 5000, 0}, {privacy.Gaussian, 0.2, 50, 0}, {privacy.Concentrated, 0.5, 2000, 0},
		{privacy.Gaussian, 0.5, 100, 2000}} {
		set := curvedSettings(privacy.Claim{Notion: c.notion, Value: c.value})
		set.N, set.M, set.MaxM, set.Sequential = 300, c.m, c.most, c.most > 0
		limit := statedLimit(t, set)
		mu := limit
		if c.notion == privacy.Concentrated {
			mu = math.Sqrt(2 * limit)
		}
		found := refuted(t, set, mu, audits)
		if most := check.Most(audits, 0.6); found > most && !set.Sequential || audits-found > most {
			t.Errorf("%s %v, %d releases: %v is found in %d of %d audits", c.notion, c.value, c.m, limit, found, audits)
		}
		t.Logf("%s %v, %d releases: %v is found in %d of %d audits", c.notion, c.value, c.m, limit, found, audits)
	}
}

// statedLimit is what an audit without a finding says it could have found.
func statedLimit(t *testing.T, set Settings) float64 {
	r, err := Run(must(oracle.NewGauss(0.01, 1, 1, privacy.Budget{})), set)
	if err != nil {
		t.Fatal(err)
	}
	return float64(r.Curved.Limit)
}

// refuted is how many of so many audits find Gaussian noise of that μ.
func refuted(t *testing.T, set Settings, mu float64, audits int) (n int) {
	set.Brief = true
	for seed := range uint64(audits) {
		set.Seed = check.Hash(51, seed)
		r, err := Run(must(oracle.NewGauss(mu, 1, 1, privacy.Budget{})), set)
		if err != nil {
			t.Fatal(err)
		}
		if r.Verdict == Violation {
			n++
		}
	}
	return n
}

// An audit by the proven curve is inconclusive where the gross violation is missed in at least
// about half of all audits, and so many releases as are said to be needed show it in about
// half: in a test with the margins of TestCurvedLimit.
func TestCurvedInconclusive(t *testing.T) {
	check.Full(t)
	const audits = 40
	most := check.Most(audits, 0.6)
	for _, c := range []struct {
		claim float64
		m     int
		few   bool
	}{{1, 54, false}, {1, 35, true}, {0.2, 44, false}, {0.2, 28, true}} {
		set := curvedSettings(privacy.Claim{Notion: privacy.Gaussian, Value: c.claim})
		set.N, set.M = 300, c.m
		r, err := Run(must(oracle.NewGauss(0.01, 1, 1, privacy.Budget{})), set)
		if err != nil {
			t.Fatal(err)
		}
		gross := float64(r.Curved.Gross)
		found := refuted(t, set, gross, audits)
		if few := r.Verdict == Inconclusive; few != c.few || few && found > most || !few && audits-found > most {
			t.Errorf("μ = %v, %d releases: %s, and %v is found in %d of %d", c.claim, c.m, r.Verdict, gross, found,
				audits)
		}
		t.Logf("μ = %v, %d releases: %s, and %v is found in %d of %d", c.claim, c.m, r.Verdict, gross, found, audits)
		if r.Needed == 0 {
			continue
		}
		set.M = int(r.Needed)
		if found = refuted(t, set, gross, audits); found > most || audits-found > most {
			t.Errorf("μ = %v: with the %d releases that are needed, %d of %d", c.claim, set.M, found, audits)
		}
		t.Logf("μ = %v: with the %d releases that are needed, %d of %d", c.claim, set.M, found, audits)
	}
}

// family is a mechanism whose inputs differ in k records.
type family struct {
	mechanism.Mechanism
	k int
}

func (f family) Members(int) int { return f.k }

// A group of three may show three times the ε, and nine times the ρ; not more.
func TestGroups(t *testing.T) {
	for _, c := range []struct {
		eps     float64 // true
		verdict Verdict
	}{{1.2, NoViolation}, {2.4, Violation}} {
		set := curvedSettings(privacy.Claim{})
		set.Epsilon = 0.4
		r, err := Run(family{must(oracle.NewLaplace(1, c.eps)), 3}, set)
		if err != nil {
			t.Fatal(err)
		}
		if r.Verdict != c.verdict || r.Group != 3 || math.Abs(float64(r.Epsilon)-1.2) > 1e-9 {
			t.Errorf("%s, %v records, at ε = %v: %v", r.Verdict, r.Group, r.Epsilon, r.Strong.Epsilon)
		}
		set.Claim = privacy.Claim{Notion: privacy.Concentrated, Value: 0.05}
		if r, err = Run(family{must(oracle.NewGauss(0.75*c.eps, 1, 1, privacy.Budget{})), 3}, set); err != nil {
			t.Fatal(err)
		}
		if r.Verdict != c.verdict || math.Abs(float64(r.Curved.Value)-0.45) > 1e-9 {
			t.Errorf("%s, at ρ = %v: %v", r.Verdict, r.Curved.Value, r.Curved.Least)
		}
	}
}
