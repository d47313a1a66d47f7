package view

import (
	"math"

	"indistinct/core/audit"
	"indistinct/core/lab"
	"indistinct/core/lang"
	"indistinct/ui/chart"
)

// ghosts are those of run A on the axis of run B: what it proves and what is exact.
func ghosts(r *lab.Report) []chart.Epsilon {
	var out []chart.Epsilon
	for _, e := range epsilons(r)[1:] {
		out = append(out, e.OfA())
	}
	return out
}

// epsilons are what the verdict's axis carries: the claim, what is proven and what is
// exact; of μ or ρ where the claim is.
func epsilons(r *lab.Report) []chart.Epsilon {
	if c := r.Curved; c != nil {
		return []chart.Epsilon{chart.Claim(float64(c.Value)), chart.Proven(float64(c.Least), float64(c.Value))}
	}
	out := []chart.Epsilon{chart.Claim(float64(r.Epsilon)), chart.Proven(float64(r.Strong.Epsilon), float64(r.Epsilon))}
	if r.ByDigits() && r.Real.Epsilon > 0 {
		out = append(out, chart.Real(float64(r.Real.Epsilon), float64(r.Epsilon)))
	}
	switch {
	case r.ExactDelta != nil && r.Delta > 0:
		out = append(out, chart.Exact(float64(*r.ExactDelta)))
	case r.ExactPure != nil:
		out = append(out, chart.Exact(float64(*r.ExactPure)))
	}
	return out
}

// letter is what the axis is of.
func letter(r *lab.Report) string {
	if c := r.Curved; c != nil {
		return c.Notion.Symbol()
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
