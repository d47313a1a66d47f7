package panel

import (
	"github.com/vugu/vugu"

	"indistinct/core/lab"
	"indistinct/core/sheet"
)

func (c *Control) flag(e vugu.DOMEvent) {
	v := "0"
	if e.PropBool("target", "checked") {
		v = "1"
	}
	c.M.Choose(c.F.P.Name, v)
}

func (c *Control) key(e vugu.DOMEvent) {
	if c.M.Press(c.F.P.Name, e.PropString("key")) {
		e.PreventDefault()
	}
}

// described names the texts that belong to the control.
func (c *Control) described() string {
	if c.F.Bad != "" {
		return c.F.ID + "-b " + c.F.ID + "-h"
	}
	return c.F.ID + "-h"
}

// help is the control's explanation and what it accepts.
func (c *Control) help() string {
	s := c.F.P.Help
	if h := c.F.optionHelp(); h != "" {
		s += " " + c.F.optionLabel() + ": " + h
	}
	if c.F.P.Kind != lab.Choice && c.F.P.Kind != lab.Flag {
		s += " It takes " + c.F.P.Accepts() + "."
	}
	return s
}

func (c *Loader) label() string {
	switch {
	case c.D.readsData() && c.D.program() != nil:
		return "Load a run or a program"
	case c.D.readsData():
		return "Load a run or data of your own"
	}
	return "Load a run"
}

func (c *Loader) accept() string {
	if c.D.readsData() {
		return ".json,.csv,.txt,.star,.py,application/json,text/csv,text/plain"
	}
	return ".json,application/json"
}

func (c *Transport) star(e vugu.DOMEvent) {
	if c.M.MoveStar(e.PropString("key")) {
		e.PreventDefault()
	}
}

// goTo follows a link of the navigation unless it asks for a new tab.
func (c *Root) goTo(e vugu.DOMEvent, lab, page string) {
	if e.PropBool("ctrlKey") || e.PropBool("metaKey") || e.PropBool("shiftKey") {
		return
	}
	e.PreventDefault()
	c.M.Go(lab, page)
}

func (c *Root) current(lab, page string) *string {
	here := c.M.Page == page && (page != pageLaboratory || c.M.Desk.About.Name == lab)
	if !here {
		return nil
	}
	s := "page"
	return &s
}

// href is a navigation link's address, so that it can be opened in a new tab.
func (c *Root) href(lab, page string) string {
	d := c.M.Desk
	if lab != "" {
		d = c.M.desk(lab)
	}
	return joinLink(d.Spec.Link(d.Table), extra{Page: page})
}

func (c *Run) disabled() bool { return !c.D.ready() || c.D.Run != nil }

// wrong is the first field that keeps the test from running, nil if none.
func (c *Run) wrong() *lab.Param { return c.D.wrong() }

// press runs the test, or leads to what keeps it from running.
func (c *Run) press() {
	if c.D.wrong() != nil {
		c.M.Mend()
		return
	}
	c.M.Test()
}

func (c *Lead) custom() string {
	if c.D.opening().Equal(c.D.Spec) {
		return "As it opens"
	}
	return "Your own"
}

// note is the sentence of the preset in use.
func (c *Lead) note() string {
	if c.D.preset >= 0 {
		return c.D.presets[c.D.preset].Note
	}
	return ""
}

func (c *Basics) main() *Field  { return c.D.dial(c.D.mainSlider()) }
func (c *Basics) claim() *Field { return c.D.dial(c.D.Table.Find(claim)) }

// right is how often the adversary is right.
func (c *Basics) right() float64 { return float64(c.D.Meter.Success) }

// share is right in per cent.
func (c *Basics) share() string { return sheet.Share(c.right()) }

// shows is the least ε that a test of this size is likely to show.
func (c *Basics) shows() string { return sheet.Brief(float64(c.D.Meter.Shows), 3) }

