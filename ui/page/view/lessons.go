package view

import (
	"slices"
	"strconv"

	"github.com/vugu/vugu"

	"indistinct/core/lang"
	"indistinct/ui/page/laboratory"
	"indistinct/ui/page/state"
)

// offer is one lesson on that page.
type offer struct {
	state.Lesson
	Number  int // its place among all lessons, from 1
	Reached int
	First   bool // of those that are still to be done
}

// Lessons is the documentation.
type Lessons struct{ M *state.Model }

func (o *offer) lead() lang.Message { return o.Text(o.Lab.About.Name, 0, "lead") }

// picture is the lesson's drawing, of the file that holds all.
func (o *offer) picture() vugu.HTMLer {
	return vugu.HTML(`<svg viewBox="0 0 96 64" aria-hidden="true"><use href="lessons.svg#` + o.Name + `"></use></svg>`)
}

func (o *offer) Verb() lang.Message {
	switch {
	case o.Reached == 0:
		return lang.Say("page.lesson.start")
	case o.Reached >= len(o.Steps):
		return lang.Say("page.lesson.again")
	}
	return lang.Say("page.lesson.goon", "step", o.Reached)
}

// Link opens the lesson where it was left.
func (o *offer) Link() string {
	if o.Reached > 0 && o.Reached < len(o.Steps) {
		return o.Name + ":" + strconv.Itoa(o.Reached)
	}
	return o.Name + ":1"
}

func (o *offer) side() lang.Message {
	if o.Reached >= len(o.Steps) {
		return lang.Say("page.lesson.side.done", "minutes", o.Minutes, "steps", len(o.Steps))
	}
	return lang.Say("page.lesson.side", "minutes", o.Minutes, "steps", len(o.Steps))
}

// offers are all lessons in their order.
func (c *Lessons) offers() []offer {
	reached, first := c.M.Reached(), true
	var out []offer
	for i, l := range c.M.Lessons() {
		o := offer{Lesson: l, Number: i + 1, Reached: reached[l.Name]}
		o.First = first && o.Reached < len(o.Steps)
		first = first && !o.First
		out = append(out, o)
	}
	return out
}

// start says which lesson is the one to begin or to go on with.
func (o *offer) start() lang.Message {
	if o.Number == 1 {
		return lang.Say("page.lesson.first")
	}
	return lang.Say("page.lesson.here")
}

// references are the laboratories that have one.
func (c *Lessons) references() []*laboratory.State {
	return slices.DeleteFunc(c.M.Laboratories(), func(d *laboratory.State) bool { return len(d.Lab.Reference()) == 0 })
}
