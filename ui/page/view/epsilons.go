package view

import (
	"math"

	"indistinct/core/audit"
	"indistinct/core/lab"
	"indistinct/core/sheet"
	"indistinct/ui/chart"
)

// ghosts are A's values on the axis of verdicts: what is proven and what is
// exact.
func ghosts(r *lab.Report) []chart.Epsilon {
	var out []chart.Epsilon
	for _, e := range epsilons(r) {
		if e.Shape == chart.Arrow || e.Shape == chart.Diamond {
			e.Ghost, e.Name = true, "A "+e.Name
			out = append(out, e)
		}
	}
	return out
}

// epsilons are the values of a report for one axis.
func epsilons(r *lab.Report) []chart.Epsilon {
	out := []chart.Epsilon{
		{At: float64(r.Epsilon), Name: "claim", Text: sheet.Brief(float64(r.Epsilon), 4), Role: sheet.Ink,
			Shape: chart.Wall},
	}
	if r.Pending != audit.PendingReleases {
		out = append(out, chart.Epsilon{At: float64(r.EpsilonC), Name: "paper",
			Text: sheet.Brief(float64(r.EpsilonC), 3), Role: sheet.Paper, Shape: chart.Ring})
	}
	proven := chart.Epsilon{At: float64(r.Strong.Epsilon), Name: "proven", Text: "≥ " + r.Proven(), Role: sheet.Strong,
		Shape: chart.Arrow}
	if proven.At <= 0 {
		proven.At, proven.Name, proven.Text = 0, "nothing", "proven"
	}
	out = append(out, proven)
	switch {
	case r.ExactDelta != nil && r.Delta > 0:
		out = append(out, chart.Epsilon{At: float64(*r.ExactDelta), Name: "exact",
			Text: sheet.Brief(float64(*r.ExactDelta), 4), Role: sheet.Truth, Shape: chart.Diamond})
	case r.ExactPure != nil:
		out = append(out, chart.Epsilon{At: float64(*r.ExactPure), Name: "exact",
			Text: sheet.Brief(float64(*r.ExactPure), 4), Role: sheet.Truth, Shape: chart.Diamond})
	}
	if r.Claimed != nil {
		out = append(out, chart.Epsilon{At: float64(*r.Claimed), Name: r.ClaimBy,
			Text: sheet.Brief(float64(*r.Claimed), 4), Role: chart.Soft, Shape: chart.Square})
	}
	return out
}

// bet says it from the exact law where a meter knows it, else from the bound
// that the releases prove.
func bet(r *lab.Report, m *lab.Meter) string {
	if m != nil && m.Shows == 0 {
		right := float64(m.Success)
		switch {
		case right <= 0.5:
			return "Who sees one release can bet no better than 50 to 50 (exact law)."
		case right > 0.9999 && right < 1:
			return "Who sees one release can bet more than 99.99 to 0.01 (exact law)."
		}
		return "Who sees one release can bet " + percents(right) + " to " + percents(1-right) + " (exact law)."
	}
	eps := float64(r.Strong.Epsilon)
	if !(eps > 0) || r.Pending != "" && r.Pending != audit.PendingExact {
		return ""
	}
	odds := math.Exp(eps)
	if odds < 1.05 {
		return ""
	}
	where := "Who sees a release inside the event"
	if r.Strong.Event.Opposite != nil {
		where = "Who sees a release inside one of the two events"
	}
	if r.Delta > 0 {
		where = "But for a share δ of the releases, who sees one inside the event"
	}
	return where + " can bet at least " + sheet.AtLeast(odds) + " to 1 (proven)."
}

// percents is a share in per cent for a bet, which with the other side's adds up
// to 100.
func percents(v float64) string {
	p := 100 * v
	switch {
	case p >= 99 || p < 1:
		return sheet.Brief(math.Round(100*p)/100, 4)
	case p >= 95 || p < 5:
		return sheet.Brief(math.Round(10*p)/10, 3)
	}
	return sheet.Brief(math.Round(p), 2)
}
