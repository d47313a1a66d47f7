package view

import (
	"math"
	"strconv"

	"github.com/vugu/vugu"

	"indistinct/core/lab"
	"indistinct/core/lang"
	"indistinct/ui/page/control"
	"indistinct/ui/page/laboratory"
	"indistinct/ui/page/state"
)

// Basics are what is set at first sight: the main slider, below the adversary's odds.
type Basics struct{ Part }

func (c *Basics) main() *control.Field { return c.D.Field(c.D.MainSlider()) }

// metered reports whether there is something to say of what an adversary can do. While a
// lesson asks for a prediction it is not said: it tells the answer.
func (c *Basics) metered() bool {
	k := c.M.Course
	asked := k.In(c.D.About.Name) && !k.Ended && k.Asks() && (k.Quiet || k.Open())
	return c.D.Meter != nil && !asked
}

// meter says what moves with the main slider.
func (c *Basics) meter() lang.Message {
	m, in := c.D.Meter, c.D.Inputs
	if m.Shows > 0 {
		return lang.Say("page.meter.shows", "eps", m.Shows)
	}
	return lang.Say("page.meter", "right", float64(m.Success), "most", Yes(m.AtMost), "named", Yes(in[0] != ""),
		"one", in[0], "other", in[1])
}

// Claim is the claim that is tested, in a line that unfolds its control.
type Claim struct{ Part }

func (c *Claim) field() *control.Field { return c.D.Field(c.D.Table.Find(laboratory.EpsilonName)) }

// open is whether the control is unfolded: an attribute, which stays as the visitor has it
// until it is to change.
func (c *Claim) open() *string {
	return Given(When(c.D.Open["claim"] || c.M.Presenting || c.field().Bad != "", "open"))
}

// promise is the line: who promises what. The promise is nobody's where the visitor only asks whether it is kept.
func (c *Claim) promise() lang.Message {
	if b := c.D.Script.CurvedClaim(); b != nil {
		return lang.Say("page.claim.curve", b.Places("value", b.Value, "by", c.D.Spec.Text("asks"))...)
	}
	id, odds, in := "page.promise", lang.Beside(math.Exp(c.D.Asks().Epsilon), 1), c.D.Inputs
	if odds >= 1e6 || in[0] == "" {
		id = "page.promise.weak"
	}
	return lang.Say(id, "by", c.D.By, "odds", odds, "eps", c.D.Asks().Epsilon, "delta", c.D.Asks().Delta, "one", in[0],
		"other", in[1])
}

// strip says that the program claims something else than is tested.
func (c *Claim) strip() lang.Message {
	b, a := *c.D.Script.OtherClaim(), c.D.Asks()
	if b.Delta == 0 && a.Delta == 0 {
		return lang.Say("page.claim.other", "claims", b.Epsilon, "asks", a.Epsilon)
	}
	return lang.Say("page.claim.other.delta", "claims", b.Epsilon, "delta", b.Delta, "asks", a.Epsilon,
		"asksDelta", a.Delta)
}

// test is the strip's button; "" where the table takes no such claim.
func (c *Claim) test() lang.Message {
	b := c.D.Script.OtherClaim()
	s := c.D.Script.WithClaim()
	switch {
	case s.Float(laboratory.EpsilonName) != b.Epsilon || s.Float("delta") != b.Delta:
		return ""
	case b.Delta == 0 && c.D.Asks().Delta == 0:
		return lang.Say("page.claim.test", "eps", b.Epsilon)
	}
	return lang.Say("page.claim.test.delta", "eps", b.Epsilon, "delta", b.Delta)
}

// Control is one parameter.
type Control struct {
	M *state.Model
	F *control.Field
}

func (c *Control) key(e vugu.DOMEvent) {
	if c.M.Press(c.F.P.Name, e.PropString("key")) {
		e.PreventDefault()
	}
}

// described names the texts that belong to the control.
func (c *Control) described() string {
	return When(c.F.Bad != "", c.F.ID+"-b ") + c.F.ID + "-h"
}

// help is the control's explanation and what it accepts.
func (c *Control) help() lang.Message {
	p, l := c.F.P, c.M.L
	out := []lang.Message{l.Optional(p.Say("help"))}
	if m := p.Say(c.F.Text + ".help"); p.Kind == lab.Choice && l.Has(m.ID()) {
		out = append(out, lang.Say("page.help.choice", "choice", p.Say(c.F.Text), "help", m))
	}
	if p.Kind != lab.Choice && p.Kind != lab.Flag {
		out = append(out, lang.Say("page.help.accepts", "accepts", p.Accepts()))
	}
	return lang.Sentences(out...)
}

// end is what an end of the slider means: "low" or "high"; "" where it is not said.
func (c *Control) end(which string) string {
	return c.M.Say(c.M.L.Optional(c.F.P.Say(which)))
}

// Drawer holds what does not stand at first sight: presets, the test's repetition and all
// other settings.
type Drawer struct{ Part }

func (c *Drawer) groups() []*laboratory.Group { return c.D.ControlGroups(c.M.L) }

// repeats reports whether the repetition can begin.
func (c *Drawer) repeats() bool {
	t := c.D.Tasks[lab.Again]
	return c.D.Ready() && c.D.Run == nil && (t == nil || !t.Running)
}

// Presets shows a laboratory's presets side by side, a column for each group.
type Presets struct{ Part }

// take opens a preset; the shelf is long, so the stage comes back into sight.
func (c *Presets) take(i int) {
	c.M.Preset(strconv.Itoa(i))
	c.M.Host.Reveal("stage")
}
