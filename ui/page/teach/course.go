// Package teach finds the glossary's terms in texts, documents parameters and follows a
// lesson from step to step.
package teach

import (
	"slices"
	"strconv"
	"strings"

	"indistinct/core/lab"
	"indistinct/core/lang"
)

// Course is the lesson that a visitor follows, at one of its steps.
type Course struct {
	Laboratory string // its name
	Lesson     *lab.Lesson
	Step       int  // from 0
	Quiet      bool // a teacher's link: predictions are noted, answers not given

	Option int          // the prediction, −1 before
	Done   bool         // the task is done, or the prediction answered
	Right  bool         // the prediction was right
	Say    lang.Message // what the last run says to it
}

// At returns the step.
func (c *Course) At() *lab.LessonStep { return &c.Lesson.Steps[c.Step] }

// Link is the course's place in a link: "three-moves:2".
func (c *Course) Link() string {
	if c == nil {
		return ""
	}
	return c.Lesson.Name + ":" + strconv.Itoa(c.Step+1)
}

// In reports whether there is a course, of the laboratory of that name.
func (c *Course) In(laboratory string) bool { return c != nil && c.Laboratory == laboratory }

// FindLesson returns the lesson that a link names and its step; nil where it is none
// of these.
func FindLesson(lessons []lab.Lesson, link string) (*lab.Lesson, int) {
	name, number, _ := strings.Cut(link, ":")
	i := slices.IndexFunc(lessons, func(l lab.Lesson) bool { return l.Name == name })
	if i < 0 {
		return nil, 0
	}
	step, err := strconv.Atoi(number)
	if err != nil {
		step = 1
	}
	return &lessons[i], min(max(step, 1), len(lessons[i].Steps)) - 1
}

// Enter goes to a step, at which nothing was done yet.
func (c *Course) Enter(step int) {
	c.Step, c.Option, c.Done, c.Right, c.Say = step, -1, false, false, ""
}

// Settings is s with those settings of the step that the table takes.
func (c *Course) Settings(t lab.Table, s lab.Spec) lab.Spec {
	for i := range t {
		if text, ok := c.At().Set[t[i].Name]; ok {
			if with, err := s.With(t, t[i].Name, text); err == nil {
				s = with
			}
		}
	}
	return s
}

// Pointed is the CSS selector of what a step points at.
func Pointed(what string) string {
	switch what {
	case "":
		return ""
	case "stage", "run", "verdict":
		return "#" + what
	case "region":
		return `[id$="region"]`
	}
	return `[name="` + what + `"]`
}

// Check holds the step's question or task against a finished run.
func (c *Course) Check(r *lab.Report) {
	step := c.At()
	if q := step.Ask; q != nil && c.Option >= 0 {
		option, say := q.Right(r)
		c.Done, c.Right, c.Say = true, option == c.Option, say
	}
	if t := step.Task; t != nil {
		done, say := t.Check(r)
		c.Done, c.Say = c.Done || done, say
	}
}

// Asks reports whether there is a course whose step wants a prediction.
func (c *Course) Asks() bool { return c != nil && c.At().Ask != nil }

// Open reports whether the visitor is still to do something here.
func (c *Course) Open() bool { return (c.At().Ask != nil || c.At().Task != nil) && !c.Done }

// Reach marks the present step, from 1, as reached; it reports whether none as far
// was before.
func (c *Course) Reach(reached map[string]int) (changed bool) {
	if reached[c.Lesson.Name] >= c.Step+1 {
		return false
	}
	reached[c.Lesson.Name] = c.Step + 1
	return true
}

// WriteReached writes how far each lesson was followed: "bounds:1,three-moves:2".
func WriteReached(reached map[string]int) string {
	var out []string
	for name, n := range reached {
		out = append(out, name+":"+strconv.Itoa(n))
	}
	slices.Sort(out)
	return strings.Join(out, ",")
}

// ReadReached is the inverse of WriteReached; what cannot be read is left out.
func ReadReached(text string) map[string]int {
	out := map[string]int{}
	for _, part := range strings.Split(text, ",") {
		name, number, _ := strings.Cut(part, ":")
		if n, err := strconv.Atoi(number); err == nil && name != "" {
			out[name] = n
		}
	}
	return out
}
