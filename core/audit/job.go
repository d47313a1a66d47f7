package audit

import (
	"encoding/binary"
	"errors"
	"math"
	"sort"

	"indistinct/core/fmt"
	"indistinct/core/json"
	"indistinct/core/mechanism"
	"indistinct/core/num"
	"indistinct/core/rng"
	"indistinct/core/sheet"
	"indistinct/core/work"
)

// Limits of an audit's size: what fits a browser's memory.
const (
	mostSteps     = 4096
	mostDim       = 16
	mostSelection = 100_000_000 // numbers in the selection sample of one record
)

// Check returns one sentence for the first setting outside its range.
func (s Settings) Check() error {
	switch {
	case !(s.Epsilon >= 0) || math.IsInf(s.Epsilon, 1):
		return fmt.Errorf("ε is %v: the tested claim must be a finite number of at least 0", s.Epsilon)
	case !(s.Delta >= 0 && s.Delta < 1):
		return fmt.Errorf("δ is %v: it must be at least 0 and below 1", s.Delta)
	case !(s.Select >= 0) || math.IsInf(s.Select, 1):
		return fmt.Errorf("ε₀ is %v: the ε at which the worst event is chosen must be a finite number of at least 0", s.Select)
	case !(s.Alpha > 0 && s.Alpha < 1):
		return fmt.Errorf("α is %v: the significance level must lie strictly between 0 and 1", s.Alpha)
	case s.Grid < 1:
		return fmt.Errorf("r is %d: the grid needs at least 1 cell along each axis", s.Grid)
	case s.N < 1:
		return fmt.Errorf("n is %d: choosing an event needs at least 1 release for each record", s.N)
	case s.M < 1:
		return fmt.Errorf("m is %d: testing an event needs at least 1 release for each record", s.M)
	case s.M > 50_000_000:
		return fmt.Errorf("m is %d: at most 50,000,000 releases for each record are tested", s.M)
	case s.Sequential && s.MaxM < s.M:
		return fmt.Errorf("the most releases, %d, are fewer than the first batch's m = %d", s.MaxM, s.M)
	case s.Sequential && s.MaxM > 50_000_000:
		return fmt.Errorf("the most releases are %d: at most 50,000,000 for each record are tested", s.MaxM)
	}
	_, err := Scenarios(s.Beta, s.Gamma, 1)
	return err
}

// The stages of a Job: what the next phase does.
const (
	stageCover  = iota // draw Γ releases and enclose them
	stageSelect        // draw n for each record
	stageChoose        // find the worst event and the candidates
	stageTest          // draw m for each record, count
	stageMore          // sequential mode: the next batch
	stageReport        // p-values, curves, exact profile
	stageDone
)

// job is an audit laid out in phases. It is immutable.
type job struct {
	m          mechanism.Mechanism
	set        Settings
	steps, dim int
	gamma      int
}

// NewJob lays the audit of a mechanism out as work: cover → selection →
// choosing → test → (sequential mode: further batches) → report. Its Output is
// a Report as JSON; between sequential batches, the report so far without the
// exact profile.
//
// Trial i of the releases that a phase draws is the stream {Seed, phase, input,
// i}; in further batches i goes on counting. Counts add up as integers and
// squared errors in an exact accumulator, so the result does not depend on
// chunks, workers or their order.
func NewJob(m mechanism.Mechanism, set Settings) (work.Job, error) {
	if m == nil {
		return nil, errors.New("there is no mechanism to audit")
	}
	if err := set.Check(); err != nil {
		return nil, err
	}
	steps, dim := m.Shape()
	switch {
	case steps < 1 || steps > mostSteps:
		return nil, fmt.Errorf("the mechanism's releases have %d steps; 1 to %d can be audited", steps, mostSteps)
	case dim < 1 || dim > mostDim:
		return nil, fmt.Errorf("the mechanism's releases have %d numbers a step; 1 to %d can be audited", dim, mostDim)
	case set.N > mostSelection/(steps*dim):
		return nil, fmt.Errorf("n = %d releases of %d numbers are more than memory holds; at most %d releases", set.N, steps*dim, mostSelection/(steps*dim))
	}
	if (&Cover{Steps: steps, Dim: dim, Grid: set.Grid}).perStep() > math.MaxInt32 {
		return nil, fmt.Errorf("r = %d in %d dimensions gives more than 2³¹ cells a step; choose r^%d below that", set.Grid, dim, dim)
	}
	gamma, err := Scenarios(set.Beta, set.Gamma, dim)
	if err != nil {
		return nil, err
	}
	if gamma > mostSelection/(steps*dim) {
		return nil, fmt.Errorf("β = %v and γ = %v ask for Γ = %d releases of %d numbers, more than memory holds; choose a larger β", set.Beta, set.Gamma, gamma, steps*dim)
	}
	if t, ok := m.(mechanism.Truther); ok && len(t.Truth()) != steps*dim {
		return nil, fmt.Errorf("the mechanism's truth has %d numbers where a release has %d", len(t.Truth()), steps*dim)
	}
	return &job{m: m, set: set, steps: steps, dim: dim, gamma: gamma}, nil
}

