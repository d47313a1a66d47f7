package ring

import "indistinct/core/lab"

// Reference is the laboratory's chapter of the built-in documentation.
func (Lab) Reference() []lab.Section {
	return []lab.Section{
		{Name: "what-you-see"},
		{Name: "what-differential-privacy-asks",
			Set: map[string]string{"d": "5"}},
		{Name: "how-the-paper-tests-it", Figure: "fig2",
			Set: map[string]string{"d": "10"}},
		{Name: "what-that-test-does-not-see", Figure: "fig3",
			Set: map[string]string{"d": "10", "s": "1"}},
		{Name: "what-the-stronger-test-does",
			Set: map[string]string{"m": "20000"}},
		{Name: "search", Intro: "lab", Set: map[string]string{"pairs": "all", "star": "4"}},
		{Name: "the-mechanisms",
			Set: map[string]string{"mech": Input, "sbar": "0.944", "d": "10", "prior": "24000"}},
		{Name: "your-own-estimator", Set: map[string]string{"mech": Own, "eps": "1", "noise": "0.36"},
			Code: []string{programText("gps")}},
		{Name: "the-hypothesis-disk", Figure: "disk", Set: map[string]string{"s": "0.3"}},
		{Name: "promised-measured-attacked", Figure: "attack",
			Set: map[string]string{"d": "0.3", "state": "pos", "m": "20000"}},
	}
}
