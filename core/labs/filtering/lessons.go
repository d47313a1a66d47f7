package filtering

import (
	"fmt"

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
		Name: "where-noise", Title: "Where should the noise go?", Minutes: 8,
		Lead: "The same promise can cost forty times the error: it depends on where the noise is added, and on what the filter knows of it.",
		Steps: []lab.LessonStep{
			{Title: "Two hundred phones", Set: map[string]string{"half": "1"}, Point: "stage",
				Text: "Two hundred cars report where they are. Their mean speed is published. Nobody should be able to tell from the published curve whether one car was here or a hundred metres away."},
			{Title: "Half the noise", Set: map[string]string{"half": "0.5"}, Point: "half",
				Text: "The promise: what is published is at most three times likelier with the car here than there (ε = ln 3), but for a chance of one in twenty (δ = 0.05). The slider says how much of the noise that the promise takes is really added.",
				Ask: &lab.Question{
					Text:    "With half of the noise, will the test notice?",
					Options: []string{"Yes", "No"},
					Right: func(r *lab.Report) (int, string) {
						if r.Found() {
							return 0, fmt.Sprintf("It does: the event happened %s, which proves ε ≥ %s.", r.Tally(),
								r.Proven())
						}
						return 1, fmt.Sprintf("Not this time: ε ≥ %s is proven, which the claim allows.", r.Proven())
					},
				}},
			{Title: "Keep the promise", Point: "half",
				Text: "Raise the noise until the test finds nothing. Watch the error of the published speed among the numbers under the stage.",
				Task: &lab.Task{
					Text: "No violation found, with all settings but the noise as they are.",
					Check: func(r *lab.Report) (bool, string) {
						if r.Found() {
							return false, fmt.Sprintf("ε ≥ %s is still proven. More noise.", r.Proven())
						}
						say := "The promised noise is all there"
						if half := r.Spec.Float("half"); half < 1 {
							say = fmt.Sprintf("Nothing was found, though only %s of the promised noise is there",
								sheet.Brief(half, 3))
						}
						return true, fmt.Sprintf("%s. The published speed is now off by %s m/s.", say,
							sheet.Brief(published(r), 3))
					},
				}},
			{Title: "Put it elsewhere", Set: map[string]string{"half": "1"}, Point: "arch",
				Text: "So far the noise was added to the result. Under More settings, choose another architecture: noise on each phone's report, or filters designed anew for it.",
				Task: &lab.Task{
					Text: "All of the promised noise, no violation found, and an error below 0.4 m/s.",
					Check: func(r *lab.Report) (bool, string) {
						e := published(r)
						switch {
						case r.Spec.Float("half") < 1:
							return false, "That adds less noise than the promise takes: put the slider back to 1."
						case r.Found():
							return false, fmt.Sprintf("A violation: ε ≥ %s.", r.Proven())
						case !(e < 0.4) || e == 0:
							return false, fmt.Sprintf("The promise holds, at an error of %s m/s. "+
								"Another architecture does better.", sheet.Brief(e, 3))
						}
						return true, fmt.Sprintf("The same promise at an error of %s m/s.", sheet.Brief(e, 3))
					},
				}},
			{Title: "Why", Point: "stage",
				Text: "Noise on the result must cover the filter's worst case. Noise on the reports is averaged over all cars. A filter that knows of the noise can trade: it listens less to what one car could change."},
		},
	}
}