// grain is a chunk that takes 10 to 30 ms where a step takes 5 µs, which is a
// generous guess for an estimator. Single numbers come from cheaper mechanisms:
// they go in chunks of 16384.
func (j *job) grain() int64 {
	if j.steps*j.dim == 1 {
		return 16384
	}
	return int64(max(4000/j.steps, 1))
}

func (j *job) Plan(b []byte) (work.Phase, bool) {
	s, err := j.decode(b)
	if err != nil {
		// Do reports it.
		return work.Phase{Name: "reading the state", Inputs: 1, Trials: 1, Grain: 1}, true
	}
	p := work.Phase{Inputs: 1, Trials: 1, Grain: 1}
	switch s.stage {
	case stageCover:
		p.Name, p.Trials, p.Grain = "high-likely set", int64(j.gamma), j.grain()
		p.Weight = float64(j.gamma)
	case stageSelect:
		p.Name, p.Inputs, p.Trials, p.Grain = "releases to choose events", 2, int64(j.set.N), j.grain()
		p.Weight = 2 * float64(j.set.N)
	case stageChoose:
		p.Name = "worst event"
		p.Weight = 500 + 0.5*float64(j.set.N)
	case stageTest:
		p.Name, p.Inputs, p.Trials, p.Grain = "test", 2, int64(j.set.M), j.grain()
		p.Weight = 2 * float64(j.set.M)
	case stageMore:
		p.Name, p.Inputs, p.Trials, p.Grain = "test, more releases", 2, s.more, j.grain()
		p.Weight = 2 * float64(s.more)
	case stageReport:
		p.Name = "verdict"
		p.Weight = 1000
		if _, ok := j.m.(mechanism.Profiled); ok {
			p.Name = "verdict and exact profile"
			p.Weight = 5000
		}
	default:
		return work.Phase{}, false
	}
	// What is expected to follow, for one progress bar.
	switch s.stage {
	case stageCover:
		p.Left += 2 * float64(j.set.N)
		fallthrough
	case stageSelect:
		p.Left += 500 + 0.5*float64(j.set.N)
		fallthrough
	case stageChoose:
		p.Left += 2 * float64(j.set.M)
		fallthrough
	case stageTest, stageMore:
		p.Left += 1000
	}
	return p, true
}

func (j *job) Do(b []byte, c work.Chunk) ([]byte, error) {
	s, err := j.decode(b)
	if err != nil {
		return nil, err
	}
	if c.Count < 0 || c.First < 0 || c.Input < 0 || c.Input > 1 {
		return nil, fmt.Errorf("an audit has no trials %d to %d for input %d", c.First, c.First+c.Count-1, c.Input)
	}
	switch s.stage {
	case stageCover:
		return j.draw(PhaseCover, c), nil
	case stageSelect:
		return j.draw(PhaseSelect, c), nil
	case stageChoose:
		if c.Count == 0 {
			return nil, nil
		}
		return j.choose(s), nil
	case stageTest:
		return j.test(s, PhaseTest, 0, c), nil
	case stageMore:
		return j.test(s, PhaseMore, s.drawn-int64(j.set.M), c), nil
	case stageReport:
		if c.Count == 0 {
			return nil, nil
		}
		return json.Marshal(j.report(s, true))
	}
	return nil, errors.New("the audit is finished: nothing is left to do")
}

