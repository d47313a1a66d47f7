package survey

import (
	"fmt"

	"indistinct/core/lab"
	"indistinct/core/labs/survey/release"
	"indistinct/core/sheet"
)

// Lessons are the laboratory's guided paths.
func (Lab) Lessons() []lab.Lesson { return []lab.Lesson{honestly()} }

// likelier is how much likelier the deciding event was for one input.
func likelier(r *lab.Report) string {
	c := r.Strong.Count
	hi, lo := max(c.C1, c.C2), min(c.C1, c.C2)
	if lo == 0 {
		return "many times"
	}
	return sheet.Brief(float64(hi)/float64(lo), 2) + " times"
}

func honestly() lab.Lesson {
	return lab.Lesson{
		Name: "honestly", Title: "Would you answer honestly?", Minutes: 8,
		Lead: "A coin can protect each answer, and the whole class still learns the truth about itself.",
		Steps: []lab.LessonStep{
			{Title: "A question nobody likes", Set: map[string]string{"mech": randomised,
				"view": string(release.OneReport), "eps": "ln 3"}, Point: "stage",
				Text: "“Have you ever cheated in a test?” Each student tosses coins in secret: with probability ¾ the true answer is given, else the opposite. Nobody can be sure of anybody's report. The star's report is the one that the adversary sees."},
			{Title: "How sure can anyone be?", Point: "run",
				Text: "A yes may come from a no by chance. Predict how much likelier a yes is from somebody whose truth is yes.",
				Ask: &lab.Question{
					Text:    "Reporting yes is likelier if the truth is yes. How many times?",
					Options: []string{"About one and a half times", "About three times", "About ten times"},
					Right: func(r *lab.Report) (int, string) {
						return 1, fmt.Sprintf("Counted: %s, which is %s likelier. Three quarters against one quarter is three: ε = ln 3 ≈ 1.1.", r.Tally(), likelier(r))
					},
				}},
			{Title: "Make it fairer", Point: "bias",
				Text: "The slider is the coin's lean towards the truth. At ½ everybody tells the truth and nothing is protected; at 0 the answers mean nothing.",
				Task: &lab.Task{
					Text: "Find a lean, above 0, at which no violation of ε = 0.5 is found. Set the claim to 0.5 first.",
					Check: func(r *lab.Report) (bool, string) {
						b := r.Spec.Float("bias")
						switch {
						case r.Spec.Text("mech") != randomised:
							return false, "Choose randomised response again: it is the coin that is to be made fairer."
						case r.Spec.Text("view") != string(release.OneReport):
							return false, "Let the star's own report be what is released: the promise is about that."
						case float64(r.Epsilon) > 0.5:
							return false, fmt.Sprintf("The claim is %s: set it to 0.5.",
								sheet.Brief(float64(r.Epsilon), 3))
						case b == 0:
							return false, "With a fair coin the answers mean nothing: lean a little."
						case r.Found():
							return false, fmt.Sprintf("ε ≥ %s is proven. Lean less.", r.Proven())
						}
						return true, fmt.Sprintf("At a lean of %s nothing was found; ε ≥ %s is what shows.",
							sheet.Brief(b, 2), r.Proven())
					},
				}},
			{Title: "A curator instead", Set: map[string]string{}, Point: "budget",
				Text: "Now everybody tells the truth to one curator, who publishes the proportion with noise. The same ε costs much less error, but the class must trust the curator, and the curator's arithmetic."},
			{Title: "Catch a careless curator", Set: map[string]string{"budget": "1"}, Point: "budget",
				Text: "The claim is ε = 1. A curator who adds too little noise spends more than that.",
				Task: &lab.Task{
					Text: "Let the curator spend more than is claimed until the test finds it.",
					Check: func(r *lab.Report) (bool, string) {
						if r.Found() && float64(r.Epsilon) >= 1 {
							return true, fmt.Sprintf("Caught: a budget of %s, and ε ≥ %s proven against a claim of %s.",
								sheet.Brief(r.Spec.Float("budget"), 3), r.Proven(), sheet.Brief(float64(r.Epsilon), 3))
						}
						if float64(r.Epsilon) < 1 {
							return false, "That lowered the claim: leave it at 1 and raise the mechanism's budget."
						}
						return false, fmt.Sprintf("At a budget of %s only ε ≥ %s shows. Spend more.",
							sheet.Brief(r.Spec.Float("budget"), 3), r.Proven())
					},
				}},
			{Title: "Would you?", Point: "stage",
				Text: "With coins you need to trust nobody, and the class needs many answers. With a curator a small class is enough, if the promise is kept. Which would make you answer honestly?"},
		},
	}
}
