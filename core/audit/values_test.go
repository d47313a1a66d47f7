package audit

import (
	"testing"

	"indistinct/core/mechanism"
	"indistinct/core/privacy"
	"indistinct/core/rng"
)

// quoting adds noise of scale 1 to the input's number, 3 or 4, at the end of a list of others;
// but in a few releases it gives the number itself or a word that quotes it.
type quoting struct {
	width int
	share float64
	words bool
}

func (q quoting) Shape() (steps, dim int)   { return q.width, 1 }
func (q quoting) Fork() mechanism.Mechanism { return q }
func (q quoting) Claim() mechanism.Claim    { return mechanism.Claim{} }
func (q quoting) Words() []string           { return []string{"overflow at 3", "overflow at 4"} }
func (q quoting) cell(in mechanism.Input) float64 {
	if q.words {
		return mechanism.ListedWord(int(in))
	}
	return float64(3 + in)
}

func (q quoting) Release(in mechanism.Input, s *rng.Stream, out []float64) {
	for k := range out {
		out[k] = 3 + s.Laplace(1)
	}
	if out[q.width-1] += float64(in); s.Bernoulli(q.share) {
		out[q.width-1] = q.cell(in)
	}
}

// An audit finds what a few releases give away beside private numbers, and proves the more by it
// the more releases there are.
func TestRareValuesAreFound(t *testing.T) {
	for _, c := range []struct {
		name string
		m    quoting
		n    int
		want float64 // at least proven
	}{
		{"a word", quoting{1, 0.005, true}, 10_000, 3},
		{"a word", quoting{1, 0.005, true}, 40_000, 4.5},
		{"a value", quoting{1, 0.002, false}, 10_000, 1.8},
		{"a value", quoting{1, 0.002, false}, 40_000, 3.5},
		{"a word in an entry", quoting{4, 0.005, true}, 10_000, 3},
		{"a value in an entry", quoting{40, 0.01, false}, 10_000, 3.7},
		{"a value in an entry", quoting{4, 0.01, false}, 40_000, 5},
	} {
		if c.n > 10_000 && testing.Short() {
			continue
		}
		r, err := Run(c.m, Settings{Seed: 1, Epsilon: 1, Alpha: 0.05, Beta: 0.05, Gamma: 1e-9, Grid: 1,
			N: c.n, M: 2 * c.n, Learn: true, Brief: true})
		if err != nil {
			t.Fatal(err)
		}
		if r.Verdict != Violation || !(float64(r.Strong.Epsilon) > c.want) {
			t.Errorf("%s, %d releases: %s, ε ≥ %v; want %v", c.name, c.n, r.Verdict, r.Strong.Epsilon, c.want)
		}
		t.Logf("%s, %d releases: ε ≥ %v", c.name, c.n, r.Strong.Epsilon)
	}
}

// A trade-off curve is proven on a score of many values, also where one word tells most of all:
// words of one input beside a mechanism of μ = 1.25 hide none of it.
func TestCurveBesideWord(t *testing.T) {
	for seed := range uint64(3) {
		set := curvedSettings(privacy.Claim{Notion: privacy.Gaussian, Value: 1})
		set.Seed = seed
		r, err := Run(failing{quoting{1, 0.02, true}}, set)
		if err != nil {
			t.Fatal(err)
		}
		if r.Verdict != Violation {
			t.Errorf("seed %d: %s", seed, r.Verdict)
		}
	}
}

// failing quotes the neighbour alone, beside normal noise.
type failing struct{ quoting }

func (f failing) Fork() mechanism.Mechanism { return f }

func (f failing) Release(in mechanism.Input, s *rng.Stream, out []float64) {
	if out[0] = float64(in) + 0.8*s.Norm(); in == 1 && s.Bernoulli(f.share) {
		out[0] = f.cell(in)
	}
}