// draw returns raw releases, eight bytes a number.
func (j *job) draw(phase uint32, c work.Chunk) []byte {
	m := j.m.Fork()
	size := j.steps * j.dim
	release := make([]float64, size)
	out := make([]byte, 0, int(c.Count)*size*8)
	in := mechanism.Input(c.Input)
	var s rng.Stream
	for i := c.First; i < c.First+c.Count; i++ {
		s = rng.New(rng.Key{Seed: j.set.Seed, Phase: phase, Input: uint32(c.Input), Trial: uint64(i)})
		m.Release(in, &s, release)
		for _, x := range release {
			out = binary.LittleEndian.AppendUint64(out, math.Float64bits(x))
		}
	}
	return out
}

// test counts events over releases of one record and adds up squared errors.
func (j *job) test(st *state, phase uint32, offset int64, c work.Chunk) []byte {
	m := j.m.Fork()
	release := make([]float64, j.steps*j.dim)
	var truth []float64
	if t, ok := j.m.(mechanism.Truther); ok {
		truth = t.Truth()
	}
	match := NewMatcher(&st.cover, st.events)
	hit := make([]bool, len(st.events))
	counts := make([]int64, len(st.events))
	var sum num.Sum
	in := mechanism.Input(c.Input)
	// Releases of one number are sorted into the pieces between the events'
	// borders; the pieces are added up in the end.
	cut := newLine(match, st.events)
	var pieces []int64
	if cut != nil {
		pieces = make([]int64, len(cut.hits))
	}
	var s rng.Stream
	for i := c.First; i < c.First+c.Count; i++ {
		s = rng.New(rng.Key{Seed: j.set.Seed, Phase: phase, Input: uint32(c.Input), Trial: uint64(offset + i)})
		m.Release(in, &s, release)
		if cut != nil && release[0] == release[0] {
			pieces[cut.piece(release[0])]++
		} else {
			match.Match(release, hit)
			for k, h := range hit {
				if h {
					counts[k]++
				}
			}
		}
		if truth != nil {
			// One number a release, added in a fixed order; the releases
			// exactly.
			q := 0.0
			for k, x := range release {
				d := x - truth[k]
				q += float64(d * d)
			}
			sum.Add(q)
		}
	}
	for p, n := range pieces {
		for k, h := range cut.hits[p] {
			if h {
				counts[k] += n
			}
		}
	}
	w := writer{}
	for _, n := range counts {
		w.int(n)
	}
	w.sum(&sum)
	return w.b
}

// choose runs the selection: the worst event by the paper's rule and the
// stronger test's candidates.
func (j *job) choose(s *state) []byte {
	worst := worstEvent(&s.cover, s.sample, j.set.Select)
	next := *s
	next.stage = stageTest
	next.sample = Sample{}
	next.worst = worst
	escape := escapeEvent()
	n := int64(j.set.N)
	plus := NewThinning(worst.escape[0], worst.escape[1], n).LogP(j.set.Select)
	minus := NewThinning(worst.escape[1], worst.escape[0], n).LogP(j.set.Select)
	escape.Swap = minus < plus
	next.escapes = math.Min(plus, minus) < worst.log
	next.events = append([]Event{worst.event, escape}, Candidates(s.sample, &s.cover, j.set)...)
	next.counts = make([][2]int64, len(next.events))
	return next.encode()
}

