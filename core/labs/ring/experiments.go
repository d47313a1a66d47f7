package ring

import (
	"fmt"
	"math"
	"strconv"

	"indistinct/core/audit"
	"indistinct/core/lab"
	"indistinct/core/paper"
	"indistinct/core/sheet"
	"indistinct/core/work"
)

// Analyses lists the computations beside the audit: first the promise, the
// measurement and the attack, which stand beside the laboratory; then those of
// the Experiments page, which repeat the paper's evaluation and start from the
// visitor's Spec where they say so, from the paper's setting otherwise.
func (Lab) Analyses() []lab.Analysis {
	const page = "experiments"
	return []lab.Analysis{
		{Name: "disk", Title: "Promised: the hypothesis disk", Lead: "Which places does the guarantee keep " +
			"indistinguishable, and what could the best test do?"},
		{Name: "contour", Title: "Measured: how far the sensor may move", Lead: "In each direction, at what " +
			"displacement does the audit prove that the releases differ too much?"},
		{Name: "attack", Title: "Attacked: a Bayesian adversary", Lead: "What does an adversary conclude who sees the releases and knows all else?"},
		{Name: "game-table", Title: "Where is the sensor? The adversary by s", Lead: "How well does the game's Bayes " +
			"adversary guess at each entropy factor?", Only: dialled("s")},
		{Name: "fig2", Page: page, Title: "Figure 2: p-value against ε for different counts", Lead: "Is one event the worst at every ε?"},
		{Name: "fig3", Page: page, Title: "Figure 3: counts of equal ratio", Lead: "Do (10, 20), (15, 30) and (20, 40) say the same?"},
		{Name: "fig4", Page: page, Title: "Figure 4: W₂-MHE without entropy", Lead: "At s = 1 the estimate is deterministic: every ε should be rejected."},
		{Name: "fig5", Page: page, Title: "Figure 5: W₂-MHE at s = 0.8 and 0.7", Lead: "Does more entropy lower the critical ε?"},
		{Name: "fig6", Page: page, Title: "Figure 6: input perturbation at s̄ = 0.944 and 0.894", Lead: "What does noise on the record do instead?"},
		{Name: "table1", Page: page, Title: "Table I: W₂-MHE against input perturbation", Lead: "Which is better, for " +
			"three layouts and by both of the paper's rules?"},
		{Name: "table2", Page: page, Title: "Table II: differentially private EKF", Lead: "How does a Kalman filter with uniform noise compare?"},
		{Name: "theorem", Page: page, Title: "Section V e: the theorem's ε against the measured one", Lead: "What happens to ε_c as " +
			"the grid gets finer than the paper's r = 4?"},
		{Name: "tradeoff", Page: page, Title: "Privacy against accuracy", Lead: "All mechanisms in one chart, for your layout: what does a given error buy?"},
		{Name: "solve", Page: page, Title: "Solve for a parameter", Lead: "Which s, s̄, ŝ or σ meets your target?"},
		{Name: audit.CalibrateSize, Page: page, Title: "Test the test: false alarms", Lead: "How often does each test " +
			"cry violation at mechanisms that keep the claim exactly?"},
		{Name: audit.CalibratePower, Page: page, Title: "Test the test: power", Lead: "How large must a violation be to be found, and with how many releases?"},
		{Name: audit.CalibrateLooks, Page: page, Title: "Test the test: looking early", Lead: "What does looking again and again do to the false-alarm rate?"},
	}
}

// Analyse returns the job of one of them.
func (m *model) Analyse(name string) (work.Job, error) {
	job, err := m.analysis(name)
	if err != nil {
		return nil, err
	}
	return spoken{job}, nil
}

