// Package lqg says what the laboratory of private control says of itself.
package lqg

import (
	"math"
	"strings"

	"indistinct/core/lab"
	"indistinct/core/lang"
	"indistinct/core/num"
)

// Lab is the LQG laboratory, described.
type Lab struct{ lab.Base }

// The plants: who moves, and in what space.
const (
	Pair      = "pair"
	Formation = "formation"
	Teams     = "teams"
	Chain     = "chain"
	Custom    = "custom"
)

// own are the matrices of the plant Custom: of all agents, or of each kind of agents one.
var own = []string{"A", "B", "C", "W", "V", "Q", "R"}

// Kinds returns how many agents there are of each kind, in their order: one kind where all are alike.
func Kinds(s lab.Spec) []float64 {
	if counts := s.List("kinds"); s.Text("plant") == Custom && len(counts) > 0 {
		return counts
	}
	return []float64{s.Float("N")}
}

func (Lab) About() lab.About {
	return lab.About{
		Name: "lqg",
		Documents: []lab.Document{{Name: "hale", Cited: "M. Hale, Differentially Private LQG, 2019",
			Tasks: []string{"matrices", "eavesdrop"}}, {Name: "yazdani",
			Cited: "K. Yazdani, A. Jones, K. Leahy and M. Hale, Differentially Private LQ Control, 2022"}},
		Former: []string{"budget"},
	}
}

