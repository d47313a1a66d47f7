package ring

import (
	"math"
	"sort"
	"strconv"

	"indistinct/core/audit"
	"indistinct/core/fmt"
	"indistinct/core/json"
	"indistinct/core/lab"
	"indistinct/core/mechanism"
	"indistinct/core/num"
	"indistinct/core/sheet"
	"indistinct/core/work"
)

// Analyses lists the computations beside the audit. Those of the Experiments
// page repeat the paper's evaluation; they start from the visitor's Spec where
// they say so, and from the paper's setting otherwise.
func (Lab) Analyses() []lab.Analysis {
	const page = "experiments"
	list := []lab.Analysis{
		{Name: "fig2", Page: page, Title: "Figure 2: p-value against ε for different counts", Lead: "Is one event the worst at every ε?"},
		{Name: "fig3", Page: page, Title: "Figure 3: counts of equal ratio", Lead: "Do (10, 20), (15, 30) and (20, 40) say the same?"},
		{Name: "fig4", Page: page, Title: "Figure 4: W₂-MHE without entropy", Lead: "At s = 1 the estimate is deterministic: every ε should be rejected."},
		{Name: "fig5", Page: page, Title: "Figure 5: W₂-MHE at s = 0.8 and 0.7", Lead: "Does more entropy lower the critical ε?"},
		{Name: "fig6", Page: page, Title: "Figure 6: input perturbation at s̄ = 0.944 and 0.894", Lead: "What does noise on the record do instead?"},
		{Name: "table1", Page: page, Title: "Table I: W₂-MHE against input perturbation", Lead: "Which is better, for three layouts and by both of the paper's rules?"},
		{Name: "table2", Page: page, Title: "Table II: differentially private EKF", Lead: "How does a Kalman filter with uniform noise compare?"},
		{Name: "theorem", Page: page, Title: "Section V e: the theorem's ε against the measured one", Lead: "What happens to ε_c as the grid gets finer than the paper's r = 4?"},
		{Name: "tradeoff", Page: page, Title: "Privacy against accuracy", Lead: "All mechanisms in one chart, for your layout: what does a given error buy?"},
		{Name: "solve", Page: page, Title: "Solve for a parameter", Lead: "Which s, s̄, ŝ or σ meets your target?"},
		{Name: "consistency", Page: page, Title: "Is the filter honest about its error?", Lead: "On the linear-Gaussian relative of the ring: are errors as large as the Kalman filter says?"},
		{Name: audit.CalibrateSize, Page: page, Title: "Test the test: false alarms", Lead: "How often does each test cry violation at mechanisms that keep the claim exactly?"},
		{Name: audit.CalibratePower, Page: page, Title: "Test the test: power", Lead: "How large must a violation be to be found, and with how many releases?"},
		{Name: audit.CalibrateLooks, Page: page, Title: "Test the test: looking early", Lead: "What does looking again and again do to the false-alarm rate?"},
	}
	return append(list, moreAnalyses()...)
}

// Analyse returns the job of one of them.
func (m *model) Analyse(name string) (work.Job, error) {
	switch name {
	case "fig2":
		return work.Once("p-values", func() ([]byte, error) { return json.Marshal(m.figure2()) }), nil
	case "fig3":
		return work.Once("p-values", func() ([]byte, error) { return json.Marshal(m.figure3()) }), nil
	case "fig4":
		return m.curves("fig4", "Figure 4: W₂-MHE without entropy", []arm{{"s = 1", m.paper("mech", w2mhe, "s", "1"), sheet.Leak, math.Inf(1), 0}},
			fmt.Sprintf("The paper's p-value is 0 at every ε it tried. With 1,000 releases of each record the most that any counts can show is ε_c = %s, that of (1000, 0): the exact ε is infinite, and no finite number of releases shows more than a finite one.", sheet.Format(audit.CriticalEpsilon(1000, 0, 1000, 0.05), 3)))
	case "fig5":
		return m.curves("fig5", "Figure 5: W₂-MHE at s = 0.8 and 0.7", []arm{
			{"s = 0.8", m.paper("mech", w2mhe, "s", "0.8"), sheet.Record, 0.39947, 0.0040408},
			{"s = 0.7", m.paper("mech", w2mhe, "s", "0.7"), sheet.Target, 0.11485, 0.00599996}},
			"The printed rule draws its grid around the releases, and a change of s scales releases and grid together: with the same seeds s = 0.8 and 0.7 give nearly or exactly the same counts. The paper's difference between the two is one between random numbers. The column with the escape event counts the releases that the printed rule drops.")
	case "fig6":
		return m.curves("fig6", "Figure 6: input perturbation at s̄ = 0.944 and 0.894", []arm{
			{"s̄ = 0.944", m.paper("mech", input, "sbar", "0.944"), sheet.Record, 0.70306, 0.0010771},
			{"s̄ = 0.894", m.paper("mech", input, "sbar", "0.894"), sheet.Target, 0.41844, 0.0013998}},
			"No reading of the covariance that was tried reproduces the paper's numbers; compare the columns. The slides print .41408 and .0803 for the run that the paper prints as .41844 and .1351.")
	case "table1":
		return m.table1()
	case "table2":
		return m.table2()
	case "theorem":
		return m.theorem()
	case "tradeoff":
		return m.tradeoff()
	case "solve":
		return m.solve()
	case "consistency":
		return m.consistency()
	case audit.CalibrateSize, audit.CalibratePower, audit.CalibrateLooks:
		return audit.NewCalibration(lab.Settings(m.spec), name, calibrations)
	}
	return m.analyseMore(name)
}

