// Package experiments is the page of what each laboratory computes at the press of a button,
// with the results of its default setting that were computed when the site was built.
package experiments

import (
	"bytes"
	"cmp"
	"slices"

	"github.com/vugu/vugu"

	"indistinct/core/lang"
	"indistinct/core/sheet"
	"indistinct/ui/chart"
	"indistinct/ui/page/control"
	"indistinct/ui/page/laboratory"
	"indistinct/ui/page/state"
	"indistinct/ui/page/view"
)

const page = "experiments"

type Feature struct {
	state.Plain
}

// Pages is the page of all experiments.
func (f *Feature) Pages() []state.Page {
	const title = "experiments.title"
	return []state.Page{{Name: page, Menu: title, Stored: true, Title: state.Titled(title)}}
}

// Fields is the experiment that a link computes on the page.
func (f *Feature) Fields() []state.Field { return []state.Field{{Name: "compute"}} }

// Read computes the experiment of a link and leads to it.
func (f *Feature) Read(x *state.Extra) {
	name, d := x.Take("compute"), f.M.Front
	for _, a := range d.Experiments() {
		if a.Name == name && f.M.Page == page && len(f.M.Notes) == 0 {
			(&Experiment{view.Card{Part: view.Part{M: f.M, D: d}, A: a}}).compute()
			f.M.Host.Focus(d.AnalysisID(name))
			return
		}
	}
	x.Add("compute", name) // which the page tells
}

func (f *Feature) Draw(at view.Slot) []vugu.Builder {
	if at == view.Below && f.M.Page == page {
		return []vugu.Builder{&Experiments{M: f.M}}
	}
	return nil
}

type Experiments struct{ M *state.Model }

func (c *Experiments) laboratories() []*laboratory.State {
	return slices.DeleteFunc(c.M.Laboratories(), func(d *laboratory.State) bool { return len(d.Experiments()) == 0 })
}

// lead leads to a laboratory's experiments, further down the page.
func (c *Experiments) lead(e vugu.DOMEvent, d *laboratory.State) {
	if view.Follow(e) {
		c.M.Host.Focus("experiments-" + d.About.Name)
	}
}

// Experiment is one experiment on the Experiments page: a picture and the result
// that was computed when the site was built, until it is computed here.
type Experiment struct{ view.Card }

// sheet is what is shown: what was computed here, else what was stored.
func (c *Experiment) sheet() *sheet.Sheet {
	return cmp.Or(c.Task().Sheet, c.Task().Stored)
}

func (c *Experiment) fold() string { return "exhibit " + c.A.Name }

// Open reports whether the whole sheet is shown: on demand, and once it has been
// computed here.
func (c *Experiment) open() bool { return c.sheet() != nil && c.D.Open[c.fold()] }

// thumb is the first chart, small; the numbers stand in the sheet.
func (c *Experiment) thumb() vugu.HTMLer {
	return vugu.HTML(chart.Thumb(c.M.L, &c.sheet().Charts[0], "thumb-"+c.D.About.Name+"-"+c.A.Name, 284, 185,
		chart.Variables).XML())
}

func (c *Experiment) pictured() bool {
	return c.sheet() != nil && len(c.sheet().Charts) > 0 && !c.open()
}

func (c *Experiment) from() lang.Message {
	switch t := c.Task(); {
	case t.Running && t.Sheet == nil && t.Stored != nil:
		return lang.Say("experiments.from.running")
	case t.Sheet != nil && t.StaleFor(c.D.Spec):
		return lang.Say("experiments.from.stale")
	case t.Sheet != nil && t.Stored != nil && len(c.A.Brief) == 0 && t.Spec.Equal(c.D.Defaults):
		same := bytes.Equal(t.Raw, t.StoredRaw)
		return lang.Say(view.Either(same, "experiments.from.same", "experiments.from.other"))
	case t.Sheet != nil:
		return lang.Say("experiments.from.here")
	case t.Stored != nil && len(c.A.Brief) > 0:
		return lang.Say("experiments.from.brief", "settings", c.brief())
	case t.Stored != nil && c.D.Opening().Equal(c.D.Spec):
		return "" // as the page says of all
	case t.Stored != nil:
		return lang.Say("experiments.from.differs")
	}
	return lang.Say("experiments.from.none")
}

// brief says what the build set to be done in time, and what stands here.
func (c *Experiment) brief() []lang.Message {
	var out []lang.Message
	s := c.A.Outline(c.D.Table, c.D.About.Name)
	for i := range c.D.Table {
		if p := &c.D.Table[i]; c.A.Brief[p.Name] != "" {
			out = append(out, lang.Say("experiments.from.setting", "param", p.Label(), "value", control.Setting(s, p),
				"yours", control.Setting(c.D.Spec, p)))
		}
	}
	return out
}

func (c *Experiment) verb() lang.Message {
	return lang.Say(view.Either(c.sheet() != nil, "page.compute.here.again", "page.compute.here"))
}

// compute runs it and opens it, so that its progress shows in its charts.
func (c *Experiment) compute() {
	c.D.Open[c.fold()] = true
	c.M.Compute(c.D, c.A.Name)
}

func (c *Experiment) more() lang.Message {
	return lang.Say(view.Either(c.open(), "page.less", "page.more"))
}
