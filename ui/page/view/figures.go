package view

import (
	"indistinct/core/audit"
	"indistinct/core/lab"
	"indistinct/core/lang"
	"indistinct/core/sheet"
	"indistinct/ui/page/control"
)

// Figure is one number of the row under a verdict.
type Figure struct {
	Label lang.Message
	Sign  lang.Message // "ε =", "ε ≥"
	Text  lang.Message
	Note  lang.Message
	ID    string // of the element that holds the number
	Raw   string // every digit
}

// badged is a verdict as icon and class.
func badged(v audit.Verdict) (icon, class string) {
	switch v {
	case audit.Violation:
		return "✕", "badge bad"
	case audit.NoViolation:
		return "○", "badge calm"
	}
	return "?", "badge open"
}

// deltaNote says a δ above 0.
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
	exact := "page.figure.exact"
	if r.Delta > 0 {
		exact = "page.figure.exact.delta"
	}
	switch {
	case r.ExactDelta != nil && r.Delta > 0:
		out = append(out, figure(exact, "page.sign", *r.ExactDelta, "epsilon-exact"))
	case r.ExactPure != nil:
		out = append(out, figure("page.figure.exact", "page.sign", *r.ExactPure, "epsilon-exact"))
	case r.Pending == audit.PendingExact:
		note := lang.Say("page.exact.none")
		if running {
			note = lang.Say("page.exact.coming")
		}
		out = append(out, Figure{Label: lang.Say(exact), Sign: lang.Say("page.sign", "notion", ""),
			Text: lang.Verbatim("…"), ID: "epsilon-exact-pending", Note: note})
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
