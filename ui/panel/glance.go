package panel

import (
	"math"
	"strings"

	"github.com/vugu/vugu"

	"indistinct/core/audit"
	"indistinct/core/lab"
	"indistinct/core/sheet"
	"indistinct/ui/chart"
)

// The verdict at a glance: one axis that carries every ε, and one bet.

// open reports whether the verdict holds for the settings on show; one from
// before is a strip.
func (c *Verdict) open() bool { return c.D.Report != nil && !c.D.stale() }

func (c *Verdict) axis() vugu.HTMLer {
	width := 360.0
	if c.M.Presenting { // larger letters in the same place
		width = 280
	}
	values := epsilons(c.D.Report)
	if c.D.second() != nil && !c.D.A.waits() {
		values = append(values, ghosts(c.D.A.Report)...)
	}
	return vugu.HTML(chart.Epsilons(values, width, chart.Variables).XML())
}

// epsilons are the values of a report for one axis.
func epsilons(r *lab.Report) []chart.Epsilon {
	out := []chart.Epsilon{
		{At: float64(r.Epsilon), Name: "claim", Text: sheet.Brief(float64(r.Epsilon), 4), Role: sheet.Ink, Shape: chart.Wall},
	}
	if r.Pending != audit.PendingReleases {
		out = append(out, chart.Epsilon{At: float64(r.EpsilonC), Name: "paper", Text: sheet.Brief(float64(r.EpsilonC), 3), Role: sheet.Paper, Shape: chart.Ring})
	}
	proven := chart.Epsilon{At: float64(r.Strong.Epsilon), Name: "proven", Text: "≥ " + r.Proven(), Role: sheet.Strong, Shape: chart.Arrow}
	if proven.At <= 0 {
		proven.At, proven.Name, proven.Text = 0, "nothing", "proven"
	}
	out = append(out, proven)
	switch {
	case r.ExactDelta != nil && r.Delta > 0:
		out = append(out, chart.Epsilon{At: float64(*r.ExactDelta), Name: "exact", Text: sheet.Brief(float64(*r.ExactDelta), 4), Role: sheet.Truth, Shape: chart.Diamond})
	case r.ExactPure != nil:
		out = append(out, chart.Epsilon{At: float64(*r.ExactPure), Name: "exact", Text: sheet.Brief(float64(*r.ExactPure), 4), Role: sheet.Truth, Shape: chart.Diamond})
	}
	if r.Claimed != nil {
		out = append(out, chart.Epsilon{At: float64(*r.Claimed), Name: r.ClaimBy, Text: sheet.Brief(float64(*r.Claimed), 4), Role: chart.Soft, Shape: chart.Square})
	}
	return out
}

// bet is what a report means for someone who sees one release, as a bet.
func (c *Verdict) bet() string { return bet(c.D.Report, c.D.Meter) }

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

// split divides a report's sheet: what is seen first, and what the evidence
// holds.
func split(s *sheet.Sheet) (first, rest *sheet.Sheet) {
	first, rest = &sheet.Sheet{}, &sheet.Sheet{Tables: s.Tables, Notes: s.Notes}
	for _, c := range s.Charts {
		switch c.ID {
		case "region":
			first.Charts = append([]sheet.Chart{c}, first.Charts...)
		case "profile", "running":
			first.Charts = append(first.Charts, c)
		default:
			rest.Charts = append(rest.Charts, c)
		}
	}
	return first, rest
}

func (c *Evidence) first() *sheet.Sheet { return c.D.firstSheet() }
func (c *Evidence) rest() *sheet.Sheet  { return c.D.result.rest }

// settings are all settings of the report in one paragraph, for paper.
func (c *Evidence) settings() string {
	var b strings.Builder
	b.WriteString(c.D.About.Title + ". ")
	s := c.D.Report.Spec
	for i := range c.D.Table {
		p := &c.D.Table[i]
		if !s.Shown(p) {
			continue
		}
		f := Field{P: p, Text: shown(s, p)}
		value := f.Text
		if l := f.optionLabel(); l != "" {
			value = l
		}
		b.WriteString(f.name() + ": " + strings.TrimSpace(value+" "+p.Unit) + ". ")
	}
	return b.String()
}
