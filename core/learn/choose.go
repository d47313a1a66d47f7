package learn

import (
	"math"
	"slices"
	"sort"

	"indistinct/core/event"
	"indistinct/core/paper"
	"indistinct/core/stat"
)

const (
	mostEvents = 6 // that go to the test
	mostSame   = 2 // in the direction of the best one
	// intricate is the relative gain that a score with many parameters must bring.
	intricate = 0.01
)

// merit is by what events are ranked: simpler ones come first where they promise as
// much.
func (q *search) merit(f Found) float64 {
	m := f.Gain - f.Error
	if f.Event.Rule != nil {
		m -= intricate * float64(f.Event.Rule.Complexity()) * math.Abs(f.Gain)
	}
	return m
}

// rank sorts what was found, most promising first, and names it.
func (q *search) rank(found []Found) {
	sort.SliceStable(found, func(i, j int) bool { return q.merit(found[i]) > q.merit(found[j]) })
	for i := range found {
		found[i].Event = q.named(found[i].Event)
	}
}

// named gives a learned event its name, and its opposite.
func (q *search) named(e event.Event) event.Event {
	if e.Rule == nil {
		return e
	}
	out := event.Learned(q.shown(*e.Rule).Named(q.aim.Layout), e.Swap)
	if e.Opposite != nil {
		o := q.named(*e.Opposite)
		out.Opposite = &o
	}
	return out
}

// chosen are the events that go to the test.
func (q *search) chosen(found []Found) []event.Event {
	q.rank(found)
	c := choice{seen: map[string]bool{}}
	if q.plainFirst(found) {
		c.same = -1 // it takes no other's place
	}
	c.covered = slices.ContainsFunc(found, func(f Found) bool { return f.Event.Kind == "escape" })
	out := make([]event.Event, 0, mostEvents)
	most := math.Inf(-1)
	bold := Found{Gain: most}
	for _, f := range found {
		if c.takes(f, found[0], len(out)) {
			out = append(out, f.Event)
			most = math.Max(most, f.Gain)
		} else if f.Gain > bold.Gain {
			bold = f
		}
	}
	// One more is tested for its promise alone: a few releases that never come under the
	// other input prove much where that is true, and cost next to nothing where it was luck.
	if bold.Gain > most {
		out = append(out, bold.Event)
	}
	// The best one on real numbers always is: a report says what they prove without digits.
	real := slices.IndexFunc(found, onNumbers)
	if q.aim.Bits && real >= 0 && !slices.ContainsFunc(out, found[real].Event.Same) {
		out = append(out, found[real].Event)
	}
	return out
}

// plainFirst puts a plain reason before an intricate event, and one on real numbers before one
// on digits, where it is worth about as much on the selection releases themselves. Digits that promise
// no more than chance explains are not the reason.
func (q *search) plainFirst(found []Found) (put bool) {
	const about = 1 - 1.0/50
	if len(found) == 0 || found[0].Gain < sure*found[0].Error {
		return false
	}
	if real := slices.IndexFunc(found, onNumbers); real > 0 && !far(found[real], found[0]) {
		within := found[0].Error + found[real].Error
		put = found[0].Gain-found[real].Gain <= within && toFront(found, real)
	}
	if found[0].Event.Plain() && onNumbers(found[0]) {
		return put
	}
	whole := q.worth(found[0].Event, part)
	best, least, most := -1, about*(found[0].Gain-found[0].Error), about*whole
	for _, digits := range []bool{false, found[0].Event.OfDigits()} {
		for i := 0; i < len(found) && (best < 0 || found[best].Event.OfDigits() == digits); i++ {
			e := found[i].Event
			if !e.Plain() && !e.OfValue() || e.OfDigits() != digits {
				continue
			}
			w := q.worth(e, part)
			same := w == whole // it holds the same releases: of what does, a value is plainest
			// A threshold may have been lucky on these releases, a word, value or digit hardly.
			if same && e.OfValue() && w >= most || e.Plain() && w > most &&
				(digits || same || e.OfValue() || found[i].Gain-found[i].Error >= least) {
				best, most = i, w
			}
		}
	}
	return toFront(found, best) || put
}

func onNumbers(f Found) bool { return !f.Event.OfDigits() }

