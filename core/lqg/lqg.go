// Package lqg is the laboratory of private linear-quadratic-Gaussian control
// (Hale 2019; Yazdani, Jones, Leahy & Hale): agents that cooperate through
// what they transmit, and hide their states and their goals by adding noise to
// it.
package lqg

import (
	"math"
	"strconv"
	"strings"

	"indistinct/core/fmt"
	"indistinct/core/lab"
	"indistinct/core/linalg"
	"indistinct/core/num"
)

// Lab is the LQG laboratory.
type Lab struct{}

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

const (
	pair      = "pair"
	formation = "formation"
	teams     = "teams"
	chain     = "chain"
	custom    = "custom"
)

func only(param string, values ...string) []lab.Only {
	return []lab.Only{{Param: param, Values: values}}
}

// Params is the table of parameters.
func (Lab) Params() lab.Table {
	t := lab.Table{
		{Name: "plant", Label: "Agents", Kind: lab.Choice, Text: pair, Group: "Agents", Rerun: true, Scene: true,
			Help: "Who moves, and in what space.",
			Choices: []lab.Option{
				{Value: pair, Label: "Double integrators on a line", Help: "Position and velocity in one dimension; the reference example has two of them."},
				{Value: formation, Label: "Formation in the plane", Help: "Double integrators in the plane that hold a circle and turn it."},
				{Value: teams, Label: "Two teams", Help: "Red and blue: each red agent holds its place relative to a blue one."},
				{Value: chain, Label: "Lightly damped chain", Help: "Oscillators side by side, coupled by the cost."},
				{Value: custom, Label: "Your matrices", Help: "One A, B and C for every agent, typed below."},
			}},
		{Name: "N", Label: "Number of agents", Symbol: "N", Kind: lab.Int, Min: 2, Max: 20, Step: 1, Default: 2, Group: "Agents", Rerun: true, Scene: true,
			Help: "More agents share the same cost and each adds its own noise."},
		{Name: "star", Label: "Starred agent", Kind: lab.Int, Min: 1, Max: 20, Step: 1, Default: 1, Group: "Agents", Rerun: true, Scene: true,
			Help: "The agent whose trajectory is to stay hidden: the audit and the eavesdropper look at this one."},

		{Name: "ai", Label: "Privacy by agent", Symbol: "εᵢ", Kind: lab.List, Min: 0.001, Max: 1000, MinLen: 0, MaxLen: 20, Group: "Promise", Rerun: true, Scene: true, Fold: true,
			Help: "One ε for each agent, separated by commas; empty: the claimed ε for all."},
		{Name: "b", Label: "Trajectory radius", Symbol: "b", Unit: "m", Kind: lab.Float, Min: 0.001, Max: 100, Step: 0.1, Log: true, Default: 1, Group: "Promise", Rerun: true, Scene: true,
			Help: "Two trajectories are adjacent when they differ by at most b in ℓ₂ over all time: a bound on the whole trajectory, not on each step.",
			Low:  "little to hide", High: "much to hide"},
		{Name: "bref", Label: "Reference radius", Symbol: "b̄", Unit: "m", Kind: lab.Float, Min: 0, Max: 100, Step: 0.1, Default: 1, Group: "Promise", Rerun: true, Scene: true, Fold: true,
			Help: "Two references are adjacent when they differ by at most b̄. At 0 references are sent as they are."},
		{Name: "calib", Label: "Calibration", Kind: lab.Choice, Text: "theorem", Group: "Promise", Rerun: true, Scene: true,
			Help:    "How much noise a promise takes.",
			Choices: []lab.Option{{Value: "theorem", Label: "κ(δ, ε), as in the theorem", Help: "Sufficient and conservative."}, {Value: "exact", Label: "exact Gaussian", Help: "The least noise that keeps the promise (Balle & Wang 2018)."}}},

		{Name: "h", Label: "Time step", Symbol: "h", Unit: "s", Kind: lab.Float, Min: 0.01, Max: 1, Step: 0.01, Default: 0.1, Group: "Dynamics", Rerun: true, Scene: true, Fold: true,
			Help: "Interval between two transmissions.", Only: only("plant", pair, formation, teams, chain)},
		{Name: "damp", Label: "Damping", Symbol: "ρ", Kind: lab.Float, Min: 0.5, Max: 1, Step: 0.005, Default: 0.98, Group: "Dynamics", Rerun: true, Scene: true, Fold: true,
			Help: "Each oscillation shrinks by this factor a step.", Only: only("plant", chain)},
		{Name: "freq", Label: "Frequency", Symbol: "ω", Unit: "rad/s", Kind: lab.Float, Min: 0.1, Max: 20, Step: 0.1, Default: 2, Group: "Dynamics", Rerun: true, Scene: true, Fold: true,
			Help: "Natural frequency of each oscillator.", Only: only("plant", chain)},
		{Name: "A", Label: "Matrix A", Symbol: "A", Kind: lab.Matrix, Min: -1e6, Max: 1e6, Text: "1,0.1;0,1", MinLen: 1, Group: "Dynamics", Rerun: true, Scene: true,
			Help: "x⁺ = A x + B u + w, the same for every agent. The first state is the position.", Only: only("plant", custom)},
		{Name: "B", Label: "Matrix B", Symbol: "B", Kind: lab.Matrix, Min: -1e6, Max: 1e6, Text: "0.005;0.1", MinLen: 1, Group: "Dynamics", Rerun: true, Scene: true,
			Help: "As many rows as A.", Only: only("plant", custom)},
		{Name: "C", Label: "Matrix C", Symbol: "C", Kind: lab.Matrix, Min: -1e6, Max: 1e6, Text: "1,0;0,1", MinLen: 1, Group: "Dynamics", Rerun: true, Scene: true,
			Help: "y = C x + v is what an agent transmits, before noise. As many columns as A.", Only: only("plant", custom)},
		{Name: "wpos", Label: "Process noise, position", Symbol: "W₁", Unit: "m²", Kind: lab.Float, Min: 1e-8, Max: 10, Step: 0.01, Log: true, Default: 0.01, Group: "Dynamics", Rerun: true, Scene: true, Fold: true,
			Help: "Variance of w on positions, and on odd-numbered states of your own matrices."},
		{Name: "wvel", Label: "Process noise, velocity", Symbol: "W₂", Unit: "m²/s²", Kind: lab.Float, Min: 1e-8, Max: 10, Step: 0.01, Log: true, Default: 0.02, Group: "Dynamics", Rerun: true, Scene: true, Fold: true,
			Help: "Variance of w on velocities, and on even-numbered states of your own matrices."},
		{Name: "vvar", Label: "Sensor noise", Symbol: "V", Kind: lab.Float, Min: 0, Max: 10, Step: 0.01, Default: 0, Group: "Dynamics", Rerun: true, Scene: true, Fold: true,
			Help: "Variance of v on each output, before any privacy noise."},

		{Name: "qpos", Label: "Weight of position", Symbol: "Q", Kind: lab.Float, Min: 0.001, Max: 1000, Step: 1, Log: true, Default: 6, Group: "Cost", Rerun: true, Scene: true, Fold: true,
			Help: "Cost of one unit of squared distance from the reference."},
		{Name: "qvel", Label: "Weight of velocity", Kind: lab.Float, Min: 0, Max: 1000, Step: 0.1, Default: 1, Group: "Cost", Rerun: true, Scene: true, Fold: true,
			Help: "Cost of one unit of squared velocity error."},
		{Name: "coupling", Label: "Coupling", Kind: lab.Float, Min: -100, Max: 1000, Step: 1, Default: 4, Group: "Cost", Rerun: true, Scene: true,
			Help: "Cost of one unit of squared difference between neighbours' position errors: how much the agents want to stay in shape.", Low: "each alone", High: "tight formation"},
		{Name: "rweight", Label: "Weight of control", Symbol: "R", Kind: lab.Float, Min: 1e-4, Max: 1e4, Log: true, Default: 1, Group: "Cost", Rerun: true, Scene: true, Fold: true,
			Help: "Cost of one unit of squared control."},
		{Name: "budget", Label: "Cost budget", Symbol: "ΔJ", Kind: lab.Float, Min: 1e-3, Max: 1e6, Log: true, Default: 50, Group: "Cost",
			Help: "The price of privacy that you are willing to pay; the calibration finds the ε that it buys."},

		{Name: "moves", Label: "Moving references", Kind: lab.Flag, Min: 0, Max: 1, Default: 0, Group: "Scene", Scene: true,
			Help: "References move every few seconds; each new one is transmitted with fresh noise."},
		{Name: "length", Label: "Audited steps", Kind: lab.Int, Min: 1, Max: 40, Step: 1, Default: 4, Group: "Test", Rerun: true, Fold: true,
			Help: "Number of transmissions that the audit takes together. The promise bounds the whole trajectory, so more steps make no difference to the exact answer."},
		{Name: "half", Label: "Noise multiplier", Kind: lab.Float, Min: 0.05, Max: 4, Step: 0.05, Default: 1, Group: "Test", Rerun: true, Fold: true,
			Help: "Multiplies the privacy noise in the audited mechanism. At 1 it is the theorem's; at ½ the claim is false and the test should say so."},
	}
	return append(t, lab.TestTable(1, 0.05)...)
}

