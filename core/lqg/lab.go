package lqg

import (
	"math"

	"indistinct/core/film"
	"indistinct/core/fmt"
	"indistinct/core/json"
	"indistinct/core/lab"
	"indistinct/core/linalg"
	"indistinct/core/mechanism"
	"indistinct/core/num"
	"indistinct/core/privacy"
	"indistinct/core/rng"
	"indistinct/core/sheet"
	"indistinct/core/work"
)

// model is an opened Spec.
type model struct {
	spec lab.Spec
	net  *Network
	d    *Design
	c    *Cost
	ps   []Promise
	mech *transmission
}

// Open designs the controller and prices the promises.
func (Lab) Open(s lab.Spec) (lab.Model, error) {
	m := &model{spec: s, net: network(s), ps: promises(s)}
	var err error
	if m.d, err = Solve(m.net); err != nil {
		return nil, err
	}
	if m.c, err = m.d.Price(m.ps, m.exact()); err != nil {
		return nil, err
	}
	m.mech = newTransmission(m)
	return m, nil
}

func (m *model) exact() bool { return m.spec.Text("calib") == "exact" }
func (m *model) star() int   { return m.spec.Int("star") - 1 }

// Mechanism is the starred agent's transmissions.
func (m *model) Mechanism() mechanism.Mechanism { return m.mech }

// Facts are the price of privacy and the noise it takes.
func (m *model) Facts() []lab.Fact {
	i := m.star()
	c := m.c
	num := func(v float64) sheet.Cell { return sheet.Number(v, 5) }
	return []lab.Fact{
		{Name: "delta_j", Label: "Cost of privacy", Symbol: "ΔJ", Value: num(c.Total()), Key: true, Help: "How much the cost of a step rises on average because of the noise, by the theorem."},
		{Name: "delta_j_state", Label: "of which states", Value: num(c.State), Help: "The part that comes from noise on outputs: controllers act on worse estimates."},
		{Name: "delta_j_reference", Label: "of which references", Value: num(c.Ref), Help: "The part that comes from noise on references: agents go to slightly wrong places."},
		{Name: "j", Label: "Cost with privacy", Symbol: "J", Value: num(c.Base + c.Total()), Key: true, Help: "Average cost of a step, tracking and control together."},
		{Name: "kappa", Label: "Noise multiplier", Symbol: "κ", Value: num(c.Multiplier[i]), Help: "Standard deviation of the noise for a radius of one."},
		{Name: "noise", Label: "Noise on each output", Symbol: "σ", Value: num(c.SensorNoises[i].Out), Key: true, Help: "Standard deviation of what the starred agent adds to each output it transmits."},
		{Name: "noise_reference", Label: "Noise on the reference", Value: num(c.SensorNoises[i].Ref), Help: "Standard deviation of what the starred agent adds to its reference."},
		{Name: "eavesdropper", Label: "Eavesdropper's error", Unit: "m", Value: num(math.Sqrt(c.Filtered[i].At(0, 0))), Key: true, Help: "Standard deviation of the best running guess of the starred agent's position from everything that is transmitted."},
		{Name: "eavesdropper_smoothed", Label: "… if she can wait", Unit: "m", Value: num(math.Sqrt(c.Smoothed[i].At(0, 0))), Help: "The same with a smoother, which also uses what is transmitted later."},
		{Name: "identity", Label: "Residual of the trace identity", Value: num(c.Identity), Help: "tr(KΣ + (Q − K)Σ̄) against tr(KW) + tr(LᵀSLΣ̄): two ways to the same number."},
	}
}

// Complete adds what this laboratory knows.
func (m *model) Complete(r *lab.Report) {
	r.Distance = sheet.Real(m.ps[m.star()].B)
	r.Meaning = append(r.Meaning,
		fmt.Sprintf("The two inputs are trajectories of the starred agent's outputs over %d steps that differ by b·s₁(C) = %s in ℓ₂, spread evenly. For Gaussian noise of one size every such pair has the same loss.", m.mech.steps, sheet.Format(m.mech.shift, 4)),
		"Not tested: the reference's own noise, other agents, and differences larger than b.")
	if m.spec.Float("half") != 1 {
		r.Warnings = append(r.Warnings, fmt.Sprintf("The audited noise is %g times what the calibration asks for: the claim is only meant for 1.", m.spec.Float("half")))
	}
}

