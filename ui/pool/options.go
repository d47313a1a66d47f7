package pool

import (
	"time"

	"indistinct/core/lab"
	"indistinct/core/lang"
)

// Options are what a pool is made for.
type Options struct {
	// Workers is how many workers of a binary there are, at least 1.
	Workers int
	// Binary names the worker binary that computes for a Spec. The workers of First start at
	// once, those of others when something is asked of them. Workers end once the visitor looks
	// at a laboratory of another binary and none of their runs is left.
	Binary func(lab.Spec) string
	First  string
	// Program names the parameter of a Spec that holds a program which a visitor
	// wrote and which may never end, "" where there is none.
	Program func(lab.Spec) string
	// Shrunk is told that one worker takes the place of several, see Scarce.
	Shrunk func()
	// Running is told whether a run goes on, when that changes.
	Running func(bool)
}

const (
	// chunkTime is how long a chunk should take.
	chunkTime = 20 * time.Millisecond
	// cancelTimeout is how long a busy worker may take to answer after its run was
	// cancelled, before it is replaced.
	cancelTimeout = 100 * time.Millisecond
	// progressInterval is the least time between two progress reports inside a phase.
	// Parts of a batch that goes on are sent to the run's worker half as often.
	progressInterval = 50 * time.Millisecond
	// maxLosses is how often a look or a chunk may lose its worker, and a run its own
	// without coming further than before, until that is given up with a sentence; with a
	// visitor's program it is once.
	maxLosses = 3
	// programTicks is how many ticks of the page a worker may be silent in code of a program
	// before it is replaced, silenceTicks else where its end is no event, twice as many each
	// time; lookTimeout is how long a look waits for a worker that runs such code.
	tickTime     = 250 * time.Millisecond
	programTicks = 8 * int(time.Second/tickTime)
	silenceTicks = 30 * int(time.Second/tickTime)
	lookTimeout  = time.Second
)

// Defaults are the options that fit a machine with this many processors and gigabytes of
// memory, 0 where the browser does not tell; touch says that a finger points there. A page
// takes some 350 MB, a worker 10 to 40 more, or hundreds for a large file or program, and
// browsers end a tab well before memory is full: a worker for each half gigabyte. Of the
// browsers that do not tell, those of phones end a tab from about a gigabyte on.
func Defaults(processors int, memory float64, touch bool) Options {
	most := 16
	switch {
	case memory > 0:
		most = min(max(int(2*memory), 1), most)
	case touch:
		most = 4
	}
	return Options{Workers: min(max(processors, 2), most)}
}

// What is said that does not come from a worker.
var (
	failDeath   = lang.Say("pool.death")
	failLook    = lang.Say("pool.death.look")
	failProgram = lang.Say("pool.death.program")
	failLong    = lang.Say("pool.long", "seconds", (time.Duration(programTicks) * tickTime).Seconds())
)
