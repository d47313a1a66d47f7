// Package door is what other software asks of the page and is told by it;
// public/indistinct.d.ts says it for those who write that software. What is told is found
// by comparing the page with what was told before, so that nothing in the page has to know
// of it.
package door

import (
	"bytes"
	"cmp"
	"encoding/json"
	"maps"

	"indistinct/core/lab"
	"indistinct/core/lang"
	"indistinct/ui/page/laboratory"
	"indistinct/ui/page/links"
	"indistinct/ui/page/state"
)

// Door is the door to a page.
type Door struct {
	m     *state.Model
	run   *asked       // the run that is waited for
	told  Event        // the step that was told last
	right map[int]bool // which of its lesson's steps were answered rightly or done
}

// New returns the door to a page, by which nothing has gone so far.
func New(m *state.Model) *Door { return &Door{m: m} }

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

// Run runs the test for the settings in a JSON text, as in a report: an object, in which
// what is missing has its default, a permalink, or null for the settings on show. answer is
// called with the report, or with a sentence.
func (o *Door) Run(text []byte, answer func(report []byte, why lang.Message)) {
	m := o.m
	if m.Front.Run != nil || o.run != nil {
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
		s, why = first(lab.ParseLink(rest, m.Find, m.Home))
	default:
		s, why = first(lab.ParseJSON(text, m.Find, m.Front.About.Name))
	}
	if why != "" {
		answer(nil, why)
		return
	}
	d := m.Show(s)
	if !d.Ready() {
		answer(nil, lang.Say("page.door.unready"))
		return
	}
	o.run = &asked{d, s, d.Report, answer}
	m.Test()
}

// Set changes some of the settings on show, given as a JSON object of their names, and
// returns all of them; with another laboratory in it, that one's as they were left.
func (o *Door) Set(text []byte) (settings []byte, why lang.Message) {
	var changes, all map[string]json.RawMessage
	if json.Unmarshal(text, &changes) != nil || changes == nil {
		return nil, lang.Say("lab.file.json")
	}
	m := o.m
	d, name := m.Front, ""
	if json.Unmarshal(changes["lab"], &name) == nil && m.Find(name) != nil {
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
	s, why := first(lab.ParseJSON(now, m.Find, d.About.Name))
	if why != "" {
		return nil, why
	}
	m.Show(s)
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

// News answers a run that has ended and returns what has happened since it was last
// called, for whoever listens. It is called after each render.
func (o *Door) News() (news []Event) {
	if a := o.run; a != nil && a.d.Run == nil {
		o.run = nil
		r := a.d.Report
		if a.d.Failed == "" && r != nil && r != a.before && r.Pending == "" && r.Spec.SameRun(a.d.Table, a.spec) {
			a.done(a.d.Raw, "")
		} else {
			a.done(nil, cmp.Or(a.d.Failed, lang.Say("page.door.ended")))
		}
	}
	now := o.step()
	if o.told.Lesson != now.Lesson {
		if last := o.told; last.Lesson != "" {
			last.Type = "lesson"
			if last.State = left; last.Step == last.Steps && o.told.State != unanswered {
				last.State = finished
			}
			news = append(news, last)
		}
		o.right = map[int]bool{}
		if now.Lesson != "" {
			first := now
			first.Type, first.State = "lesson", begun
			news = append(news, first)
		}
	}
	if now.State == done && asks(o.m.Course.At()) {
		o.right[now.Step] = true
	}
	if now.Right = len(o.right); now != o.told && now.Lesson != "" {
		news = append(news, now)
	}
	o.told = now
	return news
}

// step is the step of the lesson that is followed, the zero Event where there is none.
func (o *Door) step() Event {
	c := o.m.Course
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
