package learn

import (
	"math"

	"indistinct/core/event"
	"indistinct/core/lang"
	"indistinct/core/mechanism"
	"indistinct/core/num"
	"indistinct/core/paper"
	"indistinct/core/stat"
)

// limits are those of the search. They bound its time: learning costs
// tens of milliseconds however many releases there are.
type limits struct {
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

var defaultLimits = limits{Train: 10000, Hold: 50000, Fitted: 30000, Atoms: 512, Bins: 48, PerBin: 80, Features: 256,
	Set: 1.2, Doubt: 0.6, Luck: 1.5, Shrink: 0.04, Same: 3, Events: 6}

// candidate is an event with what the selection expects of it.
type candidate struct {
	event event.Event
	gain  float64 // expected lower bound at the test's size
	luck  float64 // of two events: a standard error of half the difference of their ratios' logarithms
}

// numberSearch is the state of one search of numbers.
type numberSearch struct {
	begin      func(share float64)
	sel        mechanism.Sample
	cover      *paper.Cover
	aim        Aim
	lim        limits
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

func newNumberSearch(sel mechanism.Sample, cover *paper.Cover, aim Aim, lim limits) *numberSearch {
	l := &numberSearch{begin: func(float64) {}, sel: sel, cover: cover, aim: aim, lim: lim, steps: sel.Steps,
		dim: sel.Dim}
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

// doubt is by how many standard errors the selection's estimate for an event of
// probability p is shaded. The further out an event, the more of its kind were
// passed on the way, each with an error of its own, the luckiest of which would
// win: the number of halvings from one half counts them.
func (l *numberSearch) doubt(p float64) float64 {
	least := l.lim.Doubt
	return math.Max(least, math.Min(2, least-1.5*num.Log(2*p)/math.Ln2))
}

// covered reports whether there is a high-likely set, and so an escape event.
func (l *numberSearch) covered() bool { return l.cover != nil && len(l.cover.Ellipsoids) > 0 }

// scored holds sorted scores for each input.
type scored struct {
	l   *numberSearch
	all [2][]float64
}

func (l *numberSearch) coordinate(j int) string {
	if l.dim == 1 {
		return "x"
	}
	return "x" + lang.Superscript(j+1)
}
