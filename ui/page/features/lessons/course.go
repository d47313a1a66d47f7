package lessons

import (
	"cmp"
	"encoding/json"
	"slices"

	"indistinct/core/lab"
	"indistinct/core/lang"
	"indistinct/ui/page/laboratory"
	"indistinct/ui/page/teach"
	"indistinct/ui/stage/say"
)

// begin opens a lesson with what was predicted and solved on this machine, or anew. The
// history of the browser leads here too, so only a visitor's wish begins one anew.
func (f *Feature) begin(d *laboratory.State, l *lab.Lesson, anew, quiet bool) {
	f.drop()
	p := cmp.Or(f.Reached()[l.Name], &teach.Progress{})
	if anew || p.Shown == nil || p.Answers == nil {
		p.Anew()
	}
	if anew || f.lesson != l.Name {
		f.lesson, f.shown = l.Name, laboratory.Result{}
	}
	f.M.Course = &teach.Course{Laboratory: d.About.Name, Lesson: l, Step: -1, Quiet: quiet, Progress: p}
}

// toStep enters a step, or after the last one the closing card; set says whether the
// step's settings are taken: one that has none keeps those of the step before, where the
// visitor comes from there.
func (f *Feature) toStep(step int, set bool) {
	c := f.M.Course
	if step >= len(c.Lesson.Steps) {
		f.end()
		return
	}
	d := f.M.Laboratory(c.Laboratory)
	before := c.Step
	c.Enter(step)
	f.join()
	if set && (c.At().Set != nil || before != step-1) {
		opening := c.Lesson.Opening(d.Table, d.Defaults, step)
		if c.Quiet { // each phone of a class has a seed of its own
			opening = opening.Set(d.Table, "seed", float64(d.Spec.Seed()))
		}
		d.Restore(opening)
		f.M.Scene.Back()
	}
	f.M.Look()
	c.Reached = max(c.Reached, step+1)
	f.remember(c)
	f.forward()
	f.pointAt(c.At().Point)
	f.M.Host.Reveal("course")
}

// pointAt draws the eye to what the step or its hint speaks of, and has the controls at hand.
func (f *Feature) pointAt(what string) {
	c := f.M.Course
	f.M.Laboratory(c.Laboratory).Lift(c.Speaks())
	f.M.Host.Tool("point", nil, teach.Pointed(what))
}

// forward brings the view that the lesson's step speaks of forward on a narrow stage: at
// once, or as soon as the scene tells which views it has.
func (f *Feature) forward() {
	c := f.M.Course
	if f.viewDue = c.In(f.M.Front.About.Name) && !c.Ended; f.viewDue && c.At().View < len(f.M.Scene.Tabs) {
		f.viewDue = false
		f.M.Host.Scene(say.ToScene{Type: say.Tab, By: c.At().View}, nil)
	}
}

// Advance goes on by steps, past the last one to the closing card, and back.
func (f *Feature) Advance(by int) {
	c := f.M.Course
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
	f.toStep(step, true)
	f.M.Host.Focus("course-step")
	f.M.SetAddress(true)
}

// end shows the closing card, beside the run that did the lesson's last task.
func (f *Feature) end() {
	c := f.M.Course
	c.Ended, c.Step = true, len(c.Lesson.Steps)-1
	d := f.M.Laboratory(c.Laboratory)
	d.Lift(nil)
	if r := f.shown.Report; r != nil && (r != d.Report || d.Stale()) {
		d.Restore(r.Spec)
		d.Result = f.shown
		f.M.Scene.Back()
		f.M.Look()
	}
	f.M.Host.Tool("point", nil, "")
	f.M.Host.Reveal("course")
}

// Anew begins the lesson anew.
func (f *Feature) Anew() {
	c := f.M.Course
	f.begin(f.M.Laboratory(c.Laboratory), c.Lesson, true, c.Quiet)
	f.Advance(1)
}

// LeaveCourse ends the lesson; the settings stay.
func (f *Feature) LeaveCourse() {
	f.drop()
	f.M.SetAddress(false)
}

