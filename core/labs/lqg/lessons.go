package lqg

import (
	"fmt"
	"math"

	"indistinct/core/lab"
	"indistinct/core/sheet"
)

// Lessons are the laboratory's guided paths.
func (Lab) Lessons() []lab.Lesson { return []lab.Lesson{steering()} }

// cost is what privacy costs, ΔJ.
func cost(r *lab.Report) float64 {
	v, _ := r.Fact("delta_j")
	return v
}

func steering() lab.Lesson {
	return lab.Lesson{
		Name: "price", Title: "The price of privacy in control", Minutes: 8,
		Lead: "Agents that blur what they tell each other steer worse; how much worse can be computed.",
		Steps: []lab.LessonStep{
			{Title: "Steering together", Set: map[string]string{}, Point: "stage",
				Text: "Two agents share a line. Each tells the other where it is, blurred by noise: the halo is its standard deviation. " +
					"An eavesdropper hears all. The promise (ε = 1, δ = 0.05): whatever she watches for happens at most " + sheet.Format(math.E, 3) +
					" times as often with the agent here as with it nearby, plus five times in a hundred."},
			{Title: "The least noise", Set: map[string]string{}, Point: "half",
				Text: "At 1 the noise is the least that keeps the promise exactly. Run the test there, then predict what happens at half of it.",
				Ask: &lab.Question{
					Text:    "At exactly the promised noise, will the test find a violation?",
					Options: []string{"Yes", "No"},
					Right: func(r *lab.Report) (int, string) {
						if r.Found() {
							return 0, fmt.Sprintf("It found one: ε ≥ %s.", r.Proven())
						}
						return 1, fmt.Sprintf("It did not: ε ≥ %s is proven, and %s is claimed.", r.Proven(),
							sheet.Brief(float64(r.Epsilon), 3))
					},
				}},
			{Title: "Cheat", Point: "half",
				Text: "Less noise steers better. How much less before ten thousand messages of each kind give it away?",
				Task: &lab.Task{
					Text: "Find a share of the noise at which the violation is found.",
					Check: func(r *lab.Report) (bool, string) {
						if r.Found() {
							return true,
								fmt.Sprintf("At %s of the noise the messages prove ε ≥ %s. The cost of privacy was %s.",
									sheet.Brief(r.Spec.Float("half"), 2), r.Proven(), sheet.Brief(cost(r), 3))
						}
						return false, fmt.Sprintf("At %s of the noise only ε ≥ %s shows. Less noise.",
							sheet.Brief(r.Spec.Float("half"), 2), r.Proven())
					},
				}},
			{Title: "The bill", Set: map[string]string{}, Point: "eps",
				Text: "Change the promise: a larger ε takes less noise. The cost of privacy, ΔJ, stands among the numbers under the stage; without privacy the whole cost is below 3.",
				Task: &lab.Task{
					Text: "Find a promise, with all of its noise, at which privacy costs less than 10.",
					Check: func(r *lab.Report) (bool, string) {
						c := cost(r)
						switch {
						case r.Spec.Float("half") < 1:
							return false, "That is cheating on the noise: put the slider back to 1 and change the claimed ε."
						case !(c < 10):
							return false, fmt.Sprintf("At ε = %s privacy costs %s. A weaker promise costs less.",
								sheet.Brief(float64(r.Epsilon), 3), sheet.Brief(c, 3))
						}
						return true, fmt.Sprintf("At ε = %s privacy costs %s.", sheet.Brief(float64(r.Epsilon), 3),
							sheet.Brief(c, 3))
					},
				}},
			{Title: "The first step is the dearest", Point: "stage",
				Text: "The price falls steeply at first: relaxing a very strict promise saves much, relaxing a loose one little. An agent that asks for ε = 0.1 makes all others pay."},
		},
	}
}
