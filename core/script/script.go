// Package script is what the laboratories know of programs that visitors write: what one says
// of itself, and how it runs. The language is a guest's (package guest/starlark), linked by a
// binary of its own.
package script

import (
	"errors"

	"indistinct/core/lang"
	"indistinct/core/mechanism"
	"indistinct/core/privacy"
	"indistinct/core/rng"
)

// Interpreter runs programs: the language is a guest, linked by a binary of its
// own.
type Interpreter interface {
	// Compile reads a program and runs what stands outside its functions. The
	// error is a *Fault.
	Compile(source string) (Program, error)
	// CompileEstimator reads a program that estimates, likewise. The system is what its
	// functions may ask about; of a program with a system of its own only the horizon counts.
	CompileEstimator(source string, s System) (Estimator, error)
	// Watched returns an interpreter of whose programs each run has a clock.
	Watched(clock func() Clock) Interpreter
}

// Clock hears when code of a program begins to run, that it goes on, and when that ends: a step
// of it may take any time. A clock of one run hears of one piece of code at a time.
type Clock interface {
	Begin()
	Goes()
	End()
}

// Program is a compiled program. It is read-only and safe for concurrent use.
type Program interface {
	Pairs() []Pair
	// Claim is what the program claims of itself, nil for nothing. It is read-only.
	Claim() *privacy.Claim
	// Words lists the words that stand in the program, in their order there.
	Words() []string
	// Names are those of a release's entries, where it is a dict; nil where it is none.
	Names() []string
	// Note is what a report says of how releases are written; it may be empty.
	Note() lang.Message
	// Warning is what a report warns of, such as a seed outside release; it may be empty.
	Warning() lang.Message
	// Fork returns a run for one goroutine.
	Fork() Run
}

// Pair is two neighbouring inputs of a program, as a person reads them.
type Pair struct {
	Name    lang.Message
	Input   [2]string
	Members int // records in which they differ; 0: one
}

// Run releases. It is for one goroutine.
type Run interface {
	// Release draws one release of a pair's input from s and writes its first
	// cells into out. It returns how many entries the release has. The error is a *Fault; out is
	// then not to be read.
	Release(pair int, in mechanism.Input, s *rng.Stream, out []float64) (entries int, err error)
	// Trace returns what one release draws from s, in the order of the draws, up to a fault where
	// there is one.
	Trace(pair int, in mechanism.Input, s *rng.Stream) []Draw
}

// Draw is one draw of a release.
type Draw struct {
	Line      int       // of the program
	Law       string    // "laplace"
	Arguments []float64 // the law's, a mean first where it has one; the weights of a choice
}

// Fault is what is wrong with a program, at a place in it.
type Fault struct {
	Line int // from 1; 0: nowhere in particular
	Say  lang.Message
	// Failed says that a release failed as it may in production, which is an outcome; else
	// the program cannot be run, or not within the limits.
	Failed bool
	More   []*Fault // others in the same program
	Native bool     // Python would run it, as a command
}

// Failed reports whether an error is an outcome of a release.
func Failed(err error) bool {
	f := (*Fault)(nil)
	return errors.As(err, &f) && f.Failed
}

func (f *Fault) At() int { return f.Line }

// Says says where and what.
func (f *Fault) Says() lang.Message {
	say := f.Say
	if f.Line > 0 {
		say = lang.Say("workshop.fault", "line", f.Line, "say", f.Say)
	}
	all := []lang.Message{say}
	for _, other := range f.More {
		all = append(all, other.Says())
	}
	if f.Native {
		all = append(all, lang.Say("guest.native"))
	}
	return lang.Sentences(all...)
}

// Error is for programmers; a person is told what Says returns.
func (f *Fault) Error() string { return (&lang.Error{Message: f.Says()}).Error() }

// System is what an estimator knows of what it watches.
type System struct {
	Sensors    [][2]float64 // where they stand, m; the hidden one where it stands in the record
	Start      []float64    // the start state's mean: position, then velocity
	Spread     float64      // the start state's standard deviation of each component
	Transition [][]float64  // the state's transition matrix, rows
	Noise      [2]float64   // standard deviations of the process noise on position, m, and of a reading's
	Step       float64      // seconds between readings
	Steps      int          // of a record, T + 1
	Reading    int          // numbers of a sensor's reading
	Distance   float64      // at most, of two adjacent records, ℓ₂
	Dial       float64      // what the laboratory's main slider says, for a program to use
	Track      [][2]float64 // a path of a visitor's, m; nil: none
}

// Estimator is a program, or a command, that is handed a record and publishes estimates. It is
// read-only and safe for concurrent use.
type Estimator interface {
	// Claim is what it claims of itself, nil for nothing. It is read-only.
	Claim() *privacy.Claim
	// Warning is what a report warns of; it may be empty.
	Warning() lang.Message
	// Plant is the system that it brings along; nil where it watches the laboratory's.
	Plant() Plant
	// Bind hands it two records, each of steps × sensors × reading numbers.
	Bind(records [2][]float64) Bound
}

// Plant is a system of a program's own.
type Plant interface {
	Sensors() [][2]float64
	// Path returns the states at steps 0 … T, each with its position first, drawn from s or as
	// the program lists them.
	Path(steps int, s *rng.Stream) ([][]float64, error)
	// Step is how many seconds pass between two steps.
	Step() float64
	// Measure returns the reading of a sensor at q with noise v, standard normal numbers of
	// which it may take fewer.
	Measure(state []float64, q [2]float64, v []float64) ([]float64, error)
}

// Bound is an estimator with its records.
type Bound interface {
	// Fork returns a run for one goroutine.
	Fork() (EstimatorRun, error)
}

// EstimatorRun estimates. It is for one goroutine.
type EstimatorRun interface {
	// Estimate draws one release for a record from s: it calls publish for each step of which
	// something is published, in order, with the position first. The error is a *Fault.
	Estimate(in mechanism.Input, s *rng.Stream, publish func(step int, x []float64)) error
	// Pace is about how long the last release took natively, in microseconds, and how much of that
	// passed before anything was drawn in each step: the same on every machine.
	Pace() (took, undrawn float64)
	// Trace returns what one release draws from s; nil where nobody knows.
	Trace(in mechanism.Input, s *rng.Stream) []Draw
}
