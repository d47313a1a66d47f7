package view

import (
	"strconv"

	"indistinct/core/lab"
	"indistinct/core/lang"
	"indistinct/ui/page/laboratory"
	"indistinct/ui/page/state"
)

// catalogue is all lessons of a laboratory on the page of lessons.
type catalogue struct {
	Title      lang.Message
	Laboratory *laboratory.State
	Items      []offer
}

// offer is one lesson on that page.
type offer struct {
	lab.Lesson
	Lab     string // its laboratory
	Reached int
}

// Lessons is the documentation.
type Lessons struct{ M *state.Model }

func (o *offer) title() lang.Message { return o.Text(o.Lab, 0, "") }

func (o *offer) lead() lang.Message { return o.Text(o.Lab, 0, "lead") }

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

func (c *Lessons) catalogues() []catalogue {
	reached := c.M.Reached()
	var out []catalogue
	for _, d := range c.M.Laboratories() {
		k := catalogue{Title: d.About.Title(), Laboratory: d}
		for _, l := range d.Lab.Lessons() {
			k.Items = append(k.Items, offer{l, d.About.Name, reached[l.Name]})
		}
		if len(k.Items) > 0 || len(d.Lab.Reference()) > 0 {
			out = append(out, k)
		}
	}
	return out
}
