package audit

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"indistinct/core/event"
	"indistinct/core/lang"
	"indistinct/core/learn"
	"indistinct/core/mechanism"
	"indistinct/core/rng"
	"indistinct/core/stat"
	"indistinct/core/work"
)

// Mechanisms with several pairs of inputs (mechanism.Paired): the audit looks for
// the worst pair first, on releases of their own, and tests that one alone. What
// it proves rests on fresh releases of that pair, so that the search, however
// many pairs it tries, costs nothing in confidence.

// pairLook is how many releases of each input every pair is looked at with
// first, at least.
const pairLook = 150

// pairSearch draws from the pairs.
func (j *Job) pairSearch() *PairSearch {
	if j.paired == nil {
		return &PairSearch{Mechanism: j.m, Seed: j.set.Seed}
	}
	return &PairSearch{Mechanism: j.paired, Seed: j.set.Seed}
}

// worstPair settles the pair, on n releases of each input in all, more where
// there are so many pairs that each would have too few.
func (a *asker) worstPair() ([]learn.Tried, error) {
	j := a.j
	names, _ := j.names()
	if len(names) < 2 {
		return nil, nil
	}
	h := j.pairSearch()
	budget := min(max(j.set.N, learn.Budget(len(names), pairLook)), heldSelection/(j.steps*j.dim))
	spent := 0
	draw := func(pair, first, n int) (mechanism.Sample, error) {
		spent += n
		return h.draw(a.crew, pair, first, n, a.left+2*float64(max(budget-spent, 0)))
	}
	// Events are learned here even where the test takes none but cells.
	aim := j.aim()
	aim.Learn, aim.Quick = true, true
	aim.Pause = func() { a.crew.Step(nameFitting, fitting, a.left+2*float64(max(budget-spent, 0))) }
	search := func(s mechanism.Sample, _ bool) []learn.Found { return learn.Search(s, aim) }
	pair, _, tried, err := learn.Worst(len(names), budget, members(j.paired), draw, search)
	if err != nil {
		return nil, err
	}
	name(tried, names)
	a.pair = pair
	a.tested, err = j.on(pair)
	return tried, err
}

// PairSearch looks for the pair of inputs and the event by which a mechanism can be
// told apart best, and proves a bound from that event alone. It draws both inputs'
// releases itself: trial i of the record and of its neighbour may be drawn from the
// same stream, which leaves each its law and makes their counts move together
// (stat.CoupledLower). Whether the proof uses that is settled before its releases are
// drawn.
type PairSearch struct {
	Mechanism mechanism.Mechanism // mechanism.Paired, where there is more than one pair
	Seed      uint64
	Name      string // tells several searches of one job apart
	Bits      bool   // the representation of numbers is looked at too
}

// Proof is what a search for the worst pair has proven.
type Proof struct {
	Pair    int
	Tried   []learn.Tried
	Event   event.Event
	Coupled bool    // drawn from the same streams
	Epsilon float64 // the bound, at 1 − α
	Count           // of the event
	Both    int64   // where coupled: trials in which both inputs' releases fell into the event
	Search  int     // releases of each input that the search took
	Tests   int     // and the proof
}

// A search takes at most mostSearch releases of each input. Only what is rare asks for
// more: of many millions a fifth may be taken, as far as a page's memory holds them.
const (
	mostSearch  = 1_000_000
	mostNumbers = 20_000_000 // that a search holds of each input
)

// What the search does between its draws, and how long a part of it takes in
// releases.
const (
	nameFitting = "work.fitting"
	fitting     = 2000
)

// Run spends about share of budget releases of each input on the search and the
// rest on the proof, at δ and with error probability alpha.
func (h *PairSearch) Run(crew work.Crew, budget int, share, delta, alpha float64, left float64) (*Proof, error) {
	steps, dim := h.Mechanism.Shape()
	search := min(int(share*float64(budget)), max(mostSearch, min(budget/5, mostNumbers/(steps*dim))))
	aim := learn.Aim{M: budget - search, Delta: delta, Alpha: alpha, Learn: true, Coupled: delta == 0,
		Bits: h.Bits, Layout: layout(h.Mechanism)}
	var names []lang.Message
	if p, ok := h.Mechanism.(mechanism.Paired); ok {
		names = p.Pairs()
	}
	spent := 0
	draw := func(pair, first, n int) (mechanism.Sample, error) {
		spent += n
		return h.draw(crew, pair, first, n, left+2*float64(budget-spent))
	}
	aim.Pause = func() { crew.Step(nameFitting, fitting, left+2*float64(budget-spent)) }
	pair, found, tried, err := learn.Worst(max(1, len(names)), search, members(h.Mechanism), draw,
		func(s mechanism.Sample, last bool) []learn.Found {
			of := aim
			of.Quick = !last
			return learn.Search(s, of)
		})
	if err != nil {
		return nil, err
	}
	name(tried, names)
	c := &Proof{Pair: pair, Tried: tried, Search: spent, Tests: budget - spent}
	if len(found) == 0 {
		return c, nil
	}
	c.Event, c.Coupled = found[0].Event, found[0].Coupled
	if err := h.count(crew, c, left); err != nil {
		return nil, err
	}
	c.Epsilon = newTest(c.Event, c.Count, delta).Lower(alpha)
	if c.Coupled {
		c1, c2 := Directed(c.Event, c.Count)
		c.Epsilon = stat.CoupledLower(stat.CoupledCounts{Both: c.Both, Only1: c1 - c.Both, Only2: c2 - c.Both}, alpha)
	}
	return c, nil
}

