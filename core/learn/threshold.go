package learn

import (
	"math"
	"slices"

	"indistinct/core/event"
	"indistinct/core/lang"
	"indistinct/core/stat"
)

// sweep chooses thresholds for a score on releases from … to−1, in both
// directions. build makes the event whose score is the given one (flip false)
// or its negative (flip true).
func (l *numberSearch) sweep(score func([]float64) float64, from, to int,
	build func(t float64, flip bool) event.Event) []candidate {
	var out []candidate
	s := l.scores(score, from, to)
	t, g, tops := s.best(0)
	if !math.IsInf(g, -1) {
		out = append(out, candidate{event: build(t, false), gain: g})
	}
	s.negate()
	t, g, bottoms := s.best(1)
	if !math.IsInf(g, -1) {
		e := build(t, true)
		e.Swap = true
		out = append(out, candidate{event: e, gain: g})
	}
	if i, j, g := tops.opposed(bottoms, l.lim.Shrink); i >= 0 {
		e, o := build(tops.cuts[i], false), build(bottoms.cuts[j], true)
		o.Swap = true
		e.Opposite = &o
		out = append(out, candidate{event: e, gain: g, luck: stat.SelectionError(tops.halfs[i], bottoms.halfs[j],
			float64(to-from))})
	}
	return out
}

// halves are what thresholds on a score promise as one of two events.
type halves struct {
	cuts  []float64
	halfs []stat.Half
}

// opposed returns the thresholds on a score, and those on its negative, whose
// events promise most when they are tested at once; −1 where there are none.
func (h halves) opposed(negative halves, shrink float64) (i, j int, gain float64) {
	return stat.BestOpposed(h.halfs, negative.halfs, shrink, func(i, j int) bool {
		return h.cuts[i] >= -negative.cuts[j]
	})
}

// best returns the threshold that promises the largest bound for the event
// {score > t}, which input dir should favour, and what to expect of it. all is what
// every threshold promises as one of two, where the claim has such a test.
func (s *scored) best(dir int) (t, gain float64, all halves) {
	l := s.l
	gain = math.Inf(-1)
	a, b := s.all[dir], s.all[1-dir]
	n := float64(len(a))
	// Bins from the top down, each a sixteenth of what is above it; scores that
	// are equal stay together.
	l.cuts, l.sizes, l.hits = l.cuts[:0], l.sizes[:0], l.hits[:0]
	i, j, start := len(a), len(b), 0
	for i > 0 || j > 0 {
		size := 1 + (len(a)-i+len(b)-j)/16
		was := i
		for taken := 0; (i > 0 || j > 0) && taken < size; {
			v := math.Inf(-1)
			if i > 0 {
				v = a[i-1]
			}
			if j > 0 {
				v = math.Max(v, b[j-1])
			}
			for i > 0 && a[i-1] >= v {
				i--
				taken++
			}
			for j > 0 && b[j-1] >= v {
				j--
				taken++
			}
		}
		above := len(a) - i + len(b) - j
		l.sizes = append(l.sizes, float64(above-start))
		l.hits = append(l.hits, float64(was-i))
		start = above
		// The cut lies midway to the next score below.
		low, high := math.Inf(-1), math.Inf(1)
		if i > 0 {
			low = a[i-1]
		}
		if j > 0 {
			low = math.Max(low, b[j-1])
		}
		if i < len(a) {
			high = a[i]
		}
		if j < len(b) {
			high = math.Min(high, b[j])
		}
		if cut := low + (high-low)/2; cut < high {
			low = cut
		}
		l.cuts = append(l.cuts, low)
	}
	if len(l.cuts) < 2 {
		return 0, gain, all // everything is equal: no event
	}
	c1, c2 := 0.0, 0.0
	for k, hits := range l.hits {
		c1 += hits
		c2 += l.sizes[k] - hits
		if math.IsInf(l.cuts[k], -1) {
			break // everything is in: no event
		}
		doubt := l.doubt(c1 / n)
		if v := l.gain(c1, c2, n, doubt); v > gain {
			gain, t = v, l.cuts[k]
		}
		if l.aim.Delta == 0 {
			all.cuts, all.halfs = append(all.cuts, l.cuts[k]), append(all.halfs, l.half(c1, c2, n, doubt))
		}
	}
	return t, gain, all
}

// scores returns the sorted scores of releases from … to−1 for each input, in
// scratch that the next call uses again. A score that is not a number is in no
// event.
func (l *numberSearch) scores(score func([]float64) float64, from, to int) *scored {
	s := &l.scored
	s.l = l
	for in := range 2 {
		s.all[in] = s.all[in][:0]
		for i := from; i < to; i++ {
			v := score(l.row(in, i))
			if v != v {
				v = math.Inf(-1)
			}
			s.all[in] = append(s.all[in], v)
		}
		slices.Sort(s.all[in])
	}
	return s
}

// negate turns sorted scores into the sorted scores of the negative.
func (s *scored) negate() {
	for _, x := range s.all {
		slices.Reverse(x)
		for i, v := range x {
			x[i] = -v
		}
	}
}

// thresholds returns the best events on one coordinate.
func (l *numberSearch) thresholds() []candidate {
	var best [3]candidate // in either direction, and both
	for k := range best {
		best[k].gain = math.Inf(-1)
	}
	build := func(t, sign float64, i, dir int) event.Event {
		rel := "above"
		if sign < 0 {
			rel = "below"
		}
		if l.steps > 1 {
			rel += ".step"
		}
		return event.Event{
			Kind: "threshold", Step: i / l.dim, Swap: dir == 1, Weights: []float64{t, sign, float64(i % l.dim)},
			Name: lang.Say("event.threshold."+rel, "x", l.coordinate(i%l.dim), "t", sign*t, "step", i/l.dim),
		}
	}
	for i := range l.d {
		if part := (l.d + 15) / 16; i%part == 0 {
			l.begin(0.3 * float64(part) / float64(l.d))
		}
		s := l.scores(func(x []float64) float64 { return x[i] }, 0, min(l.n, l.lim.Hold))
		// A coordinate is no estimate of a ratio: either end may be likelier
		// under either record.
		var all [2][2]halves
		for k, sign := range []float64{1, -1} {
			for dir := range 2 {
				t, g, h := s.best(dir)
				if all[k][dir] = h; g > best[dir].gain {
					best[dir] = candidate{gain: g, event: build(t, sign, i, dir)}
				}
			}
			s.negate()
		}
		for k, sign := range []float64{1, -1} {
			e, o := all[k][0], all[1-k][1]
			if a, b, g := e.opposed(o, l.lim.Shrink); g > best[2].gain {
				opposite := build(o.cuts[b], -sign, i, 1)
				best[2] = candidate{gain: g, event: build(e.cuts[a], sign, i, 0),
					luck: stat.SelectionError(e.halfs[a], o.halfs[b], float64(len(s.all[0])))}
				best[2].event.Opposite = &opposite
			}
		}
	}
	var out []candidate
	for _, c := range best {
		if !math.IsInf(c.gain, -1) {
			out = append(out, c)
		}
	}
	return out
}