func (Lab) Params() lab.Table {
	t := lab.Table{
		{Name: "plant", Kind: lab.Choice, Text: Pair, Group: "agents",
			Choices: []string{Pair, Formation, Teams, Chain, Custom}},
		{Name: "N", Symbol: "N", Kind: lab.Int, Min: 2, Max: 20, Step: 1, Default: 2, Group: "agents"},
		{Name: "star", Kind: lab.Int, Min: 1, Max: 20, MaxOf: "N", Step: 1, Default: 1, Group: "agents"},
		{Name: "kinds", Kind: lab.List, Min: 1, Max: 20, MaxLen: 4, Group: "agents", Fold: true,
			Only: lab.When("plant", Custom)},

		{Name: "half", Unit: lang.Say("lqg.param.half.unit"), Kind: lab.Float, Min: 0.05, Max: 4, Step: 0.05, Log: true,
			Default: 1, Main: true, Group: "promise"},
		{Name: "ai", Symbol: "εᵢ", Kind: lab.List, Min: 0.001, Max: 1000, MinLen: 0, MaxLen: 20, Group: "promise",
			Fold: true},
		{Name: "b", Symbol: "b", Unit: lang.Verbatim("m"), Kind: lab.Float, Min: 0.001, Max: 100, Step: 0.1, Log: true,
			Default: 1, Group: "promise"},
		{Name: "bi", Symbol: "bᵢ", Unit: lang.Verbatim("m"), Kind: lab.List, Min: 0.001, Max: 100, MinLen: 0,
			MaxLen: 20, Group: "promise", Fold: true},
		{Name: "bref", Symbol: "b̄", Unit: lang.Verbatim("m"), Kind: lab.Float, Min: 0, Max: 100, Step: 0.1, Default: 1,
			Group: "promise", Fold: true},
		{Name: "calib", Kind: lab.Choice, Text: "exact", Group: "promise", Choices: []string{"theorem", "exact"}},

		{Name: "h", Symbol: "h", Unit: lang.Verbatim("s"), Kind: lab.Float, Min: 0.01, Max: 1, Step: 0.01, Default: 0.1,
			Group: "dynamics", Fold: true, Only: lab.When("plant", Pair, Formation, Teams, Chain)},
		{Name: "damp", Symbol: "ρ", Kind: lab.Float, Min: 0.5, Max: 1, Step: 0.005, Default: 0.98, Group: "dynamics",
			Fold: true, Only: lab.When("plant", Chain)},
		{Name: "freq", Symbol: "ω", Unit: lang.Verbatim("rad/s"), Kind: lab.Float, Min: 0.1, Max: 20, Step: 0.1,
			Default: 2, Group: "dynamics", Fold: true, Only: lab.When("plant", Chain)},
		lab.OwnMatrix("A", "dynamics", "1,0.1;0,1"), lab.OwnMatrix("B", "dynamics", "0.005;0.1"),
		lab.OwnMatrix("C", "dynamics", "1,0;0,1"), lab.OwnMatrix("W", "dynamics", ""),
		lab.OwnMatrix("V", "dynamics", ""),
		{Name: "wpos", Symbol: "W₁", Unit: lang.Verbatim("m²"), Kind: lab.Float, Min: 1e-8, Max: 10, Step: 0.01,
			Log: true, Default: 0.01, Group: "dynamics", Fold: true},
		{Name: "wvel", Symbol: "W₂", Unit: lang.Verbatim("m²/s²"), Kind: lab.Float, Min: 1e-8, Max: 10, Step: 0.01,
			Log: true, Default: 0.02, Group: "dynamics", Fold: true},
		{Name: "vvar", Symbol: "V", Kind: lab.Float, Min: 0, Max: 10, Step: 0.01, Default: 0, Group: "dynamics",
			Fold: true},

		{Name: "qpos", Symbol: "Q", Kind: lab.Float, Min: 0.001, Max: 1000, Step: 1,
			Log: true, Default: 6, Group: "cost", Rerun: true, Scene: true, Fold: true},
		{Name: "qvel", Kind: lab.Float, Min: 0, Max: 1000, Step: 0.1, Default: 1,
			Group: "cost", Rerun: true, Scene: true, Fold: true},
		{Name: "coupling", Kind: lab.Float, Min: -100, Max: 1000, Step: 1, Default: 4, Group: "cost",
			Rerun: true, Scene: true},
		{Name: "rweight", Symbol: "R", Kind: lab.Float, Min: 1e-4, Max: 1e4, Log: true,
			Default: 1, Group: "cost", Rerun: true, Scene: true, Fold: true},

		lab.OwnMatrix("Q", "cost", ""), lab.OwnMatrix("R", "cost", ""),
		{Name: "T", Symbol: "T", Kind: lab.Int, Max: 200, Step: 1, Group: "cost", Rerun: true, Fold: true},

		{Name: "moves", Kind: lab.Flag, Min: 0, Max: 1, Default: 1, Was: "0", Group: "scene",
			Scene: true},
		{Name: "length", Kind: lab.Int, Min: 1, Max: 40, Step: 1, Default: 4, Group: "test",
			Rerun: true, Fold: true},
	}
	for _, name := range own {
		t.Find(name).Parts = t.Find("kinds").MaxLen
	}
	t.From(lab.FromFollow, "half").From(lab.FromUs, "plant", "N", "b", "bref", "calib", "h", "A", "B", "C", "wpos",
		"wvel", "vvar", "qpos", "qvel", "coupling", "rweight")
	t = append(t.Shapes("agents", "promise", "dynamics"), lab.TestTable(1, 0.05)...)
	return append(t, lab.SearchParam()).Of("lqg")
}

func (Lab) Analyses() []lab.Analysis {
	return []lab.Analysis{
		{Name: "cost", Live: true},
		{Name: "eavesdrop"},
		{Name: lab.Ledger, Whole: true},
		{Name: lab.Replay},
		{Name: "matrices"},
	}
}

// Presets are the ready-made examples. Each has a seed of its own: what is
// audited is the starred agent's noise against its promise, so that presets with
// one ε and one seed would have equal counts.
func (Lab) Presets() []lab.Preset {
	return []lab.Preset{
		{Name: "on-the-edge"},
		{Name: "half-the-noise",
			Set: map[string]string{"half": "0.5", "m": "20000", "seed": "7"}},
		{Name: "two-agents-on-a-line-by-the-theorem",
			Set: map[string]string{"calib": "theorem", "seed": "2"}},
		{Name: "formation-of-eight",
			Set: map[string]string{"plant": Formation, "N": "8", "b": "0.3", "bref": "0.2", "eps": "2",
				"seed": "3"}},
		{Name: "two-teams",
			Set: map[string]string{"plant": Teams, "N": "6", "b": "0.3", "bref": "0.2", "eps": "2",
				"seed": "4"}},
		{Name: "twenty-agents",
			Set: map[string]string{"plant": Formation, "N": "20", "b": "0.3", "bref": "0.2", "eps": "2",
				"seed": "5"}},
		{Name: "lightly-damped-chain",
			Set: map[string]string{"plant": Chain, "N": "6", "b": "0.3", "bref": "0.2", "seed": "6"}},
		{Name: "unlike-agents", Set: unlike},
	}
}

