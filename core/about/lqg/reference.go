package lqg

import "indistinct/core/lab"

// Reference is the laboratory's chapter of the built-in documentation.
func (Lab) Reference() []lab.Section {
	return []lab.Section{
		{Name: "what-you-see"},
		{Name: "what-is-promised",
			Set: map[string]string{"half": "0.5", "m": "20000"}},
		{Name: "search", Intro: "lab", Set: map[string]string{"pairs": "all", "ai": "1,3"}},
		{Name: "what-it-costs", Figure: "cost",
			Set: map[string]string{"eps": "0.2"}},
		{Name: "what-an-eavesdropper-learns", Figure: "eavesdrop"},
	}
}
