package state

import (
	"slices"
	"strconv"
	"strings"

	"indistinct/core/lab"
	"indistinct/ui/page/links"
)

// Course is the lesson that a visitor follows, at one of its steps.
type Course struct {
	Laboratory *Laboratory
	Lesson     *lab.Lesson
	Step       int  // from 0
	Quiet      bool // a teacher's link: predictions are noted, answers not given

	Option int    // the prediction, −1 before
	Done   bool   // the task is done, or the prediction answered
	Right  bool   // the prediction was right
	Say    string // what the last run says to it
}

// LessonsKey is where the browser keeps which steps were reached.
const LessonsKey = "indistinct-lessons"

// At returns the step.
func (c *Course) At() *lab.LessonStep { return &c.Lesson.Steps[c.Step] }

// Link is the course's place in a link: "three-moves:2".
func (c *Course) Link() string {
	if c == nil {
		return ""
	}
	return c.Lesson.Name + ":" + strconv.Itoa(c.Step+1)
}

// findLesson returns a lesson, its laboratory and the step that a link
// names; nil where there is none of that name.
func (m *Model) findLesson(link string) (*Laboratory, *lab.Lesson, int) {
	name, number, _ := strings.Cut(link, ":")
	for _, d := range m.Laboratories() {
		lessons := d.Lab.Lessons()
		i := slices.IndexFunc(lessons, func(l lab.Lesson) bool { return l.Name == name })
		if i < 0 {
			continue
		}
		step, err := strconv.Atoi(number)
		if err != nil {
			step = 1
		}
		return d, &lessons[i], min(max(step, 1), len(lessons[i].Steps)) - 1
	}
	return nil, nil, 0
}

// Learn opens a lesson at a step, as a link names it.
func (m *Model) Learn(link string) {
	d, l, step := m.findLesson(link)
	if l == nil {
		return
	}
	quiet := m.Course != nil && m.Course.Quiet
	m.Front, m.Page = d, links.PageLaboratory
	m.Course = &Course{Laboratory: d, Lesson: l, Quiet: quiet}
	m.toStep(step, true)
	m.film()
	m.place()
	m.stop()
	m.Host.Hash(m.Link(false), true)
}

// toStep enters a step; set says whether the step's settings are taken.
func (m *Model) toStep(step int, set bool) {
	c := m.Course
	c.Step, c.Option, c.Done, c.Right, c.Say = step, -1, false, false, ""
	if s := c.At().Set; set && s != nil {
		next := c.Laboratory.defaults
		for i := range c.Laboratory.Table {
			name := c.Laboratory.Table[i].Name
			if text, ok := s[name]; ok {
				if with, err := next.With(c.Laboratory.Table, name, text); err == nil {
					next = with
				}
			}
		}
		c.Laboratory.restore(next)
		m.Back()
	}
	if c.Asks() && c.Laboratory.Built { // the answer would stand beside the question
		c.Laboratory.Result = Result{}
	}
	if p := c.At().Point; c.Laboratory.Table.Find(p) != nil && !c.Laboratory.first(p) {
		c.Laboratory.Open["drawer"] = true
	}
	m.look(0)
	m.remember(c)
	m.Host.Point(pointed(c.At().Point))
}

// first reports whether a parameter stands at first sight.
func (d *Laboratory) first(name string) bool {
	p := d.MainSlider()
	return p != nil && p.Name == name || name == EpsilonName && d.Table.Find(EpsilonName) != nil
}

// pointed is the CSS selector of what a step points at.
func pointed(what string) string {
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

// Advance goes on by steps, or past the last one back to the list.
func (m *Model) Advance(by int) {
	c := m.Course
	if c == nil {
		return
	}
	switch step := c.Step + by; {
	case step < 0:
	case step >= len(c.Lesson.Steps):
		m.LeaveCourse()
		m.Go("", links.PageLearn)
	default:
		m.toStep(step, true)
		m.stop()
		m.Host.Focus("course-step")
		m.Host.Hash(m.Link(false), true)
	}
}

// LeaveCourse ends the lesson; the settings stay.
func (m *Model) LeaveCourse() {
	m.Course = nil
	m.Host.Point("")
	m.Host.Hash(m.Link(false), false)
}

// Predict takes a prediction; a run that is there already answers it.
func (m *Model) Predict(option int) {
	c := m.Course
	if c == nil || c.At().Ask == nil || c.Done {
		return
	}
	c.Option = option
	if c.Laboratory.Report != nil && !c.Laboratory.Stale() {
		c.check(c.Laboratory.Report)
	}
}

// checkCourse holds the lesson's question or task against a finished run.
func (m *Model) checkCourse(d *Laboratory) {
	if c := m.Course; c != nil && c.Laboratory == d && d.Report != nil {
		c.check(d.Report)
	}
}

func (c *Course) check(r *lab.Report) {
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

// remember keeps the furthest step of each lesson on this machine.
func (m *Model) remember(c *Course) {
	reached := m.Reached()
	if reached[c.Lesson.Name] >= c.Step+1 {
		return
	}
	reached[c.Lesson.Name] = c.Step + 1
	var out []string
	for name, n := range reached {
		out = append(out, name+":"+strconv.Itoa(n))
	}
	slices.Sort(out)
	m.Host.Remember(LessonsKey, strings.Join(out, ","))
}

// Reached reads how far each lesson was followed.
func (m *Model) Reached() map[string]int {
	out := map[string]int{}
	for _, part := range strings.Split(m.Host.Recall(LessonsKey), ",") {
		name, number, _ := strings.Cut(part, ":")
		if n, err := strconv.Atoi(number); err == nil && name != "" {
			out[name] = n
		}
	}
	return out
}
