package audit

import (
	"fmt"
	"math"
	"slices"
	"sort"

	"indistinct/core/num"
	"indistinct/core/privacy"
	"indistinct/core/sheet"
)

// A whole trade-off curve, proven. An adversary who guesses "the record" where a
// score is above a threshold has a rate of false alarms, P(score > t) under the
// neighbour, and of misses, P(score ≤ t) under the record. The score and the
// thresholds are fixed on the selection releases; on the test releases each
// rate gets a one-sided Clopper–Pearson limit at α/(2J), J being the number of
// thresholds, so that all of them hold together with probability 1 − α. The
// least misses that any test has at a rate of false alarms (the trade-off
// function of Dong, Roth & Su 2022) fall with that rate and are convex. So
// they lie below each proven point, and below the straight lines between them:
// below the lower convex hull, at every rate of false alarms at once. Nothing
// here is asymptotic (compare Askin, Dette, Dunsche, Kutta, Lu, Wei & Zikas
// 2025).

// ladderSteps is J: so many thresholds lose little between them, and more would
// only take more of α.
const ladderSteps = 40

// Ladder is a score and thresholds on it.
type Ladder struct {
	Score Event     // a learned event: its score counts, not its own threshold
	Edges []float64 // increasing
}

// newLadder returns the score of the first event that has one, with thresholds
// spread over both inputs' selection releases: by halves, from the middle out to
// both tails. nil where no event has a score.
func newLadder(sel Sample, events []Event) *Ladder {
	for _, e := range events {
		score := newScore(e, sel.Steps, sel.Dim)
		if score == nil {
			continue
		}
		d := sel.Steps * sel.Dim
		var at [2][]float64
		var keys [2][]uint64
		for in := range at {
			for r := sel.R[in]; len(r) >= d && d > 0; r = r[d:] {
				if s := score(r[:d]); s == s && !math.IsInf(s, 0) {
					at[in] = append(at[in], s)
				}
			}
			sortFloats(at[in], &keys)
		}
		if len(at[0]) == 0 || len(at[1]) == 0 {
			return nil
		}
		l := &Ladder{Score: e}
		// A quarter of the steps for each tail of each input.
		for in := range at {
			n := len(at[in])
			for k := range ladderSteps / 4 {
				// From the half of the releases to the eight outermost.
				i := int(float64(n) / 2 * num.Pow(math.Min(1, 16/float64(n)), float64(k)/(ladderSteps/4-1)))
				l.Edges = append(l.Edges, at[in][min(max(i, 0), n-1)], at[in][min(max(n-1-i, 0), n-1)])
			}
		}
		slices.Sort(l.Edges)
		l.Edges = slices.Compact(l.Edges)
		return l
	}
	return nil
}

// size is the number of bins.
func (l *Ladder) size() int { return len(l.Edges) + 1 }

// events returns the score's event for each edge.
func (l *Ladder) events() []Event {
	out := make([]Event, len(l.Edges))
	for i, t := range l.Edges {
		out[i] = l.Score
		out[i].Weights = slices.Clone(l.Score.Weights)
		out[i].Weights[0] = t
	}
	return out
}

// Bins returns how many edges a release's score is above, 0 … len(Edges): a
// count of releases for each is what the curve is made of. It allocates nothing
// when called and is safe for concurrent use.
func (l *Ladder) Bins(steps, dim int) func(release []float64) int {
	score := newScore(l.Score, steps, dim)
	return func(release []float64) int { return l.bin(score(release)) }
}

// bin is the bin of a score.
func (l *Ladder) bin(s float64) int {
	if s != s {
		return 0
	}
	return binOf(l.Edges, s)
}

// ladder returns Bins for releases that were just matched: where one of the events
// is of the ladder's score, as one usually is, the score is computed once.
func (m *Matcher) ladder(l *Ladder, events []Event) func(release []float64) int {
	for i := range m.learned {
		e := events[m.learned[i].event]
		if len(e.Weights) == 0 || e.Kind != l.Score.Kind || e.Step != l.Score.Step || !slices.Equal(e.Weights[1:], l.Score.Weights[1:]) {
			continue
		}
		if score := newScore(e, m.steps, m.loc.dim); score != nil {
			last := 0.0
			m.learned[i].holds = func(release []float64) bool {
				last = score(release)
				return last > e.Weights[0]
			}
			return func([]float64) int { return l.bin(last) }
		}
	}
	return l.Bins(m.steps, m.loc.dim)
}

