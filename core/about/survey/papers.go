package survey

import "indistinct/core/lab"

// Papers are Boulaguiem's slides.
func (Lab) Papers() []lab.Paper {
	coins := map[string]string{"mech": Randomised, "view": OneReport, "eps": "ln 3", "seed": "2"}
	return []lab.Paper{{
		Name: "boulaguiem", Authors: "Younes Boulaguiem", Title: "A Simulation-Based Approach to Differential Privacy",
		Venue: "Slides, May 2023; O. M. Romanus, Y. Boulaguiem and R. Molinari, Fiducial Matching: " +
			"Differentially Private Inference for Categorical Data, 2025",
		Link: "https://arxiv.org/abs/2507.11762",
		Items: []lab.Item{
			{Name: "motivating-problem"},
			{Name: "perfect-privacy", Set: map[string]string{"mech": Randomised, "view": OneReport, "bias": "0"}},
			{Name: "randomised-response", Task: "laws", Set: coins},
			{Name: "central-privacy"},
			{Name: "definition"},
			{Name: "post-processing"},
			{Name: "laplace-law"},
			{Name: "laplace-mechanism"},
			{Name: "accuracy", Task: "accuracy"},
			{Name: "inference"},
			{Name: "simple-proportion"},
			{Name: "approaches", Set: map[string]string{"mech": Tulap, "seed": "5"}},
			{Name: "jimi"},
			{Name: "solution-types", Task: "jimi"},
			{Name: "selection-criterion"},
			{Name: "private-proportion", Set: map[string]string{"mech": Misprint, "seed": "7"}},
			{Name: "private-jimi"},
			{Name: "algorithm"},
			{Name: "power", Task: "power"},
			{Name: "size", Task: "size"},
			{Name: "first-order-properties", Task: "coverage"},
			{Name: "unbounded", Task: "clipping"},
			{Name: "covariates"},
		},
	}}
}