// toFront puts what stands at i first, and reports whether it did not stand there.
func toFront(found []Found, i int) bool {
	if i > 0 {
		f := found[i]
		copy(found[1:], found[:i])
		found[0] = f
	}
	return i > 0
}

// worth is the bound to expect of an event by its counts alone, by so many of their standard
// errors less telling than they are.
func (q *search) worth(e event.Event, part float64) float64 {
	if e.Rule == nil {
		return 0
	}
	counts := [][2]float64{q.hits(e.Rule.Matcher(), e.Swap)}
	if o := e.Opposite; o != nil {
		counts = append(counts, q.hits(o.Rule.Matcher(), o.Swap))
	}
	return q.promised(part, counts...)
}

// hits is how many releases of the input that is likelier there match, and of the other.
func (q *search) hits(match func(row []float64) bool, swap bool) (c [2]float64) {
	for in := range 2 {
		for i := range q.n {
			if match(q.s.Row(in, i)) {
				c[in]++
			}
		}
	}
	if swap {
		c[0], c[1] = c[1], c[0]
	}
	return c
}

// promised is the bound to expect of an event by such counts, or of two opposites by theirs.
func (q *search) promised(part float64, c ...[2]float64) float64 {
	of := func(c [2]float64) cut { return shaded(c[0], c[1], float64(q.n), part) }
	if len(c) == 2 {
		return stat.ExpectedOdds(q.half(of(c[0])), q.half(of(c[1])))
	}
	return q.alone(of(c[0]))
}

// far reports whether an event promises much less than the best one.
func far(next, best Found) bool {
	return next.Gain < best.Gain-math.Max(0.1, 0.15*math.Abs(best.Gain))
}

// choice is what has been chosen of ranked events.
type choice struct {
	same, against int // events in the best one's direction, and in the other
	covered       bool
	escape, pair  bool
	seen          map[string]bool // kinds and directions
}

// takes reports whether an event goes to the test, where chosen many do already.
func (c *choice) takes(next, best Found, chosen int) bool {
	e := next.Event
	behind := far(next, best) // in the same direction it would only cost α
	if e.Kind == "escape" {
		c.escape = true
		return true
	}
	if e.Opposite != nil {
		if c.pair || behind || chosen >= mostEvents-1 {
			return false
		}
		c.pair = true
		return true
	}
	kind := e.Rule.Kind
	if e.OfValue() {
		kind = event.Atoms // a value takes no threshold's place
	}
	if e.Swap {
		kind += "-"
	}
	// The last place is the escape event's.
	if c.seen[kind] || !c.escape && c.covered && chosen == mostEvents-1 || chosen == mostEvents {
		return false
	}
	if e.Swap == best.Event.Swap {
		if c.same == mostSame || behind {
			return false
		}
		c.same++
	} else {
		if c.against == 1 {
			return false
		}
		c.against++
	}
	c.seen[kind] = true
	return true
}

const (
	// part is by how many of their standard errors counts are taken to be less telling.
	part = 0.6
	// sure is how many standard errors a gain is that counts alone may rank: where they tell
	// little, they do not tell which event tells most.
	sure = 3
)

// escape returns the event outside the high-likely set, in its likelier
// direction.
func (q *search) escape(cover *paper.Cover) []Found {
	if cover == nil || len(cover.Ellipsoids) == 0 {
		return nil
	}
	e := event.EscapeEvent()
	if q.n == 0 {
		e.Swap = true // the set was fitted to the first record
		return []Found{{Event: e}}
	}
	match, hit := event.NewMatcher(cover, []event.Event{e}), make([]bool, 1)
	c := q.hits(func(row []float64) bool { match.Match(row, hit); return hit[0] }, false)
	back := [2]float64{c[1], c[0]}
	if e.Swap = q.promised(part, back) > q.promised(part, c); e.Swap {
		c = back
	}
	return []Found{q.counted(e, 0, c)}
}

// shaded is an event with its counts in n releases of each input, by so many of their standard
// errors less telling than they are.
func shaded(c1, c2, n, part float64) cut {
	p1, p2 := min((c1+0.5)/(n+1), 1), min((c2+0.5)/(n+1), 1)
	p1 -= part*math.Sqrt(p1*(1-p1)/n) + 0.5*part/n
	p2 += part*math.Sqrt(p2*(1-p2)/n) + 0.5*part/n
	return cut{p1: math.Max(p1, 0), p2: math.Min(p2, 1)}
}
