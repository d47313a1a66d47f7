package tell

import (
	"strings"
	"testing"

	"indistinct/core/audit"
	"indistinct/core/learn"
	"indistinct/core/mechanism"
	"indistinct/core/num"
	"indistinct/core/paper"
	"indistinct/core/rng"
)

// complete audits a mechanism and says what the report means.
func complete(m mechanism.Mechanism, set audit.Settings) (*audit.Report, error) {
	r, err := audit.Run(m, set)
	if err == nil {
		Complete(r)
	}
	return r, err
}

func audited(t testing.TB, m mechanism.Mechanism, set audit.Settings) *audit.Report {
	t.Helper()
	r, err := complete(m, set)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func must[M mechanism.Mechanism](m M, err error) mechanism.Mechanism {
	if err != nil {
		panic(err)
	}
	return m
}

func paperSettings() audit.Settings {
	return audit.Settings{Seed: 1, Epsilon: 1, Select: 1, Alpha: .05, Beta: .05, Gamma: 1e-9, Grid: 2, N: 1000, M: 1000,
		Learn: true}
}

// gaussSteps releases standard normal numbers, the neighbour's shifted.
type gaussSteps struct {
	steps, dim int
	shift      float64
}

func (g gaussSteps) Shape() (int, int)         { return g.steps, g.dim }
func (g gaussSteps) Fork() mechanism.Mechanism { return g }
func (g gaussSteps) Claim() mechanism.Claim    { return mechanism.Claim{} }
func (g gaussSteps) Truth() []float64          { return make([]float64, g.steps*g.dim) }
func (g gaussSteps) Release(in mechanism.Input, s *rng.Stream, out []float64) {
	for k := range out {
		out[k] = float64(in)*g.shift + num.NormalQuantile(s.Open())
	}
}

// What of the paper's test does not hold is warned of: ellipsoids without spread, pairs
// that were not tried, selection releases that were not drawn.
func TestPaperWarnings(t *testing.T) {
	flat := paper.Ellipsoid{Degenerate: true}
	r := &audit.Report{Cover: []paper.Ellipsoid{flat, {}}, Tried: make([]learn.Tried, 64), Untried: 5, Asked: 10,
		Occupied: 1, Steps: 2, Dim: 1,
		Settings: audit.Settings{Beta: 0.05, Gamma: 1e-9, N: 8}}
	got := strings.Join(paperWarnings(r), "\n")
	for _, want := range []string{"In 1 of 2 steps",
		"Of 69 pairs the first 64 were tried, the most that one search takes.", "Of the 10 selection releases",
		"8 were drawn"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not said: %s", want, got)
		}
	}
	if got := strings.Count(got, "\n"); got != 2 {
		t.Errorf("%d more warnings, want 2", got)
	}
}
