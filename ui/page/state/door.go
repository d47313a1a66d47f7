package state

import (
	"bytes"
	"cmp"
	"encoding/json"
	"maps"

	"indistinct/core/lab"
	"indistinct/core/lang"
	"indistinct/ui/page/laboratory"
	"indistinct/ui/page/links"
)

// door is what other software asks of the page and is told by it; public/indistinct.d.ts
// says it for those who write that software. What is told is found by comparing the page
// with what was told before, so that nothing else has to know of it.
type door struct {
	run   *asked       // the run that is waited for
	told  Event        // the step that was told last
	right map[int]bool // which of its lesson's steps were answered rightly or done
}

// asked is a run that other software waits for.
type asked struct {
	d      *laboratory.State
	spec   lab.Spec
	before *lab.Report
	done   func(report []byte, why lang.Message)
}

// Event is what is told of a lesson: of one of its steps, or of its beginning and end.
type Event struct {
	Type   string `json:"type"`  // "lesson" or "step"
	State  string `json:"state"` // "begun", "finished" or "left"; of a step "open", "done" or "missed"
	Lab    string `json:"lab"`
	Lesson string `json:"lesson"`
	Step   int    `json:"step"` // from 1
	Steps  int    `json:"steps"`
	// Of the lesson's questions and tasks so many were answered rightly or done.
	Right int `json:"right"`
	Tasks int `json:"tasks"`
}

// The states.
const (
	begun, finished, left    = "begun", "finished", "left"
	unanswered, done, missed = "open", "done", "missed"
)

// AskRun runs the test for the settings in a JSON text, as in a report: an object, in which
// what is missing has its default, a permalink, or null for the settings on show. answer is
// called with the report, or with a sentence.
func (m *Model) AskRun(text []byte, answer func(report []byte, why lang.Message)) {
	if m.Front.Run != nil || m.door.run != nil {
		answer(nil, lang.Say("page.door.busy"))
		return
	}
	s := m.Front.Spec
	var why lang.Message
	var link string
	switch {
	case string(bytes.TrimSpace(text)) == "null":
	case json.Unmarshal(text, &link) == nil:
		rest, _ := links.SplitLink(link)
		s, why = first(lab.ParseLink(rest, m.find, m.Home))
	default:
		s, why = first(lab.ParseJSON(text, m.find, m.Front.About.Name))
	}
	if why != "" {
		answer(nil, why)
		return
	}
	d := m.adopt(s)
	if !d.Ready() {
		answer(nil, lang.Say("page.door.unready"))
		return
	}
	m.door.run = &asked{d, s, d.Report, answer}
	m.Test()
}

// AskSet changes some of the settings on show, given as a JSON object of their names, and
// returns all of them; with another laboratory in it, that one's as they were left.
func (m *Model) AskSet(text []byte) (settings []byte, why lang.Message) {
	var changes, all map[string]json.RawMessage
	if json.Unmarshal(text, &changes) != nil || changes == nil {
		return nil, lang.Say("lab.file.json")
	}
	d, name := m.Front, ""
	if json.Unmarshal(changes["lab"], &name) == nil && m.find(name) != nil {
		d = m.Laboratory(name)
	}
	now, err := json.Marshal(d.Spec)
	if err == nil {
		err = json.Unmarshal(now, &all)
	}
	if err == nil {
		maps.Copy(all, changes)
		now, err = json.Marshal(all)
	}
	if err != nil {
		return nil, lang.Of(err)
	}
	s, why := first(lab.ParseJSON(now, m.find, d.About.Name))
	if why != "" {
		return nil, why
	}
	m.adopt(s)
	if settings, err = json.Marshal(s); err != nil {
		return nil, lang.Of(err)
	}
	return settings, ""
}

// first is a Spec that was read, and the first of what is wrong with it.
func first(s lab.Spec, probs []lab.Problem) (lab.Spec, lang.Message) {
	if len(probs) > 0 {
		return s, probs[0].Say
	}
	return s, ""
}

// adopt shows settings.
func (m *Model) adopt(s lab.Spec) *laboratory.State {
	d := m.Laboratory(s.Lab)
	m.StopGame()
	moved := m.Front != d || m.Page != links.PageLaboratory
	m.Front, m.Page = d, links.PageLaboratory
	d.Restore(s)
	if moved {
		m.film()
		m.place()
	}
	m.changed()
	return d
}

// News answers a run that has ended and returns what has happened since it was last
// called, for whoever listens. It is called after each render.
func (m *Model) News() (news []Event) {
	if a := m.door.run; a != nil && a.d.Run == nil {
		m.door.run = nil
		r := a.d.Report
		if a.d.Failed == "" && r != nil && r != a.before && r.Pending == "" && r.Spec.SameRun(a.d.Table, a.spec) {
			a.done(a.d.Raw, "")
		} else {
			a.done(nil, cmp.Or(a.d.Failed, lang.Say("page.door.ended")))
		}
	}
	t, now := &m.door, m.step()
	if t.told.Lesson != now.Lesson {
		if last := t.told; last.Lesson != "" {
			last.Type = "lesson"
			if last.State = left; last.Step == last.Steps && t.told.State != unanswered {
				last.State = finished
			}
			news = append(news, last)
		}
		t.right = map[int]bool{}
		if now.Lesson != "" {
			first := now
			first.Type, first.State = "lesson", begun
			news = append(news, first)
		}
	}
	if now.State == done && asks(m.Course.At()) {
		t.right[now.Step] = true
	}
	if now.Right = len(t.right); now != t.told && now.Lesson != "" {
		news = append(news, now)
	}
	t.told = now
	return news
}

// step is the step of the lesson that is followed, the zero Event where there is none.
func (m *Model) step() Event {
	c := m.Course
	if c == nil || c.Ended {
		return Event{}
	}
	e := Event{Type: "step", State: done, Lab: c.Laboratory, Lesson: c.Lesson.Name, Step: c.Step + 1,
		Steps: len(c.Lesson.Steps)}
	switch {
	case c.Open():
		e.State = unanswered
	case c.At().Ask != nil && !c.Right:
		e.State = missed
	}
	for i := range c.Lesson.Steps {
		if asks(&c.Lesson.Steps[i]) {
			e.Tasks++
		}
	}
	return e
}

// asks reports whether a step has something to predict or to do.
func asks(s *lab.LessonStep) bool { return s.Ask != nil || s.Task != nil }
