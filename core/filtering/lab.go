package filtering

import (
	"math"
	"math/bits"

	"indistinct/core/film"
	"indistinct/core/fmt"
	"indistinct/core/json"
	"indistinct/core/lab"
	"indistinct/core/mechanism"
	"indistinct/core/num"
	"indistinct/core/privacy"
	"indistinct/core/rng"
	"indistinct/core/sheet"
	"indistinct/core/work"
)

// Streams of the simulations; the audit's phases are below 10.
const (
	streamRuns = 300
	streamFilm = 301
)

// model is an opened Spec.
type model struct {
	spec lab.Spec
	tr   Traffic
	plan *Plan
	base *Plan // without privacy
	mech mechanism.Mechanism
	diff []float64 // how the starred vehicle's stream differs over the audited steps, m
}

// multiplier returns the standard deviation of the noise for a radius of one.
func multiplier(s lab.Spec) (float64, error) {
	switch s.Text("law") {
	case "laplace":
		return math.Sqrt2 / s.Float("eps"), nil
	case "exact":
		return privacy.GaussianSigma(s.Float("delta"), s.Float("eps"))
	}
	return privacy.Kappa(s.Float("delta"), s.Float("eps"))
}

// Open designs the architecture.
func (Lab) Open(s lab.Spec) (lab.Model, error) {
	m := &model{spec: s}
	k, err := multiplier(s)
	if err != nil {
		return nil, err
	}
	m.tr = Traffic{N: s.Int("cars"), Ts: s.Float("ts"), Sigma1: s.Float("sigma1"), Sigma2: s.Float("sigma2"), Rho: s.Float("rho"), Kappa: k, Laplace: s.Text("law") == "laplace"}
	if m.plan, err = m.tr.Plan(s.Text("arch")); err != nil {
		return nil, err
	}
	if m.base, err = m.tr.Plan(None); err != nil {
		return nil, err
	}
	m.mech = m.stream()
	return m, nil
}

// stream is what the audit looks at: the published mean for noise on the
// result, the vehicle's own noisy reports for noise on reports.
func (m *model) stream() mechanism.Mechanism {
	steps := m.spec.Int("length")
	h := m.plan.Filter.Impulse(steps)
	atReport := m.plan.InNoise > 0
	through := h
	if atReport {
		through = make([]float64, steps)
		through[0] = 1
	}
	d := difference(m.spec.Text("shape"), through, m.tr.Laplace)
	s := &stream{laplace: m.tr.Laplace, mean: [2][]float64{make([]float64, steps), make([]float64, steps)}}
	m.diff = make([]float64, steps)
	for i := range d {
		m.diff[i] = d[i] * m.tr.Rho
	}
	for i := range steps {
		v := 0.0
		for j := range i + 1 {
			v += float64(through[i-j] * m.diff[j])
		}
		if !atReport {
			v /= float64(m.tr.N)
		}
		s.mean[1][i] = v
	}
	s.sd = m.plan.OutNoise
	if atReport {
		s.sd = m.plan.InNoise
	}
	s.sd *= m.spec.Float("half")
	s.claim = mechanism.Claim{
		Budget: privacy.Budget{Epsilon: m.spec.Float("eps"), Delta: m.spec.Float("delta")},
		Source: "Le Ny & Pappas 2014, theorem 5",
		Note:   "It assumes adjacent position streams within ρ in ℓ₂ over all time.",
	}
	switch {
	case m.tr.Laplace:
		s.claim.Budget.Delta = 0
		s.claim.Source, s.claim.Note = "Le Ny & Pappas 2014, Laplace mechanism for streams", "It assumes adjacent position streams within ρ in ℓ₁ over all time."
	case atReport:
		s.claim.Source = "Le Ny & Pappas 2014, input perturbation"
	}
	if s.sd == 0 {
		s.claim = mechanism.Claim{Budget: privacy.Budget{Epsilon: math.Inf(1)}}
	}
	return s.exactly()
}

// Mechanism is what Run test audits.
func (m *model) Mechanism() mechanism.Mechanism { return m.mech }

