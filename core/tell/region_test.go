package tell

import (
	"testing"

	"indistinct/core/audit"
	"indistinct/core/curve"
	"indistinct/core/event"
	"indistinct/core/sheet"
	"indistinct/core/test/check"
)

// The chart has every series that a report gives rise to, with points inside
// the unit square and intervals about them.
func TestRegionChart(t *testing.T) {
	both := audit.NewCount(500, 200, 1000)
	both.O1, both.O2 = 150, 400
	r := &audit.Report{Epsilon: 1, M: 1000, C1: 30, C2: 10, Worst: event.Event{Kind: "cell"},
		Strong: audit.Bound{Event: event.Event{Kind: "threshold", Opposite: &event.Event{Kind: "threshold",
			Swap: true}}, Count: both},
		Others: []audit.Bound{{Event: event.Event{Kind: "halfspace", Swap: true},
			Count: audit.NewCount(100, 300, 1000)}},
		Profile: &audit.Profile{Epsilon: []sheet.Real{0, 1}, Delta: []sheet.Real{0.3, 0}},
		ProvenCurve: &curve.Proven{FalseAlarms: sheet.Reals([]float64{0, 0.2, 1}),
			Misses: sheet.Reals([]float64{1, 0.6, 0}), Level: 0.95},
	}
	c := regionChart(r)
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
	// Swapped events are turned round: below the line of blind guesses. The first
	// is the opposite of the strongest.
	events := c.Series[4]
	check.Near(t, "false alarms", float64(events.X[1]), 0.6, 1e-12)
	check.Near(t, "misses", float64(events.Y[1]), 0.15, 1e-12)
	check.Near(t, "false alarms", float64(events.X[2]), 0.7, 1e-12)
	check.Near(t, "misses", float64(events.Y[2]), 0.1, 1e-12)
}