// paper is the paper's setting with some fields changed: n = m = 1000, d = 10
// exactly, uniform ring, the visitor's seed.
func (m *model) paper(set ...string) lab.Spec {
	t := Lab{}.Params()
	s := t.Defaults("ring").Set(t, "seed", m.spec.Float("seed"))
	return change(s, append([]string{"n", "1000", "m", "1000"}, set...)...)
}

// change sets fields that are known to be good.
func change(s lab.Spec, set ...string) lab.Spec {
	t := Lab{}.Params()
	for i := 0; i < len(set); i += 2 {
		next, err := s.With(t, set[i], set[i+1])
		if err != nil {
			panic(err) // a mistake in this file: the tests run every experiment
		}
		s = next
	}
	return s
}

func (m *model) seeded(s lab.Spec, i int) lab.Spec {
	return s.Set(Lab{}.Params(), "seed", math.Mod(m.spec.Float("seed")+float64(i), lab.MaxSeed))
}

// outcome is what an experiment keeps of an audit.
type outcome struct {
	EpsilonC  sheet.Real         `json:"epsilon_c"`
	Escape    sheet.Real         `json:"epsilon_c_escape"`
	Strong    sheet.Real         `json:"strong"`
	Lambda    sheet.Real         `json:"lambda"`
	Eta       sheet.Real         `json:"eta"`
	ECorrect  sheet.Real         `json:"e_correct"`
	EAdjacent sheet.Real         `json:"e_adjacent"`
	Occupied  int                `json:"occupied"`
	Events    int64              `json:"events"`
	Inside    sheet.Real         `json:"inside"` // share of record 2's releases inside the set
	Curve     []audit.CurvePoint `json:"curve,omitempty"`
	C1        int64              `json:"c1"`
	C2        int64              `json:"c2"`
}

// bare hides what a mechanism knows of its own privacy, so that an audit in an
// experiment does not spend time on the exact profile.
type bare struct {
	mechanism.Mechanism
	mechanism.Truther
}

func hide(m mechanism.Mechanism) mechanism.Mechanism {
	if t, ok := m.(mechanism.Truther); ok {
		return bare{m, t}
	}
	return m
}

// Fork keeps the disguise.
func (b bare) Fork() mechanism.Mechanism { return bare{b.Mechanism.Fork(), b.Truther} }

// measure audits one Spec on the calling goroutine.
func measure(s lab.Spec, curve bool) (outcome, error) {
	m, err := open(s)
	if err != nil {
		return outcome{}, err
	}
	job, err := audit.NewJob(hide(m.mech), lab.Settings(s))
	if err != nil {
		return outcome{}, err
	}
	data, err := work.Serial(job, 0)
	if err != nil {
		return outcome{}, err
	}
	var r audit.Report
	if err := json.Unmarshal(data, &r); err != nil {
		return outcome{}, err
	}
	o := outcome{EpsilonC: r.EpsilonC, Escape: r.EscapeC, Strong: r.Strong.Epsilon, Lambda: r.Lambda, Eta: r.Eta,
		ECorrect: r.ECorrect, EAdjacent: r.EAdjacent, Occupied: r.Occupied, Events: r.Events, C1: r.C1, C2: r.C2}
	if r.Escape.N > 0 {
		o.Inside = sheet.Real(1 - float64(r.Escape.C2)/float64(r.Escape.N))
	}
	if curve {
		o.Curve = r.Curve
	}
	return o, nil
}

// spreadOf returns mean and standard deviation.
func spreadOf(done []outcome, f func(outcome) sheet.Real) (mean, sd float64) {
	n := float64(len(done))
	for _, o := range done {
		mean += float64(f(o)) / n
	}
	for _, o := range done {
		d := float64(f(o)) - mean
		sd += float64(d * d)
	}
	if len(done) > 1 {
		sd = math.Sqrt(sd / (n - 1))
	}
	return mean, sd
}

// plusMinus shows mean ± sd; where some runs are infinite it says how many.
func plusMinus(done []outcome, digits int, f func(outcome) sheet.Real) sheet.Cell {
	mean, sd := spreadOf(done, f)
	if math.IsInf(mean, 0) || math.IsNaN(mean) {
		n := 0
		for _, o := range done {
			if math.IsInf(float64(f(o)), 0) {
				n++
			}
		}
		return sheet.Text(fmt.Sprintf("∞ in %d of %d", n, len(done)))
	}
	c := sheet.Number(mean, digits)
	c.Text += " ± " + sheet.Format(sd, 2)
	return c
}