// Facts are the noise and the errors by theory.
func (m *model) Facts() []lab.Fact {
	n := func(v float64) sheet.Cell { return sheet.Number(v, 5) }
	f := m.plan.Filter
	out := []lab.Fact{
		{Name: "rmse", Label: "Error of the published speed", Unit: "m/s", Value: n(m.plan.RMSE), Key: true, Help: "Root mean square, in steady state, by theory."},
		{Name: "rmse_plain", Label: "… without privacy", Unit: "m/s", Value: n(m.base.RMSE), Key: true, Help: "What the Kalman filters alone achieve."},
		{Name: "kappa", Label: "Noise multiplier", Symbol: "κ", Value: n(m.tr.Kappa), Help: "Standard deviation of the noise for a radius of one."},
		{Name: "hinf", Label: "Filter gain", Symbol: "‖G‖_∞", Unit: "1/s", Value: n(f.HInf), Help: fmt.Sprintf("Largest amplification of a position signal into the speed estimate, reached at %s rad a step.", sheet.Format(f.Omega, 4))},
		{Name: "gains", Label: "Gains", Symbol: "K", Value: sheet.Text(sheet.Format(f.K1, 5) + ", " + sheet.Format(f.K2, 5)), Help: "Steady gains on position and on velocity."},
	}
	if m.plan.InNoise > 0 {
		out = append(out, lab.Fact{Name: "noise", Label: "Noise on each report", Unit: "m", Value: n(m.plan.InNoise), Key: true, Help: "Standard deviation."})
	}
	if m.plan.OutNoise > 0 {
		out = append(out, lab.Fact{Name: "noise", Label: "Noise on the result", Unit: "m/s", Value: n(m.plan.OutNoise), Key: true, Help: "Standard deviation."})
	}
	return out
}

// Complete adds what this laboratory knows.
func (m *model) Complete(r *lab.Report) {
	r.Distance = sheet.Real(m.tr.Rho)
	what := "the published mean"
	if m.plan.InNoise > 0 {
		what = "the starred vehicle's own noisy reports; the published mean leaks less"
	}
	r.Meaning = append(r.Meaning, fmt.Sprintf("Tested: %s, over the first %d steps, for two position streams of one vehicle %s m apart in the adjacency norm. Longer streams can come closer to the theorem's worst case.", what, len(m.diff), sheet.Format(m.tr.Rho, 4)))
	if m.plan.Name == None {
		r.Warnings = append(r.Warnings, "Without privacy noise the release is a fixed number for each stream: the true ε is infinite.")
	}
	if m.spec.Float("half") != 1 {
		r.Warnings = append(r.Warnings, fmt.Sprintf("The audited noise is %g times what the calibration asks for: the claim is only meant for 1.", m.spec.Float("half")))
	}
}

var architectures = []string{None, InputRaw, Input, Output, OutputOpt}

var archNames = map[string]string{None: "no privacy", InputRaw: "noise on reports, filter not redesigned", Input: "noise on reports, redesigned", Output: "noise on the result", OutputOpt: "noise on the result, both gains redesigned"}

var archRoles = map[string]sheet.Role{None: sheet.Target, InputRaw: sheet.Muted, Input: sheet.Adjacent, Output: sheet.Record, OutputOpt: sheet.Leak}

// Analyses lists the computations beside the audit.
func (Lab) Analyses() []lab.Analysis {
	return []lab.Analysis{
		{Name: "budget", Title: "Budget calculator", Lead: "How much noise does a promise take, and what does it look like?", Live: true},
		{Name: "architectures", Title: "Architectures compared", Lead: "Which architecture gives the least error for the same promise?"},
		{Name: "sweep", Title: "How many vehicles?", Lead: "From how many vehicles on does noise on the result win?"},
		{Name: "follow", Title: "Following a change", Lead: "How fast does each architecture follow when the traffic slows down?"},
		{Name: "gains", Title: "Your filter", Lead: "What are the gains of any stable filter, and how much noise does each place take?"},
		{Name: "counters", Title: "Event counters", Lead: "What does it cost to publish a moving average of events?"},
		{Name: "tree", Title: "Counting for ever", Lead: "How does the error of a running count grow?"},
	}
}

// Analyse returns the job of one of them.
func (m *model) Analyse(name string) (work.Job, error) {
	once := func(what string, f func() (sheet.Sheet, error)) (work.Job, error) {
		return work.Once(what, func() ([]byte, error) {
			s, err := f()
			if err != nil {
				return nil, err
			}
			return json.Marshal(s)
		}), nil
	}
	switch name {
	case "budget":
		return once("calibrating", m.budgetSheet)
	case "architectures":
		return m.compare()
	case "sweep":
		return m.sweep()
	case "follow":
		return once("responding", m.followSheet)
	case "gains":
		return once("computing gains", m.gainsSheet)
	case "counters":
		return once("counting", m.counterSheet)
	case "tree":
		return once("counting", m.treeSheet)
	}
	return nil, &lab.Problem{Say: fmt.Sprintf("The filtering laboratory has no analysis %q.", name)}
}