func (j *job) Merge(b []byte, parts []work.Part) ([]byte, error) {
	s, err := j.decode(b)
	if err != nil {
		return nil, err
	}
	switch s.stage {
	case stageCover:
		points, err := j.gather(parts, 0, j.gamma)
		if err != nil {
			return nil, err
		}
		s.cover = Cover{Steps: j.steps, Dim: j.dim, Grid: j.set.Grid}
		step := make([]float64, 0, j.gamma*j.dim)
		for k := 0; k < j.steps; k++ {
			step = step[:0]
			for i := 0; i < j.gamma; i++ {
				at := (i*j.steps + k) * j.dim
				step = append(step, points[at:at+j.dim]...)
			}
			e, err := Enclose(step, j.dim)
			if err != nil {
				return nil, fmt.Errorf("high-likely set, step %d: %w", k, err)
			}
			s.cover.Ellipsoids = append(s.cover.Ellipsoids, e)
		}
		s.stage = stageSelect
	case stageSelect:
		s.sample = Sample{Steps: j.steps, Dim: j.dim}
		for in := range s.sample.R {
			if s.sample.R[in], err = j.gather(parts, in, j.set.N); err != nil {
				return nil, err
			}
		}
		s.stage = stageChoose
	case stageChoose, stageReport:
		for _, p := range parts {
			if p.Chunk.Count == 0 {
				continue
			}
			if s.stage == stageChoose {
				return p.Data, nil
			}
			s.result = p.Data
			s.stage = stageDone
			return s.encode(), nil
		}
		return nil, errors.New("the audit's phase came back without a result")
	case stageTest, stageMore:
		want := int64(j.set.M)
		if s.stage == stageMore {
			want = s.more
		}
		var got [2]int64
		for _, p := range parts {
			r := reader{b: p.Data}
			in := p.Chunk.Input
			for k := range s.counts {
				s.counts[k][in] += r.int()
			}
			var sum num.Sum
			r.sum(&sum)
			s.sums[in].Merge(&sum)
			if r.bad || len(r.b) > 0 {
				return nil, errors.New("a chunk of the test came back garbled")
			}
			got[in] += p.Chunk.Count
		}
		if got != [2]int64{want, want} {
			return nil, fmt.Errorf("the test has %d and %d releases where %d for each record were to be drawn", got[0], got[1], want)
		}
		s.drawn += want
		s.more = 0
		if j.set.Sequential {
			s.looks = append(s.looks, look{s.drawn, append([][2]int64(nil), s.counts[2:]...)})
			s.more = min(Undecided(s.events[2:], s.candidateCounts(), j.set), int64(j.set.MaxM)-s.drawn)
		}
		s.stage = stageReport
		if s.more > 0 {
			s.stage = stageMore
		}
	default:
		return nil, errors.New("the audit is finished: nothing is left to merge")
	}
	return s.encode(), nil
}

// gather reads the releases of one input from parts in order.
func (j *job) gather(parts []work.Part, input, want int) ([]float64, error) {
	size := want * j.steps * j.dim
	out := make([]float64, 0, size)
	next := int64(0)
	for _, p := range parts {
		if p.Chunk.Input != input {
			continue
		}
		if p.Chunk.First != next || len(p.Data) != int(p.Chunk.Count)*j.steps*j.dim*8 {
			return nil, fmt.Errorf("releases from %d on of input %d are missing or garbled", next, input)
		}
		next += p.Chunk.Count
		for b := p.Data; len(b) > 0; b = b[8:] {
			out = append(out, math.Float64frombits(binary.LittleEndian.Uint64(b)))
		}
	}
	if len(out) != size {
		return nil, fmt.Errorf("%d releases of input %d came back where %d were drawn", next, input, want)
	}
	return out, nil
}

func (j *job) Output(b []byte) ([]byte, error) {
	s, err := j.decode(b)
	if err != nil {
		return nil, err
	}
	switch s.stage {
	case stageDone:
		return s.result, nil
	case stageMore:
		r := j.report(s, false)
		r.Pending = PendingReleases
		return json.Marshal(r)
	case stageReport:
		// Where the exact profile takes its time, everything else is ready.
		if _, ok := j.m.(mechanism.Profiled); ok {
			r := j.report(s, false)
			r.Pending = PendingExact
			return json.Marshal(r)
		}
	}
	return nil, nil
}

// state is what passes from phase to phase.
type state struct {
	stage   int
	cover   Cover
	sample  Sample // only while events are chosen
	worst   selection
	escapes bool    // the escape event beats the worst cell in the selection
	events  []Event // the worst cell, the escape event, the candidates
	counts  [][2]int64
	sums    [2]num.Sum
	drawn   int64  // test releases for each record so far
	more    int64  // further ones to draw
	looks   []look // sequential mode: the counts at each look so far
	result  []byte
}

// look is what sequential mode saw after one batch: releases of each record so
// far, and the candidates' counts.
type look struct {
	drawn  int64
	counts [][2]int64
}

func (s *state) candidateCounts() []Count {
	out := make([]Count, 0, len(s.counts))
	for _, c := range s.counts[2:] {
		out = append(out, Count{C1: c[0], C2: c[1], N: s.drawn})
	}
	return out
}

const stateVersion = 2

