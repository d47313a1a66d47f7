package filtering

import "indistinct/core/lab"

// Settings of items that are presets as well. They stand by themselves, for the page's program holds
// presets and no papers.
var (
	eventStreams = map[string]string{"plant": Taps, "fnum": "0.1,0.1,0.1,0.1,0.1,0.1,0.1,0.1,0.1,0.1", "fden": "",
		"adj": "stream", "users": "20", "length": "24"}
	twoKinds = map[string]string{"plant": Custom, "A": "1,1;0,1", "C": "1,0", "L": "0,0.005", "W": "0.25,0.5;0.5,1",
		"V": "1", "S": "1,0", "kinds": "150,100;50,300"}
)

// Papers are the slides of Le Ny & Pappas, in their own order.
func (Lab) Papers() []lab.Paper {
	return []lab.Paper{{
		Name: "le-ny-pappas", Authors: "Jerome Le Ny and George J. Pappas",
		Title: "Differential Privacy in Cyber-Physical Systems",
		Venue: "University of Pennsylvania; IEEE Transactions on Automatic Control, February 2014",
		Link:  "https://arxiv.org/abs/1207.4305",
		Items: []lab.Item{
			{Name: "definition", Set: map[string]string{"eps": "0.1", "delta": "0.01"}},
			{Name: "salaries", Task: "budget"},
			{Name: "post-processing"},
			{Name: "single-events", Set: map[string]string{"plant": Taps, "adj": "event"}},
			{Name: "incremental-gain", Set: map[string]string{"plant": Taps}},
			{Name: "laplace-mechanism", Set: map[string]string{"law": "laplace", "delta": "0"}},
			{Name: "gaussian-mechanism"},
			{Name: "two-architectures", Task: "sweep"},
			{Name: "event-streams", Task: "events", Set: eventStreams,
				Printed: []lab.Printed{{Of: "hinf", Value: "1"}}},
			{Name: "traffic-model"},
			{Name: "kalman-filtering", Task: "matrices", Set: map[string]string{"plant": Custom}},
			{Name: "theorem-5", Task: "kinds", Set: twoKinds},
			{Name: "input-redesign", Set: map[string]string{"arch": Input}},
			{Name: "output-redesign", Set: map[string]string{"arch": Redesigned}},
			{Name: "traffic-settings"},
			{Name: "input-against-output", Task: "architectures"},
			{Name: "convergence", Task: "follow"},
		},
	}}
}
