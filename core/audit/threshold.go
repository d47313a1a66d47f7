package audit

import (
	"fmt"
	"math"
	"slices"

	"indistinct/core/num"
	"indistinct/core/sheet"
)

// sweep chooses thresholds for a score on releases from … to−1, in both
// directions. build makes the event whose score is the given one (flip false)
// or its negative (flip true).
func (l *learner) sweep(score func([]float64) float64, from, to int, build func(t float64, flip bool) Event) []candidate {
	var out []candidate
	s := l.scores(score, from, to)
	if t, g := s.best(0); !math.IsInf(g, -1) {
		out = append(out, candidate{event: build(t, false), gain: g})
	}
	s.negate()
	if t, g := s.best(1); !math.IsInf(g, -1) {
		e := build(t, true)
		e.Swap = true
		out = append(out, candidate{event: e, gain: g})
	}
	return out
}

// scored holds sorted scores for each input.
type scored struct {
	l   *learner
	all [2][]float64
}

// best returns the threshold that promises the largest bound for the event
// {score > t}, which input dir should favour, and what to expect of it: by the
// smoothed likelihood ratio (see smoother).
func (s *scored) best(dir int) (t, gain float64) {
	l := s.l
	gain = math.Inf(-1)
	a, b := s.all[dir], s.all[1-dir]
	n := float64(len(a))
	// Bins from the top down, each a sixteenth of what is above it; scores that
	// are equal stay together.
	sm := &l.smoother
	sm.n, sm.hits = sm.n[:0], sm.hits[:0]
	l.cuts = l.cuts[:0]
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
		all := len(a) - i + len(b) - j
		sm.n = append(sm.n, float64(all-start))
		sm.hits = append(sm.hits, float64(was-i))
		start = all
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
	if len(sm.n) < 2 {
		return 0, gain // everything is equal: no event
	}
	c1, c2 := 0.0, 0.0
	for k, g := range sm.fit() {
		q := 1 / (1 + num.Exp(-g))
		c1 += sm.n[k] * q
		c2 += sm.n[k] * (1 - q)
		if math.IsInf(l.cuts[k], -1) {
			break // everything is in: no event
		}
		if v := l.gain(c1, c2, n, l.doubt(c1/n)); v > gain {
			gain, t = v, l.cuts[k]
		}
	}
	return t, gain
}

// doubt is by how many standard errors the selection's estimate for an event of
// probability p is shaded. The further out an event, the more of its kind were
// passed on the way, each with an error of its own, the luckiest of which would
// win: the number of halvings from one half counts them.
func (l *learner) doubt(p float64) float64 {
	least := l.lim.Doubt
	return math.Max(least, math.Min(2, least-1.5*num.Log(2*p)/math.Ln2))
}

// scores returns the sorted scores of releases from … to−1 for each input, in
// scratch that the next call uses again. A score that is not a number is in no
// event.
func (l *learner) scores(score func([]float64) float64, from, to int) *scored {
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
		sortFloats(s.all[in], &l.keys)
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

// sortFloats sorts x, which has no NaN, by radix: six passes of eleven bits
// over keys whose order as integers is that of the numbers.
func sortFloats(x []float64, keys *[2][]uint64) {
	if len(x) < 512 {
		slices.Sort(x)
		return
	}
	const digits, width = 6, 11
	for i := range keys {
		if cap(keys[i]) < len(x) {
			keys[i] = make([]uint64, len(x))
		}
		keys[i] = keys[i][:len(x)]
	}
	var count [digits][1 << width]int32
	a, b := keys[0], keys[1]
	for i, v := range x {
		u := math.Float64bits(v)
		u ^= uint64(int64(u)>>63) | 1<<63
		a[i] = u
		for d := range digits {
			count[d][u>>(width*d)&(1<<width-1)]++
		}
	}
	for d := range digits {
		c := &count[d]
		at := int32(0)
		single := false
		for k, n := range c {
			single = single || int(n) == len(x)
			c[k] = at
			at += n
		}
		if single {
			continue
		}
		for _, u := range a {
			k := u >> (width * d) & (1<<width - 1)
			b[c[k]] = u
			c[k]++
		}
		a, b = b, a
	}
	for i, u := range a {
		x[i] = math.Float64frombits(u ^ (uint64(int64(^u)>>63) | 1<<63))
	}
}

// thresholds returns the best events on one coordinate.
func (l *learner) thresholds() []candidate {
	var best [2]candidate
	best[0].gain, best[1].gain = math.Inf(-1), math.Inf(-1)
	try := func(t, g float64, sign float64, i, dir int) {
		if g <= best[dir].gain || math.IsInf(g, -1) {
			return
		}
		rel, shown := ">", t
		if sign < 0 {
			rel, shown = "<", -t
		}
		best[dir] = candidate{gain: g, event: Event{
			Kind: "threshold", Step: i / l.dim, Swap: dir == 1, Weights: []float64{t, sign, float64(i % l.dim)},
			Name: fmt.Sprintf("releases%s with %s %s %s", l.stepName(i/l.dim), l.coordinate(i%l.dim), rel, sheet.Format(shown, 4)),
		}}
	}
	for i := range l.d {
		if part := (l.d + 15) / 16; i%part == 0 {
			l.begin(0.3 * float64(part) / float64(l.d))
		}
		s := l.scores(func(x []float64) float64 { return x[i] }, 0, min(l.n, l.lim.Hold))
		// A coordinate is no estimate of a ratio: either end may be likelier
		// under either record.
		for _, sign := range []float64{1, -1} {
			for dir := range 2 {
				t, g := s.best(dir)
				try(t, g, sign, i, dir)
			}
			s.negate()
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