// Presets are the ready-made examples.
func (Lab) Presets() []lab.Preset {
	return []lab.Preset{
		{Name: "Two agents on a line", Note: "The reference example: ΔJ = 87.45 at ε = 1, δ = 0.05.", Set: map[string]string{}},
		{Name: "Formation of eight", Note: "Eight double integrators hold a circle that turns.", Set: map[string]string{"plant": formation, "N": "8", "moves": "1", "b": "0.3", "bref": "0.2", "eps": "2"}},
		{Name: "Two teams", Note: "Three red agents shadow three blue ones.", Set: map[string]string{"plant": teams, "N": "6", "moves": "1", "b": "0.3", "bref": "0.2", "eps": "2"}},
		{Name: "Twenty agents", Note: "The largest network: eighty states.", Set: map[string]string{"plant": formation, "N": "20", "moves": "1", "b": "0.3", "bref": "0.2", "eps": "2"}},
		{Name: "Lightly damped chain", Note: "Oscillators that ring on: their dynamics help the eavesdropper.", Set: map[string]string{"plant": chain, "N": "6", "b": "0.3", "bref": "0.2"}},
		{Name: "Half the noise", Note: "The claim is kept, the noise is halved: the audit must catch it.", Set: map[string]string{"half": "0.5", "m": "20000"}},
	}
}