// pCurve tabulates the smaller of p⁺ and p₊ for counts out of 1,000.
func pCurve(c1, c2 int64, top float64) (x, y []sheet.Real) {
	plus, minus := audit.NewThinning(c1, c2, 1000), audit.NewThinning(c2, c1, 1000)
	for i := range 101 {
		e := top * float64(i) / 100
		x = append(x, sheet.Real(e))
		y = append(y, sheet.Real(min(plus.P(e), minus.P(e))))
	}
	return x, y
}

type countPair struct {
	c1, c2 int64
	role   sheet.Role
	style  sheet.Style
}

func pairsSheet(id, title, caption string, top float64, pairs []countPair, notes ...string) sheet.Sheet {
	ch := sheet.Chart{ID: id, Title: title, Caption: caption, X: sheet.Axis{Label: "privacy loss ε"}, Y: sheet.Axis{Label: "p-value"},
		Marks: []sheet.Mark{{Label: "α = 0.05", Role: sheet.Muted, At: 0.05}}}
	t := sheet.Table{ID: id + "_table", Title: "Critical ε of each pair", Columns: []string{"c₁", "c₂", "ε_c at α = 0.05"},
		Caption: "Out of 1,000 test releases of each record; expected p-value over the thinning."}
	for _, p := range pairs {
		x, y := pCurve(p.c1, p.c2, top)
		ch.Series = append(ch.Series, sheet.Series{Name: fmt.Sprintf("(%d, %d)", p.c1, p.c2), Role: p.role, Style: p.style, X: x, Y: y})
		t.Rows = append(t.Rows, []sheet.Cell{sheet.Number(float64(p.c1), 4), sheet.Number(float64(p.c2), 4), sheet.Number(audit.CriticalEpsilon(p.c1, p.c2, 1000, 0.05), 5)})
	}
	return sheet.Sheet{Title: title, Charts: []sheet.Chart{ch}, Tables: []sheet.Table{t}, Notes: notes}
}

func (m *model) figure2() sheet.Sheet {
	s := pairsSheet("fig2", "p-value against ε for different counts", "The paper's pairs (12, 27) and (14, 27), and two pairs that change places.", 1.2,
		[]countPair{{12, 27, sheet.Record, sheet.Line}, {14, 27, sheet.Target, sheet.Line}, {13, 0, sheet.Adjacent, sheet.Dash}, {300, 170, sheet.Fourth, sheet.Dash}},
		"Same as the paper: (12, 27) lies below (14, 27) at every ε. Different: the paper concludes that the worst event does not depend on the ε at which it is chosen. (13, 0) and (300, 170) show that it can: "+crossing()+".")
	s.Lead = "The order of two events can change with ε, so the choice of the worst event depends on where it is made."
	return s
}

// crossing says where the p-values of (13, 0) and (300, 170) change places.
func crossing() string {
	x, a := pCurve(13, 0, 1.2)
	_, b := pCurve(300, 170, 1.2)
	for i := 1; i < len(x); i++ {
		if (a[i-1] < b[i-1]) != (a[i] < b[i]) {
			return fmt.Sprintf("they cross near ε = %s", sheet.Format(float64(x[i]), 2))
		}
	}
	return "though not at these ε"
}

func (m *model) figure3() sheet.Sheet {
	s := pairsSheet("fig3", "Counts of equal ratio", "The paper's pairs with c₂ = 2c₁.", 1.2,
		[]countPair{{10, 20, sheet.Record, sheet.Line}, {15, 30, sheet.Target, sheet.Line}, {20, 40, sheet.Adjacent, sheet.Line}},
		fmt.Sprintf("The paper calls the three almost similar. Larger counts of the same ratio are stronger evidence: ε_c grows from %s to %s.",
			sheet.Format(audit.CriticalEpsilon(10, 20, 1000, 0.05), 2), sheet.Format(audit.CriticalEpsilon(20, 40, 1000, 0.05), 2)))
	s.Lead = "The same ratio of counts says more when the counts are larger."
	return s
}

// arm is one line of an experiment: a Spec, and what the paper prints for it.
type arm struct {
	name  string
	spec  lab.Spec
	role  sheet.Role
	eps   float64 // printed ε_c; NaN: none
	error float64 // printed E_correct; 0: none
}

const (
	repeats      = 10  // seeds for each entry
	calibrations = 200 // repetitions of a calibration
)

// sweep runs every arm with several seeds and shows them by arm.
func (m *model) sweep(arms []arm, seeds int, curve bool, show func(byArm [][]outcome) (sheet.Sheet, error)) (work.Job, error) {
	n := int64(len(arms) * seeds)
	// Trials go round the arms, so that partial results have some of each.
	return work.Batches("running audits", n, 5, 1, func(i int64) (outcome, error) {
		return measure(m.seeded(arms[int(i)%len(arms)].spec, int(i)/len(arms)), curve)
	}, func(done []outcome) ([]byte, error) {
		by := make([][]outcome, len(arms))
		for i, o := range done {
			by[i%len(arms)] = append(by[i%len(arms)], o)
		}
		s, err := show(by)
		if err != nil {
			return nil, err
		}
		return json.Marshal(s)
	}), nil
}

