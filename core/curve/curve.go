// Package curve proves an upper bound on a whole trade-off curve from counts of
// releases: numbers in, numbers out. An adversary who guesses "the record" where a
// score is above a threshold has a rate of false alarms, P(score > t) under the
// neighbour, and of misses, P(score ≤ t) under the record. The score and its J
// thresholds are fixed on the selection releases. On the test releases each
// threshold gets a confidence region for its two rates at α/J, so that all regions
// hold together with probability 1 − α.
//
// A region asks that the two rates be not both far above what was counted: with the
// Clopper–Pearson p-values u and v of the misses and the false alarms, which are
// independent, the pair (Φ⁻¹(1−u), Φ⁻¹(1−v)) is stochastically at most two standard
// normal numbers, and lies below a staircase about a quarter of a circle (see
// stairs). That is narrower than a limit for each by itself, which leaves room for
// both to err at once.
//
// The least misses that any test has at a rate of false alarms (the trade-off
// function f of Dong, Roth & Su 2022) are convex, so f is given by its supporting
// lines: f(x) = sup over s ≥ 0 of h(s) − s x, where h(s) is the least that misses +
// s false alarms can be. Each threshold bounds h(s) by the most of it in its region,
// and so do the two adversaries who ignore the release. The curve is the supremum
// with the least of these bounds in place of h(s). Nothing here is asymptotic
// (compare Askin, Dette, Dunsche, Kutta, Lu, Wei & Zikas 2025).
//
// What the curve leaves of a claim about whole curves, μ of Gaussian DP or ρ of
// zero-concentrated DP, is Least: a lower bound on it at the same confidence.
//
// It is ours because no library has such a region; it believes its counts, which the
// audit takes from fresh releases.
package curve

import (
	"cmp"
	"math"
	"slices"
	"sort"

	"indistinct/core/event"
	"indistinct/core/mechanism"
	"indistinct/core/num"
	"indistinct/core/privacy"
	"indistinct/core/sheet"
	"indistinct/core/stat"
)

// mostLevels is J: so many thresholds lose little between them, and more would
// only take more of α.
const mostLevels = 40

// Levels is a score and thresholds on it.
type Levels struct {
	Score event.Rule // its own threshold does not count
	Swap  bool       // the score is high where the neighbour is likelier
	Edges []float64  // increasing
}

// NewLevels returns the score of the first event that has one, of more than two values if
// there is such a score, with thresholds spread over both inputs' selection releases: by
// halves, from the middle out to both tails. nil where no event has a score.
func NewLevels(sel mechanism.Sample, events []event.Event) (out *Levels) {
	var sorter num.Sorter
	for _, e := range events {
		if e.Rule == nil || out != nil && len(out.Edges) > 1 {
			continue
		}
		score := e.Rule.Score()
		d := sel.Steps * sel.Dim
		var at [2][]float64
		for in := range at {
			for r := sel.R[in]; len(r) >= d && d > 0; r = r[d:] {
				if s := score(r[:d]); s == s && !math.IsInf(s, 0) {
					at[in] = append(at[in], s)
				}
			}
			sorter.Sort(at[in])
		}
		if len(at[0]) == 0 || len(at[1]) == 0 {
			return out
		}
		l := &Levels{Score: *e.Rule, Swap: e.Swap}
		for in := range at {
			for _, i := range places(len(at[in])) {
				l.Edges = append(l.Edges, at[in][i])
			}
		}
		slices.Sort(l.Edges)
		l.Edges = slices.Compact(l.Edges)
		if n := len(l.Edges); n > 1 && l.Edges[n-1] >= max(at[0][len(at[0])-1], at[1][len(at[1])-1]) {
			l.Edges = l.Edges[:n-1] // nothing was above it: it would only cost its share of α
		}
		if out == nil || len(l.Edges) > 1 {
			out = l
		}
	}
	return out
}

// places are the places among n sorted scores of one input where its share of the
// thresholds lies: a half for each tail, from the middle out to the eight outermost.
func places(n int) (out []int) {
	for k := range mostLevels / 4 {
		i := int(float64(n) / 2 * num.Pow(math.Min(1, 16/float64(n)), float64(k)/(mostLevels/4-1)))
		out = append(out, min(max(i, 0), n-1), min(max(n-1-i, 0), n-1))
	}
	return out
}

