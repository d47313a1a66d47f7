// Package pool has work done by a set of workers: Web Workers in the page,
// anything that implements Transport in tests.
//
// Each run has one worker, its runner, that runs the job from top to bottom. Where the
// job asks for a batch, the runner sends that to the pool and suspends the job; the pool
// cuts the batch into chunks, assigns them to all workers, the runner too, and sends the
// runner the parts in order. Nothing is computed on the calling side. Results do not
// depend on how many workers there are, on which of them are slow, and on which of them
// die: a chunk whose worker died is done again, and where the runner died another worker
// runs the job again from the start.
//
// No goroutine waits: every event changes the state and then assigns what requests can
// be assigned.
//
// The files: pool.go has the runs' and looks' queue, look.go and run.go what is done for
// each, slot.go what keeps a worker in each slot and sends it requests, labs.go a pool
// for each worker binary; transport.go is what a worker is, web_js.go the browser's.
package pool

import (
	"slices"
	"sync"
	"time"

	"indistinct/core/lab"
	"indistinct/core/work"
	"indistinct/ui/wire"
)

// Pool implements wire.Pool.
type Pool struct {
	transport Transport
	options   Options

	mu           sync.Mutex
	slots        []*slot         // one for each worker
	runs         []*run          // in the order in which they take turns
	nextLook     *look           // waits for a worker
	currentLook  *look           // the newest one that is with a worker
	failedLook   *look           // failed because no worker could start: repeated once one has
	warmedUp     map[string]bool // laboratories whose test was run or warmed up for
	lastRequest  int64           // its id
	lastRun      int64           // its id
	startFailure string          // why no worker can start, "" where one can
	closed       bool

	callbacks []func() // not yet called
	calling   bool     // a goroutine calls them
}

var _ wire.Pool = (*Pool)(nil)

// New starts the workers. Close ends them.
func New(t Transport, o Options) *Pool {
	p := &Pool{transport: t, options: o.withDefaults(), warmedUp: map[string]bool{}}
	p.mu.Lock()
	defer p.mu.Unlock()
	for i := range p.options.Workers {
		s := &slot{pool: p, reserved: i < p.options.Reserve}
		p.slots = append(p.slots, s)
		s.spawn()
	}
	return p
}

// Run implements wire.Pool.
func (p *Pool) Run(s lab.Spec, name string, progress func(wire.Progress), done func(result []byte, fail string)) (cancel func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.lastRun++
	r := &run{pool: p, id: p.lastRun, program: p.options.Program(s.Lab), task: name, progress: progress, done: done, furthest: -1}
	r.pace = work.Pace{ChunkMillis: float64(p.options.ChunkTime.Microseconds()) / 1000, Workers: p.options.Workers - p.options.Reserve, Caution: 8}
	if r.program != "" { // a visitor's program can be slow
		r.pace.Caution *= 8
	}
	var err error
	if r.spec, err = s.MarshalJSON(); err != nil {
		p.callback(func() { done(nil, err.Error()) })
		return func() {}
	}
	if p.closed {
		p.callback(func() { done(nil, failClose) })
		return func() {}
	}
	p.retryStarts()
	p.warmedUp[s.Lab] = true
	r.start = &request{op: wire.OpRun, run: r}
	p.runs = append(p.runs, r)
	p.assign()
	return func() { p.cancel(r) }
}

// Close ends all workers; runs in progress end with a sentence.
func (p *Pool) Close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closed = true
	p.failAll(failClose)
	for _, s := range p.slots {
		s.requests = nil
		s.terminate()
	}
}

// failAll ends every run and look with a sentence.
func (p *Pool) failAll(fail string) {
	for _, r := range slices.Clone(p.runs) {
		r.finish(nil, fail)
	}
	for _, l := range []*look{p.nextLook, p.currentLook} {
		if l != nil && !l.stale {
			p.callback(func() { l.done(wire.Looked{Err: fail}) })
		}
	}
	p.nextLook, p.currentLook = nil, nil
}

// cancel ends a run that has not ended yet.
func (p *Pool) cancel(r *run) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if r.over {
		return
	}
	r.finish(nil, wire.Cancelled)
	p.awaitIdle(r)
	p.assign()
}

// awaitIdle replaces, after cancelTimeout, the workers that are still busy with a run
// that has ended.
func (p *Pool) awaitIdle(r *run) {
	if slices.ContainsFunc(p.slots, func(s *slot) bool { return s.busyWith(r) }) {
		time.AfterFunc(cancelTimeout, func() { p.replaceBusy(r) })
	}
}

// replaceBusy replaces the workers that are busy with a run that has ended, but for the
// runners of other runs, which would have to start again.
func (p *Pool) replaceBusy(r *run) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, s := range p.slots {
		runs := slices.ContainsFunc(p.runs, func(o *run) bool { return o.runner == s })
		if s.busyWith(r) && !runs && !p.closed {
			s.release(false)
			s.spawn()
		}
	}
	p.assign()
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

// assign sends the workers what requests they can take.
func (p *Pool) assign() {
	if p.closed {
		return
	}
	// A look does not wait for the one that it supersedes, but two at a time
	// are enough while a handle is dragged.
	if p.nextLook != nil && p.countLooks() < 2 {
		if i := slices.IndexFunc(p.slots, func(s *slot) bool { return s.ready && len(s.requests) == 0 }); i >= 0 {
			s := p.slots[i]
			p.currentLook, p.nextLook = p.nextLook, nil
			s.send(&request{op: wire.OpLook, look: p.currentLook})
		}
	}
	for {
		s := p.leastBusy(func(s *slot) bool { return !s.reserved && !s.looking() && len(s.requests) < p.capacity(s) })
		if s == nil {
			return
		}
		t := p.nextRequest(s)
		if t == nil {
			return
		}
		s.send(t)
	}
}

// capacity returns how many requests a worker may have. The second one waits in
// its queue, so that it does not idle while the page is busy drawing.
func (p *Pool) capacity(s *slot) int {
	switch {
	case slices.ContainsFunc(s.requests, (*request).exclusive):
		return 0
	case s != p.slots[0]:
		return 2
	case p.nextLook != nil:
		return 0 // let it drain for the look
	}
	return 1
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

// nextRequest returns the next request of the runs, which take turns. A run starts on a
// worker that has nothing else to do.
func (p *Pool) nextRequest(s *slot) *request {
	for range p.runs {
		r := p.runs[0]
		p.runs = append(p.runs[1:], r)
		if r.start != nil {
			if len(s.requests) > 0 {
				continue
			}
			t := r.start
			r.start, r.runner = nil, s
			return t
		}
		if t := r.nextChunk(); t != nil {
			return t
		}
	}
	return nil
}