func printed(v float64, digits int) sheet.Cell {
	if v == 0 || math.IsNaN(v) {
		return sheet.Text("–")
	}
	return sheet.Number(v, digits)
}

// curves repeats one of the figures that show p against ε.
func (m *model) curves(id, title string, arms []arm, note string) (work.Job, error) {
	return m.sweep(arms, repeats, true, func(by [][]outcome) (sheet.Sheet, error) {
		s := sheet.Sheet{Title: title, Notes: []string{note}}
		t := sheet.Table{ID: id + "_table", Title: "Ours beside the paper's", Columns: []string{"", "ε_c, printed rule", "paper", "ε_c with the escape event", "proven ε ≥", "E_correct", "paper", "E_adjacent", "η", "λ"},
			Caption: fmt.Sprintf("Mean ± standard deviation over seeds (up to %d); n = m = 1,000 releases of each record, d = 10 exactly, uniform ring. The paper gives one number for each.", repeats)}
		ch := sheet.Chart{ID: id, Title: "p-value against ε, one thin line a seed", X: sheet.Axis{Label: "privacy loss ε"}, Y: sheet.Axis{Label: "p-value", Min: 0, Max: 1},
			Marks: []sheet.Mark{{Label: "α = 0.05", Role: sheet.Muted, At: 0.05}}}
		for i, a := range arms {
			if len(by[i]) == 0 {
				continue
			}
			for j, o := range by[i] {
				if j >= 5 {
					break
				}
				var x, y []sheet.Real
				for _, p := range o.Curve {
					if p.Epsilon > 6 {
						break
					}
					x, y = append(x, p.Epsilon), append(y, min(p.Plus, p.Minus))
				}
				name := ""
				if j == 0 {
					name = a.name
				}
				style := sheet.Line
				if i%2 == 1 {
					style = sheet.Dash // the arms may lie on each other
				}
				ch.Series = append(ch.Series, sheet.Series{Name: name, Role: a.role, Style: style, X: x, Y: y})
			}
			if !math.IsInf(a.eps, 0) {
				ch.Marks = append(ch.Marks, sheet.Mark{Label: "paper, " + a.name, Role: sheet.Paper, At: sheet.Real(a.eps), Vertical: true})
			}
			t.Rows = append(t.Rows, []sheet.Cell{sheet.Text(a.name), plusMinus(by[i], 3, func(o outcome) sheet.Real { return o.EpsilonC }), printed(a.eps, 5),
				plusMinus(by[i], 3, func(o outcome) sheet.Real { return o.Escape }), plusMinus(by[i], 3, func(o outcome) sheet.Real { return o.Strong }),
				plusMinus(by[i], 3, func(o outcome) sheet.Real { return o.ECorrect }), printed(a.error, 3),
				plusMinus(by[i], 3, func(o outcome) sheet.Real { return o.EAdjacent }),
				plusMinus(by[i], 2, func(o outcome) sheet.Real { return o.Eta }), plusMinus(by[i], 3, func(o outcome) sheet.Real { return o.Lambda })})
		}
		s.Charts, s.Tables = []sheet.Chart{ch}, []sheet.Table{t}
		mean, sd := spreadOf(by[0], func(o outcome) sheet.Real { return o.EpsilonC })
		s.Lead = fmt.Sprintf("%s: critical ε %s ± %s by the printed rule over %d seeds; the paper has %s.", arms[0].name, sheet.Format(mean, 3), sheet.Format(sd, 2), len(by[0]), sheet.Format(arms[0].eps, 5))
		return s, nil
	})
}

var layouts = []string{"uniform", "random", "clustered"}

// better names the better of two by one of the paper's rules: the smaller
// value, "no difference" where the intervals of the mean overlap.
func better(a, b []outcome, nameA, nameB string, f func(outcome) sheet.Real) string {
	ma, sa := spreadOf(a, f)
	mb, sb := spreadOf(b, f)
	if math.IsInf(ma, 0) || math.IsInf(mb, 0) {
		switch {
		case ma < mb:
			return nameA
		case mb < ma:
			return nameB
		}
		return "neither"
	}
	half := 2 * math.Sqrt(float64(sa*sa)/float64(len(a))+float64(sb*sb)/float64(len(b)))
	switch {
	case ma < mb-half:
		return nameA
	case mb < ma-half:
		return nameB
	}
	return "no clear difference"
}

