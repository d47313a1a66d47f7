package learn

import (
	"fmt"
	"math"
	"slices"
	"sort"
	"strings"

	"indistinct/core/event"
	"indistinct/core/mechanism"
	"indistinct/core/num"
	"indistinct/core/paper"
	"indistinct/core/sheet"
	"indistinct/core/stat"
)

// learning holds the limits of the search. They bound its time: learning costs
// tens of milliseconds however many releases there are.
type learning struct {
	Train    int // most releases for each input that scores are fitted to
	Hold     int // most releases for each input that thresholds are chosen on
	Fitted   int // the same for scores that were fitted
	Atoms    int // most distinct releases that count as discrete
	Bins     int // most histogram bins a coordinate
	PerBin   int // training releases of each input that a bin should hold
	Features int // most coordinates of a regression or a partition
	// Standard errors by which selection frequencies are shaded: Set where a set
	// of pieces is chosen by them; Doubt where an event is weighed.
	Set, Doubt float64
	// A mechanism leaks as much either way unless the selection says otherwise by
	// Luck standard errors; Shrink is by how many a smaller event may promise less
	// than the best (see BestOpposed).
	Luck, Shrink float64
	Same         int // most events in the direction of the best one
	Events       int // most events that go to the test
}

var defaultLearning = learning{Train: 10000, Hold: 50000, Fitted: 30000, Atoms: 512, Bins: 48, PerBin: 80, Features: 256, Set: 1.2, Doubt: 0.6, Luck: 1.5, Shrink: 0.04, Same: 3, Events: 6}

// candidate is an event with what the selection expects of it.
type candidate struct {
	event event.Event
	gain  float64 // expected lower bound at the test's size
	luck  float64 // of two events: a standard error of half the difference of their ratios' logarithms
}

// Aim is the test that events are chosen for.
type Aim struct {
	M            int     // releases of each input that it draws at most
	Delta, Alpha float64 // of the claim, and the error probability of all events
	Learn        bool    // events are fitted; else there is the escape event alone
}

// Candidates returns the events that the selection releases find worth
// testing, most promising first, at most eight: their order decides how α is
// shared. The escape event is always among them. begin is told, before each part
// of the search, what share of all of it that part takes; nil where nobody asks.
func Candidates(sel mechanism.Sample, cover *paper.Cover, aim Aim, begin func(share float64)) []event.Event {
	l := newNumberSearch(sel, cover, aim, defaultLearning)
	if begin != nil {
		l.begin = begin
	}
	all := l.ranked()
	out := make([]event.Event, 0, l.lim.Events)
	same, against, escaped, opposed := 0, 0, false, false
	seen := map[string]bool{}
	// An event far behind in the same direction would only cost α.
	far := func(c candidate) bool { return c.gain < all[0].gain-math.Max(0.1, 0.15*math.Abs(all[0].gain)) }
	for _, c := range all {
		if c.event.Kind == "escape" {
			escaped = true
			out = append(out, c.event)
			continue
		}
		if c.event.Opposite != nil {
			if !opposed && !far(c) && len(out) < l.lim.Events-1 {
				opposed = true
				out = append(out, c.event)
			}
			continue
		}
		id := c.event.Kind
		if c.event.Swap {
			id += "-"
		}
		// The last place is the escape event's.
		if seen[id] || !escaped && l.covered() && len(out) == l.lim.Events-1 || len(out) == l.lim.Events {
			continue
		}
		if c.event.Swap == all[0].event.Swap {
			if same == l.lim.Same || far(c) {
				continue
			}
			same++
		} else {
			if against == 1 {
				continue
			}
			against++
		}
		seen[id] = true
		out = append(out, c.event)
	}
	return out
}

// ranked are all candidates, most promising first.
func (l *numberSearch) ranked() (all []candidate) {
	l.begin(0.15)
	all = append(all, l.escape()...)
	if l.aim.Learn && l.n > 1 {
		all = append(all, l.learned()...)
	}
	sort.SliceStable(all, func(i, j int) bool { return l.merit(all[i]) > l.merit(all[j]) })
	return all
}

// merit is by what candidates are ranked: simpler events come first where they promise
// as much. Of a score with many parameters the promise is a number of its own, from the
// releases that its threshold was chosen on, and the luckiest of several such wins: it
// must exceed a simpler event's by the standard error of a log-ratio there.
func (l *numberSearch) merit(c candidate) float64 {
	out := c.gain + c.luck*l.lim.Luck - simplicity(c.event.Kind)*math.Abs(c.gain)
	if simplicity(c.event.Kind) == intricate {
		out -= math.Sqrt(3 / float64(max(l.hold, 1)))
	}
	return out
}

