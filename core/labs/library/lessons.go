package library

import (
	"fmt"

	"indistinct/core/lang"

	"indistinct/core/lab"
	"indistinct/core/sheet"
)

// Lessons are the laboratory's guided paths.
func (Lab) Lessons() []lab.Lesson { return []lab.Lesson{verify()} }

func verify() lab.Lesson {
	told := func(r *lab.Report) string { return sheet.Brief(r.Spec.Float("scale"), 3) }
	return lab.Lesson{
		Name: "verify", Minutes: 6,
		Steps: []lab.LessonStep{
			{Set: map[string]string{}, Point: "stage"},
			{Set: map[string]string{}, Point: "run",
				Ask: &lab.Question{
					Options: 2,
					Right: func(r *lab.Report) (int, lang.Message) {
						if r.Found() {
							return 0, lang.Verbatim(fmt.Sprintf("They did: ε ≥ %s.", r.Proven()))
						}
						return 1, lang.Verbatim(fmt.Sprintf("They prove ε ≥ %s: close to what is allowed, and not above. A library that adds no more noise than needed looks like that.", r.Proven()))
					},
				}},
			{Point: "scale",
				Task: &lab.Task{
					Check: func(r *lab.Report) (bool, lang.Message) {
						switch {
						case r.Spec.Float("scale") >= 1:
							return false, "It was told the truth, or more: lower the sensitivity."
						case r.Found():
							return true, lang.Verbatim(fmt.Sprintf("Told %s times the truth, its releases prove ε ≥ %s "+
								"against the claimed %s.", told(r), r.Proven(), sheet.Brief(float64(r.Epsilon), 3)))
						}
						return false, lang.Verbatim(fmt.Sprintf("Told %s times the truth, only ε ≥ %s shows. Tell it less, or draw more releases.", told(r), r.Proven()))
					},
				}},
			{Set: map[string]string{"scale": "0.9"}, Point: "m",
				Task: &lab.Task{
					Check: func(r *lab.Report) (bool, lang.Message) {
						s := r.Spec.Float("scale")
						switch {
						case s < 0.9 || s >= 1:
							return false, "Put the sensitivity told back to 0.9, or between that and 1."
						case r.Found():
							return true, lang.Verbatim(fmt.Sprintf("With %s releases of each input the slip shows: ε ≥ %s.",
								sheet.Group(r.M), r.Proven()))
						}
						return false, lang.Verbatim(fmt.Sprintf("%s releases prove ε ≥ %s. Draw more.", sheet.Group(r.M), r.Proven()))
					},
				}},
			{Point: "verdict"},
		},
	}
}
