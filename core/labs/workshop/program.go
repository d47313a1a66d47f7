// Package workshop is the laboratory for a visitor's own mechanism: a short
// program that says what it releases for an input, which inputs are neighbours,
// and what it claims. The published classics, right and wrong, are such programs
// too.
package workshop

import (
	"cmp"
	"errors"
	"math"
	"strconv"

	"indistinct/core/lang"
	"indistinct/core/mechanism"
	"indistinct/core/privacy"
	"indistinct/core/rng"
	"indistinct/core/work"
)

// Interpreter runs programs: the language is a guest, linked by a binary of its
// own.
type Interpreter interface {
	// Compile reads a program and runs what stands outside its functions. The
	// error is a *Fault.
	Compile(source string) (Program, error)
}

// Program is a compiled program. It is read-only and safe for concurrent use.
type Program interface {
	Pairs() []Pair
	// Claim is what the program claims of itself; ok is false where it claims
	// nothing.
	Claim() (c privacy.Claim, ok bool)
	// Words lists the words that stand in the program, in their order there.
	Words() []string
	// Note is what a report says of how releases are written; it may be empty.
	Note() lang.Message
	// Fork returns a run for one goroutine.
	Fork() Run
}

// Pair is two neighbouring inputs of a program, as a person reads them.
type Pair struct {
	Name    lang.Message
	Input   [2]string
	Members int // records in which they differ; 0: one
}

// said is a sentence that names the inputs.
func (q Pair) said() lang.Message {
	return lang.Say("workshop.pair", "pair", q.Name, "record", q.Input[0], "neighbour", q.Input[1],
		"members", max(q.Members, 1))
}

// Run releases. It is for one goroutine.
type Run interface {
	// Release draws one release of a pair's input from s and writes its first
	// cells into out. It returns how many entries the release has and whether
	// it is a list. The error is a *Fault; out is then not to be read.
	Release(pair int, in mechanism.Input, s *rng.Stream, out []float64) (entries int, list bool, err error)
}

// Fault is what is wrong with a program, at a place in it.
type Fault struct {
	Line   int // from 1; 0: nowhere in particular
	Column int // from 1; 0: the whole line
	Say    lang.Message
	// Failed says that a release failed as it may in production, which is an outcome; else
	// the program cannot be run, or not within the limits.
	Failed bool
}

// failed reports whether an error is an outcome of a release.
func failed(err error) bool {
	f := (*Fault)(nil)
	return errors.As(err, &f) && f.Failed
}

// Says says where and what.
func (f *Fault) Says() lang.Message {
	if f.Line == 0 {
		return f.Say
	}
	return lang.Say("workshop.fault", "line", f.Line, "say", f.Say)
}

// Error is for programmers; a person is told what Says returns.
func (f *Fault) Error() string { return (&lang.Error{Message: f.Says()}).Error() }

// mostWidth is the most cells of a release; what a longer list holds beyond is
// told apart by its length alone.
const mostWidth = 128

// probes is how many releases of every input are drawn to learn how long
// releases are and whether the program runs.
const probes = 48

// programmed is a program as a mechanism, on one of its pairs.
type programmed struct {
	program Program
	pair    int
	search  bool // the audit looks for the worst pair
	width   int  // cells of a release
	bits    bool // a zero's sign is released too
	run     Run  // nil in the one that is shared
}

// largest is the largest number of a release: squares of larger ones overflow.
const largest = 1e150

// within refuses cells with a larger number.
func within(cells []float64) error {
	for _, x := range cells {
		if math.Abs(x) > largest {
			return &Fault{Say: lang.Say("workshop.fault.number", "x", x)}
		}
	}
	return nil
}

// newProgrammed draws a few releases of every input.
func newProgrammed(p Program, pair int, seed uint64) (*programmed, error) {
	m := &programmed{program: p, pair: pair, width: 1}
	run := p.Fork()
	cells := make([]float64, mostWidth)
	for q := range p.Pairs() {
		fails := 0
		for in := range 2 {
			for i := range probes {
				s := rng.New(rng.Key{Seed: seed, Phase: rng.PhaseWorkshopProbe, Input: uint32(2*q + in),
					Trial: uint64(i)})
				n, _, err := run.Release(q, mechanism.Input(in), &s, cells)
				if err == nil {
					err = within(cells[:min(n, mostWidth)])
				}
				switch {
				case err != nil && (!failed(err) || fails == 2*probes-1): // the last one: it always fails
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
			if _, _, err := run.Release(m.pair, mechanism.Input(in), &s, cells); failed(err) {
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
func (m *programmed) write(run Run, in mechanism.Input, s *rng.Stream, out []float64) error {
	n, _, err := run.Release(m.pair, in, s, out)
	if failed(err) {
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

// Fork gives a goroutine a run of its own.
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

// On returns the mechanism on another pair.
func (m *programmed) On(pair int) (mechanism.Mechanism, error) { return m.on(pair), nil }

func (m *programmed) on(pair int) *programmed {
	f := *m
	f.pair, f.run = pair, nil
	return &f
}

// Words are those that stand in the program.
func (m *programmed) Words() []string { return m.program.Words() }

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
	c, ok := m.program.Claim()
	if !ok || c.Curved() {
		return mechanism.Claim{}
	}
	return mechanism.Claim{Budget: c.Group(m.Members(m.pair)).Budget, By: "program",
		Source: lang.Say("workshop.claim.source")}
}