func (m *model) budgetSheet() (sheet.Sheet, error) {
	eps, delta := m.spec.Float("eps"), m.spec.Float("delta")
	t := sheet.Table{ID: "budget", Title: "Noise for a radius of one", Columns: []string{"rule", "scale", "standard deviation", "δ at the claimed ε"},
		Caption: fmt.Sprintf("ε = %s, δ = %s.", sheet.Format(eps, 5), sheet.Format(delta, 4))}
	out := sheet.Sheet{Title: "Budget calculator"}
	var sigma float64
	if delta > 0 && delta < 0.5 {
		k, err := privacy.Kappa(delta, eps)
		if err != nil {
			return out, err
		}
		b, err := privacy.KappaBound(delta, eps)
		if err != nil {
			return out, err
		}
		x, err := privacy.GaussianSigma(delta, eps)
		if err != nil {
			return out, err
		}
		for _, r := range []struct {
			name string
			v    float64
		}{{"κ(δ, ε), sufficient", k}, {"2√(2 ln(2/δ))/ε, a bound on κ", b}, {"exact Gaussian (Balle & Wang 2018)", x}} {
			d, err := privacy.GaussianDelta(eps, 1/r.v)
			if err != nil {
				return out, err
			}
			t.Rows = append(t.Rows, []sheet.Cell{sheet.Text(r.name), sheet.Number(r.v, 6), sheet.Number(r.v, 6), sheet.Number(d, 3)})
		}
		sigma = k
		out.Lead = fmt.Sprintf("κ = %s keeps the promise and asks for %.0f %% more noise than the exact %s.", sheet.Format(k, 5), 100*(k/x-1), sheet.Format(x, 5))
	} else {
		out.Lead = "With δ = 0 only Laplace noise can keep a promise."
	}
	b, err := privacy.LaplaceScale(1, eps)
	if err != nil {
		return out, err
	}
	t.Rows = append(t.Rows, []sheet.Cell{sheet.Text("Laplace, for ℓ₁"), sheet.Number(b, 6), sheet.Number(b*math.Sqrt2, 6), sheet.Number(0, 1)})
	out.Tables = []sheet.Table{t}
	if sigma == 0 {
		return out, nil
	}
	// Two shifted densities; where p₁ > e^ε p₂ the promise relies on δ.
	const points = 241
	var x, p1, p2, zero, top []sheet.Real
	var ax []sheet.Real
	for i := range points {
		u := float64((float64(i)/(points-1)*8 - 3.5) * sigma)
		a := num.NormalPDF(u/sigma) / sigma
		c := num.NormalPDF((u-1)/sigma) / sigma
		x, p1, p2 = append(x, sheet.Real(u)), append(p1, sheet.Real(a)), append(p2, sheet.Real(c))
		if c > num.Exp(eps)*a {
			ax, zero, top = append(ax, sheet.Real(u)), append(zero, 0), append(top, sheet.Real(c))
		}
	}
	out.Charts = []sheet.Chart{{ID: "densities", Title: "Two adjacent values under κ(δ, ε)", Caption: "Shaded: where the right density exceeds e^ε times the left one; that area may be at most δ + e^ε times the left one's.",
		X: sheet.Axis{Label: "released value, in units of the radius"}, Y: sheet.Axis{Label: "density"},
		Series: []sheet.Series{{Name: "ratio above e^ε", Role: sheet.Leak, Style: sheet.Area, X: ax, Lo: zero, Hi: top},
			{Name: "record 1", Role: sheet.Record, Style: sheet.Line, X: x, Y: p1}, {Name: "adjacent record", Role: sheet.Adjacent, Style: sheet.Line, X: x, Y: p2}}}}
	return out, nil
}

// simulate runs one architecture for steps seconds after a burn-in and returns
// the mean squared error of the published mean. Vehicles are independent and
// alike, so their mean obeys the same equations with noises divided by √n; the
// filter is linear, so the mean of the filters is the filter of the mean. That
// is exact, not an approximation, for Gaussian noise.
func (m *model) simulate(p *Plan, trial int64, burn, steps int) float64 {
	s := rng.New(rng.Key{Seed: m.spec.Seed(), Phase: streamRuns, Trial: uint64(trial)})
	a, b, _ := m.tr.matrices()
	root := math.Sqrt(float64(m.tr.N))
	var x, hat, next [2]float64
	sum := 0.0
	f := p.Filter
	for k := range burn + steps {
		w := s.Norm() / root
		a.Apply(x[:], next[:])
		x = [2]float64{next[0] + float64(b.A[0]*w), next[1] + float64(b.A[1]*w)}
		y := x[0] + float64(m.tr.Sigma2*s.Norm())/root
		e, o := s.Norm()/root, s.Norm()
		if m.tr.Laplace {
			// A mean of n Laplace numbers: its variance is what matters for the
			// mean squared error.
			o = s.Laplace(1 / math.Sqrt2)
		}
		y += float64(p.InNoise * e)
		a.Apply(hat[:], next[:])
		r := y - next[0]
		hat = [2]float64{next[0] + float64(f.K1*r), next[1] + float64(f.K2*r)}
		z := hat[1] + float64(p.OutNoise*o)
		if k >= burn {
			d := z - x[1]
			sum += float64(d * d)
		}
	}
	return sum / float64(steps)
}