func (s *state) encode() []byte {
	w := writer{b: make([]byte, 0, 1024+8*len(s.sample.R[0])+8*len(s.sample.R[1])+len(s.result))}
	w.int(stateVersion)
	w.int(int64(s.stage))
	w.int(int64(s.cover.Steps))
	w.int(int64(s.cover.Dim))
	w.int(int64(s.cover.Grid))
	w.int(int64(len(s.cover.Ellipsoids)))
	for _, e := range s.cover.Ellipsoids {
		w.floats(e.A)
		w.floats(e.B)
		w.floats(e.Center)
		w.floats(e.Axes)
		w.float(e.Gap)
		w.bool(e.Degenerate)
	}
	w.floats(s.sample.R[0])
	w.floats(s.sample.R[1])
	w.int(s.worst.c1)
	w.int(s.worst.c2)
	w.int(int64(s.worst.occupied))
	w.int(s.worst.most)
	w.int(s.worst.escape[0])
	w.int(s.worst.escape[1])
	w.bool(s.escapes)
	w.int(int64(len(s.events)))
	for i, e := range s.events {
		w.bytes([]byte(e.Kind))
		w.bytes([]byte(e.Name))
		w.int(int64(e.Step))
		w.bool(e.Swap)
		w.floats(e.Weights)
		w.int(int64(len(e.Cells)))
		for _, part := range e.Cells {
			w.int(int64(len(part)))
			for _, c := range part {
				w.int(int64(c))
			}
		}
		w.int(s.counts[i][0])
		w.int(s.counts[i][1])
	}
	w.sum(&s.sums[0])
	w.sum(&s.sums[1])
	w.int(s.drawn)
	w.int(s.more)
	w.int(int64(len(s.looks)))
	for _, l := range s.looks {
		w.int(l.drawn)
		for _, c := range l.counts {
			w.int(c[0])
			w.int(c[1])
		}
	}
	w.bytes(s.result)
	return w.b
}

func (j *job) decode(b []byte) (*state, error) {
	s := &state{}
	if len(b) == 0 {
		return s, nil
	}
	r := reader{b: b}
	version := r.int()
	s.stage = int(r.int())
	s.cover = Cover{Steps: int(r.int()), Dim: int(r.int()), Grid: int(r.int())}
	for n := r.length(); n > 0; n-- {
		e := Ellipsoid{Dim: s.cover.Dim, A: r.floats(), B: r.floats(), Center: r.floats(), Axes: r.floats(), Gap: r.float(), Degenerate: r.bool()}
		r.bad = r.bad || len(e.Center) != e.Dim || len(e.Axes) != e.Dim*e.Dim
		s.cover.Ellipsoids = append(s.cover.Ellipsoids, e)
	}
	s.sample = Sample{Steps: j.steps, Dim: j.dim}
	s.sample.R[0] = r.floats()
	s.sample.R[1] = r.floats()
	s.worst.c1 = r.int()
	s.worst.c2 = r.int()
	s.worst.occupied = int(r.int())
	s.worst.most = r.int()
	s.worst.escape[0] = r.int()
	s.worst.escape[1] = r.int()
	s.escapes = r.bool()
	for n := r.length(); n > 0; n-- {
		e := Event{Kind: string(r.bytes()), Name: string(r.bytes()), Step: int(r.int()), Swap: r.bool(), Weights: r.floats()}
		for parts := r.length(); parts > 0; parts-- {
			part := make([]int32, 0, 8)
			for k := r.length(); k > 0; k-- {
				part = append(part, int32(r.int()))
			}
			e.Cells = append(e.Cells, part)
		}
		s.events = append(s.events, e)
		s.counts = append(s.counts, [2]int64{r.int(), r.int()})
	}
	r.sum(&s.sums[0])
	r.sum(&s.sums[1])
	s.drawn = r.int()
	s.more = r.int()
	for n := r.length(); n > 0 && !r.bad && len(s.events) >= 2; n-- {
		l := look{r.int(), make([][2]int64, len(s.events)-2)}
		for i := range l.counts {
			l.counts[i] = [2]int64{r.int(), r.int()}
		}
		s.looks = append(s.looks, l)
	}
	s.result = r.bytes()
	switch {
	case r.bad || len(r.b) > 0 || version != stateVersion:
		return nil, errors.New("the audit's state cannot be read: it is cut off or of another version")
	case s.cover.Steps != j.steps || s.cover.Dim != j.dim || len(s.cover.Ellipsoids) != j.steps || s.cover.Grid != j.set.Grid:
		return nil, errors.New("the audit's state belongs to another mechanism or grid")
	case s.stage >= stageTest && len(s.events) < 2:
		return nil, errors.New("the audit's state has no events")
	}
	return s, nil
}

