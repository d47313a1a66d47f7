package ring

import (
	"slices"

	"indistinct/core/lab"
)

// printed are numbers of a paper, each by what it is of, where, and as it is printed.
func printed(numbers ...string) (out []lab.Printed) {
	for n := range slices.Chunk(numbers, 3) {
		out = append(out, lab.Printed{Of: n[0], At: n[1], Value: n[2]})
	}
	return out
}

// Papers are the paper of Han & Martínez and the slides of its talk, whose numbers stand in the
// paper as well but for two.
func (Lab) Papers() []lab.Paper {
	d10 := func(set ...string) map[string]string {
		return lab.Values(append([]string{"d", "10", "eps", "1", "n", "1000", "m", "1000"}, set...)...)
	}
	return []lab.Paper{{
		Name: "han-martinez", Authors: "Yunhai Han and Sonia Martínez",
		Title: "A Numerical Verification Framework for Differential Privacy in Estimation",
		Venue: "arXiv:2108.12094v3, 2021; American Control Conference, 2022",
		Link:  "https://arxiv.org/abs/2108.12094",
		Items: []lab.Item{
			{Name: "fig1"},
			{Name: "lemmas", Set: d10("s", "1")},
			{Name: "algorithms", Set: d10()},
			{Name: "partition", Set: d10("partition", "scenario")},
			{Name: "passing", Task: "passing"},
			{Name: "fig2", Task: "fig2"},
			{Name: "fig3", Task: "fig3"},
			{Name: "constants", Task: "constants", Set: d10(), Printed: printed("samples", "", "814",
				"events", "", "256", "norm", "", "1.0777", "l", "", "1293.2", "theorem", "", "6474.3")},
			{Name: "fig4", Task: "fig4", Set: d10("s", "1")},
			{Name: "fig5", Task: "fig5", Set: d10("s", "0.8"), Printed: printed(
				"printed", "s = 0.8", "0.39947", "error", "s = 0.8", "0.0040408",
				"adjacent", "s = 0.8", "0.026032", "eta", "s = 0.8", "0.013", "lambda", "s = 0.8", "0.0888",
				"printed", "s = 0.7", "0.11485", "error", "s = 0.7", "0.00599996", "eta", "s = 0.7", "0.010",
				"lambda", "s = 0.7", "0.0724")},
			{Name: "fig6", Task: "fig6", Set: d10("mech", Input, "sbar", "0.944", "prior", "24000"),
				Printed: printed("printed", "s̄ = 0.944", "0.70306", "error", "s̄ = 0.944", "0.0010771",
					"lambda", "s̄ = 0.944", "0.1550", "printed", "s̄ = 0.894", "0.41844",
					"error", "s̄ = 0.894", "0.0013998", "lambda", "s̄ = 0.894", "0.1351",
					"printed-slides", "s̄ = 0.894", "0.41408", "lambda-slides", "s̄ = 0.894", "0.0803")},
			{Name: "table1", Task: "table1", Set: d10("mech", Input, "sbar", "0.894", "prior", "24000"),
				Printed: printed(
					"w2mhe-printed", "Q₂", "0.53229", "w2mhe-lambda", "Q₂", "0.1011",
					"w2mhe-error", "Q₂", "0.0049874", "input-printed", "Q₂", "0.72204",
					"input-lambda", "Q₂", "0.2106", "input-error", "Q₂", "0.0049674",
					"w2mhe-printed", "Q₃", "0.98768", "w2mhe-lambda", "Q₃", "0.1037",
					"w2mhe-error", "Q₃", "0.0030866", "input-printed", "Q₃", "2.3423",
					"input-lambda", "Q₃", "0.8408", "input-error", "Q₃", "0.0037826")},
			{Name: "table2", Task: "table2", Set: d10("mech", EKF), Printed: printed(
				"printed", "Q₁", "0.46223", "error", "Q₁", "0.0066205", "printed", "Q₂", "1.9239",
				"error", "Q₂", "0.0064686", "printed", "Q₃", "2.3085", "error", "Q₃", "0.0062608")},
			{Name: "theorem", Task: "theorem", Set: d10("T", "7"), Printed: printed(
				"printed", "r = 2", "0.89281", "printed", "r = 3", "0.98162", "printed", "r = 4", "1.9939")},
			{Name: "readings", Task: "readings"},
			{Name: "tradeoff", Task: "tradeoff"},
			{Name: "smooth", Task: "smooth"},
		},
	}}
}
