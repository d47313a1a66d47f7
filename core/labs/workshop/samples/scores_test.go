package samples

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"testing"

	"indistinct/core/audit"
	"indistinct/core/lab"
	"indistinct/core/labs/workshop"
	"indistinct/core/lang"
	"indistinct/core/privacy"
	"indistinct/core/read"
	"indistinct/core/rng"
	"indistinct/core/table"
	"indistinct/core/test/english"
)

// TestScoresOfThePage: a file of scores is looked at, and tested by what was claimed; one whose
// columns do not say which canaries were in waits until one is named.
func TestScoresOfThePage(t *testing.T) {
	random := rng.New(rng.Key{Seed: 8})
	file := func(yes, no string) lab.File {
		text := "who,score\n"
		for range 800 {
			word, x := no, random.Norm()
			if random.Bernoulli(0.5) {
				word, x = yes, x+2
			}
			text += fmt.Sprintf("%s,%v\n", word, x)
		}
		return lab.File{Name: "scores.csv", Size: int64(len(text)), Open: func() (io.Reader, error) {
			return bytes.NewReader([]byte(text)), nil
		}}
	}
	s := workshop.Lab{}.Params().Defaults("workshop").Set(workshop.Lab{}.Params(), "eps", 0.5)
	known := []lab.File{file("member", "nonmember")}
	seen, err := Test(s, known, table.Ask{Scores: true}, false, nil)
	if err != nil || len(seen.Read) != 1 || seen.Read[0].ID() != "read.scores.said" || seen.Preview.Which != 0 {
		t.Fatalf("%v: %+v", err, seen)
	}
	found, err := Test(s, known, table.Ask{Scores: true}, true, nil)
	if err != nil || found.Verdict != audit.Violation || english.Say(found.Sheet.Lead) == "" {
		t.Fatalf("%v: %+v", err, found)
	}
	var r ScoreReport
	if err := json.Unmarshal(found.Report, &r); err != nil || r.Guessed == nil || r.N != 800 || r.Epsilon < 1 {
		t.Errorf("%v: %s", err, found.Report)
	}
	// Scores that speak for "out", as losses or files given in the other order do, are never passed.
	losses := []lab.File{file("nein", "ja")}
	if _, err = Test(s, losses, table.Ask{Scores: true}, true, nil); err == nil ||
		lang.Of(err).ID() != "workshop.scores.turned" {
		t.Error(err)
	}
	found, err = Test(s, losses, table.Ask{Scores: true, Lower: true}, true, nil)
	if err != nil || found.Verdict != audit.Violation {
		t.Errorf("%v: %+v", err, found)
	}
	// Of a family, whose scores do not depend on each other, ranks prove its own number: 2 holds.
	of, _ := s.With(workshop.Lab{}.Params(), "asks", "mu")
	for mu, verdict := range map[float64]audit.Verdict{1: audit.Violation, 2: audit.NoViolation} {
		asked := of.Set(workshop.Lab{}.Params(), "mu", mu)
		found, err = Test(asked, known, table.Ask{Scores: true, Independent: true}, true, nil)
		if err != nil || found.Verdict != verdict {
			t.Fatalf("μ = %v: %v: %+v", mu, err, found)
		}
		var r ScoreReport
		if err := json.Unmarshal(found.Report, &r); err != nil || r.Value < 1.5 || r.Value > 2 || r.Guessed != nil {
			t.Errorf("%v: %s", err, found.Report)
		}
	}
	// Where they may depend on each other, guesses prove less of it.
	for mu, verdict := range map[float64]audit.Verdict{0.5: audit.Violation, 2: audit.Inconclusive} {
		asked := of.Set(workshop.Lab{}.Params(), "mu", mu)
		found, err = Test(asked, known, table.Ask{Scores: true}, true, nil)
		if err != nil || found.Verdict != verdict {
			t.Fatalf("μ = %v: %v: %+v", mu, err, found)
		}
		var r ScoreReport
		if err := json.Unmarshal(found.Report, &r); err != nil || r.Value < 0.8 || r.Value > 1.8 || r.Guessed == nil {
			t.Errorf("%v: %s", err, found.Report)
		}
	}
	odd := []lab.File{file("a", "b")}
	if seen, err = Test(s, odd, table.Ask{Scores: true}, false, nil); err != nil || seen.Verdict != "" {
		t.Errorf("%v: %+v", err, seen)
	}
	if _, err = Test(s, odd, table.Ask{Scores: true, By: "who"}, true, nil); err == nil ||
		lang.Of(err).ID() != "read.scores.values" {
		t.Error(err)
	}
}

// Of Poisson samples it is "in" that speaks: ε at 10⁻⁵ is 7.62, of 10,000 canaries their ranks show
// more than 6 (Xiang et al., arXiv 2509.08704, have 6.70 in the mean), and tests of both directions 3.
func TestScoresOfPoissonSamples(t *testing.T) {
	random, scores := rng.New(rng.Key{Seed: 3}), &read.Scores{Rows: [2]*read.Rows{{}, {}}}
	for range 10_000 {
		x := random.Norm()
		if !random.Bernoulli(0.5) {
			scores.Out = append(scores.Out, x)
			continue
		}
		if random.Bernoulli(0.2) {
			x += 2
		}
		scores.In = append(scores.In, x)
	}
	claim := privacy.Claim{Notion: privacy.Subsampled, Value: 2, Given: privacy.Given{0.2, 1}}
	r, err := JudgeScores(scores, ScoreSettings{Claim: claim, Independent: true, Delta: 1e-5, Alpha: 0.05})
	if err != nil || r.Epsilon < 6 || r.Epsilon > 7.62 || math.Abs(float64(r.Allowed)-7.62) > 0.01 {
		t.Errorf("%v: %+v", err, r)
	}
}

