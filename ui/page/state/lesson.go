package state

import (
	"encoding/json"

	"indistinct/core/lab"
	"indistinct/core/lang"
	"indistinct/ui/page/laboratory"
	"indistinct/ui/page/links"
	"indistinct/ui/page/teach"
	"indistinct/ui/stage/say"
)

// LessonsKey is where the browser keeps how far each lesson was followed.
const LessonsKey = "indistinct-lessons"

// findLesson returns a lesson, its laboratory and the step that a link
// names; nil where there is none of that name.
func (m *Model) findLesson(link string) (*laboratory.State, *lab.Lesson, int) {
	for _, d := range m.Laboratories() {
		if l, step := teach.FindLesson(d.Lab.Lessons(), link); l != nil {
			return d, l, step
		}
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
	m.begin(d, l, step, quiet)
	m.toStep(step, true)
	m.film()
	m.place()
	m.stop()
	m.Host.Hash(m.Link(false), true)
}

// begin opens a lesson that is to be shown from a step on: from the first step it begins
// anew, further on it goes on with what runs on this machine have solved.
func (m *Model) begin(d *laboratory.State, l *lab.Lesson, step int, quiet bool) {
	m.drop()
	m.shown = laboratory.Result{}
	p := m.Reached()[l.Name]
	if p == nil {
		p = &teach.Progress{}
	}
	if step == 0 || p.Shown == nil {
		p.Shown = map[int]lang.Message{}
	}
	m.Course = &teach.Course{Laboratory: d.About.Name, Lesson: l, Quiet: quiet, Progress: p}
}

// toStep enters a step, or after the last one the closing card; set says whether the
// step's settings are taken.
func (m *Model) toStep(step int, set bool) {
	c := m.Course
	if step >= len(c.Lesson.Steps) {
		m.end()
		return
	}
	d := m.Laboratory(c.Laboratory)
	c.Enter(step)
	if set && c.At().Set != nil {
		d.Restore(c.Lesson.Opening(d.Table, d.Defaults, step))
		m.Back()
	}
	m.look(0)
	c.Reached = max(c.Reached, step+1)
	m.remember(c)
	m.forward()
	m.pointAt(c.At().Point)
	m.Host.Reveal("course")
}

// pointAt draws the eye to what the step or its hint speaks of, and has the controls at hand.
func (m *Model) pointAt(what string) {
	c := m.Course
	m.Laboratory(c.Laboratory).Lift(c.Speaks())
	m.Host.Point(teach.Pointed(what))
}

// forward brings the view that the lesson's step speaks of forward on a narrow stage: at
// once, or as soon as the scene tells which views it has.
func (m *Model) forward() {
	c := m.Course
	if m.tabDue = c.In(m.Front.About.Name) && !c.Ended; m.tabDue && c.At().View < len(m.Tabs) {
		m.tabDue = false
		m.Host.Scene(say.ToScene{Type: say.Tab, By: c.At().View}, nil)
	}
}

// Advance goes on by steps, past the last one to the closing card, and back.
func (m *Model) Advance(by int) {
	c := m.Course
	if c == nil {
		return
	}
	step := c.Step + by
	if c.Ended {
		step++ // the card is one past the last
	}
	if step < 0 {
		return
	}
	m.toStep(step, true)
	m.stop()
	m.Host.Focus("course-step")
	m.Host.Hash(m.Link(false), true)
}

// end shows the closing card, beside the run that did the lesson's last task.
func (m *Model) end() {
	c := m.Course
	c.Ended, c.Step = true, len(c.Lesson.Steps)-1
	d := m.Laboratory(c.Laboratory)
	d.Lift(nil)
	if r := m.shown.Report; r != nil && (r != d.Report || d.Stale()) {
		d.Restore(r.Spec)
		d.Result = m.shown
		m.Back()
		m.look(0)
	}
	m.Host.Point("")
	m.Host.Reveal("course")
}

// LeaveCourse ends the lesson; the settings stay.
func (m *Model) LeaveCourse() {
	m.drop()
	m.Host.Hash(m.Link(false), false)
}

// drop ends the lesson, if there is one, and gives its controls back.
func (m *Model) drop() {
	if m.Course != nil {
		m.Laboratory(m.Course.Laboratory).Lift(nil)
		m.Course = nil
	}
	m.Host.Point("")
}

// Lesson is a lesson and its laboratory.
type Lesson struct {
	lab.Lesson
	Lab *laboratory.State
}

// Title is what the lesson is called.
func (l *Lesson) Title() lang.Message { return l.Text(l.Lab.About.Name, 0, "") }

// Lessons are all lessons in their order, from the one to start with.
func (m *Model) Lessons() []Lesson {
	var out []Lesson
	for _, d := range m.Laboratories() {
		for _, l := range d.Lab.Lessons() {
			out = append(out, Lesson{l, d})
		}
	}
	return out
}

// NextLesson is the one after the lesson that is followed, nil after the last.
func (m *Model) NextLesson() *Lesson {
	all := m.Lessons()
	for i := range all[:max(len(all)-1, 0)] {
		if all[i].Name == m.Course.Lesson.Name {
			return &all[i+1]
		}
	}
	return nil
}

// PutBack sets the control that a hint names to where the step has it.
func (m *Model) PutBack() {
	c, d := m.Course, m.Front
	if c.In(d.About.Name) && d.Table.Find(c.Move) != nil {
		opening := c.Opening(d.Table, d.Defaults)
		if next, err := d.Spec.With(d.Table, c.Move, opening.Show(c.Move)); err == nil && d.Set(next) {
			m.changed()
		}
		m.Host.Focus("run")
	}
}

// ShowMove leads to the control that a hint names.
func (m *Model) ShowMove() {
	if p := m.Front.Table.Find(m.Course.Move); p != nil {
		m.Host.Focus("p-" + p.Name)
	}
}

// Predict takes a prediction; a run that is there already answers it, and one that is on
// its way tells too much of the answer.
func (m *Model) Predict(option int) {
	c := m.Course
	if c == nil || c.At().Ask == nil || c.Done {
		return
	}
	d := m.Laboratory(c.Laboratory)
	c.Late = c.Late || d.Run != nil || m.Withheld()
	if !d.Stale() {
		m.checkCourse(d) // a run that is there came before the prediction
	}
	if c.Option = option; !d.Stale() {
		m.checkCourse(d)
	}
}

// checkCourse holds the lesson's question or task against the run on show.
func (m *Model) checkCourse(d *laboratory.State) {
	c := m.Course
	if !c.In(d.About.Name) || c.Ended || d.Report == nil {
		return
	}
	c.Check(d.Table, d.Defaults, d.Report)
	if c.Done && (c.At().Task != nil || m.shown.Report == nil) {
		m.shown = d.Result
	}
	m.remember(c)
	point := c.Move
	if point == "" {
		point = c.At().Point
	}
	m.pointAt(point)
}

// remember keeps how far the lesson was followed on this machine.
func (m *Model) remember(c *teach.Course) {
	all := m.Reached()
	all[c.Lesson.Name] = c.Progress
	if text, err := json.Marshal(all); err == nil {
		m.Host.Remember(LessonsKey, string(text))
	}
}

// Reached reads how far each lesson was followed.
func (m *Model) Reached() map[string]*teach.Progress {
	return teach.ReadProgress(m.Host.Recall(LessonsKey))
}
