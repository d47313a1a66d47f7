package lessons

import (
	"strconv"

	"github.com/vugu/vugu"

	"indistinct/core/lang"
	"indistinct/ui/page/state"
	"indistinct/ui/page/teach"
)

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

func (o *offer) lead() lang.Message { return o.Text(o.Lab.About.Name, 0, "lead") }

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

// start says which lesson is the one to begin or to go on with.
func (o *offer) start() lang.Message {
	if o.Number == 1 {
		return lang.Say("lessons.first")
	}
	return lang.Say("lessons.here")
}
