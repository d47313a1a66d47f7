package tell

import (
	"testing"

	"indistinct/core/audit"
	"indistinct/core/lang"
	"indistinct/core/learn"
	"indistinct/core/mechanism"
	"indistinct/core/num"
	"indistinct/core/paper"
	"indistinct/core/rng"
	"indistinct/core/test/check"
)

func audited(t testing.TB, m mechanism.Mechanism, set audit.Settings) *audit.Report {
	t.Helper()
	r, err := audit.Run(m, set)
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

// ids are those of messages.
func ids(list []lang.Message) (out []string) {
	for _, m := range list {
		out = append(out, m.ID())
	}
	return out
}

// What of the paper's test does not hold is warned of: ellipsoids without spread, pairs
// that were not tried, selection releases that were not drawn.
func TestPaperWarnings(t *testing.T) {
	flat := paper.Ellipsoid{Degenerate: true}
	r := &audit.Report{Cover: []paper.Ellipsoid{flat, {}}, Tried: make([]learn.Tried, 64), Untried: 5, Asked: 10, N: 8,
		Occupied: 1, Steps: 2, Dim: 1, Beta: 0.05, Gamma: 1e-9}
	got := Warnings(r)
	if len(got) != 3 {
		t.Fatalf("warnings %q", ids(got))
	}
	check.Places(t, "no spread", got[0], "tell.warning.flat", "flat", 1, "steps", 2)
	check.Places(t, "pairs", got[1], "tell.warning.untried", "pairs", 69, "tried", 64)
	check.Places(t, "a cut selection", got[2], "tell.warning.drawn", "asked", 10, "drawn", 8)
}
