package survey

import "indistinct/core/lab"

// Reference is the laboratory's chapter of the documentation.
func (Lab) Reference() []lab.Section {
	return []lab.Section{
		{Name: "what-is-asked"},
		{Name: "what-is-promised"},
		{Name: "randomised-response",
			Set: map[string]string{"mech": Randomised, "bias": "0.25", "eps": "ln 3"}},
		{Name: "laplace-and-tulap-noise", Set: map[string]string{"mech": Tulap}},
		{Name: "what-can-be-concluded", Figure: "power",
			Set: map[string]string{"people": "100", "yes": "62"}},
		{Name: "what-is-measured", Set: map[string]string{"m": "100000"}},
		{Name: "search", Intro: "lab", Set: map[string]string{"pairs": "all", "mech": Randomised,
			"view": NoisyCount, "bias": "0.4", "people": "5", "yes": "4"}},
		{Name: "what-this-rests-on"},
		{Name: "exercises"},
	}
}