func (m *model) table1() (work.Job, error) {
	// The paper's table names no s and no s̄; these are those of its figures.
	var arms []arm
	for _, l := range layouts {
		arms = append(arms, arm{name: l, spec: m.paper("layout", l, "mech", w2mhe, "s", "0.8")}, arm{name: l, spec: m.paper("layout", l, "mech", input, "sbar", "0.894")})
	}
	return m.sweep(arms, repeats, false, func(by [][]outcome) (sheet.Sheet, error) {
		t := sheet.Table{ID: "table1", Title: "W₂-MHE (s = 0.8) and input perturbation (s̄ = 0.894)",
			Columns: []string{"layout", "mechanism", "ε_c", "with escape", "proven ε ≥", "λ", "E_correct", "smaller ε_c", "smaller proven ε", "smaller error"},
			Caption: fmt.Sprintf("Mean ± standard deviation over up to %d seeds, n = m = 1,000, d = 10. “Better” by the paper's two rules: smaller ε where the error is acceptable, smaller error where the ε is; a difference counts when it exceeds two standard errors.", repeats)}
		for i, l := range layouts {
			a, b := by[2*i], by[2*i+1]
			if len(a) == 0 || len(b) == 0 {
				continue
			}
			for j, o := range [][]outcome{a, b} {
				row := []sheet.Cell{sheet.Text(l), sheet.Text([]string{"W₂-MHE", "input perturbation"}[j]),
					plusMinus(o, 3, func(o outcome) sheet.Real { return o.EpsilonC }), plusMinus(o, 3, func(o outcome) sheet.Real { return o.Escape }),
					plusMinus(o, 3, func(o outcome) sheet.Real { return o.Strong }), plusMinus(o, 3, func(o outcome) sheet.Real { return o.Lambda }),
					plusMinus(o, 3, func(o outcome) sheet.Real { return o.ECorrect })}
				if j == 0 {
					for _, f := range []func(outcome) sheet.Real{func(o outcome) sheet.Real { return o.EpsilonC }, func(o outcome) sheet.Real { return o.Strong }, func(o outcome) sheet.Real { return o.ECorrect }} {
						row = append(row, sheet.Text(better(a, b, "W₂-MHE", "input perturbation", f)))
					}
				} else {
					row = append(row, sheet.Text(""), sheet.Text(""), sheet.Text(""))
				}
				t.Rows = append(t.Rows, row)
			}
		}
		lo, hi := math.Inf(1), math.Inf(-1)
		for _, o := range by {
			if len(o) > 0 {
				v, _ := spreadOf(o, func(o outcome) sheet.Real { return o.Strong })
				lo, hi = min(lo, v), max(hi, v)
			}
		}
		lead := fmt.Sprintf("What the releases prove lies between ε ≥ %s and ε ≥ %s for both mechanisms and all layouts, on average over seeds.", sheet.Format(lo, 3), sheet.Format(hi, 3))
		paper := sheet.Table{ID: "table1_paper", Title: "The paper's table", Columns: []string{"layout", "W₂-MHE: ε_c", "λ", "E_correct", "input: ε_c", "λ", "E_correct", "better"},
			Rows: [][]sheet.Cell{
				{sheet.Text("Q₁"), sheet.Number(.39947, 5), sheet.Number(.0888, 3), sheet.Number(.0040408, 5), sheet.Number(.41844, 5), sheet.Number(.1351, 4), sheet.Number(.0013998, 5), sheet.Text("input perturbation")},
				{sheet.Text("Q₂"), sheet.Number(.53229, 5), sheet.Number(.1011, 4), sheet.Number(.0049874, 5), sheet.Number(.72204, 5), sheet.Number(.2106, 4), sheet.Number(.0049674, 5), sheet.Text("W₂-MHE")},
				{sheet.Text("Q₃"), sheet.Number(.98768, 5), sheet.Number(.1037, 4), sheet.Number(.0030866, 5), sheet.Number(2.3423, 5), sheet.Number(.8408, 4), sheet.Number(.0037826, 5), sheet.Text("W₂-MHE")}}}
		return sheet.Sheet{Title: "Table I: W₂-MHE against input perturbation", Lead: lead,
			Tables: []sheet.Table{t, paper}, Notes: []string{"Same: three layouts, two mechanisms, the same test. Different: the paper does not print its layouts' angles, nor s and s̄ of this table; ours are uniform, random and clustered, s = 0.8 and s̄ = 0.894. Its input-perturbation numbers could not be reproduced in any reading of the covariance."}}, nil
	})
}