// writer and reader are the state's encoding: integers as varints, numbers as
// their eight bytes, lists with their length before.
type writer struct{ b []byte }

func (w *writer) int(v int64)     { w.b = binary.AppendVarint(w.b, v) }
func (w *writer) float(v float64) { w.b = binary.LittleEndian.AppendUint64(w.b, math.Float64bits(v)) }
func (w *writer) bytes(v []byte)  { w.int(int64(len(v))); w.b = append(w.b, v...) }
func (w *writer) sum(s *num.Sum)  { w.b, _ = s.AppendBinary(w.b) } // it never fails
func (w *writer) floats(v []float64) {
	w.int(int64(len(v)))
	for _, x := range v {
		w.float(x)
	}
}
func (w *writer) bool(v bool) {
	if v {
		w.int(1)
	} else {
		w.int(0)
	}
}

type reader struct {
	b   []byte
	bad bool
}

func (r *reader) int() int64 {
	v, n := binary.Varint(r.b)
	if n <= 0 {
		r.bad, r.b = true, nil
		return 0
	}
	r.b = r.b[n:]
	return v
}

// length reads a list's length; every element takes a byte at least.
func (r *reader) length() int {
	n := r.int()
	if n < 0 || n > int64(len(r.b)) {
		r.bad, r.b = true, nil
		return 0
	}
	return int(n)
}

func (r *reader) take(n int) []byte {
	if n > len(r.b) {
		r.bad, r.b = true, nil
		return make([]byte, n)
	}
	v := r.b[:n]
	r.b = r.b[n:]
	return v
}

func (r *reader) bool() bool     { return r.int() != 0 }
func (r *reader) float() float64 { return math.Float64frombits(binary.LittleEndian.Uint64(r.take(8))) }
func (r *reader) bytes() []byte  { return append([]byte(nil), r.take(r.length())...) }
func (r *reader) floats() []float64 {
	n := r.length()
	if n == 0 || n > len(r.b)/8 {
		r.bad = r.bad || n > 0
		return nil
	}
	b := r.take(8 * n)
	v := make([]float64, n)
	for i := range v {
		v[i] = math.Float64frombits(binary.LittleEndian.Uint64(b[8*i:]))
	}
	return v
}
func (r *reader) sum(s *num.Sum) {
	if s.UnmarshalBinary(r.take(num.SumBytes)) != nil {
		r.bad = true
	}
}

// newCount completes counts with their 95 % intervals.
func newCount(c1, c2, n int64) Count {
	c := Count{C1: c1, C2: c2, N: n}
	lo, hi := ClopperPearson(c1, n, 0.95)
	c.P1 = [2]sheet.Real{sheet.Real(lo), sheet.Real(hi)}
	lo, hi = ClopperPearson(c2, n, 0.95)
	c.P2 = [2]sheet.Real{sheet.Real(lo), sheet.Real(hi)}
	return c
}

// lambda is the paper's approximation term β + 2 η e^ε (Han & Martínez 2021,
// Theorem 1). Its Lemma 3 bounds one cell and never sums over cells: see
// LambdaHelp.
func lambda(beta, eta, epsilon float64) float64 {
	return beta + float64(2*eta*num.Exp(epsilon))
}

// curvePoints is how many evenly spaced points the p-value curve has.
const curvePoints = 61

