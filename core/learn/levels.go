package learn

import (
	"math"
	"slices"

	"indistinct/core/event"
	"indistinct/core/num"
	"indistinct/core/stat"
)

// cut is a threshold on a score with how many releases are above it: of the likelier
// input, of the other, and of both in one trial.
type cut struct {
	at, c1, c2, both float64
	modelled         bool // the counts are expected ones
}

// cutter sorts the scores of releases; its memory is used again.
type cutter struct {
	score [2][]float64
	// Where trials are coupled, the lower and the higher of the two scores of each.
	lower, higher []float64
}

// sweep returns the events that a rule's score promises most by: its upper end for the
// record, its lower one for the neighbour, and both at once. fitted says that the score
// estimates the logarithm of the ratio of the inputs' probabilities, and was fitted to the
// releases that come first.
func (q *search) sweep(r event.Rule, looks int, fitted bool) (out []Found) {
	from := 0
	if fitted {
		from = q.hold
	}
	n := float64(q.n - from)
	q.scores(r, looks, from)
	k := &q.cuts
	for in := range 2 {
		q.spend(20 * len(k.score[in]))
		k.score[in] = slices.DeleteFunc(k.score[in], math.IsNaN)
		slices.Sort(k.score[in])
	}
	model := q.calibrate()
	tops := q.cut(0)
	modelTops := model.cuts(tops, false)
	q.negate()
	bottoms := q.cut(1)
	modelBottoms := model.cuts(bottoms, true)
	return append(q.ends(r, tops, bottoms, n), q.ends(r, modelTops, modelBottoms, n)...)
}

// ends returns the best event at the upper end of a score, at the lower one, and both.
func (q *search) ends(r event.Rule, tops, bottoms []cut, n float64) (out []Found) {
	if f := q.best(tops, n); !math.IsInf(f.Gain, -1) {
		f.Event = event.Learned(r.End(f.at, false), false)
		out = append(out, f)
	}
	if f := q.best(bottoms, n); !math.IsInf(f.Gain, -1) {
		f.Event = event.Learned(r.End(f.at, true), true)
		out = append(out, f)
	}
	if q.aim.Delta > 0 {
		return out
	}
	x, y := q.halves(tops, n), q.halves(bottoms, n)
	i, j, gain := stat.BestOpposed(x, y, shrink, func(i, j int) bool { return tops[i].at >= -bottoms[j].at })
	if i < 0 {
		return out
	}
	e, o := event.Learned(r.End(tops[i].at, false), false), event.Learned(r.End(bottoms[j].at, true), true)
	e.Opposite = &o
	err := 0.5 * math.Hypot(deviation(tops[i], n, false), deviation(bottoms[j], n, false))
	return append(out, Found{Event: e, Gain: gain, Error: err, caution: tops[i].caution()})
}

// scores computes the scores of releases from … n−1 of each input. One that is not a
// number is in no event, at neither end.
func (q *search) scores(r event.Rule, looks, from int) {
	score, k := r.Score(), &q.cuts
	k.lower, k.higher = k.lower[:0], k.higher[:0]
	for in := range 2 {
		k.score[in] = k.score[in][:0]
		for i := from; i < q.n; i++ {
			q.spend(looks)
			k.score[in] = append(k.score[in], score(q.row(in, i)))
		}
	}
	if q.aim.Coupled {
		for i, v := range k.score[0] {
			if w := k.score[1][i]; v == v && w == w {
				k.lower, k.higher = append(k.lower, math.Min(v, w)), append(k.higher, math.Max(v, w))
			}
		}
		slices.Sort(k.lower)
		slices.Sort(k.higher)
	}
}

// negate turns sorted scores into those of the negative.
func (q *search) negate() {
	k := &q.cuts
	k.lower, k.higher = k.higher, k.lower
	for _, x := range [][]float64{k.score[0], k.score[1], k.lower, k.higher} {
		slices.Reverse(x)
		for i, v := range x {
			x[i] = -v
		}
	}
}

