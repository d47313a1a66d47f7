package lqg

import (
	"fmt"

	"indistinct/core/lang"

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
		Name: "price", Minutes: 8,
		Steps: []lab.LessonStep{
			{Set: map[string]string{}, Point: "stage"},
			{Set: map[string]string{}, Point: "half",
				Ask: &lab.Question{
					Options: 2,
					Right: func(r *lab.Report) (int, lang.Message) {
						if r.Found() {
							return 0, lang.Verbatim(fmt.Sprintf("It found one: ε ≥ %s.", r.Proven()))
						}
						return 1, lang.Verbatim(fmt.Sprintf("It did not: ε ≥ %s is proven, and %s is claimed.", r.Proven(),
							sheet.Brief(float64(r.Epsilon), 3)))
					},
				}},
			{Point: "half",
				Task: &lab.Task{
					Check: func(r *lab.Report) (bool, lang.Message) {
						if r.Found() {
							return true,
								lang.Verbatim(fmt.Sprintf("At %s of the noise the messages prove ε ≥ %s. The cost of privacy was %s.",
									sheet.Brief(r.Spec.Float("half"), 2), r.Proven(), sheet.Brief(cost(r), 3)))
						}
						return false, lang.Verbatim(fmt.Sprintf("At %s of the noise only ε ≥ %s shows. Less noise.",
							sheet.Brief(r.Spec.Float("half"), 2), r.Proven()))
					},
				}},
			{Set: map[string]string{}, Point: "eps",
				Task: &lab.Task{
					Check: func(r *lab.Report) (bool, lang.Message) {
						c := cost(r)
						switch {
						case r.Spec.Float("half") < 1:
							return false, "That is cheating on the noise: put the slider back to 1 and change the claimed ε."
						case !(c < 10):
							return false, lang.Verbatim(fmt.Sprintf("At ε = %s privacy costs %s. A weaker promise costs less.",
								sheet.Brief(float64(r.Epsilon), 3), sheet.Brief(c, 3)))
						}
						return true, lang.Verbatim(fmt.Sprintf("At ε = %s privacy costs %s.", sheet.Brief(float64(r.Epsilon), 3),
							sheet.Brief(c, 3)))
					},
				}},
			{Point: "stage"},
		},
	}
}