// transmission is what the starred agent sends: its outputs over a few steps
// plus privacy noise, at a given trajectory and at an adjacent one.
type transmission struct {
	steps, dim int
	mean       [2][]float64
	sigma      float64
	shift      float64
	claim      mechanism.Claim
}

func newTransmission(m *model) *transmission {
	i := m.star()
	a := &m.net.Agents[i]
	t := &transmission{steps: m.spec.Int("length"), dim: a.C.Rows}
	// Trajectory: the reference. Adjacent one: moved at every step along the
	// direction that C shows most, by b/√steps.
	y := make([]float64, t.dim)
	a.C.Apply(a.Ref, y)
	_, v := a.C.T().Mul(a.C).SymEigen()
	dir := make([]float64, a.C.Cols)
	for j := range dir {
		dir[j] = v.At(j, 0) * m.ps[i].B / math.Sqrt(float64(t.steps))
	}
	dy := make([]float64, t.dim)
	a.C.Apply(dir, dy)
	for range t.steps {
		for j := range y {
			t.mean[0] = append(t.mean[0], y[j])
			t.mean[1] = append(t.mean[1], y[j]+dy[j])
		}
	}
	t.sigma = m.c.SensorNoises[i].Out * m.spec.Float("half")
	t.shift = a.C.MaxSingular() * m.ps[i].B
	how := "κ(δ, ε)"
	if m.exact() {
		how = "exact Gaussian calibration"
	}
	t.claim = mechanism.Claim{
		Budget: privacy.Budget{Epsilon: m.ps[i].Epsilon, Delta: m.ps[i].Delta},
		Source: "Hale 2019, theorem on multi-agent LQ privacy, with " + how,
		Note:   "It assumes that adjacent trajectories differ by at most b in ℓ₂ over all time.",
	}
	return t
}

// Shape returns the audited steps and the number of outputs.
func (t *transmission) Shape() (int, int) { return t.steps, t.dim }

// Release writes one noisy transmission.
func (t *transmission) Release(in mechanism.Input, s *rng.Stream, out []float64) {
	for i, y := range t.mean[in] {
		out[i] = y + float64(t.sigma*s.Norm())
	}
}

// Fork returns t: it has no scratch.
func (t *transmission) Fork() mechanism.Mechanism { return t }

// Claim returns the theorem's promise.
func (t *transmission) Claim() mechanism.Claim { return t.claim }

// Truth is the trajectory itself.
func (t *transmission) Truth() []float64 { return t.mean[0] }

// LogDensity is that of independent Gaussians.
func (t *transmission) LogDensity(in mechanism.Input, r []float64) float64 {
	s := 0.0
	for i, y := range t.mean[in] {
		z := (r[i] - y) / t.sigma
		s -= float64(z * z)
	}
	return 0.5*s - float64(float64(len(r))*(num.Log(t.sigma)+0.9189385332046727))
}

// Profile is the exact Gaussian one.
func (t *transmission) Profile() privacy.Profile {
	return privacy.GaussianProfile{Mu: t.shift / t.sigma}
}

// Analyses lists the laboratory's computations beside the audit.
func (Lab) Analyses() []lab.Analysis {
	return []lab.Analysis{
		{Name: "cost", Title: "The price of privacy", Lead: "What does each ε cost, and where does relaxing it pay?", Live: true},
		{Name: "calibrate", Title: "Calibrate to a budget", Lead: "Which ε does a cost budget buy, for all alike and shared out?"},
		{Name: "simulate", Title: "Theory against simulation", Lead: "Does the theorem's ΔJ hold when the loop is run?"},
		{Name: "eavesdrop", Title: "What an eavesdropper learns", Lead: "How well can the starred agent be followed, and how does a promise for one step wear out over time?"},
	}
}

