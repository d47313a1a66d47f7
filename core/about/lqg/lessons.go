package lqg

import (
	"math"

	"indistinct/core/lab"
	"indistinct/core/lang"
)

func (Lab) Lessons() []lab.Lesson {
	const weakest = 5 // a larger ε is hardly a promise
	return []lab.Lesson{{
		Name: "price", Minutes: 8,
		Steps: []lab.LessonStep{
			{Set: map[string]string{}, Point: "stage"},
			{Set: map[string]string{}, Point: "half",
				Ask: lab.IfFound(func(r *lab.Report, found bool) lang.Message {
					if !found {
						return lang.Say("lqg.lesson.price.2.missed", "proven", r.Proven(), "claimed", r.Epsilon)
					}
					return lang.Sentences(lang.Say("lqg.lesson.price.2.found", "proven", r.Proven()), lab.FalseAlarm())
				})},
			{Point: "half",
				Task: lab.Move("half", "0.3").Until(func(r *lab.Report) lab.Try {
					share := r.Spec.Float("half")
					if r.Found() && share < 1 {
						return lab.Solved(lang.Say("lqg.lesson.price.3.found", "share", share, "proven", r.Proven(),
							"cost", r.Fact("delta_j")))
					}
					return lab.Less("half", lang.Say("lqg.lesson.price.3.missed", "proven", r.Proven()))
				})},
			{Set: map[string]string{}, Point: "eps",
				Task: lab.Move("eps", "4").Until(func(r *lab.Report) lab.Try {
					c := r.Fact("delta_j")
					switch {
					case float64(r.Epsilon) > weakest:
						return lab.Less("eps", lang.Say("lqg.lesson.price.4.weak",
							"times", math.Exp(float64(r.Epsilon))))
					case !(c < 10) || c == 0:
						return lab.More("eps", lang.Say("lqg.lesson.price.4.dear", "cost", c))
					}
					return lab.Solved(lang.Say("lqg.lesson.price.4.done", "eps", float64(r.Epsilon), "cost", c))
				})},
			{Point: "stage"},
		},
	}}
}