const (
	simRuns  = 120
	simBurn  = 600
	simSteps = 1500
)

func (m *model) compare() (work.Job, error) {
	plans := make([]*Plan, len(architectures))
	for i, a := range architectures {
		if a == OutputOpt && m.tr.Laplace {
			continue
		}
		var err error
		if plans[i], err = m.tr.Plan(a); err != nil {
			return nil, err
		}
	}
	predictor, err := m.tr.Predictor()
	if err != nil {
		return nil, err
	}
	return work.Batches("simulating", simRuns, 4, 2, func(trial int64) ([]float64, error) {
		out := make([]float64, len(plans))
		for i, p := range plans {
			if p != nil {
				out[i] = m.simulate(p, trial, simBurn, simSteps)
			}
		}
		return out, nil
	}, func(done [][]float64) ([]byte, error) {
		t := sheet.Table{ID: "architectures", Title: "Error of the published speed, m/s", Columns: []string{"architecture", "theory", "simulated", "95 %", "noise on each report, m", "noise on the result, m/s", "gain ‖G‖∞"},
			Caption: fmt.Sprintf("Root mean square in steady state. Simulated: %d runs of %d steps; the same random numbers pass through every architecture.", len(done), simSteps)}
		var names []sheet.Real
		var theory, sim, lo, hi []sheet.Real
		best, bestName := math.Inf(1), ""
		for i, p := range plans {
			if p == nil {
				continue
			}
			mean, sq := 0.0, 0.0
			for _, d := range done {
				mean += d[i]
			}
			mean /= float64(len(done))
			for _, d := range done {
				sq += float64((d[i] - mean) * (d[i] - mean))
			}
			half := float64(1.959963984540054 * math.Sqrt(sq/float64(max(1, len(done)-1))/float64(len(done))))
			rm, l, h := math.Sqrt(mean), math.Sqrt(max(0, mean-half)), math.Sqrt(mean+half)
			name := sheet.Text(archNames[p.Name])
			if p.Name == m.plan.Name {
				name.Role = sheet.Leak
			}
			t.Rows = append(t.Rows, []sheet.Cell{name, sheet.Number(p.RMSE, 6), sheet.Number(rm, 5), sheet.Text(sheet.Format(l, 4) + " … " + sheet.Format(h, 4)),
				sheet.Number(p.InNoise, 5), sheet.Number(p.OutNoise, 4), sheet.Number(p.Filter.HInf, 5)})
			if p.Name != None && p.RMSE < best {
				best, bestName = p.RMSE, archNames[p.Name]
			}
			names = append(names, sheet.Real(len(names)+1))
			theory, sim, lo, hi = append(theory, sheet.Real(p.RMSE)), append(sim, sheet.Real(rm)), append(lo, sheet.Real(l)), append(hi, sheet.Real(h))
		}
		return json.Marshal(sheet.Sheet{Title: "Architectures compared",
			Lead:  fmt.Sprintf("For the same promise the error is least with %s: %s m/s.", bestName, sheet.Format(best, 4)),
			Notes: []string{fmt.Sprintf("As a one-step predictor, the redesigned filter on noisy reports has %s m/s.", sheet.Format(predictor, 6)), "Rows in the chart are in the order of the table."},
			Charts: []sheet.Chart{{ID: "architectures", Title: "Theory and simulation", X: sheet.Axis{Label: "row of the table"}, Y: sheet.Axis{Label: "error", Unit: "m/s", Log: true},
				Series: []sheet.Series{{Name: "theory", Role: sheet.Truth, Style: sheet.Dots, X: names, Y: theory}, {Name: "simulated, 95 %", Role: sheet.Target, Style: sheet.Dots, X: names, Y: sim, Lo: lo, Hi: hi}}}},
			Tables: []sheet.Table{t}})
	}), nil
}

