// Package work lets a computation be written as one straight function and yet
// be done by any number of goroutines or Web Workers, in any order and in any
// chunking, with the same result to the last bit.
//
// A Job's Run is that function. Where it has many independent trials to do, it
// asks its Crew for a Batch and takes the parts in order; everything else it
// computes by itself. The crew (Run natively, the page's worker pool in a
// browser) never looks inside what travels.
package work

import (
	"encoding/binary"
	"fmt"
	"math"

	"indistinct/core/lang"
)

// Batch is work that can be done in parts: trials 0 … Trials−1 for each of
// Inputs inputs.
type Batch struct {
	Name string `json:"name"` // the id of what the progress bar says: "work.test"
	// Kind says, in the job's own words, what is to be done, and Args with what:
	// all that a chunk needs beside the job itself. Args are sent to each worker
	// once, beside the message.
	Kind   string `json:"kind,omitempty"`
	Args   []byte `json:"-"`
	Inputs int    `json:"inputs"` // trials are done for inputs 0 … Inputs−1
	Trials int64  `json:"trials"` // for each input
	// Grain is a chunk size that takes about 10 to 30 ms, so that progress and
	// cancel are prompt. A Pace finds another: results do not depend on it.
	Grain int64 `json:"grain"`
	// Weight is how long the batch is expected to take, in any unit, for one
	// progress bar over the whole job; 0 counts as 1. Left is how long all that
	// follows is expected to take.
	Weight float64 `json:"weight"`
	Left   float64 `json:"left,omitempty"`
}

// Chunk is a piece of one batch: trials First … First+Count−1 for one input.
type Chunk struct {
	Input int   `json:"input"` // 0 or 1: which of two adjacent inputs; 0 where there is only one
	First int64 `json:"first"`
	Count int64 `json:"count"`
}

// Part is what one chunk returned.
type Part struct {
	Chunk Chunk
	Data  []byte
}

// Kind says what a job shows on its way.
type Kind string

// What a job can show.
const (
	Partial Kind = "partial" // its result as far as it is known, in the result's form
	Scene   Kind = "scene"   // what the stage plays of the run: a film.Show
)

// Crew does a job's batches.
type Crew interface {
	// Do has a batch done and hands its parts to take, some at a time: in the
	// order of their first trial, then of their input. take is called on the
	// caller's goroutine, while later parts are still being computed. An error
	// ends the job, whose Run should return it.
	Do(b Batch, take func(parts []Part) error) error
	// Step says what the job does next by itself, as a Batch's Name, and how long that and all
	// that follows is expected to take, as a Batch's Weight and Left.
	Step(name string, weight, left float64)
	// Show hands on what can be seen so far. Where nobody watches, data is not
	// called.
	Show(kind Kind, data func() ([]byte, error)) error
}

// Job is a computation. It is immutable and safe for use by several goroutines.
type Job interface {
	// Run does the whole of it and returns the result. It depends on nothing
	// but the job and what the crew hands back, so that it can be run again
	// from the start where its worker was lost.
	Run(crew Crew) ([]byte, error)
	// Prepare readies one of the batches that Run asks for. The function that
	// it returns does one chunk; several goroutines may call it at once.
	Prepare(b Batch) (do func(c Chunk) ([]byte, error), err error)
}

// Total is the number of trials over all inputs.
func (b Batch) Total() int64 { return b.Trials * int64(max(1, b.Inputs)) }

// Bar turns what a job says of its steps into one progress bar, which never
// goes back.
type Bar struct {
	before, weight, left float64
	best                 float64
}

// Enter begins a step of the given weight, with so much left after it.
func (b *Bar) Enter(weight, left float64) {
	b.before += b.weight
	if b.weight = weight; weight <= 0 {
		b.weight = 1
	}
	b.left = max(left, 0)
}

// At returns the share of the whole job that is done, 0 to 1, when done of total
// trials of this step are.
func (b *Bar) At(done, total int64) float64 {
	x := b.before
	if total > 0 {
		x += b.weight * float64(done) / float64(total)
	}
	// Before the first step the whole is 0, and the share of it no number.
	if share := x / (b.before + b.weight + b.left); share > b.best {
		b.best = min(share, 1)
	}
	return b.best
}

// Halt is what a computation panics with where it was given something that
// cannot be computed: the job ends with that error.
type Halt struct{ Err error }

// Halted, deferred, turns a Halt into its error.
func Halted(err *error) {
	switch r := recover().(type) {
	case nil:
	case Halt:
		*err = r.Err
	default:
		panic(r)
	}
}

// guard turns a panic into an error: one laboratory's mistake must not end the
// program.
func guard(err *error) {
	switch r := recover().(type) {
	case nil:
	case Halt:
		*err = r.Err
	default:
		*err = lang.Errorf("work.stopped", "panic", fmt.Sprint(r))
	}
}

// AppendFloats appends numbers to a part, 8 bytes each: bit for bit, also those that JSON
// does not know.
func AppendFloats(part []byte, x []float64) []byte {
	for _, v := range x {
		part = binary.LittleEndian.AppendUint64(part, math.Float64bits(v))
	}
	return part
}

// ReadFloats appends the numbers of a part to x; bytes that make no whole number are left.
func ReadFloats(x []float64, part []byte) []float64 {
	for ; len(part) >= 8; part = part[8:] {
		x = append(x, math.Float64frombits(binary.LittleEndian.Uint64(part)))
	}
	return x
}
