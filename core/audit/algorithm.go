package audit

import (
	"slices"

	"indistinct/core/event"
	"indistinct/core/lang"
	"indistinct/core/mechanism"
	"indistinct/core/paper"
	"indistinct/core/rng"
	"indistinct/core/work"
)

// Report is the audit of a simulated mechanism, from top to bottom: Algorithm 1 of Han &
// Martínez (2021), whose three modules are EventListGenerator, WorstEventSelector and
// HypothesisTest, and between them what goes beyond the paper. The test itself is Judge's,
// as of any other source; releases are drawn and counted by the crew.
//
// Trial i of what a phase draws is the stream {Seed, phase, input, i}; in
// further batches i goes on counting. Counts add up as integers and squared
// errors in an exact accumulator, so the report does not depend on the crew.
func (j *Job) Report(crew work.Crew) (*Report, error) {
	ask := newAsker(j, crew)

	// Beyond the paper: where the mechanism has several pairs of inputs, the one
	// that can be told apart best, found on releases of its own.
	if err := ask.worstPair(); err != nil {
		return nil, err
	}
	j = j.grouped(ask.pair) // whose two inputs may differ in several records
	ask.j = j

	// EventListGenerator and WorstEventSelector choose events (see Select), and
	// HypothesisTest counts them in fresh releases (see Count).
	t := new(Test)
	r, err := t.judge(ask, j.set)
	if err != nil {
		return nil, err
	}
	j.complete(r, ask, t)
	ask.part("work.verdict", stageVerdict, 0.4)
	if err := ask.scene(t, t.Drawn, t.Drawn, r)(); err != nil {
		return nil, err
	}

	// What the mechanism knows of itself, to be held against all that.
	if p, ok := ask.tested.(mechanism.Profiled); ok && !j.set.Brief {
		if err := ask.show(func() (*Report, string) { return r, PendingExact }); err != nil {
			return nil, err
		}
		profile, err := ask.profile(p)
		if err != nil {
			return nil, err
		}
		exactly(r, profile, j.set)
	}
	return r, nil
}

// Select implements Source. EventListGenerator (Algorithms 2 and 3) is a grid on the
// high-likely set, which is a product of ellipsoids around Γ releases of the record.
// WorstEventSelector (Algorithm 4) takes of the grid's cells the one that tells apart n
// releases of each input best. Beyond the paper, the outside, which its rule drops, is
// counted too.
func (a *asker) Select(n int) (Selection, error) {
	var err error
	if a.cover, err = a.highLikelySet(); err != nil {
		return Selection{}, err
	}
	sample, err := a.draw(batch{Phase: rng.PhaseSelect, Pair: a.pair}, work.Batch{Name: "work.selection", Inputs: 2,
		Trials: int64(n), Weight: a.spend(stageSelect)})
	if err != nil {
		return Selection{}, err
	}
	if w := a.j.Watch; w != nil {
		a.coordinates = w.Choose(sample)
	}
	a.part("work.worst-event", stageWorst, 1)
	a.worst = paper.WorstEvent(a.cover, a.j.plain(sample), a.j.set.Select, a.j.set.Seed)
	cell, outside := event.GridEvents(a.worst, a.cover)
	sel := Selection{Sample: sample, Layout: layout(a.j.m), Paper: []event.Event{cell, outside},
		Pause: func() { a.part("work.choosing", stageChoose, 0.05) }}
	if !a.j.worded() { // the outside is no event that words are in
		sel.Cover = a.cover
	}
	return sel, nil
}

// selectMore implements simulated: trials that follow those that were drawn.
func (a *asker) selectMore(sel *Selection, n int) error {
	k := batch{Phase: rng.PhaseSelect, Pair: a.pair, Offset: int64(sel.Sample.Count())}
	more, err := a.draw(k, work.Batch{Name: "work.selection", Inputs: 2, Trials: int64(n), Weight: 2 * float64(n)})
	for in := range more.R {
		sel.R[in] = append(sel.R[in], more.R[in]...)
	}
	return err
}

// The asker follows the test, for the picture and the progress bar.

func (a *asker) chosen(t *Test) error {
	return a.scene(t, 0, int64(a.j.set.M), nil)()
}

func (a *asker) looked(t *Test) error {
	return a.show(func() (*Report, string) {
		r := t.Report(a.j.set)
		a.j.complete(r, a, t)
		return r, PendingReleases
	})
}

func (a *asker) judging() { a.part("work.verdict", stageVerdict, 0.6) }

// highLikelySet is Algorithm 3: for each step the smallest ellipsoid around Γ
// releases of the record.
func (a *asker) highLikelySet() (*paper.Cover, error) {
	j := a.j
	sample, err := a.draw(batch{Phase: rng.PhaseCover, Pair: a.pair}, work.Batch{Name: "work.high-likely-set",
		Inputs: 1, Trials: int64(j.gamma), Weight: a.spend(stageCover)})
	if err != nil {
		return nil, err
	}
	a.part("work.enclosing", stageEnclose, 1)
	releases := j.plain(sample).R[mechanism.Record]
	cover := &paper.Cover{Steps: j.steps, Dim: j.dim, Grid: j.set.Grid}
	points := make([]float64, 0, j.gamma*j.dim) // of one step
	for k := range j.steps {
		points = points[:0]
		for i := range j.gamma {
			at := (i*j.steps + k) * j.dim
			points = append(points, releases[at:at+j.dim]...)
		}
		e, err := paper.Enclose(points, j.dim)
		if err != nil {
			return nil, lang.Errorf("audit.enclose", "step", k+1, "why", err)
		}
		if cover.Ellipsoids = append(cover.Ellipsoids, e); j.set.Shells {
			cover.AddShells(points)
		}
	}
	return cover, nil
}

// layout says what a mechanism's releases look like: where they hold words (mechanism.Worded) the
// search sees these as cells.
func layout(m mechanism.Mechanism) event.Layout {
	steps, dim := m.Shape()
	l := event.Layout{Width: steps * dim, Dim: dim, Names: mechanism.Labels(m)}
	if w, ok := m.(mechanism.Worded); ok {
		l.Dim, l.Words = 0, w.Words()
	}
	return l
}

// worded says that releases may hold words.
func (j *Job) worded() bool {
	_, ok := j.m.(mechanism.Worded)
	return ok
}

// plain returns releases with numbers for words, their places in the mechanism's list: the
// paper's algorithms know nothing else.
func (j *Job) plain(s mechanism.Sample) mechanism.Sample {
	if j.worded() {
		for in, releases := range s.R {
			s.R[in] = slices.Clone(releases)
			mechanism.Plain(s.R[in])
		}
	}
	return s
}

// Run audits a mechanism on the calling goroutine.
func Run(m mechanism.Mechanism, set Settings) (r *Report, err error) {
	j, err := NewJob(m, set)
	if err != nil {
		return nil, err
	}
	j.Encode = func(done *Report) ([]byte, error) { r = done; return nil, nil }
	_, err = work.Serial(j, 1<<40)
	return r, err
}