// Analyse returns the job of one of them.
func (m *model) Analyse(name string) (work.Job, error) {
	switch name {
	case "cost":
		return work.Once("price of privacy", func() ([]byte, error) { return encode(m.costSheet()) }), nil
	case "calibrate":
		return work.Once("calibrating", func() ([]byte, error) { return encode(m.calibrateSheet()) }), nil
	case "eavesdrop":
		return work.Once("smoothing", func() ([]byte, error) { return encode(m.eavesdropSheet()) }), nil
	case "simulate":
		return m.simulation(), nil
	}
	return nil, &lab.Problem{Say: fmt.Sprintf("The LQG laboratory has no analysis %q.", name)}
}

func encode(s sheet.Sheet, err error) ([]byte, error) {
	if err != nil {
		return nil, err
	}
	return json.Marshal(s)
}

// with prices all agents at one ε.
func (m *model) with(eps float64) (*Cost, error) {
	ps := append([]Promise(nil), m.ps...)
	for i := range ps {
		ps[i].Epsilon = eps
	}
	return m.d.Price(ps, m.exact())
}

func (m *model) costSheet() (sheet.Sheet, error) {
	const points = 33
	var x, total, state, ref, slope []sheet.Real
	prev := 0.0
	for i := range points {
		e := num.Exp(num.Log(0.05) + float64(float64(i)/(points-1)*num.Log(5/0.05)))
		c, err := m.with(e)
		if err != nil {
			return sheet.Sheet{}, err
		}
		x = append(x, sheet.Real(e))
		total, state, ref = append(total, sheet.Real(c.Total())), append(state, sheet.Real(c.State)), append(ref, sheet.Real(c.Ref))
		if i > 0 {
			slope = append(slope, sheet.Real((prev-c.Total())/(e-float64(x[i-1]))))
		}
		prev = c.Total()
	}
	table := sheet.Table{ID: "byagent", Title: "By agent", Caption: "ΔJ split by whose state is uncertain and whose reference is noisy.",
		Columns: []string{"agent", "ε", "noise on outputs", "state part", "reference part", "eavesdropper's error, m"}}
	for i := range m.net.Agents {
		name := sheet.Text(fmt.Sprint(i + 1))
		if i == m.star() {
			name = sheet.Cell{Text: fmt.Sprintf("%d ★", i+1), Role: sheet.Leak}
		}
		table.Rows = append(table.Rows, []sheet.Cell{name, sheet.Number(m.ps[i].Epsilon, 4), sheet.Number(m.c.SensorNoises[i].Out, 4),
			sheet.Number(m.c.ByState[i], 5), sheet.Number(m.c.ByRef[i], 5), sheet.Number(math.Sqrt(m.c.Filtered[i].At(0, 0)), 4)})
	}
	axis := sheet.Axis{Label: "privacy ε of every agent", Log: true}
	return sheet.Sheet{
		Title: "The price of privacy",
		Lead:  fmt.Sprintf("At your setting privacy costs ΔJ = %s a step, on top of %s without it.", sheet.Format(m.c.Total(), 5), sheet.Format(m.c.Base, 5)),
		Charts: []sheet.Chart{
			{ID: "deltaj", Title: "Cost of privacy against ε", Caption: "By the theorem, for the same ε at every agent. Both axes are logarithmic.",
				X: axis, Y: sheet.Axis{Label: "cost of privacy ΔJ", Log: true},
				Series: []sheet.Series{{Name: "ΔJ", Role: sheet.Ink, Style: sheet.Line, X: x, Y: total},
					{Name: "states", Role: sheet.Leak, Style: sheet.Dash, X: x, Y: state},
					{Name: "references", Role: sheet.Target, Style: sheet.Dash, X: x, Y: ref}},
				Marks: []sheet.Mark{{Label: "claimed ε", Role: sheet.Muted, At: sheet.Real(m.spec.Float("eps")), Vertical: true}}},
			{ID: "slope", Title: "What one more unit of ε saves", Caption: "−dΔJ/dε: relaxing an ε below one half saves much, relaxing a large one saves little.",
				X: axis, Y: sheet.Axis{Label: "saving per unit of ε", Log: true},
				Series: []sheet.Series{{Name: "−dΔJ/dε", Role: sheet.Ink, Style: sheet.Line, X: x[1:], Y: slope}},
				Marks:  []sheet.Mark{{Label: "ε = ½", Role: sheet.Muted, At: 0.5, Vertical: true}}},
		},
		Tables: []sheet.Table{table},
	}, nil
}

