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
		{Name: "disk"},
		{Name: "attack"},
		{Name: lab.Ledger},
		{Name: lab.Replay},
		{Name: "fig2", Page: page},
		{Name: "fig3", Page: page},
		{Name: "fig4", Page: page},
		{Name: "fig5", Page: page},
		{Name: "fig6", Page: page},
		{Name: "table1", Page: page},
		{Name: "table2", Page: page},
		{Name: "theorem", Page: page},
		{Name: "tradeoff", Page: page},
		{Name: "solve", Page: page},
	}
}

// Analyse returns the job of one of them.
func (m *model) Analyse(name string) (work.Job, error) {
	switch name {
	case "disk":
		return m.Promised(), nil
	case "attack":
		return m.Attack(), m.unfitted()
	case "tradeoff":
		return m.tradeoff(), nil
	case "solve":
		return m.solve()
	}
	return m.evaluation().Experiment(name)
}
