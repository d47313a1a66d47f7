package curve

import (
	"math"
	"slices"
	"testing"

	"indistinct/core/event"
	"indistinct/core/mechanism"
	"indistinct/core/num"
	"indistinct/core/privacy"
	"indistinct/core/rng"
	"indistinct/core/sheet"
)

// gauss are edges and counts to be expected of n releases of each input, of Gaussian noise
// whose inputs lie mu standard deviations apart.
func gauss(mu float64, n int64, swap bool) (*Levels, [2][]int64) {
	l := &Levels{Score: event.Rule{Kind: event.Threshold}, Swap: swap}
	for z := -3.0; z <= 3; z += 0.25 {
		l.Edges = append(l.Edges, z)
	}
	at := [2]float64{mu / 2, -mu / 2}
	if swap {
		at[0], at[1] = at[1], at[0]
	}
	bins := [2][]int64{make([]int64, l.Size()), make([]int64, l.Size())}
	for in := range bins {
		left := n
		for k, e := range l.Edges {
			below := int64(math.Round(float64(n) * num.NormalCDF(e-at[in])))
			bins[in][k] = below - (n - left)
			left -= bins[in][k]
		}
		bins[in][l.Size()-1] = left
	}
	return l, bins
}

// The proven curve falls from the first to the last rate, is convex, and lies above what the
// counts are of by as little as so many releases allow; less α lies higher.
func TestProve(t *testing.T) {
	for _, swap := range []bool{false, true} {
		l, bins := gauss(1, 100_000, swap)
		p, less := l.Prove(bins, 0.05), l.Prove(bins, 0.001)
		truth := privacy.Claim{Notion: privacy.Gaussian, Value: 1}
		last := len(p.Misses) - 1
		if p.Level != 0.95 || p.FalseAlarms[0] != 0 || p.FalseAlarms[last] != 1 || p.Misses[last] != 0 {
			t.Errorf("the curve %+v has no ends", p)
		}
		slope := math.Inf(-1)
		for i := 1; i <= last; i++ {
			dx, dy := float64(p.FalseAlarms[i]-p.FalseAlarms[i-1]), float64(p.Misses[i]-p.Misses[i-1])
			if !(dx > 0) || dy > 0 || dx > 1e-9 && dy/dx < slope*(1+1e-6) {
				t.Errorf("from %v to %v the curve rises or bends down", p.FalseAlarms[i-1], p.FalseAlarms[i])
			}
			if i > 1 && dx > 1e-9 { // the first line is cut off at 1
				slope = dy / dx
			}
			x := float64(p.FalseAlarms[i])
			if y, want := float64(p.Misses[i]), truth.TradeOff(x); y < want || y > want+0.02 {
				t.Errorf("at %v the curve is %v, the mechanism's %v", x, y, want)
			}
		}
		for notion, most := range map[privacy.Notion]float64{privacy.Gaussian: 1, privacy.Concentrated: 0.5} {
			least, _, _ := p.Least(privacy.Claim{Notion: notion})
			lower, _, _ := less.Least(privacy.Claim{Notion: notion})
			if !(least < most && least > 0.93*most && lower < least) {
				t.Errorf("%s: the curve leaves %v, with less α %v, of %v", notion, least, lower, most)
			}
		}
	}
}

// What the search says that half of all audits show, they do, and with as many releases as it
// says; it is the noise's μ whatever the notion.
func TestShows(t *testing.T) {
	// As this search found them: it is part of every report.
	found := map[privacy.Notion][2]float64{privacy.Gaussian: {0.282644712, 1.084321130},
		privacy.Concentrated: {0.302039538, 1.133191398}}
	for notion, want := range found {
		test := Test{Claim: privacy.Claim{Notion: notion}, N: 1000, M: 4000, Alpha: 0.05}
		for i, claim := range []float64{0.2, 1} {
			shown := test.Shows(claim, 8)
			if math.Abs(shown-want[i]) > 1e-6 {
				t.Errorf("%s: shown is μ = %v, was %v", notion, shown, want[i])
			}
			if got := test.median(shown, 1000); !(shown > claim) || math.Abs(got-claim) > 0.015*claim+0.003 {
				t.Errorf("%s: of a true μ = %v half of all audits show %v, not %v", notion, shown, got, claim)
			}
		}
		if got := test.Shows(1, 1.05); !math.IsInf(got, 1) {
			t.Errorf("%s: half of all audits show %v of 1.05", notion, got)
		}
		needed := test.Needed(1.1, 1, 1e6)
		test.M = needed
		if got := test.median(1.1, 200); needed < 4000 || math.Abs(got-1) > 0.025 {
			t.Errorf("%s: %d releases show %v of 1.1, not 1", notion, needed, got)
		}
		if got := test.Needed(1.001, 1, 10_000); got != 0 {
			t.Errorf("%s: %d releases show 1.001", notion, got)
		}
	}
}

