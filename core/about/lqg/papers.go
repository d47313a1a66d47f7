package lqg

import "indistinct/core/lab"

// unlike are two vehicles that report position and velocity and one that is moved by its velocity and
// reports twice its position.
var unlike = map[string]string{"plant": Custom, "N": "3", "kinds": "2,1", "A": "1,0.1;0,1|1", "B": "0.005;0.1|0.1",
	"C": "1,0;0,1|2", "star": "3", "seed": "9"}

// Papers are Hale's slides, and the article of him and others on the same control.
func (Lab) Papers() []lab.Paper {
	theorem := map[string]string{"calib": "theorem"}
	return []lab.Paper{{
		Name: "hale", Authors: "Matthew Hale", Title: "Differentially Private LQG",
		Venue: "Slides, University of Florida, October 15, 2019",
		Items: []lab.Item{
			{Name: "features"}, {Name: "adjacency"}, {Name: "definition"}, {Name: "mechanism"},
			{Name: "agents", Task: "matrices", Set: unlike},
			{Name: "objective", Task: "cost", Set: theorem},
			{Name: "control", Task: "matrices", Set: theorem},
			{Name: "outputs"},
			{Name: "references", Task: "matrices", Set: theorem},
			{Name: "kappa", Set: theorem},
			{Name: "theorem-i", Set: theorem},
			{Name: "theorem-ii", Set: map[string]string{"calib": "theorem", "plant": Custom, "C": "1,1"}},
			{Name: "questions", Task: "cost", Set: theorem},
			{Name: "price", Task: "matrices", Set: theorem},
			{Name: "riccati", Task: "matrices", Set: theorem},
			{Name: "relax", Task: "cost", Set: theorem},
			{Name: "reveal", Task: "eavesdrop", Set: theorem},
		},
	}, {
		Name: "yazdani", Authors: "Kasra Yazdani, Austin Jones, Kevin Leahy, Matthew Hale",
		Title: "Differentially Private LQ Control", Venue: "IEEE Transactions on Automatic Control, 2022",
		Link: "https://arxiv.org/abs/1807.05082", Items: []lab.Item{{Name: "strict", Task: "cost", Set: theorem}},
	}}
}
