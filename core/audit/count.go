package audit

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"indistinct/core/curve"
	"indistinct/core/event"
	"indistinct/core/mechanism"
	"indistinct/core/num"
	"indistinct/core/paper"
	"indistinct/core/rng"
	"indistinct/core/work"
)

// batch is what the chunks of a batch need: of which pair they are, from which trial of
// which phase on, and to count, the events. Of the trials below Keep, the numbers named by
// Coordinates come back.
type batch struct {
	Phase       uint32
	Pair        int
	Offset      int64
	Cover       *paper.Cover
	Events      []event.Event
	Levels      *curve.Levels // what the proven curve counts; may be nil
	Keep        int64
	Coordinates []int
	Coupled     bool // both inputs' releases of a trial are drawn from one stream, in one chunk
}

func (k *batch) inputs(c work.Chunk) []int {
	if k.Coupled {
		return []int{0, 1}
	}
	return []int{c.Input}
}

// Count implements Source.
func (a *asker) Count(t *Test, n int64) error {
	k := batch{Phase: rng.PhaseMore, Pair: a.pair, Offset: t.Drawn, Cover: a.cover, Events: t.counted(),
		Levels: t.Levels, Coordinates: a.coordinates}
	b := work.Batch{Name: "work.more", Kind: kindCount, Inputs: 2, Trials: n, Weight: 2 * float64(n)}
	if t.Drawn == 0 {
		k.Phase, b.Name, b.Weight = rng.PhaseTest, "work.test", a.spend(stageTest)
		if len(a.coordinates) > 0 {
			k.Keep = a.j.Watch.Keep
		}
	}
	var got [2]int64
	if t.Coupled {
		b.Inputs, b.Grain, k.Coupled, k.Keep = 1, max(a.j.grain()/2, 1), true, 0
	}
	err := a.do(b, k, func(parts []work.Part) error {
		even := func() error { return nil }
		for _, p := range parts {
			if err := a.add(t, k, p); err != nil {
				return err
			}
			for _, in := range k.inputs(p.Chunk) {
				got[in] += p.Chunk.Count
			}
			if got[0] == got[1] {
				even = a.scene(t, t.Drawn+got[0], t.Drawn+n, nil)
			}
		}
		return even()
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
func (a *asker) add(t *Test, k batch, p work.Part) error {
	in, d := p.Chunk.Input, p.Data
	kept := max(0, min(k.Keep-k.Offset-p.Chunk.First, p.Chunk.Count))
	inputs := k.inputs(p.Chunk)
	counts := len(inputs)*(len(t.Counts)+len(t.Bins[in])) + 1
	if int64(len(d)) != int64(8*counts+num.SumBytes)+8*kept*int64(len(k.Coordinates)+1) {
		return errors.New("a chunk of the test came back garbled")
	}
	next := func() uint64 {
		v := binary.LittleEndian.Uint64(d)
		d = d[8:]
		return v
	}
	for _, in := range inputs {
		for i := range t.Counts {
			t.Counts[i][in] += int64(next())
		}
		for i := range t.Bins[in] {
			t.Bins[in][i] += int64(next())
		}
	}
	t.Both += int64(next())
	var sum num.Sum
	if err := sum.UnmarshalBinary(d[:num.SumBytes]); err != nil {
		return err
	}
	a.sums[in].Merge(&sum)
	for d = d[num.SumBytes:]; len(d) > 0; {
		for range k.Coordinates {
			a.kept[in] = append(a.kept[in], math.Float64frombits(next()))
		}
		a.hits[in] = append(a.hits[in], next())
	}
	return nil
}

// countChunk counts events over releases and adds up squared errors: of each input eight bytes
// for each event's count and for each bin of the levels, then for the coupled trials of which the
// last event held both releases, an exact sum, and for each kept release its numbers and a bit for
// each event.
func (j *Job) countChunk(k *batch, c work.Chunk) []byte {
	m, _ := j.on(k.Pair)
	var truth []float64
	if t, ok := m.(mechanism.Estimating); ok {
		truth = t.Truth()
	}
	m = m.Fork()
	release := make([]float64, j.steps*j.dim)
	n := newCounter(k.Cover, k.Events, k.Levels)
	var sum num.Sum
	kept := make([]byte, 0, 8*max(0, min(k.Keep-k.Offset-c.First, c.Count))*int64(len(k.Coordinates)+1))
	inputs, both := k.inputs(c), uint64(0)
	var s rng.Stream
	for i := k.Offset + c.First; i < k.Offset+c.First+c.Count; i++ {
		held := k.Coupled
		for _, in := range inputs {
			s = rng.New(rng.Key{Seed: j.set.Seed, Phase: k.Phase, Input: uint32(c.Input), Trial: uint64(i)})
			m.Release(mechanism.Input(in), &s, release)
			n.count(in, release)
			held = held && n.hit[len(n.hit)-1]
		}
		if held {
			both++
		}
		if i < k.Keep {
			kept = appendKept(kept, release, k.Coordinates, n.hit)
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
	var out []byte
	for _, in := range inputs {
		for _, hits := range n.counts {
			out = binary.LittleEndian.AppendUint64(out, uint64(hits[in]))
		}
		for _, releases := range n.bins[in] {
			out = binary.LittleEndian.AppendUint64(out, uint64(releases))
		}
	}
	out = binary.LittleEndian.AppendUint64(out, both)
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

// draw returns the releases of a batch, whose parts hold eight bytes a number.
func (a *asker) draw(k batch, b work.Batch) (mechanism.Sample, error) {
	b.Kind = kindDraw
	out := mechanism.Sample{Steps: a.j.steps, Dim: a.j.dim}
	for in := range b.Inputs {
		out.R[in] = make([]float64, 0, int(b.Trials)*out.Width())
	}
	err := a.do(b, k, func(parts []work.Part) error {
		for _, p := range parts {
			if len(p.Data) != int(p.Chunk.Count)*out.Width()*8 {
				return fmt.Errorf("%d releases of input %d from %d on came back garbled", p.Chunk.Count, p.Chunk.Input,
					p.Chunk.First)
			}
			r := &out.R[p.Chunk.Input]
			*r = work.ReadFloats(*r, p.Data)
		}
		return nil
	})
	for in := range b.Inputs {
		if got := out.Trials(mechanism.Input(in)); err == nil && int64(got) != b.Trials {
			err = fmt.Errorf("%d releases of input %d came back where %d were drawn", got, in, b.Trials)
		}
	}
	return out, err
}

// drawChunk returns raw releases, eight bytes a number.
func (j *Job) drawChunk(k *batch, c work.Chunk) []byte {
	m, _ := j.on(k.Pair)
	from := rng.Key{Seed: j.set.Seed, Phase: k.Phase, Input: uint32(c.Input), Trial: uint64(k.Offset + c.First)}
	switch {
	case k.Phase == rng.PhasePairs: // both inputs of a pair draw from its stream
		from.Input = uint32(k.Pair)
	case j.set.Coupled:
		from.Input = 0
	}
	return work.AppendFloats(nil, mechanism.Draw(m.Fork(), mechanism.Input(c.Input), from, int(c.Count)))
}