func (m *model) sweep() (work.Job, error) {
	grid := []int{1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000}
	archs := []string{Input, Output, OutputOpt}
	return work.Batches("sweeping", int64(len(grid)), 3, 1, func(i int64) ([]float64, error) {
		t := m.tr
		t.N = grid[i]
		var out []float64
		for _, a := range append([]string{None}, archs...) {
			if a == OutputOpt && t.Laplace {
				a = Output
			}
			p, err := t.Plan(a)
			if err != nil {
				return nil, err
			}
			out = append(out, p.RMSE)
		}
		return out, nil
	}, func(done [][]float64) ([]byte, error) {
		names := append([]string{None}, archs...)
		ch := sheet.Chart{ID: "sweep", Title: "Error against the number of vehicles", X: sheet.Axis{Label: "vehicles n", Log: true}, Y: sheet.Axis{Label: "error", Unit: "m/s", Log: true}}
		t := sheet.Table{ID: "sweep", Title: "Error, m/s", Columns: []string{"n", archNames[names[0]], archNames[names[1]], archNames[names[2]], archNames[names[3]]}}
		for j, a := range names {
			s := sheet.Series{Name: archNames[a], Role: archRoles[a], Style: sheet.Line}
			for i, d := range done {
				s.X, s.Y = append(s.X, sheet.Real(grid[i])), append(s.Y, sheet.Real(d[j]))
			}
			ch.Series = append(ch.Series, s)
		}
		cross := 0
		for i, d := range done {
			row := []sheet.Cell{sheet.Number(float64(grid[i]), 4)}
			for _, v := range d {
				row = append(row, sheet.Number(v, 5))
			}
			t.Rows = append(t.Rows, row)
			if cross == 0 && min(d[2], d[3]) < d[1] {
				cross = grid[i]
			}
		}
		lead := "Up to here noise on the reports is better."
		if cross > 0 {
			lead = fmt.Sprintf("Noise on the result wins from somewhere below %d vehicles on: it shrinks like 1/n, noise on reports only like 1/√n.", cross)
		}
		return json.Marshal(sheet.Sheet{Title: "How many vehicles?", Lead: lead, Charts: []sheet.Chart{ch}, Tables: []sheet.Table{t}})
	}), nil
}

func (m *model) followSheet() (sheet.Sheet, error) {
	steps := 80
	ch := sheet.Chart{ID: "follow", Title: "Response of the published speed to a sudden change", Caption: "All vehicles change speed by 1 m/s at once; noise-free response.", X: sheet.Axis{Label: "time", Unit: "s"}, Y: sheet.Axis{Label: "response", Unit: "m/s"},
		Marks: []sheet.Mark{{Label: "90 %", Role: sheet.Muted, At: 0.9}}}
	t := sheet.Table{ID: "follow", Title: "Convergence against privacy", Columns: []string{"architecture", "time to 90 %, s", "error, m/s"}}
	slowest := 0
	var plans []*Plan
	for _, a := range architectures {
		if a == OutputOpt && m.tr.Laplace || a == Output {
			continue // noise on the result alone leaves the filter as it is
		}
		p, err := m.tr.Plan(a)
		if err != nil {
			return sheet.Sheet{}, err
		}
		plans = append(plans, p)
		if n := settle(m.response(p, 4000)); n > slowest {
			slowest = n
		}
	}
	steps = min(max(20, slowest*3/2), 2000)
	for _, p := range plans {
		r := m.response(p, steps)
		s := sheet.Series{Name: archNames[p.Name], Role: archRoles[p.Name], Style: sheet.Line}
		if p.Name == InputRaw || p.Name == None {
			s.Name = "filter as it was"
			if p.Name == InputRaw {
				continue
			}
		}
		every := max(1, steps/300)
		for i := 0; i < steps; i += every {
			s.X, s.Y = append(s.X, sheet.Real(float64(i)*m.tr.Ts)), append(s.Y, sheet.Real(r[i]))
		}
		ch.Series = append(ch.Series, s)
	}
	for _, a := range architectures {
		if a == OutputOpt && m.tr.Laplace {
			continue
		}
		p, err := m.tr.Plan(a)
		if err != nil {
			return sheet.Sheet{}, err
		}
		t.Rows = append(t.Rows, []sheet.Cell{sheet.Text(archNames[a]), sheet.Number(float64(settle(m.response(p, 4000)))*m.tr.Ts, 4), sheet.Number(p.RMSE, 5)})
	}
	return sheet.Sheet{Title: "Following a change", Lead: "Filters that need less noise follow more slowly: the steady error does not show that price.", Charts: []sheet.Chart{ch}, Tables: []sheet.Table{t}}, nil
}

// response is the speed estimate when every vehicle moves at 1 m/s from step 0
// on, after rest.
func (m *model) response(p *Plan, steps int) []float64 {
	a, _, _ := m.tr.matrices()
	var hat, next [2]float64
	out := make([]float64, steps)
	for k := range steps {
		y := float64(float64(k) * m.tr.Ts)
		a.Apply(hat[:], next[:])
		r := y - next[0]
		hat = [2]float64{next[0] + float64(p.Filter.K1*r), next[1] + float64(p.Filter.K2*r)}
		out[k] = hat[1]
	}
	return out
}

