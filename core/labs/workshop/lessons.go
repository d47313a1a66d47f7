package workshop

import (
	"fmt"
	"strings"

	"indistinct/core/lang"

	"indistinct/core/lab"
	"indistinct/core/sheet"
)

// Lessons are the laboratory's guided paths.
func (Lab) Lessons() []lab.Lesson { return []lab.Lesson{caught()} }

// counting is the lesson's program: a count with the noise that its claim takes.
const counting = `# How many in the room have been to a doctor this month?
claim = 1
pairs = [(12, 13, "one person more")]

def release(count):
    return count + laplace(1 / claim)
`

// classic returns the program of that name.
func classic(name string) string {
	for _, c := range Classics() {
		if c.Name == name {
			return c.Program()
		}
	}
	return ""
}

// draws reports whether a program calls any of the built-ins that draw.
func draws(code string) bool {
	for _, name := range []string{"laplace", "normal", "exponential", "uniform", "bernoulli", "geometric", "randint",
		"choice"} {
		if strings.Contains(code, name+"(") {
			return true
		}
	}
	return false
}

func caught() lab.Lesson {
	start := map[string]string{"code": counting, "eps": "1"}
	return lab.Lesson{
		Name: "caught", Minutes: 8,
		Steps: []lab.LessonStep{
			{Set: start, Point: "code"},
			{Set: start, Point: "run",
				Ask: &lab.Question{
					Options: 2,
					Right: func(r *lab.Report) (int, lang.Message) {
						if r.Found() {
							return 0, lang.Verbatim(fmt.Sprintf("They did: ε ≥ %s.", r.Proven()))
						}
						return 1, lang.Verbatim(fmt.Sprintf("They prove ε ≥ %s, and 1 is allowed. The event happened %s.",
							r.Proven(), r.Tally()))
					},
				}},
			{Set: start, Point: "code",
				Task: &lab.Task{
					Check: func(r *lab.Report) (bool, lang.Message) {
						switch {
						case float64(r.Epsilon) < 1:
							return false, "The tested claim is below 1: put it back to 1."
						case r.Found():
							return true, lang.Verbatim(fmt.Sprintf("Caught: the event happened %s, which proves ε ≥ %s.", r.Tally(),
								r.Proven()))
						}
						return false, lang.Verbatim(fmt.Sprintf("The releases prove ε ≥ %s only, which 1 allows. Not every change breaks the promise: try less noise.", r.Proven()))
					},
				}},
			{Point: "code",
				Task: &lab.Task{
					Check: func(r *lab.Report) (bool, lang.Message) {
						switch {
						case float64(r.Epsilon) > 1:
							return false, lang.Verbatim(fmt.Sprintf("The tested claim is %s: put it back to 1.",
								sheet.Brief(float64(r.Epsilon), 3)))
						case !draws(r.Spec.Text("code")):
							return false, "This program draws no noise: releasing nothing of the count would keep any promise."
						case r.Found():
							return false, lang.Verbatim(fmt.Sprintf("Still a violation: ε ≥ %s.", r.Proven()))
						}
						return true, lang.Verbatim(fmt.Sprintf("Nothing was found: ε ≥ %s is what shows.", r.Proven()))
					},
				}},
			{Set: map[string]string{"code": classic("sparse_vector_5"), "eps": "0.1"},
				Point: "run",
				Task: &lab.Task{
					Check: func(r *lab.Report) (bool, lang.Message) {
						if r.Found() {
							return true, lang.Verbatim(fmt.Sprintf("They prove ε ≥ %s: far from 0.1. The event happened %s.",
								r.Proven(), r.Tally()))
						}
						return false, lang.Verbatim(fmt.Sprintf("They prove ε ≥ %s only. Draw more releases, under More settings.",
							r.Proven()))
					},
				}},
			{Point: "code"},
		},
	}
}
