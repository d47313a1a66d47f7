package pool

import "time"

// Options are the pool's sizes and times; the zero value of each field stands
// for the value that Defaults gives.
type Options struct {
	// Workers is how many workers there are, at least 1.
	Workers int
	// Reserve is how many of them only look. With one processor there are two
	// workers and one of them is reserved, so that a look never waits for a run.
	Reserve int
	// CancelTimeout is how long a busy worker may take to answer after its run was
	// cancelled, before it is replaced.
	CancelTimeout time.Duration
	// ProgressInterval is the least time between two progress reports inside a phase.
	// Parts of a batch that goes on are sent to the run's worker half as often.
	ProgressInterval time.Duration
	// ChunkTime is how long a chunk should take.
	ChunkTime time.Duration
	// Attempts is how often a look or a chunk may lose its worker, and a run its own
	// without coming further than before, until that is given up with a sentence.
	Attempts int
	// PingTimeout is how soon a worker that had nothing to do must answer, and
	// SilenceTimeout how long a busy one may send nothing, before it is replaced. They
	// matter only where the end of a worker is no event.
	PingTimeout, SilenceTimeout time.Duration
	// Program names the parameter of a laboratory that holds a program which a visitor
	// wrote and which may never end, "" where there is none; nil: nowhere is one.
	// ProgramTimeout is how long such a program may have a worker to itself, opening
	// or releasing, before the worker is replaced.
	Program        func(lab string) string
	ProgramTimeout time.Duration
	// LookTimeout is how long a look waits for a worker that such a program has to
	// itself.
	LookTimeout time.Duration
	// WarmUp is how long after the first look at a laboratory, if nothing is to do,
	// a worker is warmed up for its test (see wire.OpWarmUp); 0 for never.
	WarmUp time.Duration
}

// Defaults are the options that fit a machine with this many processors.
func Defaults(processors int) Options {
	o := Options{Workers: min(max(processors, 2), 16), WarmUp: 2 * time.Second}
	if processors < 2 {
		o.Reserve = 1
	}
	return o
}

// withDefaults returns the options with no field zero.
func (o Options) withDefaults() Options {
	o.Workers = max(o.Workers, 1)
	o.Reserve = min(max(o.Reserve, 0), o.Workers-1)
	if o.CancelTimeout <= 0 {
		o.CancelTimeout = 100 * time.Millisecond
	}
	if o.ProgressInterval <= 0 {
		o.ProgressInterval = 50 * time.Millisecond
	}
	if o.ChunkTime <= 0 {
		o.ChunkTime = 20 * time.Millisecond
	}
	if o.Attempts <= 0 {
		o.Attempts = 3
	}
	if o.PingTimeout <= 0 {
		o.PingTimeout = time.Second
	}
	if o.SilenceTimeout <= 0 {
		o.SilenceTimeout = 30 * time.Second
	}
	if o.Program == nil {
		o.Program = func(string) string { return "" }
	}
	if o.ProgramTimeout <= 0 {
		o.ProgramTimeout = 8 * time.Second
	}
	if o.LookTimeout <= 0 {
		o.LookTimeout = time.Second
	}
	return o
}

// Sentences that do not come from a worker.
const (
	failStart = "The page could not start its workers, so nothing can be computed: "
	failAgain = " It will be tried again."
	failDeath = "The same part of the run ended its worker several times; it may need more memory than this browser gives it."
	failLook  = "Preparing this setting ended its worker several times; it may need more memory than this browser gives it."
	failLong  = "This program takes too long: it was stopped after %.0f seconds without a result. Look for a step that does very much work, as with lists within lists, or for very many pairs."
	failClose = "The page is closing."
)