// Of Gaussian noise with many releases the curve leaves an ε below the exact one at any δ, and
// not far below; of one (ε, δ) whose curve it is, that one.
func TestEpsilon(t *testing.T) {
	l, bins := gauss(1, 1_000_000, false)
	p := l.Prove(bins, 0.05)
	for _, delta := range []float64{0, 1e-5, 0.05, 0.3} {
		exact, err := privacy.GaussianEpsilon(delta, 1)
		if err != nil {
			t.Fatal(err)
		}
		if e := p.Epsilon(delta); !(e <= exact) || delta > 0.01 && e < 0.8*exact-0.05 {
			t.Errorf("δ = %v: ε ≥ %v, exact %v", delta, e, exact)
		}
	}
	tent := &Proven{FalseAlarms: []sheet.Real{0, 0.25, 1}, Misses: []sheet.Real{1, 0.25, 0}} // ε = ln 3, δ = 0
	if e := tent.Epsilon(0); math.Abs(e-math.Log(3)) > 1e-12 {
		t.Errorf("ε = %v, want ln 3", e)
	}
	if e := tent.Epsilon(0.5); math.Abs(e) > 1e-12 {
		t.Errorf("ε = %v at δ = ½, which it keeps", e)
	}
}

// TestNewLevels: the score is that of the first event with more than two values, or the first that has one; edges are
// scores of releases, in order, with releases of either input between any two and above the last, and the outermost of
// either tail among them.
func TestNewLevels(t *testing.T) {
	s := rng.New(rng.Key{Seed: 2, Phase: 94})
	sample := mechanism.Sample{Steps: 2, Dim: 3}
	for in := range sample.R {
		for i := range 3000 {
			row := make([]float64, 6)
			row[1], row[4] = float64(i%2), s.Norm()+float64(in)
			sample.R[in] = append(sample.R[in], row...)
		}
	}
	learned := func(cell int, swap bool) event.Event {
		r := event.Rule{Kind: event.Threshold, Features: []event.Feature{event.Entry(cell)}, Sign: 1}
		if swap {
			r.Sign = -1
		}
		return event.Learned(r, swap)
	}
	none, constant, two, many, opposed := event.EscapeEvent(), learned(0, false), learned(1, true), learned(4, false),
		learned(4, true)
	for i, c := range []struct {
		events []event.Event
		want   int // which of the events
	}{
		{nil, -1}, {[]event.Event{none}, -1}, {[]event.Event{two}, 0}, {[]event.Event{none, two, constant}, 1},
		{[]event.Event{two, none, many, opposed}, 2}, {[]event.Event{opposed, many}, 0}, {[]event.Event{many, two}, 0},
	} {
		l := NewLevels(sample, c.events)
		if (l == nil) != (c.want < 0) {
			t.Fatalf("%d: levels %+v", i, l)
		}
		if l == nil {
			continue
		}
		e := c.events[c.want]
		if !l.Score.Same(e.Rule) || l.Swap != e.Swap {
			t.Errorf("%d: the score is %+v, want that of event %d", i, l.Score, c.want)
		}
		score, held, values := e.Rule.Score(), make([]int, l.Size()), map[float64]bool{}
		for in := range sample.R {
			for k := range sample.Trials(mechanism.Input(in)) {
				v := score(sample.Row(in, k))
				values[v] = true
				held[l.Bin(v)]++
			}
		}
		for k, edge := range l.Edges {
			if !values[edge] || k > 0 && l.Edges[k-1] >= edge {
				t.Errorf("%d: edge %v is no score or not above the one before", i, edge)
			}
		}
		if slices.Contains(held, 0) {
			t.Errorf("%d: bins hold %v releases", i, held)
		}
		if len(values) > 2 && (len(l.Edges) < mostLevels/2 || len(l.Edges) > mostLevels || held[0] > 20 ||
			held[l.Size()-1] > 20) {
			t.Errorf("%d: %d edges, bins hold %v", i, len(l.Edges), held)
		}
	}
	if l := NewLevels(mechanism.Sample{Steps: 1, Dim: 1}, []event.Event{learned(0, false)}); l != nil {
		t.Errorf("without releases there are levels %+v", l)
	}
}
