// Package work lays a computation out in phases and chunks, so that any number
// of goroutines or Web Workers, in any order and in any chunking, compute the
// same result to the last bit.
//
// A Job is immutable. What passes from phase to phase is a state: bytes that a
// Merge made and that every worker can read. What a chunk returns is bytes
// too. The scheduler (Run natively, the page's worker pool in a browser) never
// looks inside either.
package work

// Chunk is a piece of one phase: trials First … First+Count−1 for one input.
type Chunk struct {
	Phase int   `json:"phase"`
	Input int   `json:"input"` // 0 or 1: which of two adjacent inputs; 0 where there is only one
	First int64 `json:"first"`
	Count int64 `json:"count"`
}

// Phase says what one phase consists of.
type Phase struct {
	Name   string `json:"name"`   // for the progress bar: "worst event"
	Inputs int    `json:"inputs"` // trials are drawn for inputs 0 … Inputs−1
	Trials int64  `json:"trials"` // for each input
	// Grain is a chunk size that takes about 10 to 30 ms, so that progress and
	// cancel are prompt. The scheduler may choose another: results do not
	// depend on it.
	Grain int64 `json:"grain"`
	// Weight is how long this phase is expected to take, in any unit, for one
	// progress bar over all phases. 0 counts as 1.
	Weight float64 `json:"weight"`
	// Left is how long the phases after this one are expected to take, in the
	// same unit.
	Left float64 `json:"left,omitempty"`
}

// Part is what one chunk returned.
type Part struct {
	Chunk Chunk
	Data  []byte
}

// Job is a computation laid out in phases. A Job is safe for use by several
// goroutines; Do may allocate scratch of its own.
type Job interface {
	// Plan describes the phase that a state leads into; ok is false when the
	// job is finished. The state of the first phase is nil.
	Plan(state []byte) (p Phase, ok bool)
	// Do computes one chunk of that phase.
	Do(state []byte, c Chunk) ([]byte, error)
	// Merge takes every part of the phase, sorted by (Input, First), and
	// returns the next state.
	Merge(state []byte, parts []Part) ([]byte, error)
	// Output encodes what is known at a state as JSON. It is the result once
	// Plan says that the job is finished; before, it may be nil, or what can
	// be shown so far.
	Output(state []byte) ([]byte, error)
}
