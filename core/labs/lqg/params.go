// Package lqg is the laboratory of private linear-quadratic-Gaussian control
// (Hale 2019; Yazdani, Jones, Leahy & Hale): agents that cooperate through
// what they transmit, and hide their states and their goals by adding noise to
// it.
package lqg

import (
	"slices"
	"strconv"
	"strings"

	"indistinct/core/lab"
	"indistinct/core/labs/lqg/loop"
	"indistinct/core/sheet"
)

// Lab is the LQG laboratory.
type Lab struct{ lab.Base }

var _ lab.Laboratory = Lab{}

// About introduces the laboratory.
func (Lab) About() lab.About {
	return lab.About{
		Name:   "lqg",
		Title:  "LQG",
		Lead:   "Agents steer together by telling each other where they are and where they want to go. What does it cost to blur both?",
		Source: "M. Hale, Differentially Private LQG, 2019; K. Yazdani, A. Jones, K. Leahy and M. Hale, Differentially Private LQ Control",
	}
}

// Params is the table of parameters.
func (Lab) Params() lab.Table {
	t := lab.Table{
		{Name: "plant", Label: "Agents", Kind: lab.Choice, Text: pair, Group: "Agents", Rerun: true, Scene: true,
			Help: "Who moves, and in what space.",
			Choices: []lab.Option{
				{Value: pair, Label: "Double integrators on a line",
					Help: "Position and velocity in one dimension; the reference example has two of them."},
				{Value: formation, Label: "Formation in the plane",
					Help: "Double integrators in the plane that hold a circle and turn it."},
				{Value: teams, Label: "Two teams",
					Help: "Each agent of one team holds its place relative to one of the other."},
				{Value: chain, Label: "Lightly damped chain", Help: "Oscillators side by side, coupled by the cost."},
				{Value: custom, Label: "Your matrices", Help: "One A, B and C for every agent, typed below."},
			}},
		{Name: "N", Label: "Number of agents", Symbol: "N", Kind: lab.Int, Min: 2, Max: 20, Step: 1, Default: 2,
			Group: "Agents", Rerun: true, Scene: true,
			Help: "More agents share the same cost and each adds its own noise."},
		{Name: "star", Label: "Starred agent", Kind: lab.Int, Min: 1, Max: 20, MaxOf: "N", Step: 1, Default: 1,
			Group: "Agents", Rerun: true, Scene: true,
			Help: "The agent whose trajectory is to stay hidden: the audit and the eavesdropper look at this one."},

		{Name: "half", Label: "Noise added", Unit: "× the promise", Kind: lab.Float, Min: 0.05, Max: 4, Step: 0.05,
			Log: true, Default: 1, Main: true,
			Group: "Promise", Rerun: true, Scene: true,
			Help: "How much noise the agents really add, as a multiple of what their promise takes. Below 1 the claim is no longer theirs to make.",
			Low:  "cheap control, leaks", High: "costly control, private"},
		{Name: "ai", Label: "Privacy by agent", Symbol: "εᵢ", Kind: lab.List, Min: 0.001, Max: 1000, MinLen: 0,
			MaxLen: 20, Group: "Promise", Rerun: true, Scene: true, Fold: true,
			Help: "One ε for each agent, separated by commas; empty: the claimed ε for all."},
		{Name: "b", Label: "Trajectory radius", Symbol: "b", Unit: "m", Kind: lab.Float, Min: 0.001, Max: 100,
			Step: 0.1, Log: true, Default: 1, Group: "Promise", Rerun: true, Scene: true,
			Help: "Two trajectories are adjacent when they differ by at most b in ℓ₂ over all time: a bound on the whole trajectory, not on each step.",
			Low:  "little to hide", High: "much to hide"},
		{Name: "bref", Label: "Reference radius", Symbol: "b̄", Unit: "m", Kind: lab.Float, Min: 0, Max: 100,
			Step: 0.1, Default: 1, Group: "Promise", Rerun: true, Scene: true, Fold: true,
			Help: "Two references are adjacent when they differ by at most b̄. At 0 references are sent as they are."},
		{Name: "calib", Label: "Calibration", Kind: lab.Choice, Text: "exact", Old: "theorem", Group: "Promise",
			Rerun: true, Scene: true,
			Help: "How much noise a promise takes.",
			Choices: []lab.Option{{Value: "theorem", Label: "κ(δ, ε), as in the theorem",
				Help: "Sufficient and conservative."},
				{Value: "exact", Label: "exact Gaussian",
					Help: "The least noise that keeps the promise (Balle & Wang 2018)."}}},

		{Name: "h", Label: "Time step", Symbol: "h", Unit: "s", Kind: lab.Float, Min: 0.01, Max: 1, Step: 0.01,
			Default: 0.1, Group: "Dynamics", Rerun: true, Scene: true, Fold: true,
			Help: "Interval between two transmissions.", Only: lab.When("plant", pair, formation, teams, chain)},
		{Name: "damp", Label: "Damping", Symbol: "ρ", Kind: lab.Float, Min: 0.5, Max: 1, Step: 0.005, Default: 0.98,
			Group: "Dynamics", Rerun: true, Scene: true, Fold: true,
			Help: "Each oscillation shrinks by this factor a step.", Only: lab.When("plant", chain)},
		{Name: "freq", Label: "Frequency", Symbol: "ω", Unit: "rad/s", Kind: lab.Float, Min: 0.1, Max: 20,
			Step: 0.1, Default: 2, Group: "Dynamics", Rerun: true, Scene: true, Fold: true,
			Help: "Natural frequency of each oscillator.", Only: lab.When("plant", chain)},
		{Name: "A", Label: "Matrix A", Kind: lab.Matrix, Min: -1e6, Max: 1e6, MaxLen: 8, Text: "1,0.1;0,1",
			MinLen: 1, Group: "Dynamics", Rerun: true, Scene: true,
			Help: "x⁺ = A x + B u + w, the same for every agent. The first state is the position.",
			Only: lab.When("plant", custom)},
		{Name: "B", Label: "Matrix B", Kind: lab.Matrix, Min: -1e6, Max: 1e6, MaxLen: 8, Text: "0.005;0.1",
			MinLen: 1, Group: "Dynamics", Rerun: true, Scene: true,
			Help: "As many rows as A.", Only: lab.When("plant", custom)},
		{Name: "C", Label: "Matrix C", Kind: lab.Matrix, Min: -1e6, Max: 1e6, MaxLen: 8, Text: "1,0;0,1", MinLen: 1,
			Group: "Dynamics", Rerun: true, Scene: true,
			Help: "y = C x + v is what an agent transmits, before noise. As many columns as A.",
			Only: lab.When("plant", custom)},
		{Name: "wpos", Label: "Process noise, position", Symbol: "W₁", Unit: "m²", Kind: lab.Float, Min: 1e-8,
			Max: 10, Step: 0.01, Log: true, Default: 0.01, Group: "Dynamics", Rerun: true, Scene: true, Fold: true,
			Help: "Variance of w on positions, and on odd-numbered states of your own matrices."},
		{Name: "wvel", Label: "Process noise, velocity", Symbol: "W₂", Unit: "m²/s²", Kind: lab.Float, Min: 1e-8,
			Max: 10, Step: 0.01, Log: true, Default: 0.02, Group: "Dynamics", Rerun: true, Scene: true, Fold: true,
			Help: "Variance of w on velocities, and on even-numbered states of your own matrices."},
		{Name: "vvar", Label: "Sensor noise", Symbol: "V", Kind: lab.Float, Min: 0, Max: 10, Step: 0.01, Default: 0,
			Group: "Dynamics", Rerun: true, Scene: true, Fold: true,
			Help: "Variance of v on each output, before any privacy noise."},

		{Name: "qpos", Label: "Weight of position", Symbol: "Q", Kind: lab.Float, Min: 0.001, Max: 1000, Step: 1,
			Log: true, Default: 6, Group: "Cost", Rerun: true, Scene: true, Fold: true,
			Help: "Cost of one unit of squared distance from the reference."},
		{Name: "qvel", Label: "Weight of velocity", Kind: lab.Float, Min: 0, Max: 1000, Step: 0.1, Default: 1,
			Group: "Cost", Rerun: true, Scene: true, Fold: true,
			Help: "Cost of one unit of squared velocity error."},
		{Name: "coupling", Label: "Coupling", Kind: lab.Float, Min: -100, Max: 1000, Step: 1, Default: 4, Group: "Cost",
			Rerun: true, Scene: true,
			Help: "Cost of one unit of squared difference between neighbours' position errors: how much the agents want to stay in shape.", Low: "each " +
				"alone", High: "tight formation"},
		{Name: "rweight", Label: "Weight of control", Symbol: "R", Kind: lab.Float, Min: 1e-4, Max: 1e4, Log: true,
			Default: 1, Group: "Cost", Rerun: true, Scene: true, Fold: true,
			Help: "Cost of one unit of squared control."},
		{Name: "budget", Label: "Cost budget", Symbol: "ΔJ", Kind: lab.Float, Min: 1e-3, Max: 1e6, Log: true,
			Default: 50, Group: "Cost",
			Help: "The price of privacy that you are willing to pay; the calibration finds the ε that it buys."},

		{Name: "moves", Label: "Moving references", Kind: lab.Flag, Min: 0, Max: 1, Default: 0, Group: "Scene",
			Scene: true,
			Help:  "References move every few seconds; each new one is transmitted with fresh noise."},
		{Name: "length", Label: "Audited steps", Kind: lab.Int, Min: 1, Max: 40, Step: 1, Default: 4, Group: "Test",
			Rerun: true, Fold: true,
			Help: "Number of transmissions that the audit takes together. The promise bounds the whole trajectory, so more steps make no " +
				"difference to the exact answer."},
	}
	t = append(t, lab.TestTable(1, 0.05)...)
	return append(t, lab.SearchParam("every agent as the starred one, its trajectory moved evenly or all at once"))
}

