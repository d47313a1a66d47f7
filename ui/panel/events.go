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
	if h := c.F.OptionHelp(); h != "" {
		s += " " + c.F.OptionLabel() + ": " + h
	}
	if c.F.P.Kind != lab.Choice && c.F.P.Kind != lab.Flag {
		s += " It takes " + c.F.P.Accepts() + "."
	}
	return s
}

func (c *Play) key(e vugu.DOMEvent) {
	if e.PropString("key") == "Enter" {
		e.PreventDefault()
		c.M.GameNext()
	}
}

func (c *Loader) label() string {
	if c.D.readsData() {
		return "Load a run or data of your own"
	}
	return "Load a run"
}

func (c *Loader) accept() string {
	if c.D.readsData() {
		return ".json,.csv,.txt,application/json,text/csv,text/plain"
	}
	return ".json,application/json"
}

// closed reports whether no guess is taken at the moment.
func (c *Play) closed() bool { return c.D.Game.Stage != GameOpen }

// waits reports whether the button would do nothing. It stays focusable, so
// that a keyboard visitor does not lose the place between rounds.
func (c *Play) waits() bool {
	return c.D.Game.Stage == GameWait || !c.D.Game.Plays() && len(c.D.Cross) > 0
}

// step is the slider's: from one place to the next.
func (c *Play) step() string {
	if r := c.D.Game.Round; r != nil && r.Places > 0 {
		return short(360 / float64(r.Places))
	}
	return "1"
}

// slider is the slider's position.
func (c *Play) slider() string {
	if v, ok := parseAngle(c.D.Game.Draft); ok {
		return degrees(v)
	}
	return "0"
}

// clues are the round in numbers while it is played, nil where there are none.
func (c *Play) clues() *sheet.Table {
	if g := c.D.Game; g.Stage == GameOpen || g.Stage == GameScored {
		return g.Round.Clues
	}
	return nil
}

// clueless reports whether there is no scene to look at.
func (c *Play) clueless() bool { return c.M.Broken != "" }

// other reports whether the settings are no longer those of the game.
func (c *Play) other() bool {
	return c.D.Game.Plays() && !c.D.Game.Spec.Equal(c.D.Spec)
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
	here := c.M.Page == page && (page != Laboratory || c.M.Desk.About.Name == lab)
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
	return Join(d.Spec.Link(d.Table), Extra{Page: page})
}

func (c *Run) disabled() bool { return !c.D.Ready() || c.D.Run != nil }

func (c *Presets) custom() string {
	if c.D.keepSeed(c.D.Table.Defaults(c.D.About.Name)).Equal(c.D.Spec) {
		return "Defaults"
	}
	return "Your own"
}

// note is the sentence of the preset in use.
func (c *Presets) note() string {
	if c.D.preset >= 0 {
		return c.D.presets[c.D.preset].Note
	}
	return ""
}

func (c *Controls) more(g *Group) string {
	if g.Open {
		if len(g.First) == 0 {
			return g.Title
		}
		return "less"
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
	if len(g.First) == 0 {
		return g.Title + ": " + names
	}
	return "more: " + names
}

func (c *Controls) moreLabel(g *Group) string {
	if g.Open {
		return "Less of " + g.Title
	}
	return "More of " + g.Title
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

func (c *Verdict) badgeIcon() string  { i, _ := Badge(c.D.Report.Verdict); return i }
func (c *Verdict) badgeClass() string { _, k := Badge(c.D.Report.Verdict); return k }

// before is what stands where the verdict will be.
func (c *Verdict) before() string {
	if c.D.Run != nil {
		return "Drawing releases of both records."
	}
	return "No test has run yet. Run test draws releases from two adjacent records and looks for a difference larger than the claim allows."
}

func (c *Verdict) needed() string {
	return "Draw " + sheet.Format(float64(c.D.Report.Needed), 2) + " releases to decide"
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

// hasStar reports whether there is a sensor to move; in a game it hides.
func (c *Transport) hasStar() bool {
	_, ok := c.M.Desk.star()
	return ok && !c.M.Desk.Game.Plays()
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

func (c *Root) withExperiments() []*Desk {
	var out []*Desk
	for _, d := range c.M.Desks() {
		if len(d.analyses(Experiments)) > 0 {
			out = append(out, d)
		}
	}
	return out
}
