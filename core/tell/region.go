package tell

import (
	"math"

	"indistinct/core/audit"
	"indistinct/core/event"
	"indistinct/core/lang"
	"indistinct/core/privacy"
	"indistinct/core/sheet"
)

// exactProfile is a report's exact profile; nil where it has none, or a file has none that
// could be drawn.
func exactProfile(r *audit.Report) *audit.Profile {
	if p := r.Profile; p != nil && len(p.Epsilon) == len(p.Delta) && len(p.Delta) > 0 {
		return p
	}
	return nil
}

// exactTradeOff returns the least misses at a rate of false alarms that the
// points of a profile allow: each (ε, δ) is a promise that holds, and the best
// of them is tight in the limit of all points (Dong, Roth & Su 2022, Prop. 2.12).
func exactTradeOff(profile *audit.Profile, falseAlarms float64) float64 {
	best := 0.0
	for i, p := range profile.Epsilon {
		if e, d := float64(p), float64(profile.Delta[i]); !math.IsInf(e, 0) && d >= 0 && d <= 1 {
			best = math.Max(best, privacy.Budget{Epsilon: e, Delta: d}.TradeOff(falseAlarms))
		}
	}
	return best
}

// regionRates are the rates of false alarms at which curves are drawn: dense at
// both ends.
func regionRates() []float64 {
	out := []float64{0}
	for x := 1e-6; x < 0.01; x *= 1.5 {
		out = append(out, x)
	}
	for x := 0.01; x < 0.985; x += 0.01 {
		out = append(out, x)
	}
	for x := 1e-2; x > 1e-6; x /= 1.5 {
		out = append(out, 1-x)
	}
	return append(out, 1)
}

// regionChart draws the region of misses and false alarms (Kairouz, Oh &
// Viswanath 2015): what the claim allows, what is exact where that is known, the
// proven curve, and each event's counts with their intervals.
func regionChart(s *sheet.Sheet, r *audit.Report) {
	x, y := lang.Say("tell.region.x", inputs(r)...), lang.Say("tell.region.y", inputs(r)...)
	c := s.Chart("region", "tell.region.", sheet.Axis{Label: x, Max: 1}, sheet.Axis{Label: y, Max: 1},
		lang.Say("tell.region.caption"))
	over := sheet.Over(c, regionRates(), regionRates())
	claim := r.Claim()
	if claim.Curved() && claim.Definition().Profile == nil {
		c.Caption = lang.Sentences(c.Caption, lang.Say("tell.region.whole", claim.Places()...))
	}
	over.Line("blind", sheet.Muted, sheet.Dash, func(x float64) float64 { return 1 - x })
	ruled := over.Line("claim", sheet.Ink, sheet.Area, claim.TradeOff)
	ruled.Lo, ruled.Hi = make([]sheet.Real, len(ruled.Y)), ruled.Y
	if p := exactProfile(r); p != nil {
		over.Line("exact", sheet.Truth, sheet.Line, func(x float64) float64 { return exactTradeOff(p, x) })
	}
	if p := r.ProvenCurve; p != nil {
		c.Draw("proven", sheet.Strong, sheet.Line, p.FalseAlarms, p.Misses)
		c.Caption = lang.Sentences(c.Caption, lang.Say("tell.region.proven", "level", 100*p.Level))
	}
	this := c.Draw("this", sheet.Leak, sheet.Dots, nil, nil)
	others := c.Draw("events", sheet.Strong, sheet.Dots, nil, nil)
	said, _, _ := ruleOf(r)
	add := func(e event.Event, n audit.Count) {
		if r.Curved == nil && e.Name == said.Name && e.Swap == said.Swap && len(this.X) == 0 {
			addRegion(this, e, n)
		} else {
			addRegion(others, e, n)
		}
	}
	for _, b := range append([]audit.Bound{r.Strong}, r.Others...) {
		if n := b.Count.N; b.Event.Kind != "" && n > 0 {
			add(b.Event, b.Count)
			if o := b.Event.Opposite; o != nil {
				add(*o, audit.NewCount(b.Count.O1, b.Count.O2, n))
			}
		}
	}
	c.Drop()
}

// addRegion adds an event's point: where it is likelier under the neighbour, it
// is its absence that is taken for the record.
func addRegion(s *sheet.Series, e event.Event, c audit.Count) {
	n := float64(c.N)
	x, y := float64(c.C2)/n, 1-float64(c.C1)/n
	xs, ys := c.P2, [2]sheet.Real{1 - c.P1[1], 1 - c.P1[0]}
	if e.Swap {
		x, y = 1-x, 1-y
		xs, ys = [2]sheet.Real{1 - c.P2[1], 1 - c.P2[0]}, c.P1
	}
	s.Add(x, y, float64(ys[0]), float64(ys[1]))
	s.XLo, s.XHi = append(s.XLo, xs[0]), append(s.XHi, xs[1])
}
