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
	// Patience is how long a busy worker may take to answer after its run was
	// cancelled, before it is replaced.
	Patience time.Duration
	// Every is the least time between two progress reports inside a phase. Parts of a
	// batch that goes on are brought to the conductor half as often.
	Every time.Duration
	// Target is how long a chunk should take.
	Target time.Duration
	// Attempts is how often one request may lose its worker before the run fails.
	Attempts int
	// Pong is how soon a worker that had nothing to do must answer, and Silence
	// how long a busy one may say nothing, before it is taken for dead. They
	// matter only where a worker may end without a word.
	Pong, Silence time.Duration
	// Program names the parameter of a laboratory that holds a program which a visitor
	// wrote and which may never end, "" where there is none; nil: nowhere is one. Limit
	// is how long such a program may have a worker to itself, opening or releasing,
	// before the worker is replaced.
	Program func(lab string) string
	Limit   time.Duration
	// Wait is how long a look waits for a worker that such a program has to itself.
	Wait time.Duration
	// Rehearse is how long after the first look at a laboratory, if nothing is to do,
	// its test is rehearsed (see wire.OpRehearse); 0 for never.
	Rehearse time.Duration
}

// Defaults are the options that fit a machine with this many processors.
func Defaults(processors int) Options {
	o := Options{Workers: min(max(processors, 2), 16), Rehearse: 2 * time.Second}
	if processors < 2 {
		o.Reserve = 1
	}
	return o
}

func (o Options) filled() Options {
	o.Workers = max(o.Workers, 1)
	o.Reserve = min(max(o.Reserve, 0), o.Workers-1)
	if o.Patience <= 0 {
		o.Patience = 100 * time.Millisecond
	}
	if o.Every <= 0 {
		o.Every = 50 * time.Millisecond
	}
	if o.Target <= 0 {
		o.Target = 20 * time.Millisecond
	}
	if o.Attempts <= 0 {
		o.Attempts = 3
	}
	if o.Pong <= 0 {
		o.Pong = time.Second
	}
	if o.Silence <= 0 {
		o.Silence = 30 * time.Second
	}
	if o.Program == nil {
		o.Program = func(string) string { return "" }
	}
	if o.Limit <= 0 {
		o.Limit = 8 * time.Second
	}
	if o.Wait <= 0 {
		o.Wait = time.Second
	}
	return o
}

// Sentences that are not a worker's own.
const (
	failStart = "The page could not start its workers, so nothing can be computed: "
	failAgain = " It will be tried again."
	failDeath = "The same part of the run ended its worker several times; it may need more memory than this browser gives it."
	failLook  = "Preparing this setting ended its worker several times; it may need more memory than this browser gives it."
	failLong  = "This program takes too long: it was stopped after %.0f seconds without a result. Look for a step that does very much work, as with lists within lists, or for very many pairs."
	failClose = "The page is closing."
)
