// Package lessons leads a visitor through a laboratory step by step: predict, try, and be
// told by the numbers. The list of all lessons is a page.
package lessons

import (
	"strconv"

	"github.com/vugu/vugu"

	"indistinct/core/lab"
	"indistinct/core/lang"
	"indistinct/ui/page/laboratory"
	"indistinct/ui/page/state"
	"indistinct/ui/page/teach"
	"indistinct/ui/page/view"
)

// learn is the page that lists the lessons.
const learn = "learn"

// progressKey is where the browser keeps how far each lesson was followed.
const progressKey = "indistinct-lessons"

// Feature is the lessons of all laboratories; the one that is followed is the page's Course.
type Feature struct {
	state.Plain
	lesson   string            // the name of the lesson that was followed last
	shown    laboratory.Result // the run that did its last task so far, or answered a prediction
	forClass bool              // what is given away tells no answers
	viewDue  bool              // the view that a step speaks of is to come forward
}

// Pages is the list.
func (f *Feature) Pages() []state.Page {
	return []state.Page{{Name: learn, Menu: "lessons.title", Title: state.Titled("lessons.title")}}
}

// Draw adds the lesson beside the picture, the list, and a choice to the dialog for sharing.
func (f *Feature) Draw(at view.Slot) []vugu.Builder {
	m := f.M
	switch {
	case at == view.Side && m.Course.In(m.Front.About.Name):
		return []vugu.Builder{&Guide{M: m, F: f, C: m.Course}}
	case at == view.Below && m.Page == learn:
		return []vugu.Builder{&List{M: m, F: f}}
	case at == view.Options && m.Page == "" && m.Course != nil:
		return []vugu.Builder{&view.Flag{M: m, ID: "share-quiet", Text: "share.class", On: &f.forClass}}
	}
	return nil
}

// Fields are a lesson with its step, "three-moves:2", and whether it gives no answers.
func (f *Feature) Fields() []state.Field {
	return []state.Field{{Name: "lesson"}, {Name: "quiet", Accepts: state.Flag}}
}

// Read takes up the lesson that a link names. A link with settings of its own keeps them;
// otherwise the step's are taken.
func (f *Feature) Read(x *state.Extra) {
	m := f.M
	f.drop()
	link, quiet := x.Take("lesson"), x.On("quiet")
	d, l, step := f.find(link)
	if l == nil {
		if link != "" {
			m.Notes = append(m.Notes, lang.Say("lessons.none", "lesson", lang.Clip(link, 40)))
		}
		return
	}
	own := d == m.Front && (x.Settings || !d.Spec.Equal(d.Opening()))
	m.Front = d
	f.begin(d, l, false, quiet)
	f.toStep(step, !own)
	if own && quiet { // a teacher's choice; else the visitor's, before a reload
		m.Course.Own = &d.Spec
	}
}

// Write names the lesson and its step; only the page's own address tells the closing card.
func (f *Feature) Write(x *state.Extra, _ *lab.Spec, of state.Purpose) {
	c := f.M.Course
	x.Add("lesson", c.Link(of == state.Address))
	x.Set("quiet", c != nil && (c.Quiet || of == state.Joined || f.forClass && of != state.Address))
}

// Hear leaves a lesson with its laboratory, and holds each new verdict against its step.
func (f *Feature) Hear(e state.Event) (taken bool) {
	switch c := f.M.Course; e.Kind {
	case state.Leaving:
		if c != nil && !c.In(e.D.About.Name) {
			f.drop()
		}
	case state.Verdict, state.Ended: // what is known exactly comes at the end
		if c.In(e.D.About.Name) && e.D.Failed == "" {
			f.join()
			f.check(e.D)
		}
	case state.NewFilm:
		f.forward()
	case state.Views:
		if f.viewDue {
			f.forward()
		}
	case state.Sharing:
		f.forClass = false
	}
	return false
}

// find returns a lesson, its laboratory and the step that a link names; nil where there is
// none of that name.
func (f *Feature) find(link string) (*laboratory.State, *lab.Lesson, int) {
	for _, d := range f.M.Laboratories() {
		if l, step := teach.FindLesson(d.Lab.Lessons(), link); l != nil {
			return d, l, step
		}
	}
	return nil, nil, 0
}

// Learn opens a lesson at a step, as a link names it; one that is complete begins anew.
func (f *Feature) Learn(link string) {
	m := f.M
	d, l, step := f.find(link)
	if l == nil {
		return
	}
	quiet := m.Course != nil && m.Course.Quiet
	m.Front, m.Page = d, ""
	p := f.Reached()[l.Name]
	f.begin(d, l, p != nil && p.Complete && step == 0, quiet)
	f.toStep(step, true)
	m.Scene.Film()
	m.Place()
	m.SetAddress(true)
}

// offer is one lesson on that page.
type offer struct {
	Lesson
	Number   int             // its place among all lessons, from 1
	Progress *teach.Progress // nil where it was never opened
	First    bool            // of those that are still to be done
}

// List is the page of all lessons.
type List struct {
	M *state.Model
	F *Feature
}

// picture is the lesson's drawing, of the file that holds all.
func (o *offer) picture() vugu.HTMLer {
	return vugu.HTML(`<svg viewBox="0 0 96 64" aria-hidden="true"><use href="lessons.svg#` + o.Name + `"></use></svg>`)
}

func (o *offer) Verb() lang.Message {
	switch {
	case o.Progress == nil:
		return lang.Say("lessons.start")
	case o.Progress.Complete:
		return lang.Say("lessons.again")
	}
	return lang.Say("lessons.goon", "step", o.next())
}

// next is the step, from 1, at which the lesson goes on: the furthest that was reached, at
// its end the first that is open.
func (o *offer) next() int {
	left := o.Progress.Left(&o.Lesson.Lesson)
	switch {
	case o.Progress == nil || o.Progress.Complete:
		return 1
	case o.Progress.Reached >= len(o.Steps) && len(left) > 0:
		return left[0] + 1
	}
	return min(max(o.Progress.Reached, 1), len(o.Steps))
}

// Link opens the lesson there.
func (o *offer) Link() string { return o.Name + ":" + strconv.Itoa(o.next()) }

// side says how long the lesson is, and what of it is still open.
func (o *offer) side() lang.Message {
	id := "lessons.side.open"
	switch {
	case o.Progress == nil:
		id = "lessons.side"
	case o.Progress.Complete:
		id = "lessons.side.done"
	}
	return lang.Say(id, "minutes", o.Minutes, "steps", len(o.Steps), "left", len(o.Progress.Left(&o.Lesson.Lesson)))
}

// offers are all lessons in their order.
func (c *List) offers() []offer {
	reached, first := c.F.Reached(), true
	var out []offer
	for i, l := range c.F.Lessons() {
		o := offer{Lesson: l, Number: i + 1, Progress: reached[l.Name]}
		o.First = first && (o.Progress == nil || !o.Progress.Complete)
		first = first && !o.First
		out = append(out, o)
	}
	return out
}