func (m *model) analysis(name string) (work.Job, error) {
	switch name {
	case "disk":
		return m.promised(), nil
	case "contour":
		return m.contour(), nil
	case "attack":
		return m.attack(), nil
	case "game-table":
		return m.gameTable(), nil
	case "fig2":
		return work.Once("p-values", m.figure2), nil
	case "fig3":
		return work.Once("p-values", m.figure3), nil
	case "fig4":
		return m.curves("fig4", []arm{{name: "s = 1", spec: m.paper("mech", w2mhe, "s", "1"), role: sheet.Leak, eps: math.Inf(1)}},
			fmt.Sprintf(sayPaperAtSOne, sheet.Format(paper.CriticalEpsilon(1000, 0, 1000, 0.05), 3)))
	case "fig5":
		return m.curves("fig5", []arm{
			{"s = 0.8", m.paper("mech", w2mhe, "s", "0.8"), sheet.Record, 0.39947, 0.0040408, 0.026032, 0.013, 0.0888},
			{"s = 0.7", m.paper("mech", w2mhe, "s", "0.7"), sheet.Target, 0.11485, 0.00599996, 0, 0.010, 0.0724}},
			sayPrintedRuleGrid)
	case "fig6":
		return m.curves("fig6", []arm{
			{"s̄ = 0.944", m.paper("mech", input, "sbar", "0.944"), sheet.Record, 0.70306, 0.0010771, 0, 0, 0.1550},
			{"s̄ = 0.894", m.paper("mech", input, "sbar", "0.894"), sheet.Target, 0.41844, 0.0013998, 0, 0, 0.1351}},
			sayNoReadingReproducesPaper)
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
	case audit.CalibrateSize, audit.CalibratePower, audit.CalibrateLooks:
		return audit.NewCalibration(lab.Settings(m.spec), name, calibrations)
	}
	return nil, lab.NoAnalysis(Lab{}, name)
}

// paper is the paper's setting with some fields changed: n = m = 1000, d = 10
// exactly, uniform ring, the visitor's seed.
func (m *model) paper(set ...string) lab.Spec {
	t := Lab{}.Params()
	s := t.Defaults("ring").Set(t, "seed", m.spec.Float("seed"))
	return change(s, append([]string{"n", "1000", "m", "1000", "d", "10", "eps", "1"}, set...)...)
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

// spreadOf returns mean and standard deviation.
func spreadOf(done []outcome, f func(outcome) sheet.Real) (mean, sd float64) {
	n := float64(len(done))
	for _, o := range done {
		mean += float64(f(o))
	}
	mean /= n
	for _, o := range done {
		d := float64(f(o)) - mean
		sd += d * d
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
	return sheet.Spread(mean, sd, digits)
}

// arm is one line of an experiment: a Spec, and what the paper prints for it, 0 where
// it prints nothing.
type arm struct {
	name                              string
	spec                              lab.Spec
	role                              sheet.Role
	eps, error, adjacent, eta, lambda float64 // ε_c, E_correct, E_adjacent, η, λ
}

const (
	repeats      = 10  // seeds for each entry
	calibrations = 200 // repetitions of a calibration
)

// sweep runs every arm with several seeds and shows them by arm.
func (m *model) sweep(arms []arm, seeds int, curve bool, show func(byArm [][]outcome) (sheet.Sheet, error)) (work.Job, error) {
	var specs []lab.Spec
	for i := range len(arms) * seeds { // round the arms, so that partial results have some of each
		specs = append(specs, m.seeded(arms[i%len(arms)].spec, i/len(arms)))
	}
	return &audits{name: "running audits", specs: specs, curve: curve, show: func(done []*outcome) (sheet.Sheet, error) {
		by := make([][]outcome, len(arms))
		for i, o := range done {
			if o != nil {
				by[i%len(arms)] = append(by[i%len(arms)], *o)
			}
		}
		return show(by)
	}}, nil
}

// printed shows a number of the paper, as it is printed there.
func printed(v float64, digits int) sheet.Cell {
	if v == 0 || math.IsNaN(v) {
		return sheet.Text("–")
	}
	c := sheet.Number(v, digits)
	c.Text = sheet.Brief(v, digits)
	return c
}

func digits(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }
