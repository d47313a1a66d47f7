package tell

import (
	"testing"

	"indistinct/core/audit"
	"indistinct/core/curve"
	"indistinct/core/event"
	"indistinct/core/lang"
	"indistinct/core/sheet"
	"indistinct/core/test/check"
)

// The chart has every series that a report gives rise to, with points inside
// the unit square and intervals about them.
func TestRegionChart(t *testing.T) {
	both := audit.NewCount(500, 200, 1000)
	both.O1, both.O2 = 150, 400
	r := &audit.Report{Epsilon: 1, M: 1000,
		Strong: audit.Bound{Event: event.Event{Kind: "threshold", Opposite: &event.Event{Kind: "threshold",
			Swap: true}}, Count: both},
		Others: []audit.Bound{{Event: event.Event{Kind: "halfspace", Swap: true},
			Count: audit.NewCount(100, 300, 1000)}},
		Profile: &audit.Profile{Epsilon: []sheet.Real{0, 1}, Delta: []sheet.Real{0.3, 0}},
		ProvenCurve: &curve.Proven{FalseAlarms: sheet.Reals([]float64{0, 0.2, 1}),
			Misses: sheet.Reals([]float64{1, 0.6, 0}), Level: 0.95},
	}
	var s sheet.Sheet
	regionChart(&s, r)
	c := s.Charts[0]
	if c.ID != "region" || len(c.Series) != 6 {
		t.Fatalf("chart %q has %d series, want 6", c.ID, len(c.Series))
	}
	for _, s := range c.Series {
		for i := range s.X {
			if !(s.X[i] >= 0 && s.X[i] <= 1 && s.Y[i] >= 0 && s.Y[i] <= 1) {
				t.Errorf("%s: point (%v, %v)", s.Name, s.X[i], s.Y[i])
			}
			if len(s.XLo) > 0 && !(s.XLo[i] <= s.X[i] && s.X[i] <= s.XHi[i] && s.Lo[i] <= s.Y[i] && s.Y[i] <= s.Hi[i]) {
				t.Errorf("%s: point (%v, %v) outside its intervals", s.Name, s.X[i], s.Y[i])
			}
		}
	}
	// The rule that the verdict speaks of has a name of its own. Swapped events are turned round: below the line of
	// blind guesses. The first is the opposite of the strongest.
	this, events := c.Series[4], c.Series[5]
	if this.Name != lang.Say("tell.region.series.this") || len(this.X) != 1 {
		t.Errorf("%s has %d points", this.Name, len(this.X))
	}
	check.Near(t, "false alarms", float64(this.X[0]), 0.2, 1e-12)
	check.Near(t, "misses", float64(this.Y[0]), 0.5, 1e-12)
	check.Near(t, "false alarms", float64(events.X[0]), 0.6, 1e-12)
	check.Near(t, "misses", float64(events.Y[0]), 0.15, 1e-12)
	check.Near(t, "false alarms", float64(events.X[1]), 0.7, 1e-12)
	check.Near(t, "misses", float64(events.Y[1]), 0.1, 1e-12)
}

// Curves are drawn from 0 to 1 at rates that are dense down to a millionth of both ends.
func TestRegionRates(t *testing.T) {
	rates := regionRates()
	for i, x := range rates {
		switch {
		case i == 0 && x != 0 || i == len(rates)-1 && x != 1:
			t.Errorf("rate %d of %d is %v", i, len(rates), x)
		case i == 1 && x != 1e-6 || i == len(rates)-2 && (1-x < 1e-6 || 1-x > 1.5e-6):
			t.Errorf("the rate next to an end is %v", x)
		case i > 1 && (x <= rates[i-1] || x > 1.5001*rates[i-1] && x < 0.01 || x-rates[i-1] > 0.0100001):
			t.Errorf("after %v comes %v", rates[i-1], x)
		}
	}
}
