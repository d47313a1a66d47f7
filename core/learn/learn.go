// Package learn searches releases of two inputs for events (package event) that tell
// them apart.
//
// It believes that what limits a proven bound is the count of an event, not its
// probability: every threshold is chosen for the bound that the test may be expected to
// prove with the releases that it will have. Nothing here proves anything; what it finds
// is counted on fresh releases.
//
// A release is a row of cells, numbers or words. search reads from top to bottom: scores of
// features of a release are fitted (list.go, linear.go, boost.go; bins.go for single
// features), to all releases, and again without each third of them; what a score is worth is
// estimated on each third by the fit that did not see it (calibrate.go), and where it is cut
// follows from that (levels.go); choose.go weighs what is found. Where one value, one word or
// one threshold promises as much as the best event, within a fiftieth, it is put first: the
// selection releases decide that, so the bound holds as for any other order. Worst (worst.go)
// searches several pairs of inputs for the one to test.
//
// How many releases a search takes may depend on what it finds in them: where releases cost
// nothing but time, an audit draws on until Events reports that its choice is settled. None of
// them tests anything, so that the bound holds for whatever was chosen, at whatever number. A
// file's releases are cut once: to choose on some what the others test keeps the exact test,
// whose bounds lie 1.84 standard errors of all releases below what they estimate at α = .05 (1.645
// of four fifths), where an event that is learned while it bets (package betting) has them about
// 2.45 below at a fixed number, and two halves that choose for each other no valid combination
// better than twice the mean of their p-values (Vovk & Wang 2020).
//
// It is ours because classifiers of libraries minimise errors of guesses, not the length
// of a confidence interval for a ratio of counts, and because its digits have to be the
// same in every browser.
package learn

import (
	"math"
	"slices"

	"indistinct/core/event"
	"indistinct/core/mechanism"
	"indistinct/core/num"
	"indistinct/core/paper"
	"indistinct/core/stat"
)

// Aim is the test that events are chosen for, and what may be looked at.
type Aim struct {
	M            int     // releases of each input that it draws at most
	Delta, Alpha float64 // of the claim, and the error probability of all events
	Learn        bool    // scores are fitted
	Bits         bool    // the representation of numbers is looked at too
	// Coupled says that the test may draw both inputs' releases of a trial from one
	// stream (stat.Coupled), as those that are searched were.
	Coupled bool
	// Quick looks at no more than quickRows releases of each input.
	Quick  bool
	Layout event.Layout
	// Pause, if not nil, is called between parts of a search, each of which takes some ten
	// milliseconds.
	Pause func()
}

// Found is an event with what to expect of it.
type Found struct {
	Event event.Event
	Gain  float64 // the bound on ε to expect, cautiously
	Error float64 // about the standard error of Gain
	// Coupled says that coupled releases promise more for it than independent
	// ones.
	Coupled bool
}

// search is the state of one search.
type search struct {
	s         mechanism.Sample
	aim       Aim
	width     int
	n         int // releases of each input that are looked at
	m, z      float64
	spent     int  // since the last pause, see spend
	words     bool // alone are listed: numbers come often, or do not, for how they are printed
	sorter    *num.Sorter
	loss      []float64    // of the first releases, by the likeliest fit that left them out; see worse
	likeliest []event.Rule // that fit, without each fold and to all releases; nil before it is complete
}

const (
	// quickRows is how many releases of each input are looked at where the search has to be
	// quick.
	quickRows = 20_000
	// fewest releases of each input that can be searched.
	fewest = 20
	// foldsOf is in how many parts the releases are divided: a score is judged on each part
	// as it is fitted to the others.
	foldsOf = 3
	// kinds is about how many fitted scores are tried.
	kinds = 10
	// unsettled is from what part of a gain on its standard error asks for more releases.
	unsettled = 1.0 / 30
)

// fold is a part of the rows of either input that is left out of a fit.
type fold struct{ from, to int }

func (f fold) size() int { return f.to - f.from }

// others calls do for the rows of both inputs that are not in the fold, in up to three parts.
func (f fold) others(rows int, do func(from, to int)) {
	from := 0
	for in := range 2 {
		if f.size() > 0 {
			do(from, in*rows+f.from)
			from = in*rows + f.to
		}
	}
	do(from, 2*rows)
}

func folds(n int) (out []fold) {
	for k := range foldsOf {
		out = append(out, fold{k * n / foldsOf, (k + 1) * n / foldsOf})
	}
	return out
}

func newSearch(s mechanism.Sample, aim Aim) *search {
	q := &search{s: s, aim: aim, width: s.Width(), n: s.Count(), m: math.Max(float64(aim.M), 1),
		sorter: new(num.Sorter), z: num.NormalQuantile(1 - stat.FirstShare*aim.Alpha)}
	if aim.Quick {
		q.n = min(q.n, quickRows)
	}
	return q
}