func (l *Levels) Size() int { return len(l.Edges) + 1 }

// Matched returns how many edges the score of a release is above that was just matched,
// 0 … len(Edges): a count of releases for each is what the curve is made of. It
// allocates nothing when called.
func (l *Levels) Matched(m *event.Matcher) func() int {
	score := m.Scored(&l.Score)
	return func() int { return l.Bin(score()) }
}

// Bin returns how many edges a score is above; 0 for NaN.
func (l *Levels) Bin(score float64) int {
	return sort.Search(len(l.Edges), func(k int) bool { return !(l.Edges[k] < score) })
}

// Proven is an upper bound, valid at every rate of false alarms at once, on
// the misses of the best adversary: straight lines between its points.
type Proven struct {
	FalseAlarms []sheet.Real `json:"false_alarms"` // increasing, from 0 to 1
	Misses      []sheet.Real `json:"misses"`       // falling, convex
	Level       float64      `json:"level"`        // the confidence of the whole curve
	Score       string       `json:"score"`        // the kind of score
}

// steps is the number of corners of a staircase.
const steps = 12

// stairs returns the corners (a, b) of a staircase about the quarter of a circle in
// the quadrant of positive numbers: two independent standard normal numbers are both
// at most those of some corner but for a probability of alpha/levels.
func stairs(alpha float64, levels int) (corners [steps][2]float64) {
	alpha = math.Min(alpha/float64(max(levels, 1)), 0.7)
	at := func(radius float64) (c [steps][2]float64, outside float64) {
		inside, left := 0.0, 0.0
		for i := range c {
			from, to := float64(i)/steps, float64(i+1)/steps
			// Of the angle: the first number grows as the second falls.
			c[i] = [2]float64{radius * math.Sin(math.Pi/2*to), radius * math.Cos(math.Pi/2*from)}
			below := num.NormalCDF(c[i][0])
			inside += (below - left) * num.NormalCDF(c[i][1])
			left = below
		}
		return c, 1 - inside
	}
	r := num.Bisect(0, 12, 1e-9, func(radius float64) bool { _, p := at(radius); return p <= alpha })
	corners, _ = at(r)
	return corners
}

// Prove returns the curve from the counts of test releases in each bin, of the
// record and of its neighbour, at error probability alpha.
func (l *Levels) Prove(bins [2][]int64, alpha float64) *Proven {
	p := l.prove(bins, stairs(alpha, len(l.Edges)), func(c, n int64) func(z float64) float64 {
		limit := stat.Upper(c, n)
		return func(z float64) float64 { return limit(num.NormalCDF(-z)) }
	})
	p.Level = 1 - alpha
	return p
}

// point is a rate of false alarms and one of misses.
type point struct{ x, y float64 }

func (p point) at(s float64) float64 { return p.y + s*p.x }

// region is a threshold's: its corners in the order of a staircase's, from the second on computed
// when they are asked for.
type region struct {
	corners []point
	x, y    func(z float64) float64 // limits of the rates at z standard errors; nil: no more corners
}

// most returns the most of y + s x in a region with these corners; if that is enough or more,
// some number that is.
func (r *region) most(s, enough float64, stairs *[steps][2]float64) (m float64) {
	for i := 0; m < enough && (i < len(r.corners) || r.x != nil && i < steps); i++ {
		if i == len(r.corners) {
			r.corners = append(r.corners, point{r.x(stairs[i][0]), r.y(stairs[i][1])})
		}
		m = max(m, r.corners[i].at(s))
	}
	return m
}

