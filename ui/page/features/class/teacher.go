package class

import (
	"slices"

	"github.com/vugu/vugu"

	"indistinct/core/lab"
	"indistinct/core/lang"
	"indistinct/core/sheet"
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
	switch p, d := c.F.Pupil, c.F.M.Front; {
	case p.Strays(d):
		return lang.Say("class.away")
	case p.Riddle && p.Asks(d):
		return lang.Say("class.riddle.found", "used", p.Used)
	case p.Riddle:
		return lang.Say("class.riddle", "used", p.Used, "label", "")
	}
	return lang.Say("class.here")
}

// options are those of a lesson's question, none outside of one.
func (c *Teacher) options() []lang.Message {
	if k := c.M.Course; k.In(c.M.Front.About.Name) && k.Asks() {
		return k.Lesson.Options(k.Laboratory, k.Step+1)
	}
	return nil
}

// table is the class's codes and what each says, for a spreadsheet. In the code of a challenge
// the releases stand in the place of the seed.
func (c *Teacher) table() *sheet.Table {
	seed, times := lang.Say("class.column.seed"), uint64(1)
	if c.F.Pose {
		seed, times = lang.Say("class.column.releases"), used
	}
	options := append([]lang.Message{""}, c.options()...) // 0 is no prediction
	t := &sheet.Table{ID: page,
		Columns: sheet.Columns[any]("class.column.", "code", seed, "step", "prediction", "verdict", "bound")}
	for _, code := range c.F.Desk.Found(c.M.Front) {
		verdict := lang.Say(view.Either(code.Violation, "again.chart.series.found", "again.chart.series.missed"))
		t.Add(sheet.Words(lang.Verbatim(code.String())), sheet.Count(float64(times*code.Seed)),
			sheet.Words(lang.Verbatim(c.M.Course.Link(false))), sheet.Words(options[code.Choice%len(options)]),
			sheet.Words(verdict), sheet.Number(float64(code.Proven), 3))
	}
	return t
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
// is more to talk about than all or none; −1 where there is none.
func (c *Teacher) half() int {
	return slices.IndexFunc(c.M.Front.Presets, func(p lab.Preset) bool { return p.Name == "class" })
}

// Phone is a run's code on the phone of a pupil.
type Phone struct {
	M *state.Model
	F *Feature
}

func (c *Phone) text() string { return c.F.Pupil.Code(c.M.Front) }