// covered reports whether there is a high-likely set, and so an escape event.
func (l *numberSearch) covered() bool { return l.cover != nil && len(l.cover.Ellipsoids) > 0 }

// simplicity is the relative gain that a kind of event must bring over simpler
// ones to be preferred.
func simplicity(kind string) float64 {
	switch kind {
	case "threshold", "atoms", "escape":
		return 0
	case "halfspace":
		return 0.005
	}
	return intricate
}

// intricate is the simplicity of scores with many parameters.
const intricate = 0.01

// numberSearch is the working state of one selection.
type numberSearch struct {
	begin      func(share float64)
	sel        mechanism.Sample
	cover      *paper.Cover
	aim        Aim
	lim        learning
	steps, dim int
	d          int
	n          int // releases for each input
	train      int // of which the first are fitted to
	hold       int // and the next choose thresholds
	m          float64
	z          float64   // standard errors of the test's bound
	scored     scored    // scratch
	sizes      []float64 // scratch: of the bins between thresholds
	hits       []float64
	cuts       []float64
}

func newNumberSearch(sel mechanism.Sample, cover *paper.Cover, aim Aim, lim learning) *numberSearch {
	l := &numberSearch{begin: func(float64) {}, sel: sel, cover: cover, aim: aim, lim: lim, steps: sel.Steps, dim: sel.Dim}
	l.d = l.steps * l.dim
	if l.d > 0 {
		l.n = sel.Count()
	}
	l.train = min(l.n/2, lim.Train)
	l.hold = min(l.n-l.train, lim.Hold)
	l.m = math.Max(float64(aim.M), 1)
	l.z = num.NormalQuantile(1 - stat.FirstShare*aim.Alpha)
	return l
}

// row returns one selection release.
func (l *numberSearch) row(in, i int) []float64 { return l.sel.R[in][i*l.d : (i+1)*l.d] }

// shaded returns the probabilities of an event that happened c1 and c2 times in n
// selection releases, each shaded by k standard errors against the winner's curse.
func shaded(c1, c2, n, k float64) (p1, p2 float64) {
	p1, p2 = (c1+0.5)/(n+1), (c2+0.5)/(n+1)
	p1 -= k*math.Sqrt(p1*(1-p1)/n) + 0.5*k/n
	p2 += k*math.Sqrt(p2*(1-p2)/n) + 0.5*k/n
	return math.Max(p1, 0), math.Min(p2, 1)
}

// gain is the lower bound that the test may be expected to give for an event
// that happened c1 and c2 times in n selection releases, shaded by k.
func (l *numberSearch) gain(c1, c2, n, k float64) float64 {
	p1, p2 := shaded(c1, c2, n, k)
	return stat.ExpectedLower(p1, p2, l.m, l.aim.Delta, l.z)
}

// half is what such an event promises as one of two.
func (l *numberSearch) half(c1, c2, n, k float64) stat.Half {
	p1, p2 := shaded(c1, c2, n, k)
	h := stat.HalfOf(p1, p2, l.m, l.z)
	h.Noise = 1/(c1+0.5) + 1/(c2+0.5)
	return h
}

// escape returns the event outside the high-likely set, in its likelier
// direction.
func (l *numberSearch) escape() []candidate {
	if !l.covered() {
		return nil
	}
	e := event.EscapeEvent()
	if l.n == 0 {
		e.Swap = true // the set was fitted to the first record
		return []candidate{{event: e}}
	}
	loc := paper.NewLocator(l.cover)
	var c [2]float64
	for in := range 2 {
		for i := range l.n {
			if !loc.Inside(l.row(in, i)) {
				c[in]++
			}
		}
	}
	n := float64(l.n)
	g, h := l.gain(c[0], c[1], n, l.lim.Doubt), l.gain(c[1], c[0], n, l.lim.Doubt)
	e.Swap = h > g
	return []candidate{{event: e, gain: math.Max(g, h)}}
}

// learned fits every score and returns its best events in both directions.
func (l *numberSearch) learned() []candidate {
	var out []candidate
	if c := l.atoms(); len(c) > 0 {
		return c
	}
	out = append(out, l.thresholds()...)
	if l.d > 1 {
		l.begin(0.02)
		out = append(out, l.fitLinear()...)
	}
	if l.d > l.lim.Features {
		return out
	}
	l.begin(0.2)
	out = append(out, l.fitRatio()...)
	return out
}

func (l *numberSearch) stepName(k int) string {
	if l.steps == 1 {
		return ""
	}
	return fmt.Sprintf(" of step %d", k)
}

func (l *numberSearch) coordinate(j int) string {
	if l.dim == 1 {
		return "x"
	}
	return "x" + sheet.Superscript(j+1)
}

