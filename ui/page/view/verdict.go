package view

import (
	"github.com/vugu/vugu"

	"indistinct/core/lang"
	"indistinct/ui/chart"
)

// Verdict is the result of a test at a glance.
type Verdict struct{ Part }

// coming reports whether a test waits for the program that runs it.
func (c *Verdict) coming() bool { return c.D.Run != nil && !c.D.Opened }

// runs reports whether a test is under way, or still on the stage.
func (c *Verdict) runs() bool { return c.D.Run != nil || c.M.Scene.Withheld() }

// waits reports whether there is no verdict to show: none yet, or one from before while
// the next one comes.
func (c *Verdict) waits() bool {
	return !c.coming() && c.D.Failed == "" && (c.D.Report == nil || c.runs() && c.D.Stale())
}

func (c *Verdict) stale() bool { return c.D.Stale() && !c.runs() }

// before is what stands where the verdict will be.
func (c *Verdict) before() lang.Message {
	if c.M.Scene.Withheld() && c.M.Scene.OnShow() {
		return lang.Say("page.before.show")
	}
	if c.D.Run != nil {
		return lang.Say("page.before.drawing")
	}
	return c.D.About.Before(c.D.Spec.Int("m"))
}

// axis carries every ε of the verdict.
func (c *Verdict) axis() vugu.HTMLer {
	width := 360.0
	if c.M.Presenting { // larger letters in the same place
		width = 280
	}
	values := epsilons(c.D.Report)
	if c.D.Second() != nil && !c.D.A.Waits() && letter(c.D.A.Report) == letter(c.D.Report) {
		values = append(values, ghosts(c.D.A.Report)...)
	}
	return vugu.HTML(chart.Epsilons(c.M.L, values, letter(c.D.Report), width, chart.Variables).XML())
}

// weigh opens the evidence and leads to it.
func (c *Verdict) weigh() {
	c.D.Open["evidence"] = true
	c.M.Scene.Film()
	c.M.Host.Focus("evidence")
}
