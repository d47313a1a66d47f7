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
	out := []lab.Analysis{{Name: "disk"}, {Name: "attack"}, {Name: lab.Ledger}, {Name: lab.Replay}}
	for _, name := range []string{"fig2", "fig3", "fig4", "fig5", "fig6", "table1", "table2", "theorem", "tradeoff",
		"solve"} {
		out = append(out, lab.Analysis{Name: name, Page: "experiments"})
	}
	return out
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