// report computes all that the counts say.
func (j *job) report(s *state, exact bool) *Report {
	set := j.set
	n := int64(set.N)
	c := s.counts[0]
	r := &Report{
		GammaSamples: j.gamma,
		Events:       s.cover.Events(),
		Occupied:     s.worst.occupied,
		C1:           c[0],
		C2:           c[1],
		N:            n,
		M:            s.drawn,
		Alpha:        sheet.Real(set.Alpha),
		Beta:         sheet.Real(set.Beta),
		Sequential:   set.Sequential,
		Epsilon:      sheet.Real(set.Epsilon),
		Delta:        sheet.Real(set.Delta),
		Confidence:   sheet.Real(float64((1 - set.Alpha) * (1 - set.Gamma))),
		Worst:        s.events[0],
		WorstSelect:  newCount(s.worst.c1, s.worst.c2, n),
		Escape:       newCount(s.counts[1][0], s.counts[1][1], s.drawn),
		EscapeSelect: newCount(s.worst.escape[0], s.worst.escape[1], n),
		EscapeEvent:  s.events[0],
		Cover:        s.cover.Ellipsoids,
		ECorrect:     sheet.Real(math.NaN()),
		EAdjacent:    sheet.Real(math.NaN()),
		Warnings:     []string{},
	}
	plus, minus := NewThinning(c[0], c[1], s.drawn), NewThinning(c[1], c[0], s.drawn)
	r.PPlus, r.PMinus = sheet.Real(plus.P(set.Epsilon)), sheet.Real(minus.P(set.Epsilon))
	// Point k of the curve thins with stream k + 1, the p-value at ε with 0.
	thin := rng.New(rng.Key{Seed: set.Seed, Phase: PhaseThin})
	r.ThinPlus = sheet.Real(plus.Thinned(set.Epsilon, &thin))
	r.ThinMinus = sheet.Real(minus.Thinned(set.Epsilon, &thin))
	critical := math.Max(plus.Critical(set.Alpha), minus.Critical(set.Alpha))
	r.EpsilonC = sheet.Real(critical)
	r.EscapeC = r.EpsilonC
	if s.escapes {
		r.EscapeEvent = s.events[1]
		r.EscapeC = sheet.Real(CriticalEpsilon(s.counts[1][0], s.counts[1][1], s.drawn, set.Alpha))
	}
	eta := float64(s.worst.most) / float64(n)
	r.Eta = sheet.Real(eta)
	r.Lambda = sheet.Real(lambda(set.Beta, eta, critical))
	if _, ok := j.m.(mechanism.Truther); ok {
		per := float64(s.drawn) * float64(j.steps*j.dim)
		r.ECorrect = sheet.Real(math.Sqrt(s.sums[0].Value() / per))
		r.EAdjacent = sheet.Real(math.Sqrt(s.sums[1].Value() / per))
	}
	r.Curve = j.curve(s, r, plus, minus)
	if claim := j.m.Claim(); claim.Source != "" {
		e, d := sheet.Real(claim.Budget.Epsilon), sheet.Real(claim.Budget.Delta)
		r.Claimed, r.ClaimDelta, r.ClaimFrom = &e, &d, claim.Source
	}
	if exact {
		j.exactly(r)
	}
	r.Warnings = append(r.Warnings, j.warnings(s, r)...)
	Strengthen(r, s.events[2:], s.candidateCounts(), set)
	r.Running = s.running(r.Strong, set.Delta)
	return r
}

// running is how the bound of the strongest event grew from look to look; nil
// unless there were looks.
func (s *state) running(b Bound, delta float64) *sheet.Series {
	for i, e := range s.events[2:] {
		if e.Name != b.Event.Name || e.Kind != b.Event.Kind || len(s.looks) == 0 {
			continue
		}
		var counts []Count
		for _, l := range s.looks {
			counts = append(counts, Count{C1: l.counts[i][0], C2: l.counts[i][1], N: l.drawn})
		}
		series := RunningBound(e, counts, delta, b.Level)
		return &series
	}
	return nil
}

// curve returns the p-values at evenly spaced ε, and at ε, ε_c and the critical
// ε with the escape event, from 0 to beyond what any tested event's counts
// could prove.
func (j *job) curve(s *state, r *Report, plus, minus *Thinning) []CurvePoint {
	top := math.Max(float64(r.EpsilonC), float64(r.EscapeC))
	for _, c := range s.counts {
		hi, lo := max(c[0], c[1]), min(c[0], c[1])
		// A bound lies below the ratio of the frequencies; the half keeps
		// empty counts finite.
		if hi > 0 {
			top = math.Max(top, num.Log((float64(hi)+0.5)/(float64(lo)+0.5)))
		}
	}
	top = math.Max(math.Ceil(10*(float64(1.1*top)+0.2))/10, 1)
	if e := j.set.Epsilon; e > top && e < 2*top {
		top = math.Ceil(10*float64(1.05*e)) / 10
	}
	at := make([]float64, 0, curvePoints+3)
	for k := 0; k < curvePoints; k++ {
		at = append(at, float64(top*float64(k))/(curvePoints-1))
	}
	for _, e := range []float64{j.set.Epsilon, float64(r.EpsilonC), float64(r.EscapeC)} {
		if e <= top {
			at = append(at, e)
		}
	}
	sort.Float64s(at)
	out := make([]CurvePoint, 0, len(at))
	for k, e := range at {
		if k > 0 && e == at[k-1] {
			continue
		}
		thin := rng.New(rng.Key{Seed: j.set.Seed, Phase: PhaseThin, Trial: uint64(len(out)) + 1})
		p := math.Min(plus.Thinned(e, &thin), minus.Thinned(e, &thin))
		out = append(out, CurvePoint{Epsilon: sheet.Real(e), Plus: sheet.Real(plus.P(e)), Minus: sheet.Real(minus.P(e)), Thinned: sheet.Real(p)})
	}
	return out
}