// prove returns the curve from regions with these corners, where upper returns the limit of a
// probability at z standard errors.
func (l *Levels) prove(bins [2][]int64, corners [steps][2]float64,
	upper func(c, n int64) func(z float64) float64) *Proven {
	// Most regions are worst near the middle of the stairs.
	slices.SortFunc(corners[:], func(a, b [2]float64) int {
		return cmp.Compare(math.Abs(a[0]-a[1]), math.Abs(b[0]-b[1]))
	})
	var n, above [2]int64
	for in := range bins {
		for _, c := range bins[in] {
			n[in] += c
		}
	}
	// The adversaries who always and never guess the record; then each threshold's region.
	regions := []*region{{corners: []point{{0, 1}}}, {corners: []point{{1, 0}}}}
	for k := len(l.Edges); k >= 1; k-- {
		above[0] += bins[0][k]
		above[1] += bins[1][k]
		guessed := above // as the record's
		if l.Swap {
			guessed = [2]int64{n[0] - above[0], n[1] - above[1]}
		}
		r := &region{x: upper(guessed[1], n[1]), y: upper(n[0]-guessed[0], n[0])}
		r.corners = []point{{r.x(corners[0][0]), r.y(corners[0][1])}}
		regions = append(regions, r)
	}
	// Between two slopes the region that does best half-way bounds h, and as its
	// bound is convex in s, lines at both ends bound the supremum. Below the first
	// slope and beyond the last the adversaries do who ignore the release.
	var lines []point // of slope −x, beginning at y
	add := func(s, most float64) {
		if k := len(lines) - 1; k >= 0 && lines[k].x == s {
			lines[k].y = math.Max(lines[k].y, most)
			return
		}
		lines = append(lines, point{s, most})
	}
	const slopes, ratio = 380, 1.05
	add(0, 0)
	s := math.Pow(ratio, -slopes/2)
	add(s, s)
	for range slopes {
		next := s * ratio
		mid := (s + next) / 2
		// Most regions have a corner above all of the one whose middle is least.
		best := slices.MinFunc(regions, func(a, b *region) int {
			return cmp.Compare(a.corners[0].at(mid), b.corners[0].at(mid))
		})
		half := best.most(mid, math.Inf(1), &corners)
		for _, r := range regions {
			if m := r.most(mid, half, &corners); m < half {
				best, half = r, m
			}
		}
		add(s, best.most(s, math.Inf(1), &corners))
		add(next, best.most(next, math.Inf(1), &corners))
		s = next
	}
	add(s, 1)
	// The lines' upper envelope, from the steepest: lines of falling slope.
	slices.Reverse(lines)
	var hull []point
	meet := func(a, b point) float64 { return (a.y - b.y) / (a.x - b.x) }
	for _, q := range lines {
		for len(hull) > 0 && (hull[len(hull)-1].y <= q.y || len(hull) > 1 &&
			meet(hull[len(hull)-1], q) <= meet(hull[len(hull)-2], hull[len(hull)-1])) {
			hull = hull[:len(hull)-1]
		}
		hull = append(hull, q)
	}
	out := &Proven{Score: l.Score.Kind}
	vertex := func(x, y float64) {
		if k := len(out.Misses) - 1; k >= 0 {
			if x <= float64(out.FalseAlarms[k]) {
				return
			}
			y = math.Min(y, float64(out.Misses[k])) // but for rounding it falls
		}
		out.FalseAlarms, out.Misses = append(out.FalseAlarms, sheet.Real(x)), append(out.Misses, sheet.Real(y))
	}
	vertex(0, math.Min(hull[0].y, 1))
	for i := 1; i < len(hull); i++ {
		if x := meet(hull[i-1], hull[i]); x > 0 && x < 1 {
			vertex(x, math.Max(0, hull[i].y-hull[i].x*x))
		}
	}
	vertex(1, 0)
	return out
}

// Epsilon returns the least ε that the curve leaves to a mechanism that is (ε, δ)-private, in
// both directions: 0 where it keeps the δ alone.
func (p *Proven) Epsilon(delta float64) (most float64) {
	for i := range p.Misses {
		x, y := float64(p.FalseAlarms[i]), float64(p.Misses[i])
		if x > 0 && y > 0 {
			most = max(most, num.Log(max(1, (1-delta-y)/x, (1-delta-x)/y)))
		}
	}
	return most
}

// Least returns the least number that the curve leaves to a mechanism's claim of a notion
// beside (ε, δ), with what the claim fixes: whatever lies on or below it keeps no less a claim.
// The point is the one that shows it, 0 where it takes the whole curve.
func (p *Proven) Least(claim privacy.Claim) (value, falseAlarms, misses float64) {
	return claim.Definition().Least(sheet.Floats(p.FalseAlarms), sheet.Floats(p.Misses))
}