func (m *model) table2() (work.Job, error) {
	var arms []arm
	for _, l := range layouts {
		arms = append(arms, arm{name: l, spec: m.paper("layout", l, "mech", ekf)}, arm{name: l, spec: m.paper("layout", l, "mech", w2mhe, "s", "0.8")})
	}
	paperEps, paperE := []float64{.46223, 1.9239, 2.3085}, []float64{.0066205, .0064686, .0062608}
	return m.sweep(arms, repeats, false, func(by [][]outcome) (sheet.Sheet, error) {
		t := sheet.Table{ID: "table2", Title: "Private EKF (ŝ = 0.9887) against W₂-MHE (s = 0.8)",
			Columns: []string{"layout", "EKF: ε_c", "paper", "with escape", "E_correct", "paper", "record 2 inside", "W₂-MHE: ε_c", "E_correct", "smaller ε_c", "smaller error"},
			Caption: fmt.Sprintf("Mean ± standard deviation over up to %d seeds, n = m = 1,000, d = 10. The paper's rows are its Q₁, Q₂, Q₃, whose angles it does not print.", repeats)}
		worse := 0
		for i, l := range layouts {
			a, b := by[2*i], by[2*i+1]
			if len(a) == 0 || len(b) == 0 {
				continue
			}
			if better(a, b, "", "W₂-MHE", func(o outcome) sheet.Real { return o.ECorrect }) == "W₂-MHE" {
				worse++
			}
			f := func(o outcome) sheet.Real { return o.EpsilonC }
			e := func(o outcome) sheet.Real { return o.ECorrect }
			t.Rows = append(t.Rows, []sheet.Cell{sheet.Text(l), plusMinus(a, 3, f), sheet.Number(paperEps[i], 5), plusMinus(a, 3, func(o outcome) sheet.Real { return o.Escape }),
				plusMinus(a, 3, e), sheet.Number(paperE[i], 5), plusMinus(a, 2, func(o outcome) sheet.Real { return o.Inside }), plusMinus(b, 3, f), plusMinus(b, 3, e),
				sheet.Text(better(a, b, "EKF", "W₂-MHE", f)), sheet.Text(better(a, b, "EKF", "W₂-MHE", e))})
		}
		return sheet.Sheet{Title: "Table II: differentially private EKF", Lead: fmt.Sprintf("The EKF's error is clearly larger than the W₂-MHE's in %d of %d layouts (in the paper in all); its noise has bounded support, so no finite ε holds for it.", worse, len(layouts)),
			Tables: []sheet.Table{t}, Notes: []string{"The noise (1 − ŝ)/ŝ · w with w uniform on [0, 1] has mean (1 − ŝ)/(2ŝ): the estimate is biased. Releases of the two records have different supports; “record 2 inside” is the share of record 2's releases in record 1's high-likely set."}}, nil
	})
}

func (m *model) theorem() (work.Job, error) {
	grids := []int{2, 3, 4, 6, 8, 12}
	var arms []arm
	for _, r := range grids {
		arms = append(arms, arm{name: strconv.Itoa(r), spec: m.paper("T", "7", "s", "0.8", "r", strconv.Itoa(r))})
	}
	first, err := open(arms[0].spec)
	if err != nil {
		return nil, err
	}
	printedEps := []float64{.89281, .98162, 1.9939, 0, 0, 0}
	bound := mechanism.TheoremEpsilon(first.sc.Config, 10, 0.8)
	sound := math.NaN()
	if w, ok := first.mech.(*mechanism.W2MHE); ok {
		sound = w.SoundEpsilon(true)
	}
	return m.sweep(arms, repeats, false, func(by [][]outcome) (sheet.Sheet, error) {
		t := sheet.Table{ID: "theorem", Title: "Finer grids", Columns: []string{"r", "cells", "occupied", "ε_c, printed rule", "paper", "with escape", "proven ε ≥", "releases for 5 in each occupied cell"},
			Caption: fmt.Sprintf("T = 7, three released steps, s = 0.8, n = m = 1,000, mean ± standard deviation over up to %d seeds. The last column scales n by the mean count of an occupied cell: fewer releases leave most cells with counts that mean nothing.", repeats)}
		var x, y, lo, hi []sheet.Real
		most := 0.0
		for i, r := range grids {
			if len(by[i]) == 0 {
				continue
			}
			mean, sd := spreadOf(by[i], func(o outcome) sheet.Real { return o.EpsilonC })
			most = max(most, mean)
			x, y, lo, hi = append(x, sheet.Real(r)), append(y, sheet.Real(mean)), append(lo, sheet.Real(mean-sd)), append(hi, sheet.Real(mean+sd))
			occ, _ := spreadOf(by[i], func(o outcome) sheet.Real { return sheet.Real(o.Occupied) })
			t.Rows = append(t.Rows, []sheet.Cell{sheet.Number(float64(r), 3), sheet.Number(float64(by[i][0].Events), 9), sheet.Number(occ, 4),
				plusMinus(by[i], 3, func(o outcome) sheet.Real { return o.EpsilonC }), printed(printedEps[i], 5),
				plusMinus(by[i], 3, func(o outcome) sheet.Real { return o.Escape }), plusMinus(by[i], 3, func(o outcome) sheet.Real { return o.Strong }),
				sheet.Number(math.Ceil(5*occ), 4)})
		}
		return sheet.Sheet{Title: "Section V e: the theorem's ε against the measured one",
			Lead: fmt.Sprintf("Theorem 4 asks for ε ≥ %s, a sound bound with the sensor's true slope for ε ≤ %s; the printed rule measures at most %s on average. The measurement says how far 1,000 releases see, not that the theorem is conservative.", sheet.Format(bound, 5), sheet.Format(sound, 4), sheet.Format(most, 3)),
			Charts: []sheet.Chart{{ID: "theorem", Title: "Critical ε against the grid", X: sheet.Axis{Label: "cells per axis r"}, Y: sheet.Axis{Label: "critical ε_c"},
				Series: []sheet.Series{{Name: "printed rule", Role: sheet.Record, Style: sheet.Dots, X: x, Y: y, Lo: lo, Hi: hi},
					{Name: "paper", Role: sheet.Paper, Style: sheet.Dots, X: sheet.Reals([]float64{2, 3, 4}), Y: sheet.Reals(printedEps[:3])}}}},
			Tables: []sheet.Table{t}, Notes: []string{"The paper stopped at r = 4 because it stored every combination of cells. Counting only the occupied ones, r = 12 costs no more than r = 2; what finer grids need is releases.",
				"The printed rule drops releases outside record 1's set, which is where those of record 2 fall almost always at this distance; the column with the escape event counts them."}}, nil
	})
}

