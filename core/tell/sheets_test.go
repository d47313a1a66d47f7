package tell

import (
	"encoding/json"
	"math"
	"testing"

	"indistinct/core/learn"
	"indistinct/core/mechanism"
	"indistinct/core/rng"
	"indistinct/core/sheet"
	"indistinct/core/test/english"
	"indistinct/core/test/oracle"
)

func TestSheet(t *testing.T) {
	r := audited(t, must(oracle.NewLaplace(1, 1)), paperSettings())
	s := Sheet(r)
	if b, err := json.Marshal(s); err != nil || len(b) == 0 {
		t.Fatal(err)
	}
	if s.Lead.ID() == "" || len(s.Charts) < 3 || len(s.Tables) != 2 {
		t.Fatalf("%d charts, %d tables, lead %q", len(s.Charts), len(s.Tables), s.Lead)
	}
	ids := map[string]bool{}
	for _, c := range s.Charts {
		if ids[c.ID] || english.Say(c.Caption) == "" || len(c.Series) == 0 {
			t.Errorf("chart %q", c.ID)
		}
		ids[c.ID] = true
		for _, l := range c.Series {
			if len(l.X) == 0 || len(l.X) != len(l.Y) {
				t.Errorf("chart %q, series %q: %d and %d numbers", c.ID, l.Name, len(l.X), len(l.Y))
			}
			for _, y := range l.Y {
				if c.Y.Log && !(y > 0) {
					t.Errorf("chart %q, series %q: %v on a logarithmic axis", c.ID, l.Name, y)
				}
			}
		}
	}
	for _, id := range []string{"p-values", "profile", "region"} {
		if !ids[id] {
			t.Errorf("no chart %q", id)
		}
	}
	var roles []sheet.Role
	for _, m := range s.Charts[0].Marks {
		roles = append(roles, m.Role)
	}
	if len(roles) < 3 {
		t.Errorf("marks %v", roles)
	}
	for _, tab := range s.Tables {
		if ids[tab.ID] {
			t.Errorf("%q twice", tab.ID)
		}
		ids[tab.ID] = true
		for _, row := range tab.Rows {
			if len(row) != len(tab.Columns) {
				t.Errorf("table %q has a row of %d cells under %d columns", tab.ID, len(row), len(tab.Columns))
			}
			if tab.ID == "quantities" && row[0].Help.ID() != row[0].Text.ID()+".help" {
				t.Errorf("%q says %q of itself", row[0].Text.ID(), row[0].Help.ID())
			}
		}
	}
}

// comb is the counterexample of what is said of the paper's λ: uniform on the left halves of k
// equal cells for one record, on the right halves for the other.
type comb struct{ k int }

func (c comb) Shape() (int, int)         { return 1, 1 }
func (c comb) Fork() mechanism.Mechanism { return c }
func (c comb) Claim() mechanism.Claim    { return mechanism.Claim{} }
func (c comb) Release(in mechanism.Input, s *rng.Stream, out []float64) {
	tooth := float64(s.Intn(c.k))
	out[0] = (tooth + 0.5*float64(in) + 0.5*s.Float64()) / float64(c.k)
}

// Pairs that were looked at longest come first, of those the most promising.
func TestTriedTable(t *testing.T) {
	tried := []learn.Tried{{Name: "a", Releases: 100, Gain: 3}, {Name: "b", Releases: 200, Gain: 1},
		{Name: "c", Releases: 200, Gain: 2}, {Name: "d", Releases: 50, Gain: 9}}
	order := ""
	var s sheet.Sheet
	triedTable(&s, tried, 9)
	for _, row := range s.Tables[0].Rows {
		order += string(row[0].Text)
	}
	if order != "cbad" {
		t.Errorf("the pairs are in the order %s, want cbad", order)
	}
}

// The paper's test passes the comb at a small ε_c with a small λ, though one
// event has probability 1 and 0: (ε_c, λ) cannot hold.
func TestLambdaCounterexample(t *testing.T) {
	set := paperSettings()
	set.Grid, set.Learn = 20, false
	r := audited(t, comb{20}, set)
	if !(r.EpsilonC < .5 && r.Lambda < .4) {
		t.Errorf("ε_c = %v, λ = %v: the comb was meant to pass", r.EpsilonC, r.Lambda)
	}
	left := [2]int{}
	for in := range left {
		for _, x := range mechanism.Draw(comb{20}, mechanism.Input(in), rng.Key{Seed: 1, Phase: rng.PhaseSelect,
			Input: uint32(in)}, 1000) {
			if _, frac := math.Modf(20 * x); frac < .5 {
				left[in]++
			}
		}
	}
	if p1, p2 := float64(left[0])/1000, float64(left[1])/1000; !(p1 > math.Exp(float64(r.EpsilonC))*p2+
		float64(r.Lambda)) {
		t.Errorf("the union of left halves has %v and %v, within (%v, %v)", p1, p2, r.EpsilonC, r.Lambda)
	}
}