// atoms handles discrete releases: where the selection holds few distinct
// releases, the event is a set of them, ordered by their estimated ratio.
func (l *numberSearch) atoms() []candidate {
	probe := min(l.n, 2000)
	rows := make([][]float64, 0, 2*probe)
	for in := range 2 {
		for i := range probe {
			rows = append(rows, l.row(in, i))
		}
	}
	slices.SortFunc(rows, event.Compare)
	rows = slices.CompactFunc(rows, func(a, b []float64) bool { return event.Compare(a, b) == 0 })
	if len(rows) > l.lim.Atoms || len(rows) > probe/2 {
		return nil
	}
	count := func(from, to int) (c [2][]float64) {
		for in := range 2 {
			c[in] = make([]float64, len(rows))
			for i := from; i < to; i++ {
				if k, ok := slices.BinarySearchFunc(rows, l.row(in, i), event.Compare); ok {
					c[in][k]++
				}
			}
		}
		return c
	}
	half := min(l.n, 2*l.lim.Hold) / 2
	fit := count(0, half)
	test := count(half, 2*half)
	return l.sets(fit, test, float64(half), func(chosen []int, ratio float64, swap bool) event.Event {
		slices.Sort(chosen)
		w := []float64{0.5, float64(len(chosen))}
		for _, k := range chosen {
			w = append(w, rows[k]...)
		}
		name := fmt.Sprintf("%d of %d possible releases, those with a likelihood ratio above %.3g", len(chosen), len(rows), ratio)
		if len(chosen) == 1 {
			name = "the release " + vector(rows[chosen[0]])
		}
		return event.Event{Kind: "atoms", Name: name, Weights: w, Step: -1, Swap: swap}
	})
}

func vector(x []float64) string {
	var b strings.Builder
	if len(x) > 1 {
		b.WriteString("(")
	}
	for i, v := range x {
		if i > 0 {
			b.WriteString(", ")
		}
		if i == 12 {
			b.WriteString("…")
			break
		}
		fmt.Fprintf(&b, "%.4g", v)
	}
	if len(x) > 1 {
		b.WriteString(")")
	}
	return b.String()
}

// sets orders disjoint pieces by the ratio of their counts in fit and returns
// the best beginning of that order by their counts in test, for either
// direction.
func (l *numberSearch) sets(fit, test [2][]float64, n float64, build func(chosen []int, ratio float64, swap bool) event.Event) []candidate {
	var out []candidate
	var orders [2][]int
	var halfs [2][]stat.Half
	var ends [2]func(i int) event.Event
	for dir := range 2 {
		a, b := dir, 1-dir
		var order []int
		for k := range fit[0] {
			if fit[a][k] > 0 {
				order = append(order, k)
			}
		}
		ratio := func(k int) float64 { return (fit[a][k] + 0.5) / (fit[b][k] + 1) }
		sort.SliceStable(order, func(i, j int) bool { return ratio(order[i]) > ratio(order[j]) })
		best, at := math.Inf(-1), -1
		c1, c2 := 0.0, 0.0
		for i, k := range order {
			c1 += test[a][k]
			c2 += test[b][k]
			if g := l.gain(c1, c2, n, l.lim.Set); g > best {
				best, at = g, i
			}
			halfs[dir] = append(halfs[dir], l.half(c1, c2, n, l.lim.Set))
		}
		orders[dir] = order
		if at >= 0 {
			out = append(out, candidate{event: build(slices.Clone(order[:at+1]), ratio(order[at]), dir == 1), gain: best})
		}
		ends[dir] = func(i int) event.Event { return build(slices.Clone(order[:i+1]), ratio(order[i]), dir == 1) }
	}
	if l.aim.Delta > 0 {
		return out
	}
	// Beginnings of the two orders are disjoint as far as none of the first's
	// pieces comes in the second.
	place := make([]int, len(fit[0]))
	for k := range place {
		place[k] = len(orders[1])
	}
	for j, k := range orders[1] {
		place[k] = j
	}
	free := make([]int, len(orders[0])) // so many of the second's
	for i, k := range orders[0] {
		if free[i] = place[k]; i > 0 {
			free[i] = min(free[i], free[i-1])
		}
	}
	if i, j, g := stat.BestOpposed(halfs[0], halfs[1], l.lim.Shrink, func(i, j int) bool { return j < free[i] }); i >= 0 {
		e, o := ends[0](i), ends[1](j)
		e.Opposite = &o
		out = append(out, candidate{event: e, gain: g, luck: stat.Luck(halfs[0][i], halfs[1][j], n)})
	}
	return out
}
