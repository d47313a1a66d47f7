package filtering

import (
	"fmt"

	"indistinct/core/lang"

	"indistinct/core/lab"
	"indistinct/core/sheet"
)

// Lessons are the laboratory's guided paths.
func (Lab) Lessons() []lab.Lesson { return []lab.Lesson{whereNoise()} }

// published is the error of the published speed in m/s.
func published(r *lab.Report) float64 {
	v, _ := r.Fact("rmse")
	return v
}

func whereNoise() lab.Lesson {
	return lab.Lesson{
		Name: "where-noise", Minutes: 8,
		Steps: []lab.LessonStep{
			{Set: map[string]string{"half": "1"}, Point: "stage"},
			{Set: map[string]string{"half": "0.5"}, Point: "half",
				Ask: &lab.Question{
					Options: 2,
					Right: func(r *lab.Report) (int, lang.Message) {
						if r.Found() {
							return 0, lang.Verbatim(fmt.Sprintf("It does: the event happened %s, which proves ε ≥ %s.", r.Tally(),
								r.Proven()))
						}
						return 1, lang.Verbatim(fmt.Sprintf("Not this time: ε ≥ %s is proven, which the claim allows.", r.Proven()))
					},
				}},
			{Point: "half",
				Task: &lab.Task{
					Check: func(r *lab.Report) (bool, lang.Message) {
						if r.Found() {
							return false, lang.Verbatim(fmt.Sprintf("ε ≥ %s is still proven. More noise.", r.Proven()))
						}
						say := "The promised noise is all there"
						if half := r.Spec.Float("half"); half < 1 {
							say = fmt.Sprintf("Nothing was found, though only %s of the promised noise is there",
								sheet.Brief(half, 3))
						}
						return true, lang.Verbatim(fmt.Sprintf("%s. The published speed is now off by %s m/s.", say,
							sheet.Brief(published(r), 3)))
					},
				}},
			{Set: map[string]string{"half": "1"}, Point: "arch",
				Task: &lab.Task{
					Check: func(r *lab.Report) (bool, lang.Message) {
						e := published(r)
						switch {
						case r.Spec.Float("half") < 1:
							return false, "That adds less noise than the promise takes: put the slider back to 1."
						case r.Found():
							return false, lang.Verbatim(fmt.Sprintf("A violation: ε ≥ %s.", r.Proven()))
						case !(e < 0.4) || e == 0:
							return false, lang.Verbatim(fmt.Sprintf("The promise holds, at an error of %s m/s. "+
								"Another architecture does better.", sheet.Brief(e, 3)))
						}
						return true, lang.Verbatim(fmt.Sprintf("The same promise at an error of %s m/s.", sheet.Brief(e, 3)))
					},
				}},
			{Point: "stage"},
		},
	}
}
