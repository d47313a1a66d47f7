package workshop

import (
	"strings"

	"indistinct/core/lab"
	"indistinct/core/lang"
)

// Lessons are the laboratory's guided paths.
func (Lab) Lessons() []lab.Lesson { return []lab.Lesson{caught(), digitsTell()} }

// counting is the lesson's program: a count with the noise that its claim takes.
const counting = `# How many here saw a doctor this month?
claim = 1
pairs = [(12, 13, "one person more")]

def release(count):
    return count + laplace(1 / claim)
`

// slip is the program to be mended: noise that only adds names the smaller count whenever
// a release lies between the two.
const slip = `# How many here saw a doctor this month?
claim = 1
pairs = [(12, 13, "one person more")]

def release(count):
    noise = abs(laplace(1 / claim))  # only up
    return count + noise
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
							return 0, lang.Say("workshop.lesson.caught.2.yes", "bound", r.Proven())
						}
						return 1, lang.Say("workshop.lesson.caught.2.no", "bound", r.Proven(), "tally", r.Tally())
					},
				}},
			{Set: start, Point: "code",
				Task: &lab.Task{
					Free: []string{"code"},
					Check: func(r *lab.Report) lab.Try {
						if r.Found() {
							return lab.Solved(lang.Say("workshop.lesson.caught.3.done", "bound", r.Proven(),
								"tally", r.Tally()))
						}
						return lab.Other("code", lang.Say("workshop.lesson.caught.3.more", "bound", r.Proven()))
					},
				}},
			{Set: map[string]string{"code": slip, "eps": "1"}, Point: "code",
				Task: &lab.Task{
					Free: []string{"code"},
					Check: func(r *lab.Report) lab.Try {
						switch {
						case !draws(r.Spec.Text("code")):
							return lab.Other("code", lang.Say("workshop.lesson.caught.4.noise"))
						case r.Found():
							return lab.Other("code", lang.Say("workshop.lesson.caught.4.more", "bound", r.Proven()))
						}
						return lab.Solved(lang.Say("workshop.lesson.caught.4.done", "bound", r.Proven()))
					},
				}},
			{Set: map[string]string{"code": classic("sparse_vector_5"), "eps": "0.1"},
				Point: "run",
				Ask: &lab.Question{
					Options: 2,
					Right: func(r *lab.Report) (int, lang.Message) {
						if r.Found() {
							return 1, lang.Say("workshop.lesson.caught.5.yes", "bound", r.Proven(), "tally", r.Tally())
						}
						return 0, lang.Say("workshop.lesson.caught.5.no", "bound", r.Proven())
					},
				}},
			{Point: "code"},
		},
	}
}

// preset returns the settings of the preset of that name.
func preset(name string) map[string]string {
	for _, p := range (Lab{}).Presets() {
		if p.Name == name {
			return p.Set
		}
	}
	return nil
}

func digitsTell() lab.Lesson {
	wrong, right := preset("laplace_inversion"), preset("grid_noise")
	return lab.Lesson{
		Name: "digits", Minutes: 7,
		Steps: []lab.LessonStep{
			{Set: wrong, Point: "code"},
			{Set: wrong, Point: "run",
				Ask: &lab.Question{
					Options: 2,
					Right: func(r *lab.Report) (int, lang.Message) {
						if r.Found() {
							return 0, lang.Say("workshop.lesson.digits.2.yes", "bound", r.Proven(), "tally", r.Tally())
						}
						return 1, lang.Say("workshop.lesson.digits.2.no", "bound", r.Proven(), "tally", r.Tally())
					},
				}},
			{Set: wrong, Point: "bits",
				Task: &lab.Task{
					Free: []string{"bits"},
					Check: func(r *lab.Report) lab.Try {
						switch {
						case r.Bits:
							return lab.Less("bits", lang.Say("workshop.lesson.digits.3.bits"))
						case r.Found():
							return lab.Other("seed", lang.Say("workshop.lesson.digits.3.more", "bound", r.Proven()))
						}
						return lab.Solved(lang.Say("workshop.lesson.digits.3.done", "bound", r.Proven()))
					},
				}},
			{Set: right, Point: "run",
				Ask: &lab.Question{
					Options: 2,
					Right: func(r *lab.Report) (int, lang.Message) {
						if r.Found() {
							return 0, lang.Say("workshop.lesson.digits.4.yes", "bound", r.Proven())
						}
						return 1, lang.Say("workshop.lesson.digits.4.no", "bound", r.Proven())
					},
				}},
			{Point: "verdict"},
		},
	}
}
