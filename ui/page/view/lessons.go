package view

import (
	"strconv"

	"indistinct/core/lab"
	"indistinct/ui/page/laboratory"
	"indistinct/ui/page/state"
)

// catalogue is all lessons of a laboratory on the page of lessons.
type catalogue struct {
	Title      string
	Laboratory *laboratory.State
	Items      []offer
}

// offer is one lesson on that page.
type offer struct {
	lab.Lesson
	Reached int
}

// Lessons is the documentation.
type Lessons struct{ M *state.Model }

func (o offer) Verb() string {
	switch {
	case o.Reached == 0:
		return "Start"
	case o.Reached >= len(o.Steps):
		return "Once more"
	}
	return "Go on at step " + strconv.Itoa(o.Reached)
}

// Link opens the lesson where it was left.
func (o offer) Link() string {
	if o.Reached > 0 && o.Reached < len(o.Steps) {
		return o.Name + ":" + strconv.Itoa(o.Reached)
	}
	return o.Name + ":1"
}

func (o offer) side() string {
	s := strconv.Itoa(o.Minutes) + " minutes, " + strconv.Itoa(len(o.Steps)) + " steps"
	if o.Reached >= len(o.Steps) {
		s += " · done"
	}
	return s
}

func (c *Lessons) catalogues() []catalogue {
	reached := c.M.Reached()
	var out []catalogue
	for _, d := range c.M.Laboratories() {
		k := catalogue{Title: d.About.Title, Laboratory: d}
		for _, l := range d.Lab.Lessons() {
			k.Items = append(k.Items, offer{l, reached[l.Name]})
		}
		if len(k.Items) > 0 || len(d.Lab.Reference()) > 0 {
			out = append(out, k)
		}
	}
	return out
}