func (m *model) calibrateSheet() (sheet.Sheet, error) {
	budget := m.spec.Float("budget")
	out := sheet.Sheet{Title: "Calibrate to a budget"}
	eq, err := m.d.Equal(m.ps, m.exact(), budget)
	if err != nil {
		return out, err
	}
	if math.IsNaN(eq) {
		out.Lead = fmt.Sprintf("No ε up to 1000 keeps the price of privacy below ΔJ = %s.", sheet.Format(budget, 4))
		return out, nil
	}
	share, err := m.d.Share(m.ps, m.exact(), budget)
	if err != nil {
		return out, err
	}
	ps := append([]Promise(nil), m.ps...)
	for i := range ps {
		ps[i].Epsilon = eq
	}
	ce, err := m.d.Price(ps, m.exact())
	if err != nil {
		return out, err
	}
	for i := range ps {
		ps[i].Epsilon = share[i]
	}
	cs, err := m.d.Price(ps, m.exact())
	if err != nil {
		return out, err
	}
	t := sheet.Table{ID: "calibration", Title: "ε that the budget buys", Columns: []string{"agent", "ε, equal", "ΔJ of it", "ε, shared out", "ΔJ of it"},
		Caption: "Shared out: the least sum of ε; the marginal cost of privacy is then the same for every agent."}
	sum := 0.0
	for i := range share {
		sum += share[i]
		t.Rows = append(t.Rows, []sheet.Cell{sheet.Text(fmt.Sprint(i + 1)), sheet.Number(eq, 5), sheet.Number(ce.ByState[i]+ce.ByRef[i], 5),
			sheet.Number(share[i], 5), sheet.Number(cs.ByState[i]+cs.ByRef[i], 5)})
	}
	t.Rows = append(t.Rows, []sheet.Cell{sheet.Text("sum"), sheet.Number(eq*float64(len(share)), 5), sheet.Number(ce.Total(), 5), sheet.Number(sum, 5), sheet.Number(cs.Total(), 5)})
	out.Tables = []sheet.Table{t}
	out.Lead = fmt.Sprintf("A budget of ΔJ = %s buys ε = %s for every agent.", sheet.Format(budget, 4), sheet.Format(eq, 4))
	return out, nil
}