// ProvenCurve is an upper bound, valid at every rate of false alarms at once, on
// the misses of the best adversary: straight lines between its points.
type ProvenCurve struct {
	FalseAlarms []sheet.Real `json:"false_alarms"` // increasing, from 0 to 1
	Misses      []sheet.Real `json:"misses"`       // falling, convex
	Level       float64      `json:"level"`        // the confidence of the whole curve
	Score       string       `json:"score"`        // the kind of score
}

// Prove returns the curve from the counts of test releases in each bin, of the
// record and of its neighbour, at error probability alpha.
func (l *Ladder) Prove(bins [2][]int64, alpha float64) *ProvenCurve {
	var n, above [2]int64
	for in := range bins {
		for _, c := range bins[in] {
			n[in] += c
		}
	}
	a := alpha / (2 * float64(max(len(l.Edges), 1)))
	type point struct{ x, y float64 }
	points := []point{{0, 1}, {1, 0}}
	for k := len(l.Edges); k >= 1; k-- {
		above[0] += bins[0][k]
		above[1] += bins[1][k]
		guessed := above // as the record's
		if l.Score.Swap {
			guessed = [2]int64{n[0] - above[0], n[1] - above[1]}
		}
		points = append(points, point{upperP(guessed[1], n[1], a), upperP(n[0]-guessed[0], n[0], a)})
	}
	slices.SortFunc(points, func(p, q point) int {
		if p.x != q.x {
			if p.x < q.x {
				return -1
			}
			return 1
		}
		if p.y < q.y {
			return -1
		}
		return 1
	})
	// The lower convex hull (Andrew 1979).
	var hull []point
	for _, p := range points {
		if len(hull) > 0 && p.x == hull[len(hull)-1].x {
			continue
		}
		for len(hull) > 1 {
			u, v := hull[len(hull)-2], hull[len(hull)-1]
			if (v.x-u.x)*(p.y-u.y) > (v.y-u.y)*(p.x-u.x) {
				break
			}
			hull = hull[:len(hull)-1]
		}
		hull = append(hull, p)
	}
	out := &ProvenCurve{Level: 1 - alpha, Score: l.Score.Kind}
	for _, p := range hull {
		out.FalseAlarms, out.Misses = append(out.FalseAlarms, sheet.Real(p.x)), append(out.Misses, sheet.Real(p.y))
	}
	return out
}

// At returns the curve's misses at a rate of false alarms in [0, 1].
func (c *ProvenCurve) At(falseAlarms float64) float64 {
	i := sort.Search(len(c.FalseAlarms), func(i int) bool { return float64(c.FalseAlarms[i]) >= falseAlarms })
	switch {
	case i == 0:
		return 1
	case i == len(c.FalseAlarms):
		return 0
	}
	x0, x1 := float64(c.FalseAlarms[i-1]), float64(c.FalseAlarms[i])
	y0, y1 := float64(c.Misses[i-1]), float64(c.Misses[i])
	return y0 + (y1-y0)*(falseAlarms-x0)/(x1-x0)
}

// Epsilon returns the lower bound on ε at δ that the curve proves, for all δ at
// once: a mechanism that is (ε, δ)-private has no point with
// 1 − misses > e^ε false alarms + δ, nor one with the two exchanged.
func (c *ProvenCurve) Epsilon(delta float64) float64 {
	best := 0.0
	for i := range c.FalseAlarms {
		x, y := float64(c.FalseAlarms[i]), float64(c.Misses[i])
		if x > 0 && y > 0 {
			best = math.Max(best, math.Max(epsilonBetween(1-y, x, delta), epsilonBetween(1-x, y, delta)))
		}
	}
	return best
}