// Presets are the ready-made examples. Each has a seed of its own: what is
// audited is the starred agent's noise against its promise, so that presets with
// one ε and one seed would have equal counts.
func (Lab) Presets() []lab.Preset {
	return []lab.Preset{
		{Name: "On the edge", Note: "Two agents on a line, with the least noise that keeps ε = 1 at δ = 0.05: a little less, and the test finds out.",
			Set: map[string]string{}},
		{Name: "Two agents on a line, by the theorem", Note: "The reference example: ΔJ = 87.45 at ε = 1, δ = 0.05, with noise κ(δ, ε), which is " +
			"more than it takes.",
			Set: map[string]string{"calib": "theorem", "seed": "2"}},
		{Name: "Formation of eight", Note: "Eight double integrators hold a circle that turns.",
			Set: map[string]string{"plant": formation, "N": "8", "moves": "1", "b": "0.3", "bref": "0.2", "eps": "2",
				"seed": "3"}},
		{Name: "Two teams", Note: "Three agents of one team (squares) each keep station on one of the other (circles).",
			Set: map[string]string{"plant": teams, "N": "6", "moves": "1", "b": "0.3", "bref": "0.2", "eps": "2",
				"seed": "4"}},
		{Name: "Twenty agents", Note: "The largest network: eighty states.",
			Set: map[string]string{"plant": formation, "N": "20", "moves": "1", "b": "0.3", "bref": "0.2", "eps": "2",
				"seed": "5"}},
		{Name: "Lightly damped chain", Note: "Oscillators that ring on: their dynamics help the eavesdropper.",
			Set: map[string]string{"plant": chain, "N": "6", "b": "0.3", "bref": "0.2", "seed": "6"}},
		{Name: "Half the noise", Note: "The claim is kept, the noise is halved: control gets cheaper, the haloes shrink, and the audit must catch it.",
			Set: map[string]string{"half": "0.5", "m": "20000", "seed": "7"}},
	}
}

