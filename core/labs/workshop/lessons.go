package workshop

import (
	"fmt"
	"math"
	"strings"

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
		Name: "caught", Title: "Write it wrong, and get caught", Minutes: 8,
		Lead: "A mechanism is a few lines of program; a slip in them can be seen from outside.",
		Steps: []lab.LessonStep{
			{Title: "A mechanism is a program", Set: start, Point: "code",
				Text: "The program gets a number, adds noise and releases the sum. It also says which two inputs nobody should be able to tell apart: " +
					"twelve people or thirteen. Its promise: no release is more than " + sheet.Format(math.E, 2) +
					" times likelier for one than for the other (ε = 1)."},
			{Title: "Does it keep its promise?", Set: start, Point: "run",
				Text: "The noise has the scale that the theory asks for: one person, divided by ε.",
				Ask: &lab.Question{
					Text:    "Twenty thousand releases for twelve people, as many for thirteen. Will they break the claim?",
					Options: []string{"Yes", "No"},
					Right: func(r *lab.Report) (int, string) {
						if r.Found() {
							return 0, fmt.Sprintf("They did: ε ≥ %s.", r.Proven())
						}
						return 1, fmt.Sprintf("They prove ε ≥ %s, and 1 is allowed. The event happened %s.",
							r.Proven(), r.Tally())
					},
				}},
			{Title: "Make a mistake", Set: start, Point: "code",
				Text: "Programmers forget things. Divide the noise by two, round the result, add the noise only to even numbers: change the program as you like, but leave the claim at 1.",
				Task: &lab.Task{
					Text: "Break the promise, and let the test find out.",
					Check: func(r *lab.Report) (bool, string) {
						switch {
						case float64(r.Epsilon) < 1:
							return false, "The tested claim is below 1: put it back to 1."
						case r.Found():
							return true, fmt.Sprintf("Caught: the event happened %s, which proves ε ≥ %s.", r.Tally(),
								r.Proven())
						}
						return false, fmt.Sprintf("The releases prove ε ≥ %s only, which 1 allows. Not every change breaks the promise: try less noise.", r.Proven())
					},
				}},
			{Title: "Mend it", Point: "code",
				Text: "Now mend your program, so that the test finds nothing any more. It must still add noise to the number that it got.",
				Task: &lab.Task{
					Text: "No violation of ε = 1 found, by a program that still draws noise.",
					Check: func(r *lab.Report) (bool, string) {
						switch {
						case float64(r.Epsilon) > 1:
							return false, fmt.Sprintf("The tested claim is %s: put it back to 1.",
								sheet.Brief(float64(r.Epsilon), 3))
						case !draws(r.Spec.Text("code")):
							return false, "This program draws no noise: releasing nothing of the count would keep any promise."
						case r.Found():
							return false, fmt.Sprintf("Still a violation: ε ≥ %s.", r.Proven())
						}
						return true, fmt.Sprintf("Nothing was found: ε ≥ %s is what shows.", r.Proven())
					},
				}},
			{Title: "A published mistake", Set: map[string]string{"code": classic("sparse_vector_5"), "eps": "0.1"},
				Point: "run",
				Text:  "Clever people slip, too. This variant of the sparse vector technique was published and used; it forgot the noise on its answers. Its claim is ε = 0.1. Run it.",
				Task: &lab.Task{
					Text: "See what its releases prove.",
					Check: func(r *lab.Report) (bool, string) {
						if r.Found() {
							return true, fmt.Sprintf("They prove ε ≥ %s: far from 0.1. The event happened %s.",
								r.Proven(), r.Tally())
						}
						return false, fmt.Sprintf("They prove ε ≥ %s only. Draw more releases, under More settings.",
							r.Proven())
					},
				}},
			{Title: "Your own", Point: "code",
				Text: "Write a mechanism of your own here, load files of its releases, or point the native command at your program. Right and wrong classics stand side by side among the presets."},
		},
	}
}