// drop ends the lesson, if there is one, and gives its controls back.
func (f *Feature) drop() {
	if f.M.Course != nil {
		f.M.Laboratory(f.M.Course.Laboratory).Lift(nil)
		f.M.Course = nil
	}
	f.M.Host.Tool("point", nil, "")
}

type Lesson struct {
	lab.Lesson
	Lab *laboratory.State
}

// Say is a text of the lesson as a whole: see lab.Lesson.Text.
func (l *Lesson) Say(part string) lang.Message { return l.Text(l.Lab.About.Name, 0, part) }

// Lessons are all lessons in their order, from the one to start with.
func (f *Feature) Lessons() []Lesson {
	var out []Lesson
	for _, d := range f.M.Laboratories() {
		for _, l := range d.Lab.Lessons() {
			at := len(out)
			if l.First {
				at = 0
			}
			out = slices.Insert(out, at, Lesson{l, d})
		}
	}
	return out
}

// NextLesson is the one after the lesson that is followed, nil after the last.
func (f *Feature) NextLesson() *Lesson {
	all := f.Lessons()
	i := slices.IndexFunc(all, func(l Lesson) bool { return l.Name == f.M.Course.Lesson.Name })
	if i+1 == len(all) {
		return nil
	}
	return &all[i+1]
}

// Move does what a hint asks: it sets the control that the hint names to where the step has it,
// or leads to it.
func (f *Feature) Move() {
	c, d := f.M.Course, f.M.Front
	switch {
	case d.Table.Find(c.Move) == nil:
	case !c.Back:
		f.M.Host.Focus("p-" + c.Move)
	case c.In(d.About.Name):
		opening := c.Opening(d.Table, d.Defaults)
		if next, err := d.Spec.With(d.Table, c.Move, opening.Show(c.Move)); err == nil && d.Set(next) {
			f.M.Changed()
		}
		f.M.Host.Focus("run")
	}
}

// Predict takes a prediction; a run that is there already answers it, and one that is on
// its way tells too much of the answer.
func (f *Feature) Predict(option int) {
	c := f.M.Course
	if c == nil || c.At().Ask == nil {
		return
	}
	if f.join(); c.Option >= 0 && c.Shown[c.Step] != "" { // a run has answered it: it stays
		return
	}
	d := f.M.Laboratory(c.Laboratory)
	c.Late = c.Late || d.Run != nil || f.M.Scene.Withheld()
	if !d.Stale() {
		f.check(d) // a run that is there came before the prediction
	}
	if c.Option = option; !d.Stale() {
		f.check(d)
	}
	f.remember(c)
}

// check holds the lesson's question or task against the run on show.
func (f *Feature) check(d *laboratory.State) {
	c := f.M.Course
	if !c.In(d.About.Name) || c.Ended || d.Report == nil {
		return
	}
	c.Check(d.Table, d.Defaults, d.Report)
	if r := f.shown.Report; c.Done && (c.At().Task != nil || r == nil || r.Spec.Equal(d.Report.Spec)) {
		f.shown = d.Result
	}
	f.remember(c)
	point := c.Move
	if point == "" && !c.Done {
		point = c.At().Point
	}
	f.pointAt(point)
}

// join takes over what was done in another tab of this machine.
func (f *Feature) join() { f.M.Course.Join(f.Reached()[f.M.Course.Lesson.Name]) }

// remember keeps how far the lesson was followed on this machine.
func (f *Feature) remember(c *teach.Course) {
	if c.Option >= 0 || c.Late {
		c.Answers[c.Step] = c.Answer
	}
	all := f.Reached()
	all[c.Lesson.Name] = c.Progress
	if text, err := json.Marshal(all); err == nil {
		f.M.Host.Remember(progressKey, string(text))
	}
}

// Reached reads how far each lesson was followed.
func (f *Feature) Reached() map[string]*teach.Progress {
	return teach.ReadProgress(f.M.Host.Recall(progressKey))
}