// Check names the fields that do not go together.
func (Lab) Check(s lab.Spec) []lab.Problem {
	out := lab.CheckNoise(s, true)
	n := s.Int("N")
	if s.Int("star") > n {
		out.Say("star", "There is no agent %d: there are %d.", s.Int("star"), n)
	}
	if l := s.List("ai"); len(l) > 0 && len(l) != n {
		out.Say("ai", "Privacy by agent has %d values: it takes one for each of the %d agents, or none.", len(l), n)
	}
	if s.Text("plant") == teams && n%2 == 1 {
		out.Say("N", "Two teams cannot share %d agents: the number of agents must be even.", n)
	}
	if least := -s.Float("qpos") / stiffest(s.Text("plant"), n); s.Float("coupling") < least {
		out.Say("coupling", "Coupling is %g: with this weight of position it must be at least %s, or the cost Q would have a negative eigenvalue.",
			s.Float("coupling"), sheet.Brief(least, 4))
	}
	if s.Text("plant") == custom {
		a, b, c := s.Rows("A"), s.Rows("B"), s.Rows("C")
		switch {
		case len(a) != len(a[0]) || len(a) > 8:
			out.Say("A", "Matrix A is %d × %d: it must be square with at most 8 rows.", len(a), len(a[0]))
		case len(b) != len(a):
			out.Say("B", "Matrix B has %d rows: it must have as many as A, %d.", len(b), len(a))
		case len(c[0]) != len(a):
			out.Say("C", "Matrix C has %d columns: it must have as many as A, %d.", len(c[0]), len(a))
		case zero(c):
			out.Say("C", "Matrix C is zero: an agent that transmits nothing has nothing to hide; one number at least must not be 0.")
		case n*len(a) > 80:
			out.Say("N", "%d agents of %d states make %d states: at most 80 are solved.", n, len(a), n*len(a))
		}
	}
	return out
}

func zero(rows [][]float64) bool {
	return !slices.ContainsFunc(rows, func(r []float64) bool {
		return slices.ContainsFunc(r, func(v float64) bool { return v != 0 })
	})
}

// Edit stars an agent that was picked.
func (l Lab) Edit(s lab.Spec, handle string, x, y float64) (lab.Spec, bool) {
	kind, rest, _ := strings.Cut(handle, ":")
	if kind != "pick" && kind != "agent" {
		return s, false
	}
	i, err := strconv.Atoi(rest)
	if err != nil || i < 1 || i > s.Int("N") {
		return s, false
	}
	return s.Set(l.Params(), "star", float64(i)), true
}

// promises reads each agent's privacy parameters.
func promises(s lab.Spec) []loop.Promise {
	list := s.List("ai")
	out := make([]loop.Promise, s.Int("N"))
	for i := range out {
		out[i] = loop.Promise{Epsilon: s.Float("eps"), Delta: s.Float("delta"), B: s.Float("b"), RefB: s.Float("bref"),
			Part: s.Float("half")}
		if len(list) == len(out) {
			out[i].Epsilon = list[i]
		}
	}
	return out
}
