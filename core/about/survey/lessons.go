package survey

import (
	"indistinct/core/lab"
	"indistinct/core/lang"
)

// times is how many times likelier the deciding event was for one input.
func times(r *lab.Report) float64 {
	c := r.Strong.Count
	return float64(max(c.C1, c.C2)) / float64(max(min(c.C1, c.C2), 1))
}

func (Lab) Lessons() []lab.Lesson {
	const least = 0.05 // a smaller lean says next to nothing
	return []lab.Lesson{{
		Name: "honestly", First: true, Minutes: 8,
		Steps: []lab.LessonStep{
			{Set: map[string]string{"mech": Randomised,
				"view": OneReport, "eps": "ln 3"}, Point: "stage"},
			{Point: "run",
				Ask: &lab.Question{
					Options: 3, Values: []float64{1.5, 3, 10}, Seen: times,
					Right: func(r *lab.Report) (int, lang.Message) {
						return 1, lang.Say("survey.lesson.honestly.2.right", "times", times(r))
					},
				}},
			{Point: "bias",
				Task: lab.Move("eps", "0.5", "bias", "0.12").Until(func(r *lab.Report) lab.Try {
					say := func(id string, places ...any) lang.Message {
						return lang.Say("survey.lesson.honestly.3."+id, places...)
					}
					b := r.Spec.Float("bias")
					exact := ResponseEpsilon(b)
					switch {
					case float64(r.Epsilon) > 0.5:
						return lab.Less("eps", say("claim"))
					case float64(r.Epsilon) < 0.25: // of which any lean but the least would be a violation
						return lab.More("eps", say("claim"))
					case b < least:
						return lab.More("bias", say("fair"))
					case r.Found() && exact <= float64(r.Epsilon):
						return lab.Alarmed()
					case r.Found():
						return lab.Less("bias", say("found", "bound", r.Proven()))
					case exact > float64(r.Epsilon):
						return lab.Less("bias", say("missed", "exact", exact))
					}
					return lab.Solved(say("done", "lean", b, "bound", r.Proven()))
				})},
			{Set: map[string]string{}, Point: "budget"},
			{Set: map[string]string{"budget": "1"}, Point: "budget",
				Task: lab.Move("budget", "2").Until(func(r *lab.Report) lab.Try {
					if r.Found() && r.Spec.Float("budget") > float64(r.Epsilon) {
						return lab.Solved(lang.Say("survey.lesson.honestly.5.done",
							"budget", r.Spec.Float("budget"), "bound", r.Proven(), "eps", float64(r.Epsilon)))
					}
					return lab.More("budget", lang.Say("survey.lesson.honestly.5.more", "bound", r.Proven()))
				})},
			{Point: "stage"},
		},
	}}
}
