package pool

import (
	"encoding/json"
	"slices"
	"sync"
	"time"

	"indistinct/core/lang"
	"indistinct/core/work"
	"indistinct/ui/wire"
)

// Pool implements wire.Pool.
type Pool struct {
	transport Transport
	options   Options
	after     func(time.Duration, func()) // calls a function later

	mu           sync.Mutex
	slots        []*slot      // one for each worker
	runs         []*run       // in the order in which they take turns
	nextLook     *look        // waits for a worker
	currentLook  *look        // the newest one that is with a worker
	failedLook   *look        // failed because no worker could start: repeated once one has
	lastRequest  int64        // its id
	lastRun      int64        // its id
	startFailure lang.Message // why no worker can start, "" where one can
	closed       bool

	callbacks []func() // not yet called
	calling   bool     // a goroutine calls them
}

// slot holds one worker, which may be replaced.
type slot struct {
	pool       *Pool
	worker     Worker
	generation int           // counts replacements: events of earlier workers are ignored
	failures   int           // workers that died in a row before they were ready
	ready      bool          // the worker takes requests
	watched    bool          // its end will be an event
	batches    map[int64]int // run → index of the batch that the worker has, −1 if none
	requests   []*request    // sent and not yet answered, in order
	code       *request      // of them the one for which code of a program runs, nil where none does
	ticking    bool          // tick counts how long it is silent
	silent     int           // ticks since it last sent something
	silences   int           // workers in a row that were replaced because they sent nothing
}

// run is one job.
type run struct {
	pool     *Pool
	id       int64
	program  string // the Spec's parameter that holds one, see Options
	spec     json.RawMessage
	task     string
	progress func(wire.Progress)
	done     func([]byte, lang.Message)
	over     bool

	start    *request // waits for a worker; nil once that has it
	runner   *slot    // whose worker runs the job; nil while none does
	batch    *batch   // the last one that the runner asked for; nil before the first
	furthest int      // the highest index of a batch that any runner asked for, −1 before
	losses   int      // runners that died since then

	bar   work.Bar
	step  lang.Message
	count int64 // trials done in this step
	total int64
	shown time.Duration
	pace  work.Pace
}

// batch is work that the runner asked for.
type batch struct {
	index    int
	ask      work.Batch
	args     Blob
	cutter   *work.Cutter
	parts    []part     // of all chunks so far, in order
	redo     []*request // chunks whose worker died
	count    int64      // trials that are done
	prefix   int        // how many parts from the first on are there
	sent     int        // how many parts the runner has or is sent
	sending  bool       // it is sent some
	lastSent time.Duration
}

// part is what a worker computed of a chunk.
type part struct {
	chunk work.Chunk
	data  Blob // nil until it is there, and again once it was sent to the runner
}

// complete reports whether all parts are there.
func (b *batch) complete() bool { return b.count >= b.ask.Total() }

// look is a question of Look.
type look struct {
	program string // the parameter that holds one, see Options
	spec    json.RawMessage
	report  Blob
	done    func(wire.Looked)
	stale   bool // superseded: its callback must not come
	losses  int  // workers that ended while they answered it
}

// request is what one message asks of a worker.
type request struct {
	id       int64
	op       wire.Op
	look     *look // of OpLook
	run      *run
	batch    *batch
	chunk    work.Chunk // of OpChunk
	part     int        // of OpChunk: its index among the batch's parts
	from, to int        // of OpParts: parts from … to−1
	last     bool       // of OpParts: no parts follow
	losses   int        // workers that ended while they computed it
}

// exclusive reports whether the worker should get no other request until it answers.
func (t *request) exclusive() bool {
	return t.op == wire.OpRun || t.op == wire.OpParts && t.last
}

// busyWith reports whether the worker has requests of the run.
func (s *slot) busyWith(r *run) bool {
	return slices.ContainsFunc(s.requests, func(t *request) bool { return t.run == r })
}

// looking reports whether the worker has a look to answer.
func (s *slot) looking() bool {
	return slices.ContainsFunc(s.requests, func(t *request) bool { return t.op == wire.OpLook })
}

// leastBusy returns the ready slot with the fewest requests of those that are ok, the
// last one of several: the first is kept free for looks.
func (p *Pool) leastBusy(ok func(*slot) bool) *slot {
	var best *slot
	for _, s := range p.slots {
		if s.ready && ok(s) && (best == nil || len(s.requests) <= len(best.requests)) {
			best = s
		}
	}
	return best
}

// countLooks returns the number of workers that answer looks.
func (p *Pool) countLooks() int {
	n := 0
	for _, s := range p.slots {
		if s.looking() {
			n++
		}
	}
	return n
}

// callback queues a call of f. Queued calls run one after the other on a goroutine that
// ends when none is left.
func (p *Pool) callback(f func()) {
	p.callbacks = append(p.callbacks, f)
	if p.calling {
		return
	}
	p.calling = true
	go func() {
		for {
			p.mu.Lock()
			if len(p.callbacks) == 0 {
				p.calling = false
				p.mu.Unlock()
				return
			}
			f := p.callbacks[0]
			p.callbacks = p.callbacks[1:]
			p.mu.Unlock()
			f()
		}
	}()
}
