package state

import (
	"indistinct/core/lab"
	"indistinct/ui/page/laboratory"
	"indistinct/ui/page/links"
	"indistinct/ui/page/teach"
)

// LessonsKey is where the browser keeps which steps were reached.
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
	m.Course = &teach.Course{Laboratory: d.About.Name, Lesson: l, Quiet: quiet}
	m.toStep(step, true)
	m.film()
	m.place()
	m.stop()
	m.Host.Hash(m.Link(false), true)
}

// toStep enters a step; set says whether the step's settings are taken.
func (m *Model) toStep(step int, set bool) {
	c := m.Course
	d := m.Laboratory(c.Laboratory)
	c.Enter(step)
	if set && c.At().Set != nil {
		d.Restore(c.Settings(d.Table, d.Defaults))
		m.Back()
	}
	if p := c.At().Point; d.Table.Find(p) != nil && !d.AtFirstSight(p) {
		d.Open["drawer"] = true
	}
	m.look(0)
	m.remember(c)
	m.Host.Point(teach.Pointed(c.At().Point))
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
	if d := m.Laboratory(c.Laboratory); d.Report != nil && !d.Stale() {
		c.Check(d.Report)
	}
}

// remember keeps the furthest step of each lesson on this machine.
func (m *Model) remember(c *teach.Course) {
	if reached := m.Reached(); c.Reach(reached) {
		m.Host.Remember(LessonsKey, teach.WriteReached(reached))
	}
}

// Reached reads how far each lesson was followed.
func (m *Model) Reached() map[string]int { return teach.ReadReached(m.Host.Recall(LessonsKey)) }