func (c *Controls) more(g *group) string {
	if g.Open {
		return "fewer of " + g.Title
	}
	names := ""
	for i, f := range g.More {
		if i == 4 {
			names += ", …"
			break
		}
		if i > 0 {
			names += ", "
		}
		if f.P.Symbol != "" && len([]rune(f.P.Symbol)) <= 4 {
			names += f.P.Symbol
		} else {
			names += f.P.Label
		}
	}
	return "more: " + names
}

func (c *Run) fraction() float64 {
	if c.D.Run == nil {
		return 0
	}
	return c.D.Run.Progress.Fraction
}

func (c *Run) phase() string {
	if c.D.Run == nil {
		return ""
	}
	return c.D.Run.phase()
}

func (c *Run) pct() string { return percent(c.fraction()) }

func (c *Badge) icon() string { i, _ := badged(c.D.Report.Verdict); return i }
func (c *Badge) class() string {
	_, k := badged(c.D.Report.Verdict)
	return k + when(c.D.stale(), " before")
}

func (c *Verdict) badgeIcon() string  { i, _ := badged(c.D.Report.Verdict); return i }
func (c *Verdict) badgeClass() string { _, k := badged(c.D.Report.Verdict); return k }

// coming reports whether a test waits for the program that runs it.
func (c *Verdict) coming() bool { return c.D.Run != nil && !c.D.opened }

// before is what stands where the verdict will be.
func (c *Verdict) before() string {
	if c.D.Run != nil {
		return "Drawing releases of the record and of its neighbour."
	}
	return "Run test draws releases of the record and of its neighbour and looks for a difference larger than the claim allows."
}

func (c *Verdict) needed() string {
	return "Draw " + sheet.Format(float64(c.D.Report.Needed), 2) + " releases"
}

func (c *Card) t() *Task { return c.D.task(c.A.Name) }

func (c *Card) verb() string {
	if c.t().Sheet != nil {
		return "Compute again"
	}
	return "Compute"
}

type tempo struct {
	Value, Label string
	Speed        float64
}

var speeds = [...]tempo{{"0.25", "¼ ×", 0.25}, {"0.5", "½ ×", 0.5}, {"1", "1 ×", 1}, {"2", "2 ×", 2}, {"4", "4 ×", 4}}

func (c *Transport) playLabel() string {
	if c.M.Playing {
		return "Pause"
	}
	return "Play"
}

func (c *Transport) playIcon() string {
	if c.M.Playing {
		return "pause"
	}
	return "play"
}

func (c *Transport) last() int { return max(c.M.Steps-1, 1) }

func (c *Transport) ghost(e vugu.DOMEvent) {
	if c.M.MoveGhost(e.PropString("key")) {
		e.PreventDefault()
	}
}

// hasGhost reports whether the star's place in the neighbour can be moved.
func (c *Transport) hasGhost() bool {
	_, ok := c.M.Desk.Lab.Edit(c.M.Desk.Spec, "ghost:key", 0, 0)
	return ok && c.hasStar()
}

// hasStar reports whether there is a sensor to move; in a game it hides.
func (c *Transport) hasStar() bool {
	_, ok := c.M.Desk.star()
	return ok && !c.M.Desk.Game.plays()
}

func (c *Transport) starLabel() string { s, _ := c.M.Desk.star(); return "Move the " + s }

func themeName(t string) string {
	switch t {
	case "light":
		return "Light"
	case "dark":
		return "Dark"
	case "projector":
		return "Projector"
	}
	return "Auto"
}

// toExperiments leads to a laboratory's experiments, further down the page.
func (c *Root) toExperiments(e vugu.DOMEvent, d *Desk) {
	if e.PropBool("ctrlKey") || e.PropBool("metaKey") || e.PropBool("shiftKey") {
		return
	}
	e.PreventDefault()
	c.M.Host.Focus("experiments-" + d.About.Name)
}

func (c *Root) withExperiments() []*Desk {
	var out []*Desk
	for _, d := range c.M.allDesks() {
		if len(d.experiments()) > 0 {
			out = append(out, d)
		}
	}
	return out
}