// settle is the first step from which on a response stays within 10 % of 1.
func settle(r []float64) int {
	for i := len(r) - 1; i >= 0; i-- {
		if math.Abs(r[i]-1) > 0.1 {
			return i + 1
		}
	}
	return 0
}

func (m *model) kernel() (Kernel, string) {
	if m.spec.Text("counter") == "forget" {
		return Forgetting(m.spec.Float("forget")), fmt.Sprintf("exponential forgetting, a = %g", m.spec.Float("forget"))
	}
	return MovingAverage(m.spec.Int("l")), fmt.Sprintf("moving average of length %d", m.spec.Int("l"))
}

func (m *model) counterSheet() (sheet.Sheet, error) {
	k, name := m.kernel()
	grid := 1 << 14
	for grid < 4*len(k) {
		grid *= 2
	}
	kappa := m.tr.Kappa
	n := float64(m.spec.Int("users"))
	l2, hinf := k.L2(), k.HInf()
	zf := ZeroForcing(k, kappa, grid)
	wi := Wiener(k, kappa, m.spec.Float("power"), grid)
	k2 := kappa * kappa
	t := sheet.Table{ID: "counters", Title: "Mean squared error of the published count", Columns: []string{"what is hidden", "mechanism", "mean squared error"}, Caption: "For the " + name + "."}
	add := func(what, how string, v float64) {
		t.Rows = append(t.Rows, []sheet.Cell{sheet.Text(what), sheet.Text(how), sheet.Number(v, 5)})
	}
	whole := fmt.Sprintf("whole streams, %d users", m.spec.Int("users"))
	add(whole, "noise on reports", n*k2*l2*l2)
	add(whole, "noise on the result", k2*hinf*hinf)
	add("one event, one stream", "noise on reports, or on the result", k2*l2*l2)
	add("one event, one stream", "zero forcing, |G|² ∝ |F|", zf)
	add("one event, one stream", fmt.Sprintf("Wiener, P_u = %g", m.spec.Float("power")), wi)
	win := "Noise on reports is better here"
	if k2*hinf*hinf < n*k2*l2*l2 {
		win = "Noise on the result is better here"
	}
	f := k.Power(512)
	var w, fr, g []sheet.Real
	for i := range 257 {
		w = append(w, sheet.Real(math.Pi*float64(i)/256))
		fr = append(fr, sheet.Real(f[i]))
	}
	taps := SpectralFactor(k, grid, 2*len(k)+20)
	var tx, tf []sheet.Real
	for i, v := range taps {
		tx, g = append(tx, sheet.Real(i)), append(g, sheet.Real(v))
		kv := 0.0
		if i < len(k) {
			kv = k[i]
		}
		tf = append(tf, sheet.Real(kv/l2))
	}
	return sheet.Sheet{Title: "Event counters",
		Lead:   fmt.Sprintf("%s: whole streams of n users compare as %s to %s; for single events zero forcing needs %s of the plain error.", win, sheet.Format(n*k2*l2*l2, 3), sheet.Format(k2*hinf*hinf, 3), sheet.Format(zf/(k2*l2*l2), 3)),
		Notes:  []string{"For a moving average ‖F‖₂² = 1/l and ‖F‖_∞ = 1, so noise on the result wins if and only if there are more users than steps in the average."},
		Tables: []sheet.Table{t},
		Charts: []sheet.Chart{{ID: "spectrum", Title: "The counter's frequency response", X: sheet.Axis{Label: "frequency ω", Unit: "rad"}, Y: sheet.Axis{Label: "|F|"}, Series: []sheet.Series{{Name: name, Role: sheet.Target, Style: sheet.Line, X: w, Y: fr}}},
			{ID: "factor", Title: "The best pre-filter G", Caption: "Minimum-phase spectral factor of |F|, both with ℓ₂ norm 1.", X: sheet.Axis{Label: "step"}, Y: sheet.Axis{Label: "impulse response"},
				Series: []sheet.Series{{Name: "G", Role: sheet.Leak, Style: sheet.Line, X: tx, Y: g}, {Name: "F", Role: sheet.Muted, Style: sheet.Dash, X: tx, Y: tf}}}}}, nil
}

