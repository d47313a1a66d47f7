package audit

import (
	"slices"

	"indistinct/core/lang"
	"indistinct/core/mechanism"
	"indistinct/core/paper"
	"indistinct/core/rng"
	"indistinct/core/work"
)

// Report is the audit, from top to bottom: Algorithm 1 of Han & Martínez (2021),
// whose three modules are EventListGenerator, WorstEventSelector and
// HypothesisTest, and between them what goes beyond the paper. Releases are drawn
// and counted by the crew; all else happens here.
//
// Trial i of what a phase draws is the stream {Seed, phase, input, i}; in
// further batches i goes on counting. Counts add up as integers and squared
// errors in an exact accumulator, so the report does not depend on the crew.
func (j *Job) Report(crew work.Crew) (*Report, error) {
	set := j.set
	ask := newAsker(j, crew)

	// Beyond the paper: where the mechanism has several pairs of inputs, the one
	// that can be told apart best, found on releases of its own.
	tried, err := ask.worstPair()
	if err != nil {
		return nil, err
	}
	j = j.grouped(ask.pair) // whose two inputs may differ in several records
	ask.j, set = j, j.set

	// EventListGenerator (Algorithms 2 and 3): a grid on the high-likely set, which
	// is a product of ellipsoids around Γ releases of the record.
	cover, err := ask.highLikelySet()
	if err != nil {
		return nil, err
	}

	// WorstEventSelector (Algorithm 4): of the grid's cells the one that tells apart
	// n releases of each input best. No test sees these releases.
	sample, err := ask.draw("work.selection", rng.PhaseSelect, 2, set.N)
	if err != nil {
		return nil, err
	}
	ask.choose(sample)
	ask.part("work.worst-event", stageWorst, 1)
	worst := paper.WorstEvent(cover, j.plain(sample), set.Select, set.Seed)

	// Beyond the paper: the outside, which its rule drops, and the events of the
	// stronger test, most promising first.
	events, levels := ask.candidates(sample, cover)
	found := newFindings(cover, worst, events)
	found.levels, found.pair, found.tested, found.tried = levels, ask.pair, ask.tested, tried
	if err := ask.follow(found); err != nil {
		return nil, err
	}
	sample = mechanism.Sample{} // it is large

	// HypothesisTest (Algorithm 5): how often each event happens in m fresh releases
	// of each input …
	if err := ask.count(found, rng.PhaseTest, 0, int64(set.M)); err != nil {
		return nil, err
	}

	// (beyond the paper: sequential mode looks, and draws more until it is decided)
	for set.Sequential {
		found.looks = append(found.looks, found.look())
		more := found.undecided(set)
		if more == 0 {
			break
		}
		if err := ask.show(func() (*Report, string) { return j.verdict(found), PendingReleases }); err != nil {
			return nil, err
		}
		if err := ask.count(found, rng.PhaseMore, found.drawn-int64(set.M), more); err != nil {
			return nil, err
		}
	}

	// … and what the counts say: p-values and the critical ε; bounds and the verdict.
	ask.part("work.verdict", stageVerdict, 0.6)
	r := j.verdict(found)
	ask.part("work.verdict", stageVerdict, 0.4)
	if err := ask.scene(found, ask.snapshot(found, found.drawn), r); err != nil {
		return nil, err
	}

	// What the mechanism knows of itself, to be held against all that.
	if p, ok := ask.tested.(mechanism.Profiled); ok && !set.Brief {
		if err := ask.show(func() (*Report, string) { return r, PendingExact }); err != nil {
			return nil, err
		}
		profile, err := ask.profile(p)
		if err != nil {
			return nil, err
		}
		exactly(r, profile, set)
	}
	return r, nil
}

// highLikelySet is Algorithm 3: for each step the smallest ellipsoid around Γ
// releases of the record.
func (a *asker) highLikelySet() (*paper.Cover, error) {
	j := a.j
	sample, err := a.draw("work.high-likely-set", rng.PhaseCover, 1, j.gamma)
	if err != nil {
		return nil, err
	}
	a.step("work.enclosing", stageEnclose)
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
		cover.Ellipsoids = append(cover.Ellipsoids, e)
	}
	return cover, nil
}

// plain returns releases with numbers for words: the paper's algorithms know nothing
// else.
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
