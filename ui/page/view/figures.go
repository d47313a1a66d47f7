package view

import (
	"math"
	"strconv"

	"indistinct/core/audit"
	"indistinct/core/lab"
	"indistinct/core/sheet"
	"indistinct/ui/page/control"
)

// Figure is one number of the row under a verdict.
type Figure struct {
	Label string
	Sign  string // "=", "≥"
	Text  string
	Role  sheet.Role
	Help  string
	Note  string
	ID    string // of the element that holds the number
	Raw   string // every digit
}

// class is the figure's CSS class.
func (f Figure) class() string { return "figure role-" + string(f.Role) }

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

// show is a number that a person chose: no digits that say nothing.
func show(v float64) string {
	if a := math.Abs(v); a != 0 && (a < 1e-4 || a >= 1e7) || math.IsInf(v, 0) || math.IsNaN(v) {
		return sheet.Format(v, 4)
	}
	return control.Short(v)
}

func exactNote(running bool) string {
	if running {
		return "being computed"
	}
	return "not computed"
}

// figures is the row of numbers of a report; running says whether its run goes
// on.
func figures(r *lab.Report, running bool) []Figure {
	out := []Figure{{
		Label: "paper's rule", Sign: "ε_c =", Text: control.Short(float64(r.EpsilonC)),
		Raw: control.PlainNumber(float64(r.EpsilonC)), Role: sheet.Paper, ID: "epsilon-c",
		Help: "Critical ε: the smallest ε that Algorithms 1 to 5 of Han & Martínez do not reject. It bounds nothing: the test sees a few events only.",
	}}
	if r.Pending == audit.PendingReleases { // not yet the number that the name stands for
		out[0].ID += "-so-far"
	}
	level := strconv.FormatFloat(100*r.Strong.Level, 'f', -1, 64)
	out = append(out, Figure{
		Label: "proven from releases", Sign: "ε ≥", Text: r.Proven(),
		Raw: control.PlainNumber(float64(r.Strong.Epsilon)), Role: sheet.Strong, ID: "epsilon-strong",
		Help: "Lower confidence bound: with " + level +
			" % confidence the mechanism's ε is at least this, at the claim's δ.",
	})
	if r.ExactDelta != nil && r.Delta > 0 {
		out = append(out, Figure{Label: "exact at δ", Sign: "ε =", Text: sheet.Format(float64(*r.ExactDelta), 4),
			Raw: control.PlainNumber(float64(*r.ExactDelta)), Role: sheet.Truth, ID: "epsilon-exact",
			Help: "The true ε of these two inputs at the claim's δ. " + r.ExactHow})
	} else if r.ExactPure != nil {
		out = append(out, Figure{Label: "exact", Sign: "ε =", Text: sheet.Format(float64(*r.ExactPure), 4),
			Raw: control.PlainNumber(float64(*r.ExactPure)), Role: sheet.Truth, ID: "epsilon-exact",
			Help: "The true ε of these two inputs. " + r.ExactHow})
	} else if r.Pending == audit.PendingExact {
		label := "exact"
		if r.Delta > 0 {
			label = "exact at δ"
		}
		out = append(out, Figure{Label: label, Sign: "ε =", Text: "…", Role: sheet.Truth, ID: "epsilon-exact-pending",
			Note: exactNote(running),
			Help: "The true ε of these two inputs, which takes longer than the test."})
	}
	claim := Figure{Label: "claim tested", Sign: "ε =", Text: show(float64(r.Epsilon)),
		Raw: control.PlainNumber(float64(r.Epsilon)), Role: sheet.Ink, ID: "epsilon-claim",
		Help: "The claim that the test was held against."}
	if r.Delta > 0 {
		claim.Note = "δ = " + sheet.Format(float64(r.Delta), 3)
	}
	out = append(out, claim)
	if r.Claimed != nil {
		f := Figure{Label: "by " + r.ClaimBy, Sign: "ε =", Text: show(float64(*r.Claimed)),
			Raw: control.PlainNumber(float64(*r.Claimed)), Role: sheet.Ink, ID: "epsilon-theory", Help: r.ClaimFrom}
		if r.ClaimDelta != nil && *r.ClaimDelta > 0 {
			f.Note = "δ = " + sheet.Format(float64(*r.ClaimDelta), 3)
		}
		out = append(out, f)
	}
	return out
}

// keyFacts returns the facts shown at first sight.
func keyFacts(facts []lab.Fact, key bool) []lab.Fact {
	var out []lab.Fact
	for _, f := range facts {
		if f.Key == key {
			out = append(out, f)
		}
	}
	return out
}