// exactly fills what the mechanism knows of its own privacy: the pure ε, the ε
// at the claim's δ (at 0.05 where the claim has none), and the profile from 0
// to beyond the curve and that ε.
func (j *job) exactly(r *Report) {
	m, ok := j.m.(mechanism.Profiled)
	if !ok {
		return
	}
	p := m.Profile()
	if p == nil {
		return
	}
	pure := sheet.Real(p.Pure())
	r.ExactPure, r.ExactHow = &pure, p.Exact()
	at := j.set.Delta
	if at == 0 {
		at = 0.05
	}
	r.ExactAt = sheet.Real(at)
	e := epsilonAt(p.Delta, at, float64(pure))
	exact := sheet.Real(e)
	r.ExactDelta = &exact
	top := 1.0
	if len(r.Curve) > 0 {
		top = float64(r.Curve[len(r.Curve)-1].Epsilon)
	}
	if !math.IsInf(e, 1) {
		top = math.Max(top, math.Min(1.3*e, float64(pure)))
	}
	for k := 0; k < curvePoints; k++ {
		x := float64(top*float64(k)) / (curvePoints - 1)
		r.Profile = append(r.Profile, ProfilePoint{sheet.Real(x), sheet.Real(p.Delta(x))})
	}
}

// epsilonAt returns the least ε with delta(ε) ≤ at, to 10⁻⁹ of 1 + ε; +Inf
// where there is none below pure or 10⁶.
func epsilonAt(delta func(float64) float64, at, pure float64) float64 {
	lo, hi := 0.0, 1.0
	if delta(0) <= at {
		return 0
	}
	for delta(hi) > at {
		if hi >= pure {
			return pure
		}
		lo = hi
		hi = math.Min(4*hi, pure)
		if hi > 1e6 {
			return math.Inf(1)
		}
	}
	for hi-lo > 1e-9*(1+hi) {
		if mid := lo + (hi-lo)/2; delta(mid) > at {
			lo = mid
		} else {
			hi = mid
		}
	}
	return hi
}

// warnings says what of the paper's test does not hold in this run.
func (j *job) warnings(s *state, r *Report) []string {
	var out []string
	flat := 0
	for _, e := range s.cover.Ellipsoids {
		if e.Degenerate {
			flat++
		}
	}
	if flat > 0 {
		out = append(out, fmt.Sprintf("In %d of %d steps the releases have no spread in some direction; the high-likely set's half-axis there was set to a floor.", flat, len(s.cover.Ellipsoids)))
	}
	if s.worst.occupied == 0 {
		out = append(out, "No selection release fell into the grid, so the paper's test has no event to test.")
	}
	if out1 := r.EscapeSelect; out1.N > 0 && s.escapes {
		out = append(out, fmt.Sprintf("The paper's rule drops releases outside the high-likely set: %s %% of the adjacent record's here, against %s %% of the true record's. Counted as one event they tell the records apart better than any cell.",
			sheet.Format(100*float64(out1.C2)/float64(out1.N), 3), sheet.Format(100*float64(out1.C1)/float64(out1.N), 3)))
	}
	if mass, _ := JointCover(j.set.Beta, j.set.Gamma, j.steps); mass == 0 {
		out = append(out, fmt.Sprintf("Over %d steps together the scenario bound guarantees nothing: %d β is 1 or more.", j.steps, j.steps))
	}
	if j.set.Sequential {
		out = append(out, "The paper's p-values take the number of releases as fixed in advance; after several looks only the stronger test's bound holds.")
	}
	if j.set.Delta > 0 {
		out = append(out, "The paper's p-values test δ = 0; the claim's δ enters the stronger test alone.")
	}
	return out
}
