// Package learn searches releases of two inputs for events (package event) that tell
// them apart.
//
// It believes that what limits a proven bound is the count of an event, not its
// probability: every threshold is chosen for the bound that the test may be expected to
// prove with the releases that it will have. Nothing here proves anything; what it finds
// is counted on fresh releases.
//
// A release is a row of cells, numbers or words. Events reads the search from top to
// bottom: two thirds of the releases are fitted to, with scores of features of a release
// (list.go, linear.go, boost.go, box.go; bins.go for single features), the other third
// chooses where the scores are cut (levels.go), by what it says of them (calibrate.go);
// choose.go weighs what is found. Worst (worst.go) searches several pairs of inputs for the
// one to test.
//
// It is ours because classifiers of libraries minimise errors of guesses, not the length
// of a confidence interval for a ratio of counts, and because its digits have to be the
// same in every browser.
package learn

import (
	"math"

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
	// stream (stat.CoupledLower), as those that are searched were.
	Coupled bool
	// Thorough fits twice, and cuts with other releases each time, which takes twice as
	// long; it looks for boxes too. Where it is not set fits and cuts look at no more
	// releases than quickFit and quickCut.
	Thorough bool
	Layout   event.Layout
	// Pause, if not nil, is called between parts of a search, each of which takes some ten
	// milliseconds.
	Pause func()
}

// Found is an event with what to expect of it.
type Found struct {
	Event event.Event
	Gain  float64 // the bound on ε to expect, chosen and judged on the same releases
	Error float64 // about the standard error of Gain
	// Coupled says that coupled releases promise more for it than independent
	// ones.
	Coupled bool
	at      float64 // the threshold
	caution float64 // by how many standard errors Gain is shaded where events are compared
}

// search is the state of one search.
type search struct {
	s     mechanism.Sample
	aim   Aim
	width int
	from  int // the release that counts as the first: after the last comes the sample's first
	n     int // releases of each input
	fit   int // rows 0 … fit−1 are fitted to
	hold  int // rows hold … n−1 choose thresholds
	m, z  float64
	spent int // since the last pause, see spend
	cuts  cutter
}

const (
	// quickFit and quickCut are how many releases of each input are looked at where
	// the search has to be quick.
	quickFit, quickCut = 20_000, 50_000
	// fewest releases of each input that can be searched.
	fewest = 20
)

func newSearch(s mechanism.Sample, aim Aim) *search {
	n := s.Count()
	q := &search{s: s, aim: aim, width: s.Width(), n: n, fit: 2 * n / 3, m: math.Max(float64(aim.M), 1),
		z: num.NormalQuantile(1 - stat.FirstShare*aim.Alpha)}
	if !aim.Thorough {
		q.fit = min(q.fit, quickFit)
		q.n = min(n, q.fit+quickCut)
	}
	q.hold = q.fit
	return q
}

// Events returns the events that the selection releases find worth testing, most
// promising first: their order decides how α is shared. Where there is a cover, the escape
// event is always among them.
func Events(sel mechanism.Sample, cover *paper.Cover, aim Aim) []event.Event {
	q := newSearch(sel, aim)
	found := q.escape(cover)
	if len(found) == 0 || aim.Learn {
		found = append(found, q.search()...)
	}
	if len(found) == 0 && q.n > 0 {
		found = []Found{q.first()}
	}
	return q.chosen(found)
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
	found := q.kinds()
	if q.aim.Thorough {
		q.from = q.n / 2
		found = cross(found, q.kinds())
	}
	return found
}

// kinds returns the best events of each kind of score, of one fit.
func (q *search) kinds() []Found {
	out, all := q.list()
	if all {
		return out
	}
	t := q.table()
	if len(t.feats) == 0 {
		return out
	}
	out = append(out, q.thresholds(t)...)
	if !q.aim.Learn {
		return out
	}
	out = append(out, q.linear(t)...)
	if q.aim.Thorough {
		out = append(out, q.boxes(t)...)
	}
	for _, depth := range []int{1, 3} {
		out = append(out, q.boosted(t, depth)...)
	}
	return out
}

// row returns one release.
func (q *search) row(in, i int) []float64 {
	if i += q.from; i >= q.n {
		i -= q.n
	}
	return q.s.Row(in, i)
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