// dial is the parameter that trades privacy for accuracy in each mechanism,
// with the values of the sweep.
type dial struct {
	mech, param, label string
	values             []float64
	role               sheet.Role
	up                 bool // larger values are more accurate
}

func dials() []dial {
	return []dial{
		{w2mhe, "s", "W₂-MHE", []float64{0.2, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99}, sheet.Record, true},
		{klmhe, "s", "KL-MHE", []float64{0.2, 0.5, 0.7, 0.8, 0.9, 0.95}, sheet.Fourth, true},
		{input, "sbar", "input perturbation", []float64{0.2, 0.5, 0.7, 0.894, 0.944, 0.98}, sheet.Adjacent, true},
		{ekf, "shat", "private EKF", []float64{0.95, 0.97, 0.98, 0.9887, 0.995}, sheet.Muted, true},
		{laplace, "noise", "Laplace output", []float64{0.002, 0.004, 0.008, 0.02, 0.05, 0.1}, sheet.Leak, false},
		{gauss, "noise", "Gaussian output", []float64{0.002, 0.004, 0.008, 0.02, 0.05, 0.1}, sheet.Target, false},
	}
}

func dialOf(mech string) dial {
	for _, d := range dials() {
		if d.mech == mech {
			return d
		}
	}
	return dials()[0]
}