// Events returns the events that the selection releases find worth testing, most
// promising first: their order decides how α is shared. Where there is a cover, the escape
// event is always among them; cover may be nil, and without ellipsoids it is none. It reports
// whether what the first promises is settled, or more selection releases may find better.
func Events(sel mechanism.Sample, cover *paper.Cover, aim Aim) (events []event.Event, settled bool) {
	q := newSearch(sel, aim)
	found := q.escape(cover)
	if len(found) == 0 || aim.Learn {
		found = append(found, q.search()...)
	}
	if len(found) == 0 && q.n > 0 { // all are alike: one can be counted
		row := q.s.Row(0, 0)
		alike := event.Rule{Kind: event.Atoms, Keys: []uint64{event.Key(row)}, Levels: []float64{1}}
		found = []Found{{Event: event.Learned(alike, false)}}
	}
	events = q.chosen(found)
	return events, len(found) > 0 && (q.enough(found[0]) || found[0].Error < unsettled*found[0].Gain)
}

// Search returns what is worth testing, most promising first.
func Search(s mechanism.Sample, aim Aim) []Found {
	q := newSearch(s, aim)
	found := q.search()
	q.rank(found)
	return found
}

// search returns the best events of each kind of score.
func (q *search) search() []Found {
	if q.n < fewest {
		return nil
	}
	real := *q
	if q.aim.Bits {
		real.s.R, q.words = event.SameDecimals(q.s.R)
	}
	out, all := q.list()
	if all {
		return out
	}
	out = append(out, q.frequent()...)
	t := real.table(false)
	out = append(out, real.scores(t)...)
	if q.aim.Learn && !slices.ContainsFunc(out, q.enough) {
		out = append(out, real.related(t)...)
	}
	// How numbers are represented is looked at beside what they are, and where that does not
	// say it all.
	if q.aim.Bits && !slices.ContainsFunc(out, q.enough) {
		out = append(out, q.scores(q.table(true))...)
	}
	return out
}

// scores returns the best events on the features of a table.
func (q *search) scores(t *table) []Found {
	if len(t.feats) == 0 {
		return nil
	}
	out := q.thresholds(t)
	if !q.aim.Learn || slices.ContainsFunc(out, q.enough) {
		return out
	}
	out = append(out, q.linear(t)...)
	if len(t.edges) == 0 {
		return out
	}
	linear := q.likeliest
	out = append(out, q.boost(t, nil)...)
	if linear != nil {
		out = append(out, q.boost(t, linear)...)
	}
	return out
}

// fitted returns the best events on a score that fit fits, without each fold of the rows and, at
// last, to all. fit returns the margins of all rows, and rule what was fitted last.
func (q *search) fitted(rows int, fit func(k int, f fold) []float64, rule func() (event.Rule, bool)) []Found {
	s := scored{out: [2][]float64{make([]float64, rows), make([]float64, rows)}}
	rules := make([]event.Rule, foldsOf+1)
	for k, f := range folds(rows) {
		margin := fit(k, f)
		copy(s.out[0][f.from:f.to], margin[f.from:f.to])
		copy(s.out[1][f.from:f.to], margin[rows+f.from:rows+f.to])
		rules[k], _ = rule()
		if q.worse(s.out, f.to) {
			return nil
		}
	}
	margin := fit(foldsOf, fold{})
	s.own = [2][]float64{margin[:rows], margin[rows:]}
	var ok bool
	if s.rule, ok = rule(); !ok {
		return nil
	}
	if rules[foldsOf] = s.rule; q.likeliest == nil {
		q.likeliest = rules
	}
	return q.sweep(s, kinds)
}

// worse reports whether a fit that left the first n releases of each input out makes them less
// likely than the likeliest such fit before, by more than chance: it will hardly tell more.
func (q *search) worse(margin [2][]float64, n int) bool {
	const chance = 2 // standard errors
	loss, sum, square := make([]float64, n), 0.0, 0.0
	for i := range loss {
		loss[i] = lossOf(margin[0][i], margin[1][i])
		if i < len(q.loss) {
			more := loss[i] - q.loss[i]
			sum, square = sum+more, square+more*more
		}
	}
	if n == len(margin[0]) && (sum < 0 || q.loss == nil) {
		q.loss, q.likeliest = loss, nil
	}
	return sum > chance*math.Sqrt(square)
}

// lossOf is minus the log-likelihood of a release of each input with such margins.
func lossOf(record, neighbour float64) float64 {
	return num.Log1p(num.Exp(-record)) + num.Log1p(num.Exp(neighbour))
}

// enough reports whether an event promises nearly all that so many releases can prove.
func (q *search) enough(f Found) bool {
	const nearly = 0.98
	return f.Gain > nearly*q.alone(cut{p1: 1})
}

// pauseAfter is what may be spent between two pauses: some ten milliseconds' work.
const pauseAfter = 3_000_000

// spend pauses where what comes next would be more than that. It is counted in
// looks at one number of one release, a few nanoseconds each.
func (q *search) spend(looks int) {
	if q.spent += looks; q.spent > pauseAfter && q.aim.Pause != nil {
		q.aim.Pause()
		q.spent = looks
	}
}
