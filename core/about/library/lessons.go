package library

import (
	"indistinct/core/lab"
	"indistinct/core/lang"
)

func (Lab) Lessons() []lab.Lesson {
	told := func(r *lab.Report) float64 { return r.Spec.Float("scale") }
	return []lab.Lesson{{
		Name: "verify", Minutes: 6,
		Steps: []lab.LessonStep{
			{Set: map[string]string{}, Point: "stage"},
			{Set: map[string]string{}, Point: "run",
				Ask: lab.IfFound(func(r *lab.Report, found bool) lang.Message {
					if !found {
						return lang.Say("library.lesson.verify.2.no", "bound", r.Proven())
					}
					yes := lang.Say("library.lesson.verify.2.yes", "bound", r.Proven())
					return lang.Sentences(yes, lab.FalseAlarm())
				})},
			{Point: "scale",
				Task: lab.Move("scale", "0.5").Until(func(r *lab.Report) lab.Try {
					switch {
					case told(r) >= 1:
						return lab.Less("scale", lang.Say("library.lesson.verify.3.true"))
					case r.Found():
						return lab.Solved(lang.Say("library.lesson.verify.3.done", "scale", told(r),
							"bound", r.Proven(), "eps", float64(r.Epsilon)))
					}
					return lab.Less("scale", lang.Say("library.lesson.verify.3.more", "bound", r.Proven()))
				})},
			{Set: map[string]string{"scale": "0.9", "m": "1000"}, Point: "m",
				Task: lab.Move("m", "24000").Until(func(r *lab.Report) lab.Try {
					if r.Found() {
						return lab.Solved(lang.Say("library.lesson.verify.4.done", "m", r.M, "bound", r.Proven()))
					}
					return lab.More("m", lang.Say("library.lesson.verify.4.more", "bound", r.Proven()))
				})},
			{Point: "verdict"},
		},
	}}
}