func (Lab) Check(s lab.Spec) []lab.Problem {
	out := lab.CheckNoise(s, true)
	n, coupling := s.Int("N"), s.Float("coupling")
	out.If(s.Int("star") > n, "star", "lqg.refused.star", "star", s.Int("star"), "n", n)
	for _, name := range []string{"ai", "bi"} {
		l := s.List(name)
		out.If(len(l) > 0 && len(l) != n, name, "lqg.refused.list", "list", name, "values", len(l), "n", n)
	}
	out.If(s.Text("plant") == Teams && n%2 == 1, "N", "lqg.refused.teams", "n", n)
	least := -s.Float("qpos") / Stiffest(s.Text("plant"), n)
	out.If(coupling < least && len(s.Rows("Q")) == 0, "coupling", "lqg.refused.coupling", "coupling", coupling,
		"least", least)
	if s.Text("plant") != Custom {
		return out
	}
	kinds, most, all, whole := Kinds(s), 1, 0.0, 0.0
	for _, count := range kinds {
		all, whole = all+count, whole+math.Trunc(count)
	}
	for _, name := range own {
		most = max(most, 1+strings.Count(s.Text(name), "|"))
	}
	if all != float64(n) || whole != all || most > len(kinds) {
		out.Say("kinds", "lqg.refused.kinds", "counts", lang.Verbatim(s.Text("kinds")), "kinds", most, "n", n)
		return out
	}
	states, reports, table, before := 0, 0, Lab{}.Params(), len(out)
	for k, count := range kinds {
		of := s.Part(table, k)
		a, b, c := of.Rows("A"), of.Rows("B"), of.Rows("C")
		each, inputs := len(a), len(b[0])
		states += int(count) * each
		out.Fits(of, "A", each, each, "square")
		out.Fits(of, "B", each, inputs, "A")
		out.Fits(of, "C", len(c), each, "A")
		out.Fits(of, "W", each, each, "A")
		out.Fits(of, "V", len(c), len(c), "C")
		out.Fits(of, "Q", each, each, "A")
		out.Fits(of, "R", inputs, inputs, "B")
		out.If(strings.Trim(of.Text("C"), "-0,;") == "", "C", "lqg.refused.zero")
		out.If(k > 0 && s.Searches() && len(c) != reports, "pairs", "lqg.refused.search", "reports", len(c),
			"before", reports)
		reports = len(c)
		for i := range out[before:] {
			p := &out[before+i]
			p.Say = lang.Say("lqg.refused.kind", "kinds", len(kinds), "kind", k+1, "what", p.Say)
		}
		if len(out) > before {
			return out
		}
	}
	out.If(states > 80, "N", "lqg.refused.states", "n", n, "states", states)
	return out
}

// Edit stars an agent that was picked.
func (l Lab) Edit(s lab.Spec, handle string, x, y float64) (lab.Spec, bool) {
	return lab.Starred(l.Params(), s, handle, "agent", s.Int("N"))
}

// Stiffest is the largest eigenvalue of the Laplacian of the graph along which
// weights couples n agents: Q is positive semidefinite while
// qpos + coupling·Stiffest ≥ 0.
func Stiffest(plant string, n int) float64 {
	path := func(n int) float64 {
		_, cos := num.Sincos(math.Pi / float64(n))
		return 2 + 2*cos
	}
	switch {
	case plant == Teams: // a ladder
		return 2 + path(n/2)*float64(min(n/2-1, 1))
	case plant == Formation && n > 2 && n%2 == 0: // a ring
		return 4
	}
	return path(n)
}
