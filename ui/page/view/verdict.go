package view

import (
	"math"
	"strings"

	"github.com/vugu/vugu"

	"indistinct/core/audit"
	"indistinct/core/lab"
	"indistinct/core/lang"
	"indistinct/core/sheet"
	"indistinct/ui/chart"
	"indistinct/ui/page/control"
	"indistinct/ui/page/laboratory"
	"indistinct/ui/page/state"
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

// old reports whether the verdict on show is of the run before the one that is on.
func (c *Verdict) old() bool { return c.D.Judged() && c.runs() && c.D.Report.Pending == "" }

// class is the verdict's colour.
func (c *Verdict) class() string { _, k := badged(c.D.Report.Verdict); return "result " + k }

// check says of a report that was computed when the page was built what this browser has computed.
func (c *Verdict) check() lang.Message {
	switch k := c.D.Check; {
	case c.D.Checking():
		return lang.Say("page.stored.checking")
	case k.Same:
		return lang.Say("page.stored.same")
	case k.Own != nil:
		return k.Say
	}
	return lang.Say("page.stored.unchecked", "why", c.D.Check.Fail)
}

// axis is the ruler: what is promised and what is proven.
func (c *Verdict) axis() vugu.HTMLer {
	width := 360.0
	if c.M.Presenting { // larger letters in the same place
		width = 280
	}
	values := epsilons(c.D.Report)
	if c.D.Second() != nil && !c.D.A.Waits() && letter(c.D.A.Report) == letter(c.D.Report) {
		values = append(values, epsilons(c.D.A.Report)[1].OfA()) // what run A proves
	}
	return vugu.HTML(chart.Epsilons(c.M.L, values, letter(c.D.Report), width, chart.Variables).XML())
}

// turn is the preset that a click leads to: of the first two, of which one keeps its promise
// and one breaks it, the one that is not in use.
func (c *Verdict) turn() int {
	if c.D.Preset == 1 {
		return 0
	}
	return 1
}

// weigh opens the evidence and leads to it.
func (c *Verdict) weigh() {
	c.D.Open["evidence"] = true
	c.M.Scene.Film()
	c.M.Host.Focus("evidence")
}

// Badge is a verdict in a word. Before says that it is of settings from before a change.
// Where it stands elsewhere too, Silent says that nobody need hear it.
type Badge struct {
	M              *state.Model
	Verdict        audit.Verdict
	Before, Silent bool
}

func (c *Badge) icon() string { i, _ := badged(c.Verdict); return i }

func (c *Badge) class() string {
	_, k := badged(c.Verdict)
	return "badge " + k + When(c.Before, " before")
}

// Figure is one number of the row under a verdict.
type Figure struct {
	Label lang.Message
	Sign  lang.Message // "ε =", "ε ≥"
	Text  lang.Message
	Note  lang.Message
	ID    string // of the element that holds the number
	Raw   string // every digit
}

func badged(v audit.Verdict) (icon, class string) {
	switch v {
	case audit.Violation:
		return "✕", "bad"
	case audit.NoViolation:
		return "○", "calm"
	}
	return "?", "open"
}

func deltaNote(delta sheet.Real) lang.Message {
	if delta > 0 {
		return lang.Say("page.delta", "delta", float64(delta))
	}
	return ""
}

// figures are the numbers of a verdict; running says that its run goes on.
func figures(r *lab.Report, running bool) []Figure {
	figure := func(label, sign string, v sheet.Real, id string) Figure {
		return Figure{Label: lang.Say(label), Sign: lang.Say(sign, "notion", ""),
			Text: lang.Say("page.number", "value", float64(v)),
			Raw:  control.PlainNumber(float64(v)), ID: id}
	}
	critical := figure("page.figure.critical", "page.sign.critical", r.EpsilonC, "epsilon-c")
	if r.Pending == audit.PendingReleases { // not yet the number that the name stands for
		critical.ID += "-so-far"
	}
	proven := figure("page.figure.proven", "page.sign.atleast", r.Strong.Epsilon, "epsilon-strong")
	proven.Text = lang.Say("page.bound", "bound", r.Proven())
	out := []Figure{critical, proven}
	if c := r.Curved; c != nil {
		out = append(out, Figure{Label: lang.Say("page.figure.curve"), ID: "curve-proven",
			Text: lang.Say("page.bound", "bound", c.Proven()), Raw: control.PlainNumber(float64(c.Least)),
			Sign: lang.Say("page.sign.atleast", r.Claim().Places()...)})
	}
	if f := r.Fresh; f != nil && f.Proven() > 0 {
		out = append(out, Figure{Label: lang.Say("page.figure.fresh"), ID: "epsilon-fresh",
			Text: lang.Say("page.bound", "bound", f.Proven()), Raw: control.PlainNumber(f.Proven()),
			Sign: lang.Say("page.sign.atleast", r.Claim().Places()...)})
	}
	exact := Either(r.Delta > 0, "page.figure.exact.delta", "page.figure.exact")
	switch {
	case r.ExactDelta != nil && r.Delta > 0:
		out = append(out, figure(exact, "page.sign", *r.ExactDelta, "epsilon-exact"))
	case r.ExactPure != nil:
		out = append(out, figure("page.figure.exact", "page.sign", *r.ExactPure, "epsilon-exact"))
	case r.Pending == audit.PendingExact:
		out = append(out, Figure{Label: lang.Say(exact), Sign: lang.Say("page.sign", "notion", ""),
			Text: lang.Verbatim("…"), ID: "epsilon-exact-pending",
			Note: lang.Say(Either(running, "page.exact.coming", "page.exact.none"))})
	}
	claim := figure("page.figure.claim", "page.sign", r.Epsilon, "epsilon-claim")
	claim.Note = deltaNote(r.Delta)
	if c := r.Curved; c != nil {
		claim = figure("page.figure.claim", "page.sign", c.Value, "curve-claim")
		claim.Sign = lang.Say("page.sign", r.Claim().Places()...)
	}
	out = append(out, claim)
	if r.Claimed != nil {
		f := figure("page.figure.theory", "page.sign", *r.Claimed, "epsilon-theory")
		f.Label = lang.Say("page.figure.theory", "by", r.ClaimBy)
		if r.ClaimDelta != nil {
			f.Note = deltaNote(*r.ClaimDelta)
		}
		out = append(out, f)
	}
	return out
}

// epsilons are what the verdict's ruler carries: the claim and what is proven; of μ or ρ where the claim is.
func epsilons(r *lab.Report) []chart.Epsilon {
	if c := r.Curved; c != nil {
		return []chart.Epsilon{chart.Claim(float64(c.Value)), chart.Proven(float64(c.Least), float64(c.Value))}
	}
	out := []chart.Epsilon{chart.Claim(float64(r.Epsilon)), chart.Proven(float64(r.Strong.Epsilon), float64(r.Epsilon))}
	if r.ByDigits() && r.Real.Epsilon > 0 {
		out = append(out, chart.Real(float64(r.Real.Epsilon), float64(r.Epsilon)))
	}
	return out
}

// letter is what the axis is of.
func letter(r *lab.Report) string {
	if c := r.Curved; c != nil {
		return c.Notion.Definition().Symbol
	}
	return "ε"
}

// bet is what a report means, as a bet, for someone who sees one release. Where the law
// of the releases is known the meter says it.
func bet(r *lab.Report, m *lab.Meter) lang.Message {
	eps := float64(r.Strong.Epsilon)
	odds := math.Exp(eps)
	switch {
	case m != nil && m.Shows == 0, !(odds >= 1.05), r.Pending == audit.PendingReleases:
		return ""
	case r.Strong.Event.Opposite != nil:
		return lang.Say("page.bet.opposite", "odds", odds)
	}
	return lang.Say("page.bet", "odds", odds)
}

// Evidence is what a verdict rests on: pictures, sentences, tables.
type Evidence struct{ Part }

// Command is the native command for the report's settings, or for those in front where
// there is no report.
func Command(d *laboratory.State) string {
	s := d.Spec
	if d.Report != nil {
		s = d.Report.Spec
	}
	return command(s.Link(d.Table))
}

// command is the native command for a link, quoted for a POSIX shell.
func command(link string) string {
	return "go run ./core/cmd/verify -link '" + strings.ReplaceAll(link, "'", `'\''`) + "'"
}