func (m *model) treeSheet() (sheet.Sheet, error) {
	h := m.spec.Int("horizon")
	tree := NewTree(h)
	eps := m.spec.Float("eps")
	node := tree.Laplace(eps) * math.Sqrt2
	gauss := tree.Gauss(m.tr.Kappa)
	var x, a, b, c, worst []sheet.Real
	every := max(1, h/400)
	for t := 1; t <= h; t += every {
		x = append(x, sheet.Real(t))
		a = append(a, sheet.Real(tree.Error(t, node)))
		c = append(c, sheet.Real(tree.Error(t, gauss)))
		b = append(b, sheet.Real(math.Sqrt2/eps*math.Sqrt(float64(t))))
		worst = append(worst, sheet.Real(node*math.Sqrt(float64(bits.Len(uint(t))))))
	}
	return sheet.Sheet{Title: "Counting for ever",
		Lead: fmt.Sprintf("After %d steps the tree's count is off by at most about %s, noise on every event by %s (one standard deviation).", h, sheet.Format(float64(worst[len(worst)-1]), 3), sheet.Format(float64(b[len(b)-1]), 3)),
		Notes: []string{fmt.Sprintf("The tree has %d levels for this horizon; one event changes one node on each, so each node carries Laplace noise of scale %s. The error at time t depends on the ones of t in binary.", tree.Levels+1, sheet.Format(tree.Laplace(eps), 4)),
			"Noise on the result of a running count is not possible with a fixed amount of noise: one event changes all later counts."},
		Charts: []sheet.Chart{{ID: "tree", Title: "Error of the running count", X: sheet.Axis{Label: "time t", Log: true}, Y: sheet.Axis{Label: "standard deviation", Log: true},
			Series: []sheet.Series{{Name: "tree, Laplace", Role: sheet.Leak, Style: sheet.Line, X: x, Y: a}, {Name: "tree, worst t so far", Role: sheet.Leak, Style: sheet.Dash, X: x, Y: worst},
				{Name: "tree, Gaussian (ε, δ)", Role: sheet.Target, Style: sheet.Line, X: x, Y: c}, {Name: "noise on every event", Role: sheet.Muted, Style: sheet.Line, X: x, Y: b}}}}}, nil
}