func show(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

func (m *model) tradeoff() (work.Job, error) {
	var arms []arm
	ds := dials()
	which := []int{}
	for i, d := range ds {
		for _, v := range d.values {
			arms = append(arms, arm{name: show(v), spec: change(m.spec, "mech", d.mech, d.param, show(v), "n", "2000", "m", "4000", "seq", "0")})
			which = append(which, i)
		}
	}
	return m.sweep(arms, 2, false, func(by [][]outcome) (sheet.Sheet, error) {
		paper := make([]sheet.Series, len(ds))
		strong := make([]sheet.Series, len(ds))
		t := sheet.Table{ID: "tradeoff", Title: "All points", Columns: []string{"mechanism", "parameter", "E_correct, m", "ε_c, printed rule", "with escape", "proven ε ≥"}}
		for i := range arms {
			if len(by[i]) == 0 {
				continue
			}
			d := ds[which[i]]
			e, _ := spreadOf(by[i], func(o outcome) sheet.Real { return o.ECorrect })
			c, _ := spreadOf(by[i], func(o outcome) sheet.Real { return o.EpsilonC })
			b, _ := spreadOf(by[i], func(o outcome) sheet.Real { return o.Strong })
			paper[which[i]].X, paper[which[i]].Y = append(paper[which[i]].X, sheet.Real(e)), append(paper[which[i]].Y, sheet.Real(c))
			strong[which[i]].X, strong[which[i]].Y = append(strong[which[i]].X, sheet.Real(e)), append(strong[which[i]].Y, sheet.Real(b))
			t.Rows = append(t.Rows, []sheet.Cell{sheet.Text(d.label), sheet.Text(d.param + " = " + arms[i].name), sheet.Number(e, 3), sheet.Number(c, 3),
				plusMinus(by[i], 3, func(o outcome) sheet.Real { return o.Escape }), sheet.Number(b, 3)})
		}
		out := sheet.Sheet{Title: "Privacy against accuracy", Lead: "Each point is a mechanism at one setting, for your layout and your d: to the left more accurate, below less leakage that could be shown.", Tables: []sheet.Table{t},
			Notes: []string{"Mean of two seeds, n = 2,000 and m = 4,000 releases of each record: the proven ε cannot exceed about 6.8 with so many. A lower point means that less could be shown, not that less leaks."}}
		for k, set := range [][]sheet.Series{strong, paper} {
			ch := sheet.Chart{ID: []string{"tradeoff_strong", "tradeoff_paper"}[k], Title: []string{"Proven ε against error", "Critical ε by the printed rule against error"}[k],
				X: sheet.Axis{Label: "error E_correct", Unit: "m", Log: true}, Y: sheet.Axis{Label: []string{"proven lower bound on ε", "critical ε_c"}[k]}}
			for i, s := range set {
				if len(s.X) == 0 {
					continue
				}
				sortByX(&s)
				s.Name, s.Role, s.Style = ds[i].label, ds[i].role, sheet.Line
				ch.Series = append(ch.Series, s)
			}
			out.Charts = append(out.Charts, ch)
		}
		return out, nil
	})
}

func sortByX(s *sheet.Series) {
	idx := make([]int, len(s.X))
	for i := range idx {
		idx[i] = i
	}
	sort.SliceStable(idx, func(a, b int) bool { return s.X[idx[a]] < s.X[idx[b]] })
	x, y := make([]sheet.Real, len(idx)), make([]sheet.Real, len(idx))
	for i, j := range idx {
		x[i], y[i] = s.X[j], s.Y[j]
	}
	s.X, s.Y = x, y
}

// solve finds the dial's value that meets a target error, or a target ε.
func (m *model) solve() (work.Job, error) {
	d := dialOf(m.spec.Text("mech"))
	goal, target := m.spec.Text("goal"), m.spec.Float("target")
	lo, hi := 0.001, 0.9999
	switch d.param {
	case "noise":
		lo, hi = 1e-4, 5
	case "shat":
		lo, hi = 0.5, 0.9999
	case "sbar":
		lo, hi = 0, 0.9999
	}
	const points = 24
	type point struct{ Value, Error, Bound sheet.Real }
	at := func(u float64) float64 {
		if d.param == "noise" {
			return num.Exp(num.Log(lo) + float64(u*(num.Log(hi)-num.Log(lo))))
		}
		// Finer towards 1, where the noise vanishes.
		return 1 - float64((1-lo)*num.Exp(u*num.Log((1-hi)/(1-lo))))
	}
	return work.Batches("sweeping "+d.param, points, 4, 1, func(i int64) (point, error) {
		v := at((float64(i) + 0.5) / points)
		o, err := measure(change(m.spec, d.param, show(v), "n", "2000", "m", "4000", "seq", "0", "sched", ""), false)
		return point{sheet.Real(v), o.ECorrect, o.Strong}, err
	}, func(done []point) ([]byte, error) {
		s := sheet.Sheet{Title: "Solve for a parameter"}
		var x, e, b []sheet.Real
		for _, p := range done {
			x, e, b = append(x, p.Value), append(e, p.Error), append(b, p.Bound)
		}
		y, what := e, "error E_correct"
		if goal == "epsilon" {
			y, what = b, "proven ε"
		}
		p := Lab{}.Params().Find(d.param)
		s.Charts = []sheet.Chart{
			{ID: "solve_error", Title: "Error against " + p.Symbol, X: sheet.Axis{Label: p.Title(), Log: d.param == "noise"}, Y: sheet.Axis{Label: "error E_correct", Unit: "m", Log: true},
				Series: []sheet.Series{{Name: d.label, Role: d.role, Style: sheet.Line, X: x, Y: e}}},
			{ID: "solve_bound", Title: "Proven ε against " + p.Symbol, X: sheet.Axis{Label: p.Title(), Log: d.param == "noise"}, Y: sheet.Axis{Label: "proven lower bound on ε"},
				Series: []sheet.Series{{Name: d.label, Role: d.role, Style: sheet.Line, X: x, Y: b}}}}
		k := 0
		if goal == "epsilon" {
			k = 1
		}
		s.Charts[k].Marks = []sheet.Mark{{Label: "target", Role: sheet.Leak, At: sheet.Real(target)}}
		s.Notes = []string{"Found by interpolation between audits with n = 2,000 and m = 4,000 releases of each record and this seed. A proven ε below the target means that no more could be shown with so many releases, not that the mechanism keeps the target."}
		if len(done) < points {
			s.Lead = "Sweeping …"
			return json.Marshal(s)
		}
		found := math.NaN()
		for i := 0; i+1 < len(y); i++ {
			a, c := float64(y[i]), float64(y[i+1])
			if a != c && (a-target)*(c-target) <= 0 {
				w := (target - a) / (c - a)
				found = float64(x[i]) + float64(w*(float64(x[i+1])-float64(x[i])))
				break
			}
		}
		if math.IsNaN(found) {
			s.Lead = fmt.Sprintf("No value of %s between %s and %s meets %s = %s: it runs from %s to %s.", p.Symbol, sheet.Format(float64(x[0]), 3), sheet.Format(float64(x[len(x)-1]), 3), what, sheet.Format(target, 4), sheet.Format(float64(y[0]), 3), sheet.Format(float64(y[len(y)-1]), 3))
			return json.Marshal(s)
		}
		next := m.spec.Set(Lab{}.Params(), d.param, found)
		s.Lead = fmt.Sprintf("%s = %s meets %s = %s for %s.", p.Symbol, sheet.Format(next.Float(d.param), 4), what, sheet.Format(target, 4), d.label)
		var err error
		if s.Found, err = json.Marshal(next); err != nil {
			return nil, err
		}
		return json.Marshal(s)
	}), nil
}
