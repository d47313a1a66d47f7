package audit

import (
	"slices"

	"indistinct/core/curve"
	"indistinct/core/event"
	"indistinct/core/learn"
	"indistinct/core/mechanism"
	"indistinct/core/paper"
	"indistinct/core/sheet"
	"indistinct/core/stat"
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

// drawer is a source whose releases cost nothing but time, so that the search for events may
// draw on.
type drawer interface {
	// selectMore adds n fresh releases of each input to a selection sample.
	selectMore(sel *Selection, n int) error
}

// follower is a source that hears how the test goes.
type follower interface {
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
	Drawn   int64      // test releases of each input at the last look
	Looks   [][]Count  // of each candidate at each look
}

// Judge tests the claim in set on a source, as Algorithm 1 of Han & Martínez (2021) does:
// events are chosen on n releases of each input and counted in m fresh ones, and the
// counts bound ε from below. Beyond the paper, sequential mode looks, and draws more
// until it is decided.
func Judge(src Source, set Settings) (*Report, error) { return new(Test).judge(src, set) }

// judge is Judge on a test that has not begun.
func (t *Test) judge(src Source, set Settings) (*Report, error) {
	f, follows := src.(follower)
	sel, err := src.Select(set.N)
	if err != nil {
		return nil, err
	}
	settled := t.choose(sel, set)
	if d, draws := src.(drawer); draws {
		for n := set.N; !settled && n < set.MaxN; n = min(2*n, set.MaxN) {
			if err := d.selectMore(&sel, min(n, set.MaxN-n)); err != nil {
				return nil, err
			}
			settled = t.choose(sel, set)
		}
	}
	if follows {
		if err := f.chosen(t); err != nil {
			return nil, err
		}
	}
	for more := int64(set.M); more > 0; {
		if err := src.Count(t, more); err != nil {
			return nil, err
		}
		t.look(more)
		more = t.undecided(set)
		if follows && more > 0 {
			if err := f.looked(t); err != nil {
				return nil, err
			}
		}
	}
	if follows {
		f.judging()
	}
	return t.Report(set), nil
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
	if !set.Brief || set.Claim.Curved() {
		t.Levels = curve.NewLevels(sel.Sample, t.Events)
	}
	t.Counts = make([][2]int64, len(t.counted()))
	if t.Levels != nil {
		t.Bins = [2][]int64{make([]int64, t.Levels.Size()), make([]int64, t.Levels.Size())}
	}
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
func (t *Test) Counter() func(in mechanism.Input, release []float64) {
	c := newCounter(&paper.Cover{}, t.counted(), t.Levels)
	return func(in mechanism.Input, release []float64) {
		bin := c.match(release)
		for i, h := range c.hit {
			if h {
				t.Counts[i][in]++
			}
		}
		if t.Levels != nil {
			t.Bins[in][bin]++
		}
	}
}

// counter matches releases with events and the proven curve's levels.
type counter struct {
	matcher *event.Matcher
	hit     []bool
	bin     func() int
}

func newCounter(cover *paper.Cover, events []event.Event, levels *curve.Levels) *counter {
	c := &counter{matcher: event.NewMatcher(cover, events), hit: make([]bool, len(events))}
	if c.bin = func() int { return 0 }; levels != nil {
		c.bin = levels.Matched(c.matcher)
	}
	return c
}

// match fills hit and returns the release's bin.
func (c *counter) match(release []float64) (bin int) {
	c.matcher.Match(release, c.hit)
	return c.bin()
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
	t.Looks = append(t.Looks, out)
}

// undecided returns how many more releases of each input sequential mode should draw
// before it looks again; 0 once it is decided, and in an audit of fixed size. It is decided
// when an event's bound exceeds the claim, when every event is quiet, or when MaxM releases
// have been drawn; where the claim is of a curve, once that refutes it.
func (t *Test) undecided(set Settings) (more int64) {
	times, k := set.looks(), len(t.Looks)
	if k >= len(times) {
		return 0
	}
	if set.Claim.Curved() {
		if t.Levels == nil {
			return 0
		}
		if least, _, _ := t.Levels.Prove(t.Bins, set.share()).Least(set.Claim.Notion); least > set.Claim.Value {
			return 0
		}
		return times[k] - times[k-1]
	}
	quiet := true
	for i, e := range t.Events {
		v := newEvidence(e, eventHistory(t.Looks, i), set, set.Alpha*stat.Share(i, len(t.Events)))
		if v.tests[len(v.tests)-1].Rejects(set.Epsilon, v.last()) {
			return 0
		}
		quiet = quiet && v.quiet(set.Epsilon)
	}
	if quiet {
		return 0
	}
	return times[k] - times[k-1]
}

// Report is what the counts so far say of the claim: bounds and the verdict.
func (t *Test) Report(set Settings) *Report {
	r := &Report{N: t.Chose, M: t.Drawn, Group: set.Group}
	r.strengthen(t.Events, t.Looks, set)
	r.proveCurve(t.Levels, t.Bins, set)
	if best, ok := evidenceOf(r.Strong.Event, t.Events, t.Looks, set); ok && set.Sequential {
		for k, bound := range best.bounds() { // how the strongest event's grew from look to look
			r.Running = append(r.Running, BoundAt{t.Looks[k][0].N, sheet.Real(bound)})
		}
	}
	return r
}
