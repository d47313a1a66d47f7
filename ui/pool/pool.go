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
// The files, each of which uses those before it: options.go; transport.go, what a worker
// is; slots.go, what a pool holds of its workers, runs and looks; send.go, a request's way
// to a worker and what is done if it does not answer; run.go and look.go, what follows an
// answer; assign.go, who gets the next request; events.go, what follows whatever a worker does;
// pool.go, what is asked of a pool; labs.go, a pool for each worker binary; web_js.go, the
// browser's workers. Only the timers of send.go call events.go.
package pool

import (
	"slices"
	"time"

	"indistinct/core/lab"
	"indistinct/core/lang"
	"indistinct/core/work"
	"indistinct/ui/wire"
)

var _ wire.Pool = (*Pool)(nil)

// New starts the workers. Close ends them.
func New(t Transport, o Options) *Pool {
	p := &Pool{transport: t, options: o.withDefaults()}
	p.after = func(d time.Duration, do func()) { time.AfterFunc(d, do) }
	p.mu.Lock()
	defer p.mu.Unlock()
	for range p.options.Workers {
		s := &slot{pool: p}
		p.slots = append(p.slots, s)
		s.spawn()
	}
	return p
}

// Run implements wire.Pool.
func (p *Pool) Run(s lab.Spec, name string, progress func(wire.Progress),
	done func(result []byte, fail lang.Message)) (cancel func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.lastRun++
	r := &run{pool: p, id: p.lastRun, program: p.options.Program(s), task: name, progress: progress, done: done,
		furthest: -1}
	r.pace = work.Pace{ChunkMillis: float64(p.options.ChunkTime.Microseconds()) / 1000,
		Workers: p.options.Workers, Caution: 8}
	if lab.ReadsFiles(name) { // and runs no program
		r.program = ""
	}
	if r.program != "" { // a visitor's program can be slow
		r.pace.Caution *= 8
	}
	var err error
	if r.spec, err = s.MarshalJSON(); err != nil {
		p.callback(func() { done(nil, lang.Of(err)) })
		return func() {}
	}
	p.retryStarts()
	r.start = &request{op: wire.OpRun, run: r}
	p.runs = append(p.runs, r)
	p.assign()
	return func() { p.cancel(r) }
}

// Look implements wire.Pool.
func (p *Pool) Look(s lab.Spec, report []byte, done func(wire.Looked)) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.supersede()
	l := &look{program: p.options.Program(s), done: done}
	var err error
	if l.spec, err = s.MarshalJSON(); err != nil {
		p.callback(func() { done(wire.Looked{Err: lang.Of(err)}) })
		return
	}
	p.retryStarts()
	if report != nil {
		l.report = p.transport.Blob(report)
	}
	p.nextLook = l
	p.assign()
	if p.nextLook == l {
		time.AfterFunc(lookTimeout, func() { p.makeRoom(l) })
	}
}

// makeRoom replaces a worker in which code of a program runs.
func (p *Pool) makeRoom(l *look) {
	p.mu.Lock()
	defer p.mu.Unlock()
	i := slices.IndexFunc(p.slots, func(s *slot) bool { return s.code != nil })
	if p.nextLook == l && i >= 0 && !p.closed {
		p.slots[i].replace(false)
		p.assign()
	}
}

// dropLooks is supersede for others than this pool.
func (p *Pool) dropLooks() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.supersede()
}

// supersede drops the looks: their callbacks never come.
func (p *Pool) supersede() {
	if p.currentLook != nil {
		p.currentLook.stale = true
	}
	p.nextLook, p.failedLook = nil, nil
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

// Close ends all workers; runs in progress end with a sentence. Nothing is asked of a pool
// after it.
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
