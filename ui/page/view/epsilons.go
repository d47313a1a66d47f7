package view

import (
	"math"

	"indistinct/core/audit"
	"indistinct/core/lab"
	"indistinct/core/lang"
	"indistinct/core/sheet"
	"indistinct/ui/chart"
)

// ghosts are those of run A on the axis of run B: what it proves and what is exact.
func ghosts(l *lang.Language, r *lab.Report) []chart.Epsilon {
	var out []chart.Epsilon
	for _, e := range epsilons(l, r) {
		if e.Shape == chart.Arrow || e.Shape == chart.Diamond {
			e.Ghost, e.Name = true, l.Text("page.axis.a", "name", e.Name)
			out = append(out, e)
		}
	}
	return out
}

// epsilons are what the verdict's axis carries: the claim, what is proven and what is
// exact.
func epsilons(l *lang.Language, r *lab.Report) []chart.Epsilon {
	proven := chart.Epsilon{At: float64(r.Strong.Epsilon), Name: l.Text("page.axis.proven"),
		Text: l.Text("page.axis.atleast", "bound", r.Proven()), Role: sheet.Strong, Shape: chart.Arrow}
	if proven.At <= 0 {
		proven.At, proven.Name, proven.Text = 0, l.Text("page.axis.nothing"), l.Text("page.axis.proven")
	}
	out := []chart.Epsilon{{At: float64(r.Epsilon), Name: l.Text("page.axis.claim"), Text: l.Number(float64(r.Epsilon), ""),
		Role: sheet.Ink, Shape: chart.Wall}, proven}
	exact := r.ExactPure
	if r.ExactDelta != nil && r.Delta > 0 {
		exact = r.ExactDelta
	}
	if exact != nil {
		out = append(out, chart.Epsilon{At: float64(*exact), Name: l.Text("page.axis.exact"),
			Text: l.Number(float64(*exact), ""), Role: sheet.Truth, Shape: chart.Diamond})
	}
	return out
}

// bet is what a report means, as a bet, for someone who sees one release. Where the law
// of the releases is known the meter says it.
func bet(r *lab.Report, m *lab.Meter) lang.Message {
	eps := float64(r.Strong.Epsilon)
	odds := math.Exp(eps)
	switch {
	case m != nil && m.Shows == 0, !(odds >= 1.05), r.Pending == audit.PendingReleases:
		return ""
	case r.Delta > 0:
		return lang.Say("page.bet.delta", "odds", odds)
	case r.Strong.Event.Opposite != nil:
		return lang.Say("page.bet.opposite", "odds", odds)
	}
	return lang.Say("page.bet", "odds", odds)
}