func (m *model) eavesdropSheet() (sheet.Sheet, error) {
	i := m.star()
	const points = 25
	var x, filt, smo []sheet.Real
	for k := range points {
		e := num.Exp(num.Log(0.05) + float64(float64(k)/(points-1)*num.Log(10/0.05)))
		c, err := m.with(e)
		if err != nil {
			return sheet.Sheet{}, err
		}
		x = append(x, sheet.Real(e))
		filt = append(filt, sheet.Real(math.Sqrt(c.Filtered[i].At(0, 0))))
		smo = append(smo, sheet.Real(math.Sqrt(c.Smoothed[i].At(0, 0))))
	}
	// Composition: a difference of b at every step is √k·b after k steps.
	delta := m.ps[i].Delta
	mu := 1 / m.c.Multiplier[i]
	var steps, eps, basic []sheet.Real
	for k := 1; k <= 64; k *= 2 {
		e, err := privacy.GaussianEpsilon(delta, mu*math.Sqrt(float64(k)))
		if err != nil {
			return sheet.Sheet{}, err
		}
		steps, eps = append(steps, sheet.Real(k)), append(eps, sheet.Real(e))
		basic = append(basic, sheet.Real(float64(k)*m.ps[i].Epsilon))
	}
	return sheet.Sheet{
		Title: "What an eavesdropper learns",
		Lead:  fmt.Sprintf("From everything that is transmitted, the starred agent's position can be told to ±%s m as it moves, to ±%s m in hindsight (one standard deviation).", sheet.Format(math.Sqrt(m.c.Filtered[i].At(0, 0)), 3), sheet.Format(math.Sqrt(m.c.Smoothed[i].At(0, 0)), 3)),
		Charts: []sheet.Chart{
			{ID: "eavesdropper", Title: "Eavesdropper's error against ε", Caption: "Steady state of the Kalman filter and of the fixed-interval smoother on the starred agent's transmissions.",
				X: sheet.Axis{Label: "privacy ε", Log: true}, Y: sheet.Axis{Label: "standard deviation of position", Unit: "m"},
				Series: []sheet.Series{{Name: "as it moves", Role: sheet.Leak, Style: sheet.Line, X: x, Y: filt}, {Name: "in hindsight", Role: sheet.Adjacent, Style: sheet.Dash, X: x, Y: smo}},
				Marks:  []sheet.Mark{{Label: "claimed ε", Role: sheet.Muted, At: sheet.Real(m.ps[i].Epsilon), Vertical: true}}},
			{ID: "composition", Title: "A difference of b at every step", Caption: fmt.Sprintf("The promise bounds the whole trajectory. Trajectories that differ by b at each of k steps are √k·b apart: the exact ε at δ = %g, and k times the claimed ε (basic composition, which has kδ).", delta),
				X: sheet.Axis{Label: "steps k", Log: true}, Y: sheet.Axis{Label: "ε", Log: true},
				Series: []sheet.Series{{Name: "exact", Role: sheet.Truth, Style: sheet.Line, X: steps, Y: eps}, {Name: "basic composition", Role: sheet.Muted, Style: sheet.Dash, X: steps, Y: basic}}},
		},
	}, nil
}

// Each trial of the simulation is one run with its own reference noise; the
// interval is shown after each of simTurns batches.
const (
	simRuns  = 320
	simTurns = 5
	simBurn  = 150
	simSteps = 400
)

// pairCost is the mean cost of a step of one run, with and without privacy.
type pairCost struct {
	Private float64 `json:"private"`
	Plain   float64 `json:"plain"`
}

func (m *model) simulation() work.Job {
	return work.Batches("simulating", simRuns, simTurns, 1, func(trial int64) (pairCost, error) {
		r, err := NewRunner(m.d, m.c)
		if err != nil {
			return pairCost{}, err
		}
		a, b := r.Run(m.spec.Seed(), trial, simBurn, simSteps)
		return pairCost{a, b}, nil
	}, m.simulationSheet)
}

// simulationSheet shows theory and simulation side by side, as far as it has
// come.
func (m *model) simulationSheet(done []pairCost) ([]byte, error) {
	diff, private, plain := make([]float64, len(done)), make([]float64, len(done)), make([]float64, len(done))
	for i, p := range done {
		diff[i], private[i], plain[i] = p.Private-p.Plain, p.Private, p.Plain
	}
	var n, mean, lo, hi []sheet.Real
	for k := 8; k <= len(diff); k += 8 {
		v, h := interval(diff[:k])
		n, mean, lo, hi = append(n, sheet.Real(k)), append(mean, sheet.Real(v)), append(lo, sheet.Real(v-h)), append(hi, sheet.Real(v+h))
	}
	row := func(name string, theory float64, x []float64) []sheet.Cell {
		v, h := interval(x)
		in := "yes"
		if math.Abs(v-theory) > h {
			in = "no"
		}
		return []sheet.Cell{sheet.Text(name), sheet.Number(theory, 6), sheet.Number(v, 6), sheet.Text("± " + sheet.Format(h, 3)), sheet.Text(in)}
	}
	c := m.c
	v, h := interval(diff)
	return json.Marshal(sheet.Sheet{
		Title: "Theory against simulation",
		Lead:  fmt.Sprintf("Simulated, privacy costs %s ± %s a step (95 %%, %d runs of %d steps); the theorem says %s.", sheet.Format(v, 5), sheet.Format(h, 3), len(diff), simSteps, sheet.Format(c.Total(), 5)),
		Notes: []string{"Both loops see the same process and sensor noise in every run, so their difference is far more precise than either cost. A 95 % interval misses the truth one time in twenty."},
		Charts: []sheet.Chart{{ID: "simulation", Title: "ΔJ, simulated", X: sheet.Axis{Label: "runs"}, Y: sheet.Axis{Label: "cost of privacy ΔJ"},
			Series: []sheet.Series{{Name: "95 % interval", Role: sheet.Target, Style: sheet.Area, X: n, Lo: lo, Hi: hi}, {Name: "mean", Role: sheet.Target, Style: sheet.Line, X: n, Y: mean}},
			Marks:  []sheet.Mark{{Label: "theorem", Role: sheet.Truth, At: sheet.Real(c.Total())}}}},
		Tables: []sheet.Table{{ID: "simulated", Title: "Cost of a step", Columns: []string{"", "theory", "simulated", "95 %", "inside"},
			Rows: [][]sheet.Cell{row("with privacy", c.Base+c.Total(), private), row("without", c.Base, plain), row("ΔJ", c.Total(), diff)}}},
	})
}

