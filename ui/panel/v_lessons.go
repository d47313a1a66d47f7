package panel

import (
	"strconv"

	"indistinct/core/lab"
)

// catalogue is all lessons of a laboratory on the page of lessons.
type catalogue struct {
	Title string
	Desk  *Desk
	Items []offer
}

// offer is one lesson on that page.
type offer struct {
	lab.Lesson
	Reached int
}

// Lessons is the documentation.
type Lessons struct{ M *Model }

func (o offer) verb() string {
	switch {
	case o.Reached == 0:
		return "Start"
	case o.Reached >= len(o.Steps):
		return "Once more"
	}
	return "Go on at step " + strconv.Itoa(o.Reached)
}

// link opens the lesson where it was left.
func (o offer) link() string {
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
	reached := c.M.reached()
	var out []catalogue
	for _, d := range c.M.allDesks() {
		k := catalogue{Title: d.About.Title, Desk: d}
		for _, l := range d.Lab.Lessons() {
			k.Items = append(k.Items, offer{l, reached[l.Name]})
		}
		if len(k.Items) > 0 || len(d.Lab.Reference()) > 0 {
			out = append(out, k)
		}
	}
	return out
}
