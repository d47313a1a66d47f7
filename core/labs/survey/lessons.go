package survey

import (
	"fmt"

	"indistinct/core/lang"

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
		Name: "honestly", Minutes: 8,
		Steps: []lab.LessonStep{
			{Set: map[string]string{"mech": randomised,
				"view": string(release.OneReport), "eps": "ln 3"}, Point: "stage"},
			{Point: "run",
				Ask: &lab.Question{
					Options: 3,
					Right: func(r *lab.Report) (int, lang.Message) {
						return 1, lang.Verbatim(fmt.Sprintf("Counted: %s, which is %s likelier. Three quarters against one quarter is three: ε = ln 3 ≈ 1.1.", r.Tally(), likelier(r)))
					},
				}},
			{Point: "bias",
				Task: &lab.Task{
					Check: func(r *lab.Report) (bool, lang.Message) {
						b := r.Spec.Float("bias")
						switch {
						case r.Spec.Text("mech") != randomised:
							return false, "Choose randomised response again: it is the coin that is to be made fairer."
						case r.Spec.Text("view") != string(release.OneReport):
							return false, "Let the star's own report be what is released: the promise is about that."
						case float64(r.Epsilon) > 0.5:
							return false, lang.Verbatim(fmt.Sprintf("The claim is %s: set it to 0.5.",
								sheet.Brief(float64(r.Epsilon), 3)))
						case b == 0:
							return false, "With a fair coin the answers mean nothing: lean a little."
						case r.Found():
							return false, lang.Verbatim(fmt.Sprintf("ε ≥ %s is proven. Lean less.", r.Proven()))
						}
						return true, lang.Verbatim(fmt.Sprintf("At a lean of %s nothing was found; ε ≥ %s is what shows.",
							sheet.Brief(b, 2), r.Proven()))
					},
				}},
			{Set: map[string]string{}, Point: "budget"},
			{Set: map[string]string{"budget": "1"}, Point: "budget",
				Task: &lab.Task{
					Check: func(r *lab.Report) (bool, lang.Message) {
						if r.Found() && float64(r.Epsilon) >= 1 {
							return true, lang.Verbatim(fmt.Sprintf("Caught: a budget of %s, and ε ≥ %s proven against a claim of %s.",
								sheet.Brief(r.Spec.Float("budget"), 3), r.Proven(), sheet.Brief(float64(r.Epsilon), 3)))
						}
						if float64(r.Epsilon) < 1 {
							return false, "That lowered the claim: leave it at 1 and raise the mechanism's budget."
						}
						return false, lang.Verbatim(fmt.Sprintf("At a budget of %s only ε ≥ %s shows. Spend more.",
							sheet.Brief(r.Spec.Float("budget"), 3), r.Proven()))
					},
				}},
			{Point: "stage"},
		},
	}
}
