package learn

import (
	"math"
	"slices"

	"indistinct/core/event"
	"indistinct/core/mechanism"
)

// cellSearch is the state of one search of cells.
type cellSearch struct {
	s      mechanism.Sample
	opt    Options
	from   int // the release that counts as the first: after the last comes the sample's first
	fit, n int // rows 0 … fit−1 are fitted to, fit … n−1 choose
	spent  int // since the last pause, see spend
}

// row returns one release.
func (q *cellSearch) row(in, i int) []float64 {
	if i += q.from; i >= q.n {
		i -= q.n
	}
	return q.s.Row(in, i)
}

// pauseAfter is what may be spent between two pauses: some ten milliseconds' work.
const pauseAfter = 3_000_000

// spend pauses where what comes next would be more than that. It is counted in
// looks at one number of one release, a few nanoseconds each.
func (q *cellSearch) spend(looks int) {
	if q.spent += looks; q.spent > pauseAfter && q.opt.Pause != nil {
		q.opt.Pause()
		q.spent = looks
	}
}

// cautions are by how many standard errors frequencies may be shaded where a
// threshold is picked from many.
var cautions = []float64{0.7, 1.5, 3}

const (
	doubt = 0.3 // the same where one event is judged
	// lowerErrors is by how many of its standard errors a gain is shaded where kinds
	// of events, or pairs, are compared. With three, what is rare under one input and
	// never happens under the other loses to what gains next to nothing for certain.
	lowerErrors = 2
	// upperErrors is by how many of them it is raised where pairs may still be
	// dropped: few releases must not speak against a rare event.
	upperErrors = 2
	// prefer is the relative gain that a less simple kind of event must bring.
	prefer = 0.01
)

// merit is by what a gain is compared where it is settled what to test: by what it
// is for certain. Where nothing is certain to be gained, the surest gain counts:
// what happens always has a gain of almost exactly nothing.
func merit(gain, err float64) float64 {
	if least := gain - lowerErrors*err; least > 0 {
		return least
	}
	return gain/(lowerErrors*err+1e-9) - 1
}

// merit is by what gains are compared in this search.
func (q *cellSearch) merit(gain, err float64) float64 {
	if q.opt.Bold {
		return gain
	}
	return merit(gain, err)
}

// tally is how often an event happened: for each input, and for both at once.
type tally struct{ c [3]float64 }

func (t *tally) add(o tally) {
	for i, v := range o.c {
		t.c[i] += v
	}
}

// gain is what to expect of an event in favour of input dir with a tally in n
// trials, shaded by k standard errors; coupled says that it is from coupled
// releases.
func (q *cellSearch) gain(t tally, dir int, n, k float64) (gain float64, coupled bool) {
	p1, p2 := (t.c[dir]+0.5)/(n+1), (t.c[1-dir]+0.5)/(n+1)
	p1 -= k * math.Sqrt(p1*(1-p1)/n)
	p2 += k*math.Sqrt(p2*(1-p2)/n) + 0.5*k/n
	gain = q.opt.Expected(math.Max(p1, 0), math.Min(p2, 1))
	if q.opt.Coupled != nil {
		if g := q.opt.Coupled(t.c[dir], t.c[1-dir], t.c[2], n, k); g > gain {
			return g, true
		}
	}
	return gain, false
}

// deviation is about the standard error of a gain from n trials.
func (q *cellSearch) deviation(t tally, n float64, coupled bool) float64 {
	if coupled {
		// The log-ratio's own, of the trials that fell into the event at all.
		total := t.c[0] + t.c[1] - t.c[2]
		x, y := (t.c[0]-t.c[2]+0.5)/(total+1), (t.c[1]-t.c[2]+0.5)/(total+1)
		return math.Sqrt(math.Max((x+y-(x-y)*(x-y))/total, 0))
	}
	return deviation(t.c[0], t.c[1], n)
}

// deviation is about the standard error of the log-ratio of two counts in n trials
// each: a third of how far it may be off at three standard errors, so that few
// counts are not taken for worse than they are. (Of a count of 0, which stands for
// half a trial, the upper limit at that level is 6.6 trials: ln 13.2 ≈ 3/√1.35.)
func deviation(c1, c2, n float64) float64 {
	return math.Sqrt(math.Max(1/(c1+1.35)+1/(c2+1.35)-2/n, 0))
}

// level is a score's value with how many trials have it: for each input, and as
// the lower one of both.
type level struct {
	score float64
	tally
}

// mostSorted is how many rows' scores are sorted at a time.
const mostSorted = 10_000