// Film plays the loop with privacy, and its cost beside that without.
func (m *model) Film(r *lab.Report) (*film.Film, error) {
	const steps = 240
	run, err := NewRunner(m.d, m.c)
	if err != nil {
		return nil, err
	}
	st := rng.New(rng.Key{Seed: m.spec.Seed(), Phase: streamFilm})
	run.Reset(&st)
	n := len(m.net.Agents)
	star := m.star()
	pos := func(x []float64, i int) (float32, float32) {
		a := &m.net.Agents[i]
		if a.Py < 0 {
			return float32(x[m.d.at[i]]), float32(a.Lane)
		}
		return float32(x[m.d.at[i]]), float32(x[m.d.at[i]+a.Py])
	}
	var agents, starred, ghost, guess, heard, aim, sent, starAim []float32
	var clock []string
	var costX, costP, costQ []float32
	sumP, sumQ := 0.0, 0.0
	box := [4]float64{math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)}
	grow := func(x, y float32) {
		box[0], box[2] = min(box[0], float64(x)), max(box[2], float64(x))
		box[1], box[3] = min(box[1], float64(y)), max(box[3], float64(y))
	}
	cov := m.c.Filtered[star]
	a := &m.net.Agents[star]
	half := func(v float64) float64 { return 2.447746830680816 * math.Sqrt(v) } // √χ²₂(0.95)
	ea, eb, angle := half(cov.At(0, 0)), 0.0, 0.0
	if a.Py >= 0 {
		p := linalg.FromRows([]float64{cov.At(0, 0), cov.At(0, a.Py)}, []float64{cov.At(a.Py, 0), cov.At(a.Py, a.Py)})
		v, q := p.SymEigen()
		ea, eb, angle = half(v[0]), half(v[1]), num.Atan2(q.At(1, 0), q.At(0, 0))
	} else {
		ea = 1.959963984540054 * math.Sqrt(cov.At(0, 0))
	}
	stage := 0
	for k := range steps {
		if len(m.net.Moves) > 0 && k > 0 && k%m.net.Hold == 0 {
			stage++
			if stage <= len(m.net.Moves) {
				run.Target(m.net.Moves[stage-1], &st)
			}
		}
		for i := range n {
			x, y := pos(run.priv.x, i)
			gx, gy := pos(run.plain.x, i)
			grow(x, y)
			grow(gx, gy)
			ghost = append(ghost, gx, gy)
			tx, ty := pos(run.ref, i)
			sx, sy := pos(run.priv.ref, i)
			grow(tx, ty)
			if i == star {
				starred = append(starred, x, y)
				starAim = append(starAim, tx, ty, sx, sy)
				hx, hy := pos(run.priv.hat, i)
				guess = append(guess, hx, hy, float32(ea), float32(max(eb, 0.02)), float32(angle))
			} else {
				agents = append(agents, x, y)
			}
			aim = append(aim, tx, ty)
			sent = append(sent, sx, sy)
			// what is heard of this agent's position: output plus noise
			heard = append(heard, x+float32(m.c.SensorNoises[i].Out*st.Norm()))
			if m.net.Agents[i].Py >= 0 {
				heard = append(heard, y+float32(m.c.SensorNoises[i].Out*st.Norm()))
			} else {
				heard = append(heard, y)
			}
		}
		p, q := run.Step(&st)
		sumP, sumQ = sumP+p, sumQ+q
		costX = append(costX, float32(k))
		costP = append(costP, float32(sumP/float64(k+1)))
		costQ = append(costQ, float32(sumQ/float64(k+1)))
		clock = append(clock, fmt.Sprintf("t = %.1f s", float64(k)*m.spec.Float("h")))
	}
	pad := 0.12*max(box[2]-box[0], box[3]-box[1]) + 0.3
	box = [4]float64{box[0] - pad, box[1] - pad, box[2] + pad, box[3] + pad}
	var handles []string
	for i := range n {
		if i != star {
			handles = append(handles, fmt.Sprintf("agent:%d", i+1))
		}
	}
	line := func(y []float32) []float32 {
		out := make([]float32, 0, 2*len(y))
		for i := range y {
			out = append(out, costX[i], y[i])
		}
		return out
	}
	var cursor []float32
	top := float32(0)
	for k := range steps {
		top = max(top, costP[k], costQ[k])
	}
	for k := range steps {
		cursor = append(cursor, costX[k], 0, costX[k], top)
	}
	main := film.View{Name: "agents", Place: film.Main, Box: box, Equal: true, Unit: "m", Layers: []film.Layer{
		{Name: "reference", Kind: film.Dots, Role: sheet.Target, Shape: film.Cross, Size: 12, Moving: true, Data: aim},
		{Name: "reference as transmitted", Kind: film.Dots, Role: sheet.Muted, Shape: film.Cross, Size: 9, Moving: true, Data: sent, Alpha: 0.8},
		{Kind: film.Segments, Role: sheet.Leak, Size: 1, Alpha: 0.5, Dash: true, Moving: true, Data: starAim},
		{Name: "output as transmitted", Kind: film.Dots, Role: sheet.Adjacent, Shape: film.Circle, Size: 4, Alpha: 0.45, Fill: true, Moving: true, Data: heard, Trail: 6},
		{Name: "without privacy", Kind: film.Dots, Role: sheet.Muted, Shape: film.Circle, Size: 12, Alpha: 0.6, Moving: true, Ease: true, Data: ghost},
		{Name: "eavesdropper's 95 % region", Kind: film.Ellipse, Role: sheet.Leak, Size: 2, Alpha: 0.8, Moving: true, Ease: true, Data: guess},
		{Name: "agent", Kind: film.Dots, Role: sheet.Record, Shape: film.Circle, Size: 14, Fill: true, Moving: true, Ease: true, Trail: 14, Data: agents, Handles: handles},
		{Name: "starred agent", Kind: film.Dots, Role: sheet.Leak, Shape: film.Star, Size: 20, Fill: true, Moving: true, Ease: true, Trail: 20, Data: starred},
	}}
	strip := film.View{Name: "cost of a step, average so far", Place: film.Strip, Box: [4]float64{0, 0, steps - 1, float64(top) * 1.05}, XLabel: "step", YLabel: "cost", Layers: []film.Layer{
		{Name: "cost with privacy", Kind: film.Path, Role: sheet.Leak, Size: 2, Data: line(costP), Trail: -1},
		{Name: "cost without", Kind: film.Path, Role: sheet.Target, Size: 2, Data: line(costQ), Trail: -1},
		{Kind: film.Segments, Role: sheet.Muted, Size: 1, Moving: true, Ease: true, Data: cursor},
	}}
	return &film.Film{Steps: steps, Rate: 12, Loop: true, Hold: 30, Views: []film.View{main, strip}, Clock: clock,
		Alt: fmt.Sprintf("%d agents move near their references; an ellipse shows where an eavesdropper believes the starred one to be; a strip compares the running cost with and without privacy.", n)}, nil
}
