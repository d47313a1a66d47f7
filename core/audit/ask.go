package audit

import (
	"cmp"
	"encoding/json"
	"errors"

	"indistinct/core/learn"
	"indistinct/core/mechanism"
	"indistinct/core/num"
	"indistinct/core/paper"
	"indistinct/core/privacy"
	"indistinct/core/sheet"
	"indistinct/core/work"
)

// The stages of an audit, in order: what its progress bar is made of.
const (
	stageCover = iota
	stageEnclose
	stageSelect
	stageWorst
	stageChoose
	stageTest
	stageVerdict
	stageExact
	stages
)

// asker puts an audit's questions to a crew.
type asker struct {
	j           *Job
	crew        work.Crew
	weight      [stages]float64 // in releases
	left        float64
	pair        int                 // of inputs, where the mechanism has several
	tested      mechanism.Mechanism // on that pair
	tried       []learn.Tried       // the pairs, where there are several
	cover       *paper.Cover
	worst       paper.Worst
	sums        [2]num.Sum // squared errors of the test releases
	coordinates []int      // what of the first test releases is kept for the Watch
	kept        [2][]float64
	hits        [2][]uint64 // of each kept release: bit k for event k
}

func newAsker(j *Job, crew work.Crew) *asker {
	a := &asker{j: j, crew: crew, tested: j.m}
	a.weight = [stages]float64{
		stageCover: float64(j.gamma), stageEnclose: 0.1 * float64(j.gamma), stageSelect: 2 * float64(j.set.N),
		stageWorst: 0.05 * float64(j.set.N), stageChoose: 500 + 0.45*float64(j.set.N), stageTest: 2 * float64(j.set.M),
		stageVerdict: 1000,
	}
	if _, ok := j.m.(mechanism.Profiled); ok {
		a.weight[stageExact] = 4000
	}
	for _, w := range a.weight {
		a.left += w
	}
	return a
}

// spend takes a stage's weight out of what is left.
func (a *asker) spend(stage int) float64 {
	w := a.weight[stage]
	a.left -= w
	return w
}

// part says that a share of a stage begins, outside the crew.
func (a *asker) part(name string, stage int, share float64) {
	w := share * a.weight[stage]
	a.left = max(a.left-w, 0)
	a.crew.Step(name, w, a.left)
}

// do has the crew work on a batch with these arguments; in chunks of the mechanism's grain, before
// what is left, if it says nothing else.
func (a *asker) do(b work.Batch, args batch, took func(parts []work.Part) error) (err error) {
	b.Grain, b.Left = cmp.Or(b.Grain, a.j.grain()), cmp.Or(b.Left, a.left)
	if b.Args, err = json.Marshal(args); err != nil {
		return err
	}
	return a.crew.Do(b, took)
}

// show hands on a report that waits for something.
func (a *asker) show(r func() (*Report, string)) error {
	return a.crew.Show(work.Partial, func() ([]byte, error) {
		report, pending := r()
		some := *report
		some.Pending = pending
		return a.j.Encode(&some)
	})
}

// grain is how many of the mechanism's releases take about 20 ms to draw and to count.
// Single numbers come from cheaper mechanisms than others: they go in chunks of 16384.
func (j *Job) grain() int64 {
	if _, paced := j.m.(mechanism.Paced); !paced && j.steps*j.dim == 1 {
		return 16384
	}
	return int64(max(20_000/max(mechanism.Pace(j.m), 5*float64(j.steps)), 1))
}

// profile returns the mechanism's exact profile; one that takes long is
// computed by the whole crew.
func (a *asker) profile(p mechanism.Profiled) (privacy.Profile, error) {
	l, ok := p.(mechanism.ProfiledInParts)
	if !ok || l.ProfileParts() == 0 {
		a.part("work.exact", stageExact, 1)
		return p.Profile(), nil
	}
	var parts [][]float64
	b := work.Batch{Name: "work.exact", Kind: kindExact, Weight: a.spend(stageExact), Inputs: 1,
		Trials: int64(l.ProfileParts()), Grain: 8} // about 20 ms where a part takes a few
	err := a.do(b, batch{Pair: a.pair}, func(done []work.Part) error {
		for _, p := range done {
			var some [][]sheet.Real
			if json.Unmarshal(p.Data, &some) != nil {
				return errors.New("a part of the exact profile came back garbled")
			}
			for _, part := range some {
				parts = append(parts, sheet.Floats(part))
			}
		}
		return nil
	})
	if err == nil && len(parts) != l.ProfileParts() {
		err = errors.New("not all parts of the exact profile came back")
	}
	if err != nil {
		return nil, err
	}
	return l.JoinProfile(parts), nil
}
