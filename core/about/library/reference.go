package library

import "indistinct/core/lab"

func (Lab) Reference() []lab.Section {
	return []lab.Section{
		{Name: "what-is-tested", Set: map[string]string{"scale": "0.5"}},
		{Name: "what-is-the-library-s-and-what-is-ours",
			Set: map[string]string{"law": string(Gauss)}},
		{Name: "the-same-law-in-floating-point",
			Set: map[string]string{"law": string(Naive), "people": "2", "n": "10000", "m": "20000"}},
	}
}