// cut returns thresholds on the sorted scores, from the top down, with their counts for
// events that input dir should favour: between two of them is a sixteenth of what is
// above, and scores that are equal stay together.
func (q *search) cut(dir int) []cut {
	k := &q.cuts
	a, b := k.score[dir], k.score[1-dir]
	var out []cut
	i, j, l := len(a), len(b), len(k.lower)
	for i > 0 || j > 0 {
		size := 1 + (len(a)-i+len(b)-j)/16
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
		// The threshold lies midway to the next score below.
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
		if math.IsInf(low, -1) {
			break // everything is in: no event
		}
		if mid := low + (high-low)/2; mid < high {
			low = mid
		}
		c := cut{at: low, c1: float64(len(a) - i), c2: float64(len(b) - j)}
		for l > 0 && k.lower[l-1] > low {
			l--
		}
		c.both = float64(len(k.lower) - l)
		out = append(out, c)
	}
	return out
}

// best returns the threshold that promises the largest bound, and what to expect of it.
func (q *search) best(cuts []cut, n float64) (f Found) {
	f.Gain = math.Inf(-1)
	best := math.Inf(-1)
	for _, c := range cuts {
		g, coupled := q.gain(c, n, c.doubt(n))
		err := deviation(c, n, coupled)
		if c.modelled {
			g -= 0.5 * err
		}
		if g > best {
			best = g
			f = Found{Gain: g, Error: err, Coupled: coupled, at: c.at, caution: c.caution()}
		}
	}
	return f
}

// halves are what thresholds promise as one of two events.
func (q *search) halves(cuts []cut, n float64) []stat.Half {
	out := make([]stat.Half, len(cuts))
	for i, c := range cuts {
		p1, p2 := shaded(c, n, c.doubt(n))
		out[i] = stat.HalfOf(p1, p2, q.m, q.z)
		out[i].Noise = 1/(c.c1+0.5) + 1/(c.c2+0.5)
	}
	return out
}

// caution is by how many of its standard errors a gain is shaded where events are compared:
// counts are the luckiest of many, a model's are smooth.
func (c cut) caution() float64 {
	if c.modelled {
		return 1
	}
	return 2.5
}

// doubt is by how many standard errors a cut's counts are shaded. Those of a model were
// made cautiously.
func (c cut) doubt(n float64) float64 {
	if c.modelled {
		return 0
	}
	return doubt(c.c1 / n)
}

// shaded returns the probabilities of an event from its counts in n releases, each
// shaded by k standard errors against the winner's curse.
func shaded(c cut, n, k float64) (p1, p2 float64) {
	p1, p2 = min((c.c1+0.5)/(n+1), 1), min((c.c2+0.5)/(n+1), 1)
	p1 -= k*math.Sqrt(p1*(1-p1)/n) + 0.5*k/n
	p2 += k*math.Sqrt(p2*(1-p2)/n) + 0.5*k/n
	return math.Max(p1, 0), math.Min(p2, 1)
}

// gain is the lower bound that the test may be expected to give for an event from its
// counts in n releases, shaded by k standard errors; coupled says that it is from
// coupled releases.
func (q *search) gain(c cut, n, k float64) (gain float64, coupled bool) {
	p1, p2 := shaded(c, n, k)
	gain = stat.ExpectedLower(p1, p2, q.m, q.aim.Delta, q.z)
	if q.aim.Coupled && q.aim.Delta == 0 {
		if g := stat.ExpectedCoupled(c.c1, c.c2, c.both, n, k, q.m, q.aim.Alpha); g > gain {
			return g, true
		}
	}
	return gain, false
}

// leastDoubt is by how many standard errors frequencies are shaded at least.
const leastDoubt = 0.6

// doubt is by how many standard errors the selection's estimate for an event of
// probability p is shaded. The further out an event, the more of its kind were
// passed on the way, each with an error of its own, the luckiest of which would
// win: the number of halvings from one half counts them.
func doubt(p float64) float64 {
	return math.Max(leastDoubt, math.Min(2, leastDoubt-1.5*num.Log(2*p)/math.Ln2))
}

// deviation is about the standard error of a gain from n trials.
func deviation(c cut, n float64, coupled bool) float64 {
	if coupled {
		// The log-ratio's own, of the trials that fell into the event at all.
		total := c.c1 + c.c2 - c.both
		x, y := (c.c1-c.both+0.5)/(total+1), (c.c2-c.both+0.5)/(total+1)
		return math.Sqrt(math.Max((x+y-(x-y)*(x-y))/total, 0))
	}
	// A third of how far it may be off at three standard errors, so that few counts are
	// not taken for worse than they are. (Of a count of 0, which stands for half a trial,
	// the upper limit at that level is 6.6 trials: ln 13.2 ≈ 3/√1.35.)
	return math.Sqrt(math.Max(1/(c.c1+1.35)+1/(c.c2+1.35)-2/n, 0))
}