// levels sorts the scores of rows from … to−1 in steps of step, highest first,
// equal ones together. looks is what a score and its sorting take, see spend.
func (q *cellSearch) levels(score func(row []float64) float64, looks, from, to, step int) []level {
	if rows := (to - from + step - 1) / step; rows > mostSorted { // by halves, to pause between
		half := from + rows/2*step
		return merge(q.levels(score, looks, from, half, step), q.levels(score, looks, half, to, step))
	}
	type item struct {
		v  float64
		in int
	}
	list := make([]item, 0, 3*((to-from)/step+1))
	for i := from; i < to; i += step {
		q.spend(2 * looks)
		a, b := score(q.row(0, i)), score(q.row(1, i))
		if a == a {
			list = append(list, item{a, 0})
		}
		if b == b {
			list = append(list, item{b, 1})
		}
		if q.opt.Coupled != nil && a == a && b == b {
			list = append(list, item{math.Min(a, b), 2})
		}
	}
	slices.SortFunc(list, func(a, b item) int {
		switch {
		case a.v > b.v:
			return -1
		case a.v < b.v:
			return 1
		}
		return a.in - b.in
	})
	var out []level
	for _, x := range list {
		if len(out) == 0 || out[len(out)-1].score != x.v {
			out = append(out, level{score: x.v})
		}
		out[len(out)-1].c[x.in]++
	}
	return out
}

// cut returns the threshold t, from lo to hi, for which {score > t} promises the
// largest bound in favour of input dir.
func (q *cellSearch) cut(list []level, dir int, n, caution, lo, hi float64) (t, gain float64) {
	gain = math.Inf(-1)
	var c tally
	skip := 0.0
	for i, l := range list {
		c.add(l.tally)
		// A gain differs little between neighbours: look where the count has
		// grown by a fiftieth.
		if c.c[dir] < skip || i+1 == len(list) {
			continue
		}
		next := list[i+1].score
		at := next + (l.score-next)/2
		if !(at < l.score) {
			at = next
		}
		if at > hi {
			continue
		}
		if at < lo {
			break
		}
		skip = c.c[dir] * 1.02
		if g, _ := q.gain(c, dir, n, caution); g > gain {
			t, gain = at, g
		}
	}
	return t, gain
}

// judge chooses the threshold of a score in favour of input dir and says what
// to expect: each half of the choosing rows judges the other half's choice. The
// threshold lies between theirs, since nothing is known of others. A score that
// was not fitted chooses it on the fitted rows too.
func (q *cellSearch) judge(score func(row []float64) float64, looks, dir int, fitted bool) (f Found, t float64) {
	f.Swap = dir == 1
	var part [2][]level
	var size [2]float64
	for k := range part {
		part[k] = q.levels(score, looks, q.fit+k, q.n, 2)
		size[k] = float64((q.n - q.fit - k + 1) / 2)
	}
	// How far frequencies are shaded when the threshold is chosen is chosen too,
	// by what the halves say of each other.
	f.Gain, f.upper = math.Inf(-1), math.Inf(-1)
	use, lo, hi := 0.0, 0.0, 0.0
	for _, c := range cautions {
		g, dev := 0.0, 0.0
		from, to := math.Inf(1), math.Inf(-1)
		for k := range part {
			t, ok := q.cut(part[k], dir, size[k], c, math.Inf(-1), math.Inf(1))
			if math.IsInf(ok, -1) {
				g = ok
				break
			}
			from, to = math.Min(from, t), math.Max(to, t)
			a := above(part[1-k], t)
			v, coupled := q.gain(a, dir, size[1-k], doubt)
			g += 0.5 * v
			dev += 0.35 * q.deviation(a, size[1-k], coupled)
		}
		f.upper = math.Max(f.upper, g+upperErrors*dev)
		if math.IsInf(f.Gain, -1) || q.merit(g, dev) > q.merit(f.Gain, f.Error) {
			f.Gain, f.Error, use, lo, hi = g, dev, c, from, to
		}
	}
	if math.IsInf(f.Gain, -1) {
		return f, 0
	}
	all := merge(part[0], part[1])
	n := size[0] + size[1]
	if !fitted {
		all = merge(all, q.levels(score, looks, 0, q.fit, 1))
		n += float64(q.fit)
	}
	t, g := q.cut(all, dir, n, use, lo, hi)
	for _, at := range []float64{lo, hi} {
		if v, _ := q.gain(above(all, at), dir, n, use); v > g {
			t, g = at, v
		}
	}
	if math.IsInf(g, -1) {
		f.Gain = g
		return f, 0
	}
	_, f.Coupled = q.gain(above(all, t), dir, n, 0)
	return f, t
}

// judged is judge for a rule's own score: the rule with its threshold. Gain is −∞ where
// there is none.
func (q *cellSearch) judged(r event.Rule, looks, dir int, fitted bool) Found {
	f, t := q.judge(r.Score(), looks, dir, fitted)
	r.Above = t
	f.Rule = r
	return f
}

// above is the tally of {score > t}.
func above(list []level, t float64) tally {
	var c tally
	for _, l := range list {
		if !(l.score > t) {
			break
		}
		c.add(l.tally)
	}
	return c
}

// merge joins two sorted lists of levels.
func merge(a, b []level) []level {
	out := make([]level, 0, len(a)+len(b))
	for len(a) > 0 || len(b) > 0 {
		switch {
		case len(b) == 0 || len(a) > 0 && a[0].score > b[0].score:
			out, a = append(out, a[0]), a[1:]
		case len(a) == 0 || b[0].score > a[0].score:
			out, b = append(out, b[0]), b[1:]
		default:
			l := a[0]
			l.add(b[0].tally)
			out, a, b = append(out, l), a[1:], b[1:]
		}
	}
	return out
}
