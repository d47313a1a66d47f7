package filtering

import (
	"indistinct/core/lab"
	"indistinct/core/lang"
)

func (Lab) Lessons() []lab.Lesson {
	return []lab.Lesson{{
		Name: "where-noise", Minutes: 8,
		Steps: []lab.LessonStep{
			{Set: map[string]string{"half": "1"}, Point: "stage"},
			{Set: map[string]string{"half": "0.5"}, Point: "half",
				Ask: lab.IfFound(func(r *lab.Report, found bool) lang.Message {
					if !found {
						return lang.Say("filtering.lesson.where-noise.2.missed", "proven", r.Proven())
					}
					return lang.Say("filtering.lesson.where-noise.2.found", "proven", r.Proven())
				})},
			{Point: "half",
				Task: lab.Move("half", "1").Until(func(r *lab.Report) lab.Try {
					half := r.Spec.Float("half")
					switch {
					case half >= 1 && r.Found():
						return lab.Alarmed()
					case r.Found():
						return lab.More("half", lang.Say("filtering.lesson.where-noise.3.found",
							"proven", r.Proven()))
					case half < 1:
						return lab.More("half", lang.Say("filtering.lesson.where-noise.3.less", "share", half))
					}
					return lab.Solved(lang.Say("filtering.lesson.where-noise.3.done", "error", r.Fact("rmse")))
				})},
			{Set: map[string]string{"half": "1"}, Point: "arch",
				Task: lab.Move("arch", "redesign").Until(func(r *lab.Report) lab.Try {
					e := r.Fact("rmse")
					switch {
					case r.Found() && r.Spec.Text("arch") != None:
						return lab.Alarmed()
					case r.Found():
						return lab.Other("arch", lang.Say("filtering.lesson.where-noise.4.found",
							"proven", r.Proven()))
					case !(e < 0.4) || e == 0:
						return lab.Other("arch", lang.Say("filtering.lesson.where-noise.4.large", "error", e))
					}
					return lab.Solved(lang.Say("filtering.lesson.where-noise.4.done", "error", e))
				})},
			{Point: "stage"},
		},
	}}
}
