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
	"slices"

	"indistinct/core/lab"
	"indistinct/core/lang"
	"indistinct/ui/page/laboratory"
	"indistinct/ui/page/state"
)

// Feature is the door to a page.
type Feature struct {
	state.Plain
	asked []*asked     // runs, in turn
	run   *asked       // of them the one that has begun
	told  Event        // the step that was told last
	right map[int]bool // which of its lesson's steps were answered rightly or done
}

// Hear takes what other software asks from the moment at which the page listens, and tells
// it after each render what has happened: see door.js.
func (o *Feature) Hear(e state.Event) (taken bool) {
	switch e.Kind {
	case state.Started:
		o.M.Host.Tool("knock", func(said []string) {
			id, what, text := said[0], said[1], []byte(said[2])
			if what == "run" {
				o.Run(text, func(a Answer) { o.answer(id, a) })
			} else {
				o.answer(id, o.Set(text))
			}
		})
	case state.Rendered:
		for _, e := range o.News() {
			if text, err := json.Marshal(e); err == nil {
				o.M.Host.Tool("tell", nil, string(text))
			}
		}
	}
	return false
}

func (o *Feature) answer(id string, a Answer) {
	own, _ := json.Marshal(a.Own)
	o.M.Host.Tool("answer", nil, id, string(a.Result), o.M.Say(a.Why), string(own))
}

// asked is a run that other software waits for.
type asked struct {
	text   []byte
	done   func(Answer)
	d      *laboratory.State
	before *lab.Report
	spec   lab.Spec // what is tested
	due    bool     // its program's own claim is still to come
}

// Answer is what other software is answered: a result in JSON, or why there is none. Of
// the settings that both are about, Own are the visitor's own, which load.js hands to no
// other site: see laboratory.State.Own.
type Answer struct {
	Result []byte
	Why    lang.Message
	Own    map[string]string
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

const (
	begun, finished, left    = "begun", "finished", "left"
	unanswered, done, missed = "open", "done", "missed"
)

// Run runs the test for the settings in a JSON text, as in a report: an object, in which
// what is missing has its default, a permalink, or null for the settings on show; after what
// was asked before, and after a test that the visitor has begun. answer is called once.
func (o *Feature) Run(text []byte, answer func(Answer)) {
	o.asked = append(o.asked, &asked{text: text, done: answer})
	o.next()
}

// free reports whether a run waits and may begin: no test is on or due.
func (o *Feature) free() bool {
	m, runs := o.M, func(d *laboratory.State) bool { return d.Run != nil }
	return o.run == nil && len(o.asked) > 0 && !m.Front.Script.TestDue && !slices.ContainsFunc(m.Laboratories(), runs)
}

// next begins the next run, and refuses those that cannot be.
func (o *Feature) next() {
	for o.free() {
		a := o.asked[0]
		o.asked = o.asked[1:]
		if why := o.begin(a); why != "" {
			a.done(Answer{Why: why})
		}
	}
}

// begin begins a run; why says that it cannot be.
func (o *Feature) begin(a *asked) (why lang.Message) {
	m, text := o.M, a.text
	d := m.Front
	if string(bytes.TrimSpace(text)) == "null" { // as the button does, what was just typed included
		m.Scene.Skip()
		m.Emit(state.Event{Kind: state.Replacing})
		if m.Page != "" {
			m.Go("", "")
		}
	} else {
		var link string
		var s lab.Spec
		var bad []lab.Problem
		if json.Unmarshal(text, &link) == nil {
			s, _, _, bad = m.ParseLink(link)
		} else {
			s, bad = lab.ParseJSON(text, m.Find, d.About.Name)
		}
		if len(bad) > 0 {
			return bad[0].Say
		}
		d = m.Show(s, true)
		claims(d, text)
	}
	if !d.Ready() {
		return lang.Say("door.unready")
	}
	d.Failed = ""
	a.d, a.before, o.run = d, d.Report, a
	m.Test()
	a.spec, a.due = d.Spec, d.Script.TestDue
	return ""
}

// claims has a program that a question brings be tested by its own claim, as one that a
// visitor pastes, unless the question names another.
func claims(d *laboratory.State, text []byte) {
	var named map[string]json.RawMessage
	p := laboratory.CodeParam(d.Table, d.Spec)
	if json.Unmarshal(text, &named) == nil && p != nil && named[p.Name] != nil &&
		named[laboratory.EpsilonName] == nil && named["delta"] == nil {
		d.Script.Edited(true)
	}
}

// Set changes some of the settings on show, given as a JSON object of their names, and
// returns all of them; with another laboratory in it, that one's as they were left.
func (o *Feature) Set(text []byte) Answer {
	var changes, all map[string]json.RawMessage
	if json.Unmarshal(text, &changes) != nil || changes == nil {
		return Answer{Why: lang.Say("lab.file.json")}
	}
	m := o.M
	d, name := m.Front, ""
	if json.Unmarshal(changes["lab"], &name) == nil && m.Find(name) != nil {
		d = m.Laboratory(name)
	}
	now, _ := json.Marshal(d.Spec) // numbers and texts: none of this fails
	json.Unmarshal(now, &all)
	maps.Copy(all, changes)
	now, _ = json.Marshal(all)
	s, bad := lab.ParseJSON(now, m.Find, d.About.Name)
	if len(bad) > 0 {
		return Answer{Why: bad[0].Say, Own: d.Script.Own(d.Spec)}
	}
	m.Show(s, false)
	claims(d, text)
	now, _ = json.Marshal(s)
	return Answer{Result: now, Own: d.Script.Own(s)}
}

// News answers a run that has ended, once the page tells of it, has the next begin, and returns
// what has happened since it was last called, for whoever listens. It is called after each
// render.
func (o *Feature) News() (news []Event) {
	a := o.run
	if a != nil && a.due && !a.d.Script.TestDue {
		a.due, a.spec = false, a.d.Spec
	}
	waits := a != nil && a.due && a.d == o.M.Front && a.d.Spec.Equal(a.spec) // and nothing else was set
	if a != nil && a.d.Run == nil && !waits && !o.M.Scene.Withheld() && !a.d.Checking() {
		o.run = nil
		r := a.d.Report
		answer := Answer{Result: a.d.Marked()}
		if r == nil || r == a.before || r.Pending != "" || a.d.Source != "" || a.d.Failed != "" ||
			!r.Spec.SameRun(a.d.Table, a.spec) {
			answer = Answer{Why: cmp.Or(a.d.Failed, a.d.Trouble, lang.Say("door.ended")), Own: a.d.Script.Own(a.d.Spec)}
			if a.d.Faulty("") {
				answer.Why = a.d.Fault.Say
			}
		} else {
			answer.Own = a.d.Script.Own(r.Spec)
		}
		a.done(answer)
	}
	if o.free() {
		o.M.Host.After(0, o.next) // which changes what was just rendered
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
	if now.State == done && asks(o.M.Course.At()) {
		o.right[now.Step] = true
	}
	if now.Right = len(o.right); now != o.told && now.Lesson != "" {
		news = append(news, now)
	}
	o.told = now
	return news
}

// step is the step of the lesson that is followed, the zero Event where there is none.
func (o *Feature) step() Event {
	c := o.M.Course
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
