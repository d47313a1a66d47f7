// Package lessons leads a visitor through a laboratory step by step: predict, try, and be
// told by the numbers. The list of all lessons is a page.
package lessons

import (
	"github.com/vugu/vugu"

	"indistinct/core/lab"
	"indistinct/core/lang"
	"indistinct/ui/page/laboratory"
	"indistinct/ui/page/links"
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
	m        *state.Model
	lesson   string            // the name of the lesson that was followed last
	shown    laboratory.Result // the run that did its last task so far, or answered a prediction
	forClass bool              // what is given away tells no answers
	viewDue  bool              // the view that a step speaks of is to come forward
}

// New returns the feature of a page.
func New(m *state.Model) *Feature { return &Feature{m: m} }

// Pages is the list.
func (f *Feature) Pages() []state.Page {
	return []state.Page{{Name: learn, Menu: "lessons.title", Title: state.Titled("lessons.title")}}
}

// Draw adds the lesson beside the picture, the list, and a choice to the dialog for sharing.
func (f *Feature) Draw(at view.Slot) []vugu.Builder {
	m := f.m
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
func (f *Feature) Fields() []links.Field {
	return []links.Field{{Name: "lesson", Accepts: links.Any}, {Name: "quiet", Accepts: links.Flag}}
}

// Read takes up the lesson that a link names. A link with settings of its own keeps them;
// otherwise the step's are taken.
func (f *Feature) Read(x *links.Extra) {
	m := f.m
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
func (f *Feature) Write(x *links.Extra, _ *lab.Spec, of state.Purpose) {
	c := f.m.Course
	quiet := c != nil && (c.Quiet || f.forClass)
	switch of {
	case state.Address:
		x.Add("lesson", c.Address())
		quiet = c != nil && c.Quiet
	case state.Joined:
		x.Add("lesson", c.Link())
		quiet = c != nil
	default:
		x.Add("lesson", c.Link())
	}
	x.Set("quiet", quiet)
}

// Hear leaves a lesson with its laboratory, and holds each new verdict against its step.
func (f *Feature) Hear(e state.Event) (taken bool) {
	switch c := f.m.Course; e.Kind {
	case state.Leaving:
		if c != nil && !c.In(e.D.About.Name) {
			f.drop()
		}
	case state.Verdict:
		f.check(e.D)
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
	for _, d := range f.m.Laboratories() {
		if l, step := teach.FindLesson(d.Lab.Lessons(), link); l != nil {
			return d, l, step
		}
	}
	return nil, nil, 0
}

// Learn opens a lesson at a step, as a link names it; one that is complete begins anew.
func (f *Feature) Learn(link string) {
	m := f.m
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