// exactTradeOff returns the least misses at a rate of false alarms that the
// points of a profile allow: each (ε, δ) is a promise that holds, and the best
// of them is tight in the limit of all points (Dong, Roth & Su 2022, Prop. 2.12).
func exactTradeOff(profile []ProfilePoint, falseAlarms float64) float64 {
	best := 0.0
	for _, p := range profile {
		if e, d := float64(p.Epsilon), float64(p.Delta); !math.IsInf(e, 0) && d >= 0 && d <= 1 {
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
func regionChart(r *Report) sheet.Chart {
	c := sheet.Chart{
		ID:      "region",
		Title:   "Misses and false alarms",
		Caption: "What an adversary who guesses which of the two inputs was behind a release can do: “the record” is guessed where an event happens. The claim allows nothing below its line.",
		X:       sheet.Axis{Label: "false alarms: the neighbour taken for the record", Min: 0, Max: 1},
		Y:       sheet.Axis{Label: "misses: the record taken for its neighbour", Min: 0, Max: 1},
	}
	rates := regionRates()
	line := func(name string, role sheet.Role, style sheet.Style, f func(float64) float64) {
		s := sheet.Series{Name: name, Role: role, Style: style}
		for _, x := range rates {
			s.X, s.Y = append(s.X, sheet.Real(x)), append(s.Y, sheet.Real(f(x)))
		}
		c.Series = append(c.Series, s)
	}
	claim := privacy.Budget{Epsilon: float64(r.Epsilon), Delta: float64(r.Delta)}
	line("guessing blindly", sheet.Muted, sheet.Dash, func(x float64) float64 { return 1 - x })
	line("ruled out by the claim", sheet.Ink, sheet.Area, claim.TradeOff)
	ruled := &c.Series[len(c.Series)-1]
	ruled.Lo, ruled.Hi = make([]sheet.Real, len(ruled.Y)), ruled.Y
	if len(r.Profile) > 0 {
		line("exact: the best adversary", sheet.Truth, sheet.Line, func(x float64) float64 { return exactTradeOff(r.Profile, x) })
	}
	if p := r.ProvenCurve; p != nil {
		c.Series = append(c.Series, sheet.Series{Name: "proven: some adversary is at least as good", Role: sheet.Strong, Style: sheet.Line, X: p.FalseAlarms, Y: p.Misses})
		c.Caption += fmt.Sprintf(" The proven curve holds at every rate of false alarms at once, with confidence %s %%.", short(100*p.Level))
	}
	events := sheet.Series{Name: "tested events, each with its 95 % intervals", Role: sheet.Strong, Style: sheet.Dots}
	for _, b := range append([]Bound{r.Strong}, r.Others...) {
		if n := b.Count.N; b.Event.Kind != "" && n > 0 {
			addRegion(&events, b.Event, b.Count)
			if o := b.Event.Opposite; o != nil {
				addRegion(&events, *o, newCount(b.Count.O1, b.Count.O2, n))
			}
		}
	}
	if len(events.X) > 0 {
		c.Series = append(c.Series, events)
	}
	paper := sheet.Series{Name: "the paper's worst event", Role: sheet.Paper, Style: sheet.Dots}
	if r.M > 0 && r.Worst.Kind != "" {
		addRegion(&paper, r.Worst, newCount(r.C1, r.C2, r.M))
		c.Series = append(c.Series, paper)
	}
	return c
}

// addRegion adds an event's point: where it is likelier under the neighbour, it
// is its absence that is taken for the record.
func addRegion(s *sheet.Series, e Event, c Count) {
	n := float64(c.N)
	x, y := float64(c.C2)/n, 1-float64(c.C1)/n
	xs, ys := c.P2, [2]sheet.Real{1 - c.P1[1], 1 - c.P1[0]}
	if e.Swap {
		x, y = 1-x, 1-y
		xs, ys = [2]sheet.Real{1 - c.P2[1], 1 - c.P2[0]}, c.P1
	}
	s.X, s.Y = append(s.X, sheet.Real(x)), append(s.Y, sheet.Real(y))
	s.XLo, s.XHi = append(s.XLo, xs[0]), append(s.XHi, xs[1])
	s.Lo, s.Hi = append(s.Lo, ys[0]), append(s.Hi, ys[1])
}
