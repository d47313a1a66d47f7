package learn

import (
	"math"
	"slices"
	"sort"

	"indistinct/core/event"
	"indistinct/core/num"
)

// calibration says how much a score, an estimated log-ratio, is worth on releases that it
// was not fitted to.
//
// Where releases tell little, the counts above a threshold tell still less about which
// threshold is best: the luckiest would win. The log-ratio itself is one curve for all
// thresholds. It is fitted to the releases as a function of the score with few bends, and
// how probable an event is under either input follows from all releases of both inputs:
// the mean of 2/(1 + e^{−s}) over those in it, and of 2/(1 + e^s), for a log-ratio of s.
type calibration struct {
	score []float64 // of releases of both inputs, sorted
	// Sums of the two over the first so many of them, where the log-ratio is a standard
	// error lower than fitted, for events that favour the record, and where it is higher.
	p1, p2 [2][]float64
	q1, q2 []float64 // the same of a score that tells less, by a standard error
}

// bendWorth is what a bend has to bring: twice the logarithm of the likelihoods' ratio.
const bendWorth = 2

// calibrate fits the log-ratio as a function of the score to the scores at hand; nil where
// they tell nothing.
func (q *search) calibrate() *calibration {
	k := &q.cuts
	n := len(k.score[0])
	if n < fewest {
		return nil
	}
	all := slices.Concat(k.score[0], k.score[1])
	for i, v := range all {
		if math.IsInf(v, 0) {
			all[i] = math.NaN()
		}
	}
	t := &table{feats: make([]event.Feature, 1), value: [][]float64{all}, n: n}
	sorted := slices.DeleteFunc(slices.Clone(all), func(v float64) bool { return v != v })
	if len(sorted) < 2*fewest {
		return nil
	}
	slices.Sort(sorted)
	q.spend(30 * len(all))
	at := func(share float64) float64 {
		return sorted[min(int(share*float64(len(sorted))), len(sorted)-1)]
	}
	// The likelihood against that of no difference, twice its logarithm: of a straight line,
	// and of one that bends where the outermost releases begin. A bend has to be worth it.
	fit := func(pieces ...[2]float64) *design {
		d := &design{t: t, rows: n}
		for _, p := range pieces {
			if from, to := at(p[0]), at(p[1]); from < to {
				d.add(0, from, to)
			}
		}
		d.w = make([]float64, len(d.cols)+1)
		d.told = 2 * (2*float64(n)*math.Ln2 - q.newton(d, 10))
		return d
	}
	d := fit([2]float64{0, 1})
	if len(d.cols) == 0 {
		return nil
	}
	for _, outer := range []float64{0.1, 0.3} {
		bent := fit([2]float64{0, 1}, [2]float64{0, outer}, [2]float64{1 - outer, 1})
		if bent.told-bendWorth*float64(len(bent.cols)) > d.told-bendWorth*float64(len(d.cols)) {
			d = bent
		}
	}
	// Of what the fit tells, its parameters' own luck is about one each (van Houwelingen &
	// le Cessie 1990).
	keep := 1 - float64(len(d.cols)+1)/d.told
	if !(d.told > 0) || keep <= 0 {
		return nil
	}
	band, ok := d.band(sorted)
	if !ok {
		return nil
	}
	c := &calibration{score: sorted}
	for end, sign := range []float64{-1, 1} {
		p1, p2 := make([]float64, len(sorted)+1), make([]float64, len(sorted)+1)
		for i := range sorted {
			e := num.Exp(-(keep*band[i][0] + sign*band[i][1]))
			p1[i+1], p2[i+1] = p1[i]+2/(1+e), p2[i]+2*e/(1+e)
		}
		c.p1[end], c.p2[end] = p1, p2
	}
	return c
}

// band returns a regression's value and the standard error of it, at each of some values
// of its only feature.
func (d *design) band(values []float64) (out [][2]float64, ok bool) {
	p := len(d.w)
	x, h := make([]float64, p), make([]float64, p*p)
	row := func(v float64) (m float64) {
		for k := range d.cols {
			x[k] = d.cols[k].value(v)
		}
		x[p-1] = 1
		return num.Dot(x, d.w)
	}
	for _, v := range values {
		e := num.Exp(-row(v))
		weight := e / ((1 + e) * (1 + e))
		for a := range p {
			for b := range a + 1 {
				h[a*p+b] += weight * (x[a] * x[b])
			}
		}
	}
	for a := range p {
		h[a*p+a] += 0.5
	}
	if !num.Cholesky(h, p) {
		return nil, false
	}
	solved := make([]float64, p)
	for _, v := range values {
		m := row(v)
		copy(solved, x)
		num.CholeskySolve(h, solved, p)
		out = append(out, [2]float64{m, math.Sqrt(math.Max(num.Dot(x, solved), 0))})
	}
	return out, true
}

// cuts returns thresholds with the counts to expect among as many releases; of the
// score's negative where negative is set.
func (c *calibration) cuts(cuts []cut, negative bool) []cut {
	if c == nil {
		return nil
	}
	out := slices.Clone(cuts)
	last := len(c.score)
	const scale = 0.5 // of sums of twice a mean over both inputs
	for i := range out {
		o := &out[i]
		o.modelled = true
		if negative {
			k := sort.SearchFloat64s(c.score, -o.at) // so many are below
			o.c1, o.c2 = scale*c.p2[1][k], scale*c.p1[1][k]
			continue
		}
		k := sort.Search(last, func(k int) bool { return c.score[k] > o.at })
		o.c1, o.c2 = scale*(c.p1[0][last]-c.p1[0][k]), scale*(c.p2[0][last]-c.p2[0][k])
	}
	return out
}
