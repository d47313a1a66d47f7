package ring

import (
	"indistinct/core/lab"
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
		{Name: "attack", Title: "Attacked: a Bayesian adversary",
			Lead: "What does an adversary conclude who sees the releases and knows all else?"},
		{Name: "game-table", Title: "Where is the sensor? The adversary by s", Lead: "How well does the game's Bayes " +
			"adversary guess at each entropy factor?", Only: dialled("s")},
		{Name: "fig2", Page: page, Title: "Figure 2: p-value against ε for different counts",
			Lead: "Is one event the worst at every ε?"},
		{Name: "fig3", Page: page, Title: "Figure 3: counts of equal ratio",
			Lead: "Do (10, 20), (15, 30) and (20, 40) say the same?"},
		{Name: "fig4", Page: page, Title: "Figure 4: W₂-MHE without entropy",
			Lead: "At s = 1 the estimate is deterministic: every ε should be rejected."},
		{Name: "fig5", Page: page, Title: "Figure 5: W₂-MHE at s = 0.8 and 0.7",
			Lead: "Does more entropy lower the critical ε?"},
		{Name: "fig6", Page: page, Title: "Figure 6: input perturbation at s̄ = 0.944 and 0.894",
			Lead: "What does noise on the record do instead?"},
		{Name: "table1", Page: page, Title: "Table I: W₂-MHE against input perturbation",
			Lead: "Which is better, for " +
				"three layouts and by both of the paper's rules?"},
		{Name: "table2", Page: page, Title: "Table II: differentially private EKF",
			Lead: "How does a Kalman filter with uniform noise compare?"},
		{Name: "theorem", Page: page, Title: "Section V e: the theorem's ε against the measured one",
			Lead: "What happens to ε_c as " +
				"the grid gets finer than the paper's r = 4?"},
		{Name: "tradeoff", Page: page, Title: "Privacy against accuracy",
			Lead: "All mechanisms in one chart, for your layout: what does a given error buy?"},
		{Name: "solve", Page: page, Title: "Solve for a parameter", Lead: "Which s, s̄, ŝ or σ meets your target?"},
	}
}

// Analyse returns the job of one of them.
func (m *model) Analyse(name string) (work.Job, error) {
	job, err := m.analysis(name)
	if err != nil {
		return nil, err
	}
	return sentenceJob{job}, nil
}

func (m *model) analysis(name string) (work.Job, error) {
	switch name {
	case "disk":
		return m.Promised(), nil
	case "contour":
		return m.Contour(), nil
	case "attack":
		return m.Attack(), nil
	case "game-table":
		return m.GameTable(), nil
	case "fig2", "fig3", "fig4", "fig5", "fig6", "table1", "table2", "theorem":
		return m.evaluation().Experiment(name)
	case "tradeoff":
		return m.tradeoff()
	case "solve":
		return m.solve()
	}
	return nil, lab.NoAnalysis(Lab{}, name)
}
