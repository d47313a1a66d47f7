// Package workshop is the laboratory for a visitor's own mechanism: a short
// program that says what it releases for an input, which inputs are neighbours,
// and what it claims. The published classics, right and wrong, are such programs
// too.
package workshop

import (
	"cmp"
	"math"
	"strconv"

	"indistinct/core/lang"
	"indistinct/core/mechanism"
	"indistinct/core/rng"
	"indistinct/core/script"
	"indistinct/core/work"
)

// pairSaid is a sentence that names a pair's inputs.
func pairSaid(q script.Pair) lang.Message {
	return lang.Say("workshop.pair", "pair", q.Name, "record", q.Input[0], "neighbour", q.Input[1],
		"members", max(q.Members, 1))
}

// mostWidth is the most cells of a release; what a longer list holds beyond is
// told apart by its length alone.
const mostWidth = 128

// probes is how many releases of every input are drawn to learn how long
// releases are and whether the program runs.
const probes = 48

// programmed is a program as a mechanism, on one of its pairs.
type programmed struct {
	program script.Program
	pair    int
	search  bool       // the audit looks for the worst pair
	width   int        // cells of a release
	bits    bool       // a zero's sign is released too
	run     script.Run // nil in the one that is shared
}

// largest is the largest number of a release: squares of larger ones overflow.
const largest = 1e150

// within refuses cells with a larger number.
func within(cells []float64) error {
	for _, x := range cells {
		if math.Abs(x) > largest {
			return &script.Fault{Say: lang.Say("workshop.fault.number", "x", x)}
		}
	}
	return nil
}

// newProgrammed draws a few releases of every input.
func newProgrammed(p script.Program, pair int, seed uint64) (*programmed, error) {
	m := &programmed{program: p, pair: pair, width: 1}
	run := p.Fork()
	cells := make([]float64, mostWidth)
	for q := range p.Pairs() {
		fails := 0
		for in := range 2 {
			for i := range probes {
				s := rng.New(rng.Key{Seed: seed, Phase: rng.PhaseWorkshopProbe, Input: uint32(2*q + in),
					Trial: uint64(i)})
				n, err := run.Release(q, mechanism.Input(in), &s, cells)
				if err == nil {
					err = within(cells[:min(n, mostWidth)])
				}
				switch {
				case err != nil && (!script.Failed(err) || fails == 2*probes-1): // the last one: it always fails
					return nil, err
				case err != nil:
					fails++
				default:
					m.width = min(max(m.width, n), mostWidth)
				}
			}
		}
	}
	return m, nil
}

// failures are how many of the first n test releases of each input failed, and the first
// error: of so many as were probed, and where one is sought of more.
func (m *programmed) failures(seed uint64, sought bool, most int64) (n int, count [2]int, first error) {
	run, cells := m.program.Fork(), make([]float64, mostWidth)
	for ; n < probes || sought && first == nil && int64(n) < most; n++ {
		for in := range 2 {
			s := rng.New(rng.Key{Seed: seed, Phase: rng.PhaseTest, Input: uint32(in), Trial: uint64(n)})
			if _, err := run.Release(m.pair, mechanism.Input(in), &s, cells); script.Failed(err) {
				count[in]++
				first = cmp.Or(first, err)
			}
		}
	}
	return n, count, first
}

// Shape is one step of one number a cell.
func (m *programmed) Shape() (steps, dim int) { return m.width, 1 }

// Release runs the program once. That it fails is an outcome; a limit stops the test.
func (m *programmed) Release(in mechanism.Input, s *rng.Stream, out []float64) {
	if err := m.write(m.run, in, s, out); err != nil {
		panic(work.Halt{Err: err})
	}
}

// write draws one release with a run and writes all its cells.
func (m *programmed) write(run script.Run, in mechanism.Input, s *rng.Stream, out []float64) error {
	n, err := run.Release(m.pair, in, s, out)
	if script.Failed(err) {
		n, err, out[0] = 1, nil, mechanism.Failed()
	} else if err == nil {
		err = within(out[:min(n, len(out))])
	}
	for i := n; i < len(out); i++ {
		out[i] = mechanism.Absent()
	}
	if n > len(out) {
		out[len(out)-1] = mechanism.Word("length " + strconv.Itoa(n))
	}
	if !m.bits {
		mechanism.OneZero(out)
	}
	return err
}

func (m *programmed) Draws(in mechanism.Input, s *rng.Stream) []script.Draw {
	return m.program.Fork().Trace(m.pair, in, s)
}

func (m *programmed) Fork() mechanism.Mechanism {
	f := *m
	f.run = m.program.Fork()
	return &f
}

// Pairs names the pairs among which the worst is looked for.
func (m *programmed) Pairs() []lang.Message {
	if !m.search {
		return nil
	}
	var out []lang.Message
	for _, q := range m.program.Pairs() {
		out = append(out, q.Name)
	}
	return out
}

func (m *programmed) On(pair int) (mechanism.Mechanism, error) { return m.on(pair), nil }

func (m *programmed) on(pair int) *programmed {
	f := *m
	f.pair, f.run = pair, nil
	return &f
}

// Words are those that stand in the program.
func (m *programmed) Words() []string { return m.program.Words() }

// Labels are the names of a release's entries, where it is a dict.
func (m *programmed) Labels() []lang.Message { return lang.Verbatims(m.program.Names()) }

// Members is how many records a pair differs in, without a search the program's one.
func (m *programmed) Members(pair int) int {
	if !m.search {
		pair = m.pair
	}
	return m.program.Pairs()[pair].Members
}

// Claim is the program's own of (ε, δ), of one that the pair's inputs are held to; another
// notion's is a matter of the proven curve.
func (m *programmed) Claim() mechanism.Claim {
	c := m.program.Claim()
	if c == nil || c.Curved() {
		return mechanism.Claim{}
	}
	return mechanism.Claim{Budget: c.Group(m.Members(m.pair)).Budget, By: "program",
		Source: lang.Say("workshop.claim.source")}
}