// Check names the fields that do not go together.
func (Lab) Check(s lab.Spec) []lab.Problem {
	out := lab.CheckTest(s)
	say := func(field, format string, a ...any) {
		out = append(out, lab.Problem{Field: field, Say: fmt.Sprintf(format, a...)})
	}
	n := s.Int("N")
	if s.Int("star") > n {
		say("star", "There is no agent %d: there are %d.", s.Int("star"), n)
	}
	if l := s.List("ai"); len(l) > 0 && len(l) != n {
		say("ai", "Privacy by agent has %d values: it takes one for each of the %d agents, or none.", len(l), n)
	}
	if s.Text("plant") == teams && n%2 == 1 {
		say("N", "Two teams cannot share %d agents: the number of agents must be even.", n)
	}
	if s.Float("delta") <= 0 || s.Float("delta") >= 0.5 {
		say("delta", "Claimed δ is %g: Gaussian noise needs a δ above 0 and below 0.5.", s.Float("delta"))
	}
	if e := s.Float("eps"); e < 0.001 || e > 1000 {
		say("eps", "Claimed ε is %g: the noise is calibrated for an ε from 0.001 to 1000.", e)
	}
	if s.Text("plant") == custom {
		a, b, c := s.Rows("A"), s.Rows("B"), s.Rows("C")
		switch {
		case len(a) != len(a[0]) || len(a) > 8:
			say("A", "Matrix A is %d × %d: it must be square with at most 8 rows.", len(a), len(a[0]))
		case len(b) != len(a):
			say("B", "Matrix B has %d rows: it must have as many as A, %d.", len(b), len(a))
		case len(c[0]) != len(a):
			say("C", "Matrix C has %d columns: it must have as many as A, %d.", len(c[0]), len(a))
		case n*len(a) > 80:
			say("N", "%d agents of %d states make %d states: at most 80 are solved.", n, len(a), n*len(a))
		}
	}
	return out
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
func promises(s lab.Spec) []Promise {
	list := s.List("ai")
	out := make([]Promise, s.Int("N"))
	for i := range out {
		out[i] = Promise{s.Float("eps"), s.Float("delta"), s.Float("b"), s.Float("bref")}
		if len(list) == len(out) {
			out[i].Epsilon = list[i]
		}
	}
	return out
}

// network builds the agents and the cost of a Spec.
func network(s lab.Spec) *Network {
	n, h := s.Int("N"), s.Float("h")
	net := &Network{Hold: 60}
	wp, wv := s.Float("wpos"), s.Float("wvel")
	integrator := linalg.FromRows([]float64{1, h}, []float64{0, 1})
	push := linalg.FromRows([]float64{h * h / 2}, []float64{h})
	for i := range n {
		a := Agent{Py: -1, Lane: lane(i, n)}
		switch s.Text("plant") {
		case pair:
			a.A, a.B = integrator, push
			a.Ref = []float64{spread(i, n), 0}
			a.W = linalg.Diag(wp, wv)
		case chain:
			sin, cos := num.Sincos(s.Float("freq") * h)
			rho := s.Float("damp")
			a.A = linalg.FromRows([]float64{rho * cos, rho * sin}, []float64{-rho * sin, rho * cos})
			a.B = linalg.FromRows([]float64{0}, []float64{h})
			a.Ref = []float64{0.5 * spread(i, n), 0}
			a.W = linalg.Diag(wp, wv)
		case custom:
			a.A, a.B, a.C = linalg.FromRows(s.Rows("A")...), linalg.FromRows(s.Rows("B")...), linalg.FromRows(s.Rows("C")...)
			d := make([]float64, a.A.Rows)
			for j := range d {
				d[j] = wp
				if j%2 == 1 {
					d[j] = wv
				}
			}
			a.W = linalg.Diag(d...)
			a.Ref = make([]float64, a.A.Rows)
			a.Ref[0] = spread(i, n)
		default: // in the plane: position x, velocity x, position y, velocity y
			a.A = linalg.BlockDiag(integrator, integrator)
			a.B = linalg.BlockDiag(push, push)
			a.W = linalg.Diag(wp, wv, wp, wv)
			a.Py = 2
			x, y := place(s.Text("plant"), i, n, 0)
			a.Ref = []float64{x, 0, y, 0}
			if s.Text("plant") == teams {
				a.Team = i % 2
			}
		}
		if a.C == nil {
			a.C = linalg.Identity(a.A.Rows)
		}
		a.V = linalg.Identity(a.C.Rows).Scale(s.Float("vvar"))
		net.Agents = append(net.Agents, a)
	}
	if s.Flag("moves") {
		for k := 1; k < 4; k++ {
			var ref []float64
			for i := range n {
				a := &net.Agents[i]
				if a.Py >= 0 {
					x, y := place(s.Text("plant"), i, n, k)
					ref = append(ref, x, 0, y, 0)
					continue
				}
				part := append([]float64(nil), a.Ref...)
				part[0] *= []float64{1, -1, 0.3, 1}[k]
				ref = append(ref, part...)
			}
			net.Moves = append(net.Moves, ref)
		}
	}
	net.Q, net.R = cost(s, net)
	return net
}

// spread puts agents of a line at 1, −1 for two, evenly between for more.
func spread(i, n int) float64 { return 1 - 2*float64(i)/float64(n-1) }

// lane separates agents of a line in the picture.
func lane(i, n int) float64 { return 0.6 * (float64(n-1)/2 - float64(i)) / max(1, float64(n-1)/2) }

// place returns the reference of agent i in the plane at stage k.
func place(plant string, i, n, k int) (x, y float64) {
	if plant == teams {
		// Pairs in a column; red shadows blue from the left, then from above, …
		j := i / 2
		y = 2 * (float64(j) - float64(n/2-1)/2)
		x = []float64{0, 2, 2, 0}[k]
		if i%2 == 0 {
			sin, cos := num.Sincos(float64(k) * math.Pi / 2)
			return x - cos, y + sin
		}
		return x, y
	}
	radius := 1.5 + 0.1*float64(n)
	if k == 2 {
		radius *= 0.6
	}
	sin, cos := num.Sincos(2*math.Pi*float64(i)/float64(n) + float64(k)*math.Pi/4)
	return radius * cos, radius * sin
}

// cost builds Q = Σ qpos|eᵢ|² + qvel|velocity errors|² + coupling Σ |eᵢ − eⱼ|²
// over neighbours, e the position errors, and R = rweight·I. With two agents
// on a line, qpos = 6, qvel = 1 and coupling = 4 give diag(10, 1, 10, 1) with
// −4 between the positions.
func cost(s lab.Spec, net *Network) (q, r *linalg.Matrix) {
	n := len(net.Agents)
	states, inputs := 0, 0
	at := make([]int, n)
	for i := range net.Agents {
		at[i] = states
		states += net.Agents[i].A.Rows
		inputs += net.Agents[i].B.Cols
	}
	q = linalg.New(states, states)
	var pos [][]int // state indices of each agent's position
	for i := range net.Agents {
		a := &net.Agents[i]
		for j := range a.A.Rows {
			q.Set(at[i]+j, at[i]+j, s.Float("qvel"))
		}
		p := []int{at[i]}
		if a.Py >= 0 {
			p = append(p, at[i]+a.Py)
		}
		for _, j := range p {
			q.Set(j, j, s.Float("qpos"))
		}
		pos = append(pos, p)
	}
	c := s.Float("coupling")
	link := func(i, j int) {
		for k := range pos[i] {
			a, b := pos[i][k], pos[j][k]
			q.Set(a, a, q.At(a, a)+c)
			q.Set(b, b, q.At(b, b)+c)
			q.Set(a, b, q.At(a, b)-c)
			q.Set(b, a, q.At(b, a)-c)
		}
	}
	for i := range n {
		switch s.Text("plant") {
		case teams:
			if i%2 == 0 {
				link(i, i+1)
			}
			if i+2 < n {
				link(i, i+2)
			}
		case formation:
			if n > 2 || i == 0 {
				link(i, (i+1)%n)
			}
		default:
			if i+1 < n {
				link(i, i+1)
			}
		}
	}
	return q, linalg.Identity(inputs).Scale(s.Float("rweight"))
}

// Learn is the laboratory's chapter of the built-in documentation.
func (Lab) Learn() []lab.Section {
	return []lab.Section{
		{Title: "What you see", Text: []string{
			"Agents move under small random pushes. Each wants to reach its own reference and to keep in shape with its neighbours. To do so, every agent needs to know where the others are and where they want to go; so each transmits its outputs and its reference.",
			"Whoever listens in learns both. So agents add Gaussian noise before they transmit: to every output, and once to the reference. All others steer by what they received. The strip below shows the cost so far with and without that noise, on the same random pushes.",
		}},
		{Title: "What is promised", Text: []string{
			"Agent i promises (ε, δ)-differential privacy for trajectories that differ by at most b in ℓ₂ over all time, and for references that differ by at most b̄. With K_δ = Q⁻¹(δ), the noise has standard deviation κ(δ, ε) s₁(C) b on outputs and κ(δ, ε) b̄ on the reference, with κ = (K_δ + √(K_δ² + 2ε))/(2ε).",
			"b bounds the whole trajectory. A trajectory that differs by 0.1 m at each of 100 steps is at distance 1 from its neighbour, and the promise for b = 0.1 says nothing about it. Noise that is promised for one step only is composed over time: after k steps the trajectory's distance has grown by √k.",
			"Trajectory and reference are two promises. Someone who hides both at once gets both noises at once: the exact loss of the two together is that of a Gaussian with √2 times the shift.",
		}},
		{Title: "What it costs", Text: []string{
			"Without privacy the controller u = L x̂ + M g is optimal, with L = −(R + BᵀKB)⁻¹BᵀKA, M = −(R + BᵀKB)⁻¹Bᵀ, g = N Q x̄ and N = −(I − (A + BL)ᵀ)⁻¹. With noise the Kalman filter knows less, and the cost J rises by ΔJ = tr(M₁Σ + M₂Σ̄) − tr(M₃) + tr(M₄W̄).",
			"The slides leave the matrices out. They are M₁ = K, M₂ = Q − K, M₃ = KW against exact states (KΣ₀ + (Q − K)Σ̄₀ against sensor noise alone), M₄ = QNᵀMᵀ(R + BᵀKB)MNQ. The identity tr(KΣ + (Q − K)Σ̄) = tr(KW) + tr(Lᵀ(R + BᵀKB)LΣ̄) shows what is going on: uncertainty costs what acting on it costs.",
			"ΔJ falls steeply for small ε: in the reference example, going from ε = 0.1 to 0.2 saves more than the whole rest. That is the rule “relax any ε below one half”: strong promises are much alike in what they protect, and differ hugely in what they cost.",
		}},
		{Title: "What an eavesdropper learns", Text: []string{
			"She runs the same Kalman filter on the same transmissions: the ellipse around the starred agent holds it 95 % of the time. If she can wait, a smoother does better. Differential privacy does not forbid this: it only limits how much her odds between two adjacent trajectories can shift.",
		}},
		{Title: "Readings and misprints", Text: []string{
			"The slides write N(0, κb) for noise of standard deviation κb, and √λ_max(C) where √λ_max(CᵀC), the largest singular value, is meant.",
			"κ is sufficient, not necessary: at (0.05, 1) it asks for 1.907 where 1.333 would do. The calibration can be switched to the exact one.",
		}},
	}
}