// Film shows a stretch of road and the published speed.
func (m *model) Film(r *lab.Report) (*film.Film, error) {
	const steps, warm, road = 200, 400, 480.0
	s := rng.New(rng.Key{Seed: m.spec.Seed(), Phase: streamFilm})
	shown := min(30, m.tr.N)
	star := min(m.spec.Int("star"), shown) - 1
	ts := m.tr.Ts
	a, b, _ := m.tr.matrices()
	f := m.plan.Filter
	// Shown vehicles one by one; the others through their mean.
	type car struct{ x, hat [2]float64 }
	cars := make([]car, shown)
	rest := car{}
	others := m.tr.N - shown
	offset, lane := make([]float64, shown), make([]float64, shown)
	for i := range cars {
		offset[i] = road * (float64(i) + 0.15 + 0.7*s.Float64()) / float64(shown)
		lane[i] = []float64{-60, -20, 20, 60}[i%4]
	}
	speed := 25.0
	var marks, starred, reports, adj []float32
	var truth, shownMean, other []float32
	var clock []string
	lo, hi := math.Inf(1), math.Inf(-1)
	odo := 0.0
	advance := func(c *car, shrink float64) (y float64) {
		w := s.Norm() * shrink
		var next [2]float64
		a.Apply(c.x[:], next[:])
		c.x = [2]float64{next[0] + float64(b.A[0]*w), next[1] + float64(b.A[1]*w)}
		y = c.x[0] + float64(m.tr.Sigma2*s.Norm())*shrink
		y += float64(m.plan.InNoise*s.Norm()) * shrink
		return y
	}
	estimate := func(c *car, y float64) {
		var next [2]float64
		a.Apply(c.hat[:], next[:])
		e := y - next[0]
		c.hat = [2]float64{next[0] + float64(f.K1*e), next[1] + float64(f.K2*e)}
	}
	wrap := func(x float64) float64 { return x - road*math.Floor(x/road) }
	brakeAt := warm + steps*2/5
	// The adjacent stream differs by ρ in all over a few steps, as audited.
	span := len(m.diff)
	diffAt := warm + steps/5
	for k := range warm + steps {
		if k == brakeAt {
			d := m.spec.Float("brake")
			for i := range cars {
				cars[i].x[1] -= d
			}
			rest.x[1] -= d
		}
		mean, est := 0.0, 0.0
		odo += speed * ts
		for i := range cars {
			y := advance(&cars[i], 1)
			estimate(&cars[i], y)
			mean += cars[i].x[1]
			est += cars[i].hat[1]
			if k < warm {
				continue
			}
			// Drawn relative to the stream of traffic, so that the picture holds still.
			px := wrap(offset[i] + math.Mod(cars[i].x[0]-rest.x[0], road)*0.15 + odo*0.25)
			if i == star {
				starred = append(starred, float32(px), float32(lane[i]))
				d := 0.0
				if j := (k - diffAt) / 8; k >= diffAt && j < span {
					d = m.diff[j]
				}
				adj = append(adj, float32(wrap(px+d*0.5)), float32(lane[i]))
			} else {
				marks = append(marks, float32(px), float32(lane[i]))
			}
			reports = append(reports, float32(wrap(px+float64(max(-300, min(300, y-cars[i].x[0]))))), float32(lane[i]))
		}
		if others > 0 {
			y := advance(&rest, 1/math.Sqrt(float64(others)))
			estimate(&rest, y)
			mean += rest.x[1] * float64(others)
			est += rest.hat[1] * float64(others)
		}
		mean /= float64(m.tr.N)
		est /= float64(m.tr.N)
		pub := est + float64(m.plan.OutNoise*s.Norm())
		if k < warm {
			continue
		}
		t := float32(float64(k-warm) * ts)
		truth = append(truth, t, float32(speed+mean))
		shownMean = append(shownMean, t, float32(speed+pub))
		other = append(other, t, float32(speed+est))
		lo, hi = min(lo, speed+mean, speed+pub), max(hi, speed+mean, speed+pub)
		clock = append(clock, fmt.Sprintf("t = %.0f s", float64(k-warm)*ts))
	}
	var handles []string
	for i := range shown {
		if i != star {
			handles = append(handles, fmt.Sprintf("car:%d", i+1))
		}
	}
	pad := 0.1*(hi-lo) + 0.2
	var cursor []float32
	for k := range steps {
		t := float32(float64(k) * ts)
		cursor = append(cursor, t, float32(lo-pad), t, float32(hi+pad))
	}
	layers := []film.Layer{
		{Kind: film.Quads, Role: sheet.Muted, Alpha: 0.16, Data: []float32{0, -80, road, -80, road, 80, 0, 80}},
		{Kind: film.Segments, Role: sheet.Muted, Size: 1.5, Alpha: 0.6, Dash: true, Data: []float32{0, -40, road, -40, 0, 0, road, 0, 0, 40, road, 40}},
		{Name: "report as sent", Kind: film.Dots, Role: sheet.Adjacent, Shape: film.Diamond, Size: 5, Fill: true, Alpha: 0.5, Moving: true, Ease: true, Wrap: road, Data: reports},
	}
	if len(marks) > 0 {
		layers = append(layers, film.Layer{Name: "vehicle", Kind: film.Dots, Role: sheet.Ink, Shape: film.Square, Size: 10, Fill: true, Alpha: 0.75, Moving: true, Ease: true, Wrap: road, Data: marks, Handles: handles})
	}
	layers = append(layers,
		film.Layer{Name: "starred vehicle, adjacent stream", Kind: film.Dots, Role: sheet.Adjacent, Shape: film.Star, Size: 16, Moving: true, Ease: true, Wrap: road, Data: adj},
		film.Layer{Name: "starred vehicle", Kind: film.Dots, Role: sheet.Leak, Shape: film.Star, Size: 20, Fill: true, Moving: true, Ease: true, Wrap: road, Data: starred})
	main := film.View{Name: fmt.Sprintf("%d of %d vehicles, not to scale", shown, m.tr.N), Place: film.Main, Box: [4]float64{0, -130, road, 130}, Equal: true, Layers: layers}
	strip := film.View{Name: "mean speed, m/s", Place: film.Strip, Box: [4]float64{0, lo - pad, float64(steps-1) * ts, hi + pad}, XLabel: "time, s", YLabel: "m/s", Layers: []film.Layer{
		{Name: "published", Kind: film.Path, Role: sheet.Leak, Size: 2, Data: shownMean, Trail: -1},
		{Name: "filtered, before noise on the result", Kind: film.Path, Role: sheet.Muted, Size: 1.5, Alpha: 0.8, Data: other, Trail: -1},
		{Name: "true", Kind: film.Path, Role: sheet.Target, Size: 2.5, Data: truth, Trail: -1},
		{Kind: film.Segments, Role: sheet.Muted, Size: 1, Moving: true, Ease: true, Data: cursor},
	}}
	return &film.Film{Steps: steps, Rate: 12, Loop: true, Hold: steps * 3 / 5, Views: []film.View{main, strip}, Clock: clock,
		Alt: "Vehicles on a road report their positions; below, the published mean speed runs beside the true one. One vehicle is starred, with an adjacent trace beside it."}, nil
}
