package library

import (
	"fmt"
	"math"

	"indistinct/core/lab"
	"indistinct/core/sheet"
)

// Lessons are the laboratory's guided paths.
func (Lab) Lessons() []lab.Lesson { return []lab.Lesson{verify()} }

func verify() lab.Lesson {
	told := func(r *lab.Report) string { return sheet.Brief(r.Spec.Float("scale"), 3) }
	return lab.Lesson{
		Name: "verify", Title: "Trust, but verify a library", Minutes: 6,
		Lead: "A good library keeps its promise only if it is told the truth.",
		Steps: []lab.LessonStep{
			{Title: "Somebody else's code", Set: map[string]string{}, Point: "stage",
				Text: "A widely used library adds the noise here. It is told how far one person can move the mean (the sensitivity) and how strict the promise is to be: ε. At ε = 1 no release is more than " + sheet.Format(math.E, 2) + " times likelier with one person's data than with another's. The test sees only what it releases."},
			{Title: "As shipped", Set: map[string]string{}, Point: "run",
				Text: "First with the true sensitivity.",
				Ask: &lab.Question{
					Text:    "Ten thousand releases of each input: will they break the claim of ε = 1?",
					Options: []string{"Yes", "No"},
					Right: func(r *lab.Report) (int, string) {
						if r.Found() {
							return 0, fmt.Sprintf("They did: ε ≥ %s.", r.Proven())
						}
						return 1, fmt.Sprintf("They prove ε ≥ %s: close to what is allowed, and not above. A library that adds no more noise than needed looks like that.", r.Proven())
					},
				}},
			{Title: "A slip of the pen", Point: "scale",
				Text: "A common mistake: the programmer passes a sensitivity that is too small. The library cannot know. It adds too little noise and still says ε = 1.",
				Task: &lab.Task{
					Text: "Tell it too little, until the test finds out.",
					Check: func(r *lab.Report) (bool, string) {
						switch {
						case r.Spec.Float("scale") >= 1:
							return false, "It was told the truth, or more: lower the sensitivity."
						case r.Found():
							return true, fmt.Sprintf("Told %s times the truth, its releases prove ε ≥ %s "+
								"against the claimed %s.", told(r), r.Proven(), sheet.Brief(float64(r.Epsilon), 3))
						}
						return false, fmt.Sprintf("Told %s times the truth, only ε ≥ %s shows. Tell it less, or draw more releases.", told(r), r.Proven())
					},
				}},
			{Title: "How small a slip?", Set: map[string]string{"scale": "0.9"}, Point: "m",
				Text: "At nine tenths of the sensitivity the true ε is 1.11. Ten thousand releases may miss it. More releases see finer: raise their number under More settings.",
				Task: &lab.Task{
					Text: "Find the slip at nine tenths or more of the true sensitivity.",
					Check: func(r *lab.Report) (bool, string) {
						s := r.Spec.Float("scale")
						switch {
						case s < 0.9 || s >= 1:
							return false, "Put the sensitivity told back to 0.9, or between that and 1."
						case r.Found():
							return true, fmt.Sprintf("With %s releases of each input the slip shows: ε ≥ %s.",
								sheet.Group(r.M), r.Proven())
						}
						return false, fmt.Sprintf("%s releases prove ε ≥ %s. Draw more.", sheet.Group(r.M), r.Proven())
					},
				}},
			{Title: "In your own project", Point: "verdict",
				Text: "The same test runs without a browser, on your own program: the reference shows the command. It ends with status 1 when it finds a violation, so a build can stop there."},
		},
	}
}
