package class

import (
	"strconv"

	"github.com/vugu/vugu"

	"indistinct/core/lang"
	"indistinct/ui/page/laboratory"
	"indistinct/ui/page/state"
	"indistinct/ui/page/view"
)

// Teacher is the page that draws what the phones of a class found.
type Teacher struct {
	M *state.Model
	F *Feature
}

// Where says on a phone that it is in a class, and whether the settings are those of it.
type Where struct{ F *Feature }

func (c *Where) text() lang.Message {
	switch p, d := c.F.Pupil, c.F.m.Front; {
	case p.Strays(d):
		return lang.Say("class.away")
	case p.Riddle && p.Asks(d):
		return lang.Say("class.riddle.found", "used", p.Used)
	case p.Riddle:
		return lang.Say("class.riddle", "used", p.Used, "label", "")
	}
	return lang.Say("class.here")
}

// guess is an option of a lesson's question, how many of the class predicted it, and which
// share of all who predicted.
type guess struct {
	Text  lang.Message
	N     int
	Share float64
}

// guesses are the class's predictions; none outside of a lesson's question.
func (c *Teacher) guesses() (out []guess) {
	k, d := c.M.Course, c.M.Front
	count, all := c.F.Desk.roll.Predicted(Mark(d.Table, d.Spec))
	if !k.In(d.About.Name) || !k.Asks() || all == 0 {
		return nil
	}
	for i := range k.At().Ask.Options {
		text := k.Lesson.Text(k.Laboratory, k.Step+1, "option."+strconv.Itoa(i+1))
		out = append(out, guess{text, count[i], float64(count[i]) / float64(all)})
	}
	return out
}

// join is the code of the link that the phones open; nil where there is none.
func (c *Teacher) join() vugu.HTMLer {
	if d := c.M.Front; !d.Spec.Linked(d.Table) {
		return nil
	}
	return c.F.qr.Of(c.F.Link(), c.M.Text("page.qr"))
}

// settings are the laboratory and what is claimed in it.
func (c *Teacher) settings() lang.Message {
	return lang.Say("class.settings", "lab", c.M.Front.About.Title(),
		"eps", c.M.Front.Spec.Float(laboratory.EpsilonName))
}

// half is the number of the preset at which about half of the phones find a violation, which
// is more to talk about than all or none; "" where there is none.
func (c *Teacher) half() string {
	for i := range c.M.Front.Presets {
		if c.M.Front.Presets[i].Name == "class" {
			return strconv.Itoa(i)
		}
	}
	return ""
}

func (c *Teacher) back(e vugu.DOMEvent) {
	if view.Follow(e) {
		c.M.Go("", "")
	}
}

// Phone is a run's code on the phone of a pupil.
type Phone struct {
	M *state.Model
	F *Feature
}

func (c *Phone) text() string { return c.F.Pupil.Code(c.M.Front) }