// The kinds of a search's batches; its name follows.
const (
	searchDraw  = "pairs:"
	searchCount = "proof:"
)

// searching is what a search's chunks need.
type searching struct {
	Pair    int
	First   int64
	Event   *event.Event `json:",omitempty"`
	Coupled bool
}

// grain is a chunk of about 20 ms; all pairs go at the pace of the first. Programs
// that release a single number are not quick: they go in no larger chunks than
// others.
func (h *PairSearch) grain() int64 {
	m := h.Mechanism
	if p, ok := m.(mechanism.Paired); ok {
		if first, err := p.On(0); err == nil {
			m = first
		}
	}
	return min(grain(m), 4000)
}

func (h *PairSearch) draw(crew work.Crew, pair, first, n int, left float64) (mechanism.Sample, error) {
	args, err := json.Marshal(searching{Pair: pair, First: int64(first)})
	if err != nil {
		return mechanism.Sample{}, err
	}
	steps, dim := h.Mechanism.Shape()
	s := mechanism.Sample{Steps: steps, Dim: dim}
	b := work.Batch{Name: "work.pairs", Kind: searchDraw + h.Name, Args: args, Inputs: 2,
		Trials: int64(n), Grain: h.grain(), Weight: 2 * float64(n), Left: left}
	err = crew.Do(b, func(parts []work.Part) error {
		for _, p := range parts {
			if len(p.Data) != int(p.Chunk.Count)*s.Width()*8 {
				return errors.New("releases of a pair came back garbled")
			}
			r := &s.R[p.Chunk.Input]
			*r = work.ReadFloats(*r, p.Data)
		}
		return nil
	})
	return s, err
}

func (h *PairSearch) count(crew work.Crew, c *Proof, left float64) error {
	args, err := json.Marshal(searching{Pair: c.Pair, Event: &c.Event, Coupled: c.Coupled})
	if err != nil {
		return err
	}
	c.N = int64(c.Tests)
	into := []*int64{&c.C1, &c.C2, &c.O1, &c.O2, &c.Both}
	b := work.Batch{Name: "work.proof", Kind: searchCount + h.Name, Args: args, Inputs: 1, Trials: int64(c.Tests),
		Grain: max(h.grain()/2, 1), Weight: 2 * float64(c.Tests), Left: left}
	return crew.Do(b, func(parts []work.Part) error {
		for _, p := range parts {
			if len(p.Data) != 8*len(into) {
				return errors.New("a chunk of the proof came back garbled")
			}
			for i, n := range into {
				*n += int64(binary.LittleEndian.Uint64(p.Data[8*i:]))
			}
		}
		return nil
	})
}

// Prepare readies one of the search's batches; ok is false for batches of others.
func (h *PairSearch) Prepare(b work.Batch) (do func(work.Chunk) ([]byte, error), ok bool, err error) {
	kind, name, _ := strings.Cut(b.Kind, ":")
	if kind += ":"; name != h.Name || kind != searchDraw && kind != searchCount {
		return nil, false, nil
	}
	var a searching
	if err := json.Unmarshal(b.Args, &a); err != nil {
		return nil, true, err
	}
	m := h.Mechanism
	if p, many := m.(mechanism.Paired); many {
		if a.Pair < 0 || a.Pair >= max(1, len(p.Pairs())) {
			return nil, true, fmt.Errorf("there is no pair %d", a.Pair)
		}
		var err error
		if m, err = p.On(a.Pair); err != nil {
			return nil, true, err
		}
	}
	steps, dim := m.Shape()
	width := steps * dim
	if kind == searchDraw {
		return func(c work.Chunk) ([]byte, error) {
			from := rng.Key{Seed: h.Seed, Phase: rng.PhasePairs, Input: uint32(a.Pair),
				Trial: uint64(a.First + c.First)}
			return work.AppendFloats(nil, mechanism.Draw(m.Fork(), mechanism.Input(c.Input), from, int(c.Count))), nil
		}, true, nil
	}
	if a.Event == nil || a.Event.Rule == nil {
		return nil, true, errors.New("a proof needs a learned event")
	}
	opposite := func([]float64) bool { return false }
	if o := a.Event.Opposite; o != nil {
		opposite = o.Rule.Matcher()
	}
	return func(c work.Chunk) ([]byte, error) {
		f := m.Fork()
		match := a.Event.Rule.Matcher()
		row := make([]float64, width)
		var n [5]uint64 // the event's counts, its opposite's, and both
		for i := c.First; i < c.First+c.Count; i++ {
			var hit [2]bool
			for in := range 2 {
				k := rng.Key{Seed: h.Seed, Phase: rng.PhaseProof, Input: uint32(in), Trial: uint64(i)}
				if a.Coupled {
					k.Input = 0
				}
				s := rng.New(k)
				f.Release(mechanism.Input(in), &s, row)
				if hit[in] = match(row); hit[in] {
					n[in]++
				} else if opposite(row) {
					n[2+in]++
				}
			}
			if hit[0] && hit[1] {
				n[4]++
			}
		}
		var out []byte
		for _, k := range n {
			out = binary.LittleEndian.AppendUint64(out, k)
		}
		return out, nil
	}, true, nil
}

// members returns how many records each of a mechanism's pairs differs in; nil: one.
func members(m mechanism.Mechanism) func(pair int) int {
	if g, ok := m.(mechanism.Grouped); ok {
		return g.Members
	}
	return nil
}

// name says which pairs were tried.
func name(tried []learn.Tried, names []lang.Message) {
	for i := range tried {
		if k := tried[i].Pair; k < len(names) {
			tried[i].Name = names[k]
		}
	}
}
