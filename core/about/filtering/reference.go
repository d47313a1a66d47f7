package filtering

import "indistinct/core/lab"

// Reference is the laboratory's chapter of the built-in documentation.
func (Lab) Reference() []lab.Section {
	return []lab.Section{
		{Name: "what-you-see"},
		{Name: "two-places-for-the-noise", Figure: "architectures",
			Set: map[string]string{"half": "1"}},
		{Name: "redesign", Figure: "follow"},
		{Name: "your-own", Set: map[string]string{"plant": Custom, "arch": Sum}},
		{Name: "what-the-audit-looks-at"},
		{Name: "search", Intro: "lab", Set: map[string]string{"pairs": "all", "shape": "flat"}},
	}
}
