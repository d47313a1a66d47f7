package audit

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"

	"indistinct/core/mechanism"
	"indistinct/core/num"
	"indistinct/core/privacy"
	"indistinct/core/rng"
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
	coordinates []int               // what of the first test releases is kept for the Watch
	kept        [2][]float64
	hits        [2][]uint64 // of each kept release: bit k for event k
}

func newAsker(j *Job, crew work.Crew) *asker {
	a := &asker{j: j, crew: crew, tested: j.m}
	a.weight = [stages]float64{
		stageCover: float64(j.gamma), stageEnclose: 0.1 * float64(j.gamma), stageSelect: 2 * float64(j.set.N),
		stageWorst: 0.05 * float64(j.set.N), stageChoose: 500 + 0.45*float64(j.set.N), stageTest: 2 * float64(j.set.M), stageVerdict: 1000,
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

// step says what happens next outside the crew.
func (a *asker) step(name string, stage int) {
	w := a.spend(stage)
	a.crew.Step(name, w, a.left)
}

// part says that a share of a stage begins.
func (a *asker) part(name string, stage int, share float64) {
	w := share * a.weight[stage]
	a.left = max(a.left-w, 0)
	a.crew.Step(name, w, a.left)
}

// show hands on a report that waits for something.
func (a *asker) show(r func() (*Report, string)) error {
	return a.crew.Show(work.Partial, func() ([]byte, error) {
		report, pending := r()
		some := *report
		some.Pending = pending
		some.Warnings = slices.Concat(report.Warnings, strongWarnings(report, a.j.set))
		return a.j.encode(&some)
	})
}

// grain is a chunk that takes 10 to 30 ms.
func (j *Job) grain() int64 { return grain(j.m) }

// grain is how many of a mechanism's releases take about 20 ms to draw and to count.
// Single numbers come from cheaper mechanisms than others: they go in chunks of 16384.
func grain(m mechanism.Mechanism) int64 {
	steps, dim := m.Shape()
	if _, paced := m.(mechanism.Paced); !paced && steps*dim == 1 {
		return 16384
	}
	return int64(max(20_000/max(mechanism.Pace(m), 5*float64(steps)), 1))
}

// The kinds of batches.
const (
	kindDraw  = "draw"
	kindCount = "count"
	kindExact = "exact"
)

// drawing is what the chunks of a draw need.
type drawing struct {
	Phase uint32
	Pair  int
}

// counting is what the chunks of a count need: the events, and from which
// trial of which phase on. Of the trials below Keep, the numbers named by
// Coordinates come back.
type counting struct {
	Phase       uint32
	Pair        int
	Offset      int64
	Cover       *Cover
	Events      []Event
	Ladder      *Ladder // what the proven curve counts; may be nil
	Keep        int64
	Coordinates []int
}

// Prepare implements work.Job.
func (j *Job) Prepare(b work.Batch) (func(work.Chunk) ([]byte, error), error) {
	if do, ok, err := j.hunt().Prepare(b); ok {
		return do, err
	}
	var do func(work.Chunk) []byte
	switch b.Kind {
	case kindDraw:
		var d drawing
		if err := json.Unmarshal(b.Args, &d); err != nil {
			return nil, err
		}
		if _, err := j.on(d.Pair); err != nil {
			return nil, err
		}
		do = func(c work.Chunk) []byte { return j.drawChunk(d, c) }
	case kindCount:
		var k counting
		if err := json.Unmarshal(b.Args, &k); err != nil {
			return nil, err
		}
		if _, err := j.on(k.Pair); err != nil {
			return nil, err
		}
		if err := j.fits(k.Cover); err != nil {
			return nil, err
		}
		if k.Ladder != nil && newScore(k.Ladder.Score, j.steps, j.dim) == nil {
			return nil, errors.New("the score belongs to another mechanism")
		}
		for _, i := range k.Coordinates {
			if i < 0 || i >= j.steps*j.dim {
				return nil, fmt.Errorf("a release has no number %d", i)
			}
		}
		// Releases of one number are sorted into the pieces between the borders of
		// events and steps.
		var cut *line
		if len(newRules(k.Events).event) == 0 { // a rule has no borders on a line
			cut = newLine(NewMatcher(k.Cover, k.Events), k.Events, k.Ladder)
		}
		do = func(c work.Chunk) []byte { return j.countChunk(&k, cut, c) }
	case kindExact:
		p, ok := j.m.(mechanism.Laborious)
		if !ok {
			return nil, errors.New("the mechanism's profile has no parts")
		}
		do = func(c work.Chunk) []byte { return profileChunk(p, c) }
	default:
		return nil, fmt.Errorf("an audit has no batches of the kind %q", b.Kind)
	}
	return func(c work.Chunk) ([]byte, error) {
		if c.Count < 0 || c.First < 0 || c.Input < 0 || c.Input > 1 {
			return nil, fmt.Errorf("an audit has no trials %d to %d of input %d", c.First, c.First+c.Count-1, c.Input)
		}
		return do(c), nil
	}, nil
}

// fits refuses a cover of another audit.
func (j *Job) fits(c *Cover) error {
	ok := c != nil && c.Steps == j.steps && c.Dim == j.dim && c.Grid == j.set.Grid && len(c.Ellipsoids) == j.steps
	for i := 0; ok && i < len(c.Ellipsoids); i++ {
		e := &c.Ellipsoids[i]
		ok = e.Dim == j.dim && len(e.Center) == j.dim && len(e.Axes) == j.dim*j.dim
	}
	if !ok {
		return errors.New("the high-likely set belongs to another mechanism or grid")
	}
	return nil
}

// draw returns trials 0 … n−1 of a phase for the first inputs.
func (a *asker) draw(name string, phase uint32, inputs, n int) (Sample, error) {
	stage := stageSelect
	if phase == rng.PhaseCover {
		stage = stageCover
	}
	args, err := json.Marshal(drawing{phase, a.pair})
	if err != nil {
		return Sample{}, err
	}
	j := a.j
	out := Sample{Steps: j.steps, Dim: j.dim}
	for in := range inputs {
		out.R[in] = make([]float64, 0, n*j.steps*j.dim)
	}
	b := work.Batch{Name: name, Kind: kindDraw, Args: args, Inputs: inputs, Trials: int64(n), Grain: j.grain(), Weight: a.spend(stage), Left: a.left}
	err = a.crew.Do(b, func(parts []work.Part) error {
		for _, p := range parts {
			if len(p.Data) != int(p.Chunk.Count)*j.steps*j.dim*8 {
				return fmt.Errorf("%d releases of input %d from %d on came back garbled", p.Chunk.Count, p.Chunk.Input, p.Chunk.First)
			}
			r := &out.R[p.Chunk.Input]
			*r = work.ReadFloats(*r, p.Data)
		}
		return nil
	})
	if err != nil {
		return Sample{}, err
	}
	for in := range inputs {
		if out.Trials(mechanism.Input(in)) != n {
			return Sample{}, fmt.Errorf("%d releases of input %d came back where %d were drawn", out.Trials(mechanism.Input(in)), in, n)
		}
	}
	return out, nil
}

// drawChunk returns raw releases, eight bytes a number.
func (j *Job) drawChunk(d drawing, c work.Chunk) []byte {
	m, _ := j.on(d.Pair)
	from := rng.Key{Seed: j.set.Seed, Phase: d.Phase, Input: uint32(c.Input), Trial: uint64(c.First)}
	return work.AppendFloats(nil, mechanism.Draw(m.Fork(), mechanism.Input(c.Input), from, int(c.Count)))
}

// count draws n more test releases of each input, from a phase's trial offset
// on, and adds to the counts of all events.
func (a *asker) count(f *found, phase uint32, offset, n int64) error {
	j := a.j
	name, weight := "test, more releases", 2*float64(n)
	k := counting{Phase: phase, Pair: a.pair, Offset: offset, Cover: f.cover, Events: f.events, Ladder: f.ladder, Coordinates: a.coordinates}
	if phase == rng.PhaseTest {
		name, weight = "test", a.spend(stageTest)
		if len(a.coordinates) > 0 {
			k.Keep = j.Watch.Keep
		}
	}
	args, err := json.Marshal(k)
	if err != nil {
		return err
	}
	if f.counts == nil {
		f.counts = make([][2]int64, len(f.events))
	}
	if f.ladder != nil && f.bins[0] == nil {
		f.bins = [2][]int64{make([]int64, f.ladder.size()), make([]int64, f.ladder.size())}
	}
	before, goal := f.drawn, f.drawn+n
	var got [2]int64
	b := work.Batch{Name: name, Kind: kindCount, Args: args, Inputs: 2, Trials: n, Grain: j.grain(), Weight: weight, Left: a.left}
	err = a.crew.Do(b, func(parts []work.Part) error {
		var even *snapshot
		for _, p := range parts {
			if err := a.add(f, &k, p); err != nil {
				return err
			}
			if got[p.Chunk.Input] += p.Chunk.Count; got[0] == got[1] {
				f.drawn = before + got[0]
				even = a.snapshot(f, goal)
			}
		}
		if even == nil {
			return nil
		}
		return a.scene(f, even, nil)
	})
	if err != nil {
		return err
	}
	if got != [2]int64{n, n} {
		return fmt.Errorf("the test has %d and %d releases where %d of each input were to be drawn", got[0], got[1], n)
	}
	return nil
}

// add takes what one chunk counted.
func (a *asker) add(f *found, k *counting, p work.Part) error {
	in, d := p.Chunk.Input, p.Data
	kept := max(0, min(k.Keep-k.Offset-p.Chunk.First, p.Chunk.Count))
	if int64(len(d)) != int64(8*len(f.counts)+8*len(f.bins[in])+num.SumBytes)+8*kept*int64(len(k.Coordinates)+1) {
		return errors.New("a chunk of the test came back garbled")
	}
	next := func() uint64 {
		v := binary.LittleEndian.Uint64(d)
		d = d[8:]
		return v
	}
	for i := range f.counts {
		f.counts[i][in] += int64(next())
	}
	for i := range f.bins[in] {
		f.bins[in][i] += int64(next())
	}
	var sum num.Sum
	if err := sum.UnmarshalBinary(d[:num.SumBytes]); err != nil {
		return err
	}
	f.sums[in].Merge(&sum)
	for d = d[num.SumBytes:]; len(d) > 0; {
		for range k.Coordinates {
			a.kept[in] = append(a.kept[in], math.Float64frombits(next()))
		}
		a.hits[in] = append(a.hits[in], next())
	}
	return nil
}

// countChunk counts events over releases of one input and adds up squared
// errors: eight bytes for each event's count and for each of the ladder's bins,
// an exact sum, then for each kept release its numbers and a bit for each event.
func (j *Job) countChunk(k *counting, cut *line, c work.Chunk) []byte {
	m, _ := j.on(k.Pair)
	var truth []float64
	if t, ok := m.(mechanism.Truther); ok {
		truth = t.Truth()
	}
	m = m.Fork()
	release := make([]float64, j.steps*j.dim)
	cells := release // as they were released, words and all
	_, worded := j.m.(mechanism.Worded)
	if worded {
		cells = make([]float64, len(release))
	}
	match := NewMatcher(k.Cover, k.Events)
	hit := make([]bool, len(k.Events))
	rules := newRules(k.Events)
	counts := make([]int64, len(k.Events))
	var sum num.Sum
	var kept []byte
	in := mechanism.Input(c.Input)
	var bins []int64
	bin := func([]float64) int { return 0 }
	if k.Ladder != nil {
		bins, bin = make([]int64, k.Ladder.size()), match.ladder(k.Ladder, k.Events)
	}
	var pieces []int64 // of the line, added up in the end
	if cut != nil {
		pieces = make([]int64, len(cut.hits))
	}
	var s rng.Stream
	for i := k.Offset + c.First; i < k.Offset+c.First+c.Count; i++ {
		s = rng.New(rng.Key{Seed: j.set.Seed, Phase: k.Phase, Input: uint32(c.Input), Trial: uint64(i)})
		m.Release(in, &s, cells)
		rules.look(cells)
		if worded {
			copy(release, cells)
			mechanism.Plain(release)
		}
		if cut != nil && i >= k.Keep && release[0] == release[0] {
			pieces[cut.piece(release[0])]++
		} else {
			match.Match(release, hit)
			rules.mark(hit)
			for e, h := range hit {
				if h {
					counts[e]++
				}
			}
			if bins != nil {
				bins[bin(cells)]++ // a rule's score is of cells, others know no words
			}
			if i < k.Keep {
				kept = appendKept(kept, cells, k.Coordinates, hit)
			}
		}
		if truth != nil {
			// One number a release, added in a fixed order; the releases
			// exactly.
			q := 0.0
			for e, x := range release {
				d := x - truth[e]
				q += d * d
			}
			sum.Add(q)
		}
	}
	for p, n := range pieces {
		for e, h := range cut.hits[p] {
			if h {
				counts[e] += n
			}
		}
		if bins != nil {
			bins[cut.bins[p]] += n
		}
	}
	out := make([]byte, 0, 8*len(counts)+8*len(bins)+num.SumBytes+len(kept))
	for _, n := range slices.Concat(counts, bins) {
		out = binary.LittleEndian.AppendUint64(out, uint64(n))
	}
	out, _ = sum.AppendBinary(out) // it never fails
	return append(out, kept...)
}

// appendKept writes some numbers of a release and which events hold it.
func appendKept(b []byte, release []float64, coordinates []int, hit []bool) []byte {
	for _, i := range coordinates {
		b = binary.LittleEndian.AppendUint64(b, math.Float64bits(release[i]))
	}
	bits := uint64(0)
	for e, h := range hit {
		if h {
			bits |= 1 << e
		}
	}
	return binary.LittleEndian.AppendUint64(b, bits)
}

// profile returns the mechanism's exact profile; one that takes long is
// computed by the whole crew.
func (a *asker) profile(p mechanism.Profiled) (privacy.Profile, error) {
	l, ok := p.(mechanism.Laborious)
	n := 0
	if ok {
		n = l.ProfileParts()
	}
	if n == 0 {
		a.step("exact profile", stageExact)
		return p.Profile(), nil
	}
	var parts [][]float64
	b := work.Batch{Name: "exact profile", Kind: kindExact, Inputs: 1, Trials: int64(n), Grain: profileGrain, Weight: a.spend(stageExact), Left: a.left}
	err := a.crew.Do(b, func(done []work.Part) error {
		for _, p := range done {
			d := p.Data
			for range p.Chunk.Count {
				size, k := binary.Uvarint(d)
				if k <= 0 || size > uint64(len(d)-k)/8 {
					return errors.New("a part of the exact profile came back garbled")
				}
				d = d[k:]
				parts, d = append(parts, work.ReadFloats(nil, d[:8*size])), d[8*size:]
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if len(parts) != n {
		return nil, fmt.Errorf("%d parts of the exact profile came back where %d were asked for", len(parts), n)
	}
	return l.JoinProfile(parts), nil
}

// profileGrain is a chunk of about 20 ms where a part takes a few.
const profileGrain = 8

// profileChunk returns parts of the exact profile: of each its length, then
// eight bytes a number.
func profileChunk(p mechanism.Laborious, c work.Chunk) (out []byte) {
	for i := c.First; i < c.First+c.Count; i++ {
		part := p.ProfilePart(int(i))
		out = binary.AppendUvarint(out, uint64(len(part)))
		out = work.AppendFloats(out, part)
	}
	return out
}
