package learn

import (
	"math"
	"slices"
	"sort"

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
}

const (
	// bendWorth is what a bend has to bring: twice the logarithm of the likelihoods' ratio.
	bendWorth = 2
	// mostGroups is in how many groups of neighbours the scores are fitted.
	mostGroups = 250
)

// calibrate fits the log-ratio as a function of the score to the scores at hand, which are
// sorted; nil where they tell nothing.
func (q *search) calibrate() *calibration {
	if min(len(q.cuts.score[0]), len(q.cuts.score[1])) < fewest {
		return nil
	}
	l := newLogRatio(q.cuts.score)
	q.spend(20 * len(l.sorted))
	from, to := l.at(0), l.at(1)
	if !(from < to) || math.IsInf(from, 0) || math.IsInf(to, 0) {
		return nil
	}
	// A straight line, and one that bends where the outermost releases begin, if that is
	// worth it.
	pieces := [][2]float64{{from, to}}
	told, ok := l.fit(pieces)
	for _, outer := range []float64{0.1, 0.3} {
		bent := append([][2]float64{{from, to}}, [2]float64{from, l.at(outer)}, [2]float64{l.at(1 - outer), to})
		bent = slices.DeleteFunc(bent, func(p [2]float64) bool { return !(p[0] < p[1]) })
		if t, fits := l.fit(bent); fits && t-bendWorth*float64(len(bent)) > told-bendWorth*float64(len(pieces)) {
			told, ok, pieces = t, fits, bent
		}
	}
	// Of what the fit tells, its parameters' own luck is about one each (van Houwelingen &
	// le Cessie 1990).
	keep := 1 - float64(len(pieces)+1)/told
	if !ok || !(told > 0) || keep <= 0 {
		return nil
	}
	l.fit(pieces)
	c := &calibration{score: l.sorted}
	for end, sign := range []float64{-1, 1} {
		p1, p2 := make([]float64, 1, len(l.sorted)+1), make([]float64, 1, len(l.sorted)+1)
		for _, g := range l.groups {
			value, err := l.value(g.score)
			e := num.Exp(-(keep*value + sign*err))
			for range g.n[0] + g.n[1] {
				p1, p2 = append(p1, p1[len(p1)-1]+2/(1+e)), append(p2, p2[len(p2)-1]+2*e/(1+e))
			}
		}
		c.p1[end], c.p2[end] = p1, p2
	}
	return c
}

// logRatio is a logistic regression of the input on pieces of the score.
type logRatio struct {
	sorted []float64 // scores of both inputs
	groups []group   // of neighbours among them
	pieces [][2]float64
	w      []float64 // of the pieces, and the intercept
	factor []float64 // of the negative second derivatives at w
	x      []float64
}

// group is neighbouring scores: their mean and how many there are of either input.
type group struct {
	score float64
	n     [2]int
}

// newLogRatio puts sorted scores of both inputs in groups.
func newLogRatio(score [2][]float64) *logRatio {
	n := len(score[0]) + len(score[1])
	l := &logRatio{sorted: make([]float64, 0, n)}
	size := max(n/mostGroups, 1)
	var g group
	for i, j := 0, 0; i+j < n; {
		in, v := 0, math.Inf(1)
		if i < len(score[0]) {
			v = score[0][i]
		}
		if j < len(score[1]) && score[1][j] < v {
			in, v = 1, score[1][j]
		}
		if k := g.n[0] + g.n[1]; k >= size && v > l.sorted[len(l.sorted)-1] { // never within a tie
			l.groups, g = append(l.groups, g), group{}
		}
		l.sorted = append(l.sorted, v)
		g.n[in]++
		g.score += (v - g.score) / float64(g.n[0]+g.n[1])
		i, j = i+1-in, j+in
	}
	l.groups = append(l.groups, g)
	return l
}

// at is the score below which a share of the releases is.
func (l *logRatio) at(share float64) float64 {
	return l.sorted[min(int(share*float64(len(l.sorted))), len(l.sorted)-1)]
}

// row sets l.x to a score's pieces, each from 0 to 1, and 1.
func (l *logRatio) row(score float64) []float64 {
	for k, p := range l.pieces {
		l.x[k] = (min(max(score, p[0]), p[1]) - p[0]) / (p[1] - p[0])
	}
	return l.x
}

// fit maximises the likelihood, slightly penalised, by Newton's method. told is twice the
// logarithm of the likelihood against that of no difference.
func (l *logRatio) fit(pieces [][2]float64) (told float64, ok bool) {
	const steps, ridge = 12, 1e-3
	p := len(pieces) + 1
	l.pieces, l.w, l.x, l.factor = pieces, make([]float64, p), make([]float64, p), make([]float64, p*p)
	l.x[p-1] = 1
	gradient := make([]float64, p)
	for range steps {
		clear(l.factor)
		told = 0
		for k, w := range l.w {
			gradient[k] = -ridge * w
			l.factor[k*p+k] = ridge
		}
		for _, g := range l.groups {
			x := l.row(g.score)
			s := num.Dot(x, l.w)
			e := num.Exp(-math.Abs(s))
			n1, n2, y := float64(g.n[0]), float64(g.n[1]), 1/(1+e)
			told += 2 * ((n1+n2)*(math.Ln2-num.Log1p(e)) + math.Min(s, 0)*n1 - math.Max(s, 0)*n2)
			if s < 0 {
				y = 1 - y
			}
			for a := range p {
				gradient[a] += (n1 - (n1+n2)*y) * x[a]
				for b := range a + 1 {
					l.factor[a*p+b] += (n1 + n2) * y * (1 - y) * (x[a] * x[b])
				}
			}
		}
		if !num.Cholesky(l.factor, p) {
			return 0, false
		}
		num.CholeskySolve(l.factor, gradient, p)
		size := 0.0
		for _, g := range gradient {
			size = math.Max(size, math.Abs(g))
		}
		for k, g := range gradient {
			l.w[k] += g * math.Min(1, 4/size) // a step that is not too far
		}
		if size < 1e-4 {
			break
		}
	}
	return told, told == told
}

// value is the log-ratio at a score, and the standard error of it.
func (l *logRatio) value(score float64) (value, err float64) {
	x := l.row(score)
	solved := slices.Clone(x)
	num.CholeskySolve(l.factor, solved, len(x))
	return num.Dot(x, l.w), math.Sqrt(math.Max(num.Dot(x, solved), 0))
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