// TestAllowedByNotions: the ε that a claim of each notion allows at 10⁻⁵ is finite: of ρ at most
// ρ + 2√(ρ ln(1/δ)) (Bun & Steinke 2016, Proposition 1.3), of ε(α) what orders alone allow.
func TestAllowedByNotions(t *testing.T) {
	random, scores := rng.New(rng.Key{Seed: 4}), &read.Scores{Rows: [2]*read.Rows{{}, {}}}
	for range 400 {
		if x := random.Norm(); random.Bernoulli(0.5) {
			scores.In = append(scores.In, x)
		} else {
			scores.Out = append(scores.Out, x)
		}
	}
	for _, c := range []struct {
		claim privacy.Claim
		most  float64
	}{
		{privacy.Claim{Notion: privacy.Gaussian, Value: 1}, 4.4},
		{privacy.Claim{Notion: privacy.Concentrated, Value: 0.5}, 0.5 + 2*math.Sqrt(0.5*math.Log(1e5))},
		{privacy.Claim{Notion: privacy.Renyi, Value: 1, Given: privacy.Given{8}}, 1 + math.Log(1e5)/7},
	} {
		r, err := JudgeScores(scores, ScoreSettings{Claim: c.claim, Delta: 1e-5, Alpha: 0.05})
		if err != nil || !(float64(r.Allowed) > 0.5*c.most && float64(r.Allowed) <= c.most) {
			t.Errorf("%+v: %v: allowed %v, at most %v", c.claim, err, r.Allowed, c.most)
		}
	}
}

// TestExample: the scores of the model that remembers show what the lesson says of them.
func TestExample(t *testing.T) {
	s := workshop.Lab{}.Params().Defaults("workshop").Set(workshop.Lab{}.Params(), "eps", 0.5)
	found, err := Test(s, []lab.File{{Name: "remembers.csv", Key: table.Example}}, table.Ask{Scores: true}, true, nil)
	if err != nil || found.Verdict != audit.Violation {
		t.Fatalf("%v: %+v", err, found)
	}
	t.Log(english.Say(found.Sheet.Lead))
}

// TestAllowed: the ε of a claim of a family is right, also at a very small δ. That of μ and of σ is of the
// closed form, by SciPy.
func TestAllowed(t *testing.T) {
	s := &read.Scores{}
	for i := range 40 {
		s.In, s.Out = append(s.In, float64(i)), append(s.Out, float64(i)-0.5)
	}
	for i := range s.Rows {
		s.Rows[i] = &read.Rows{}
	}
	of := func(n privacy.Notion, value float64, given privacy.Given) privacy.Claim {
		return privacy.Claim{Notion: n, Value: value, Given: given}
	}
	for _, c := range []struct {
		claim       privacy.Claim
		delta, want float64
	}{
		{of(privacy.Gaussian, 1, privacy.Given{}), 1e-14, 7.869},
		{of(privacy.Gaussian, 0.5, privacy.Given{}), 1e-12, 3.449},
		{of(privacy.Gaussian, 1, privacy.Given{}), 1e-5, 4.377},
		{of(privacy.Concentrated, 0.5, privacy.Given{}), 1e-5, 4.728},
		{of(privacy.Renyi, 1, privacy.Given{2}), 1e-5, 10.668},
		{of(privacy.Renyi, 1, privacy.Given{2}), 1e-12, 26.786},
		{of(privacy.Renyi, 1, privacy.Given{1.01}), 1e-5, 685.77},
		{of(privacy.Subsampled, 1, privacy.Given{0.5, 1}), 1e-5, 3.534},
		{of(privacy.Subsampled, 1, privacy.Given{0.5, 1}), 1e-10, 5.746},
		{of(privacy.Subsampled, 1, privacy.Given{0.5, 1}), 1e-12, 6.446},
	} {
		r, err := JudgeScores(s, ScoreSettings{Claim: c.claim, Delta: c.delta, Alpha: 0.05, Seed: 1})
		switch {
		case err != nil:
			t.Error(err)
		case math.Abs(float64(r.Allowed)-c.want) > 5e-4+1e-5*c.want:
			t.Errorf("%+v at %v: %v, not %v", c.claim, c.delta, r.Allowed, c.want)
		}
	}
	whole := of(privacy.Subsampled, 1/0.06, privacy.Given{1, 1}).Definition()
	if got := whole.OfNoise(2 * whole.Noise(1/0.06)); math.Abs(got-2/0.06) > 1e-9 {
		t.Errorf("twice 1/σ = %v is %v", 1/0.06, got)
	}
	half := of(privacy.Subsampled, 1/0.06, privacy.Given{0.5, 1}).Definition()
	if got := half.OfNoise(2 * half.Noise(1/0.06)); !math.IsInf(got, 1) {
		t.Errorf("no 1/σ allows as much, and it is %v", got)
	}
}
