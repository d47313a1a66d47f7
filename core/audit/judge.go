package audit

import (
	"slices"

	"indistinct/core/curve"
	"indistinct/core/event"
	"indistinct/core/learn"
	"indistinct/core/mechanism"
	"indistinct/core/paper"
)

// Source is where the releases of two inputs come from: a simulated mechanism, files,
// commands. No release that it counts has chosen the events.
type Source interface {
	// Select returns n releases of each input, on which the events are chosen.
	Select(n int) (Selection, error)
	// Count adds n more fresh releases of each input to a test's counts.
	Count(t *Test, n int64) error
}

// Selection is a selection sample and what is known of its releases.
type Selection struct {
	mechanism.Sample
	Layout event.Layout
	Cover  *paper.Cover  // whose outside is an event of the stronger test; nil: none
	Paper  []event.Event // what the paper's own test counts, beside the events chosen here
	Pause  func()        // is called now and then while events are sought; may be nil
}

// simulated is a source whose releases cost nothing but time, so that the search for events may
// draw on. It hears how the test goes.
type simulated interface {
	// selectMore adds n fresh releases of each input to a selection sample.
	selectMore(sel *Selection, n int) error
	chosen(t *Test) error // the events, before a release is counted
	looked(t *Test) error // before more releases are drawn in sequential mode
	judging()             // all is counted
}

// Test is a test under way: what it counts, and how often that has happened. Of the
// events that are counted the paper's come first, then the candidates, then those of
// their opposites that are no candidates.
type Test struct {
	Paper  []event.Event
	Events []event.Event // the candidates, most promising first
	Levels *curve.Levels // what the proven curve counts; nil where no event has a score
	Counts [][2]int64    // of each counted event, in the releases of each input
	// Coupled: trial i of both inputs comes from one stream, and in Both the event held both.
	Coupled bool
	Both    int64
	Bins    [2][]int64 // of the levels
	Chose   int64      // selection releases of each input
	Drawn   int64      // test releases of each input so far
	Tested  []Count    // of each candidate in them

	// In sequential mode: how many releases of each input were bet on one by one, whether events
	// are counted in those that chose them, and the bounds on the way.
	First   int
	Ended   int64 // how many in all, when it was decided or ended
	Same    bool
	Running []BoundAt
	Fresh   *Test // of releases that came once it was decided
	bettor  *bettor
}

// Judge tests the claim in set on a source, as Algorithm 1 of Han & Martínez (2021) does:
// events are chosen on n releases of each input and counted in m fresh ones, and the
// counts bound ε from below. Beyond the paper, sequential mode bets until it is decided.
func Judge(src Source, set Settings) (*Report, error) { return new(Test).judge(src, set) }

// judge is Judge on a test that has not begun.
func (t *Test) judge(src Source, set Settings) (*Report, error) {
	f, _ := src.(simulated)
	test := t.fixed
	if set.Sequential {
		test = t.sequential
	}
	if err := test(src, set, f); err != nil {
		return nil, err
	}
	if f != nil {
		f.judging()
	}
	return t.Report(set), nil
}

// fixed is the test of a size that is fixed beforehand; f is nil where nothing is simulated.
func (t *Test) fixed(src Source, set Settings, f simulated) error {
	sel, err := src.Select(set.N)
	if err != nil {
		return err
	}
	settled := t.choose(sel, set)
	if f != nil {
		for n := set.N; !settled && n < set.MaxN; n = min(2*n, set.MaxN) {
			if err := f.selectMore(&sel, min(n, set.MaxN-n)); err != nil {
				return err
			}
			settled = t.choose(sel, set)
		}
		if err := f.chosen(t); err != nil {
			return err
		}
	}
	return t.more(src, int64(set.M))
}

// choose chooses the events on a selection sample, and reports whether it settles which.
func (t *Test) choose(sel Selection, set Settings) (settled bool) {
	aim := set.Aim()
	aim.Layout, aim.Pause = sel.Layout, sel.Pause
	t.Paper, t.Chose = sel.Paper, int64(sel.Count())
	if set.Coupled {
		if found := learn.Search(sel.Sample, aim); len(found) > 0 {
			t.Events, t.Coupled = []event.Event{found[0].Event}, found[0].Coupled
		}
	} else {
		t.Events, settled = learn.Events(sel.Sample, sel.Cover, aim)
	}
	if !set.Brief || set.Sequential || set.Claim.Curved() {
		t.Levels = curve.NewLevels(sel.Sample, t.Events)
	}
	c := newCounter(&paper.Cover{}, t.counted(), t.Levels)
	t.Counts, t.Bins = c.counts, c.bins
	return settled
}

// counted are the events that are counted.
func (t *Test) counted() []event.Event {
	all, _ := withOpposites(t.Events)
	return slices.Concat(t.Paper, all)
}

// withOpposites returns the events and, after them, the opposites that are not
// among them, and where each event's opposite is; −1 where it has none.
func withOpposites(events []event.Event) (all []event.Event, at []int) {
	all = events[:len(events):len(events)]
	for _, e := range events {
		k := -1
		if o := e.Opposite; o != nil {
			if k = slices.IndexFunc(all, func(b event.Event) bool { return b.Same(*o) }); k < 0 {
				k = len(all)
				all = append(all, *o)
			}
		}
		at = append(at, k)
	}
	return all, at
}

// Counter returns a function that counts one release of an input, a row of cells, in events
// without a grid. It is for one goroutine.
func (t *Test) Counter() func(in int, release []float64) {
	c := newCounter(&paper.Cover{}, t.counted(), t.Levels)
	c.counts, c.bins = t.Counts, t.Bins
	return c.count
}

// counter counts releases in events and in the bins of the proven curve's levels, which may be nil.
type counter struct {
	matcher *event.Matcher
	hit     []bool // which events hold the last release
	bin     func() int
	counts  [][2]int64 // of each event, in the releases of each input
	bins    [2][]int64
}

func newCounter(cover *paper.Cover, events []event.Event, levels *curve.Levels) *counter {
	n := len(events)
	c := &counter{matcher: event.NewMatcher(cover, events), hit: make([]bool, n), counts: make([][2]int64, n)}
	if levels != nil {
		c.bin = levels.Matched(c.matcher)
		c.bins = [2][]int64{make([]int64, levels.Size()), make([]int64, levels.Size())}
	}
	return c
}

func (c *counter) count(in int, release []float64) {
	c.matcher.Match(release, c.hit)
	for i, h := range c.hit {
		if h {
			c.counts[i][in]++
		}
	}
	if c.bin != nil {
		c.bins[in][c.bin()]++
	}
}

// look notes the candidates' counts after so many more releases.
func (t *Test) look(more int64) {
	t.Drawn += more
	var out []Count
	_, opposite := withOpposites(t.Events)
	at := t.Counts[len(t.Paper):]
	for i, o := range opposite {
		c := Count{C1: at[i][0], C2: at[i][1], N: t.Drawn, Coupled: t.Coupled, Both: t.Both}
		if o >= 0 {
			c.O1, c.O2 = at[o][0], at[o][1]
		}
		out = append(out, c)
	}
	t.Tested = out
}

// Report is what the counts so far say of the claim: bounds and the verdict.
func (t *Test) Report(set Settings) *Report {
	r := &Report{N: t.Chose, M: t.Drawn, Group: set.Group}
	if set.Sequential {
		t.settle(r, set)
		return r
	}
	r.strengthen(t.Events, t.Tested, set)
	r.proveCurve(t.Levels, t.Bins, set)
	r.Near = r.near()
	return r
}
