package pool

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"indistinct/core/work"
	"indistinct/ui/wire"
)

// slot holds one worker, which may be replaced.
type slot struct {
	pool        *Pool
	reserved    bool // for looks
	worker      Worker
	generation  int           // counts replacements: events of earlier workers are ignored
	failures    int           // workers that died in a row before they were ready
	ready       bool          // the worker takes requests
	watched     bool          // its end will be an event
	monitored   bool          // monitor looks after it, because it is not watched
	lastMessage time.Time     // when it last sent something
	batches     map[int64]int // run → index of the batch that the worker has, −1 if none
	requests    []*request    // sent and not yet answered, in order
	timer       *time.Timer   // of the first of them, where it may hang
}

// request is what one message asks of a worker.
type request struct {
	id        int64
	op        wire.Op
	look      *look // of OpLook, and of OpWarmUp what was looked at
	run       *run
	batch     *batch
	chunk     work.Chunk // of OpChunk
	part      int        // of OpChunk: its index among the batch's parts
	from, to  int        // of OpParts: parts from … to−1
	last      bool       // of OpParts: no parts follow
	answering bool       // its worker has sent a reply
	losses    int        // workers that ended while they computed it
}

// mayHang reports whether a program that may never end has the worker to itself, until
// the worker sends a reply.
func (t *request) mayHang() bool {
	switch {
	case t.answering:
		return false
	case t.look != nil:
		return t.look.program != ""
	}
	return (t.op == wire.OpRun || t.op == wire.OpChunk) && t.run.program != ""
}

// exclusive reports whether the worker should get no other request until it answers.
func (t *request) exclusive() bool {
	return t.op == wire.OpRun || t.op == wire.OpWarmUp || t.op == wire.OpParts && t.last
}

// spawn starts a worker in the slot.
func (s *slot) spawn() {
	s.generation++
	s.ready, s.monitored = false, false
	s.batches = map[int64]int{}
	gen := s.generation
	s.worker = s.pool.transport.Spawn(func(e Event) {
		s.pool.mu.Lock()
		defer s.pool.mu.Unlock()
		if gen == s.generation {
			s.onEvent(e)
		}
	})
}

// terminate ends the slot's worker.
func (s *slot) terminate() {
	s.generation++
	s.ready = false
	if s.worker != nil {
		s.worker.Terminate()
		s.worker = nil
	}
}

// busyWith reports whether the worker has requests of the run.
func (s *slot) busyWith(r *run) bool {
	return slices.ContainsFunc(s.requests, func(t *request) bool { return t.run == r })
}

// looking reports whether the worker has a look to answer.
func (s *slot) looking() bool {
	return slices.ContainsFunc(s.requests, func(t *request) bool { return t.op == wire.OpLook })
}

// onEvent takes an event of the slot's worker.
func (s *slot) onEvent(e Event) {
	s.lastMessage = time.Now()
	switch e.Kind {
	case Ready:
		s.ready, s.watched, s.failures = true, e.Watched, 0
		s.pool.onStart()
	case Message:
		s.onReply(e)
	case Dead:
		if !s.ready {
			s.onStartFailure(e.Why)
			return
		}
		s.replace()
	}
	s.pool.assign()
}

// replace starts a new worker in the place of one that died.
func (s *slot) replace() {
	s.release(true)
	s.spawn()
}

// Starting a worker takes files from the network, which may be away for a
// moment: each further try waits longer.
const (
	firstRetry   = 250 * time.Millisecond
	longestRetry = 30 * time.Second
	// After manyFailures in a row of every worker, runs and looks fail.
	manyFailures = 5
)

// onStartFailure has a worker that did not start tried again later.
func (s *slot) onStartFailure(why string) {
	p := s.pool
	s.terminate()
	s.failures++
	wait := time.Duration(0)
	if s.failures > 1 {
		wait = min(firstRetry<<min(s.failures-2, 10), longestRetry)
	}
	gen := s.generation
	time.AfterFunc(wait, func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		if gen == s.generation && !p.closed {
			s.spawn()
		}
	})
	if slices.ContainsFunc(p.slots, func(s *slot) bool { return s.ready }) {
		return
	}
	for _, r := range p.runs {
		r.reportText(strings.TrimSuffix(why, ".") + "; trying again")
	}
	if p.startFailure == "" && !slices.ContainsFunc(p.slots, func(s *slot) bool { return s.failures < manyFailures }) {
		p.startFailure = failStart + why + failAgain
		for _, l := range []*look{p.nextLook, p.currentLook} {
			if l != nil && !l.stale {
				p.failedLook = l
			}
		}
		p.failAll(p.startFailure)
	}
}

// retryStarts starts the workers at once that could not start before.
func (p *Pool) retryStarts() {
	if p.startFailure == "" {
		return
	}
	p.startFailure = ""
	for _, s := range p.slots {
		if s.failures = 0; s.worker == nil {
			s.spawn()
		}
	}
}

// onStart repeats the look that failed while no worker could start.
func (p *Pool) onStart() {
	p.startFailure = ""
	if p.failedLook != nil && p.nextLook == nil {
		p.nextLook = p.failedLook
	}
	p.failedLook = nil
}

// release ends the slot's worker, has its requests done again and the runs restarted of
// which it was the runner. blame says that the first request, or the run, may be why it
// died.
func (s *slot) release(blame bool) {
	s.terminate()
	requests := s.requests
	s.requests = nil
	for i, t := range requests {
		if blame && i == 0 {
			t.losses++
		}
		s.pool.retry(t)
	}
	for _, r := range slices.Clone(s.pool.runs) {
		if r.runner == s {
			if blame {
				r.losses++
			}
			r.restart()
		}
	}
}

// retry has a request done again, unless it has lost too many workers.
func (p *Pool) retry(t *request) {
	if l := t.look; t.op == wire.OpLook {
		if p.currentLook == l {
			p.currentLook = nil
		}
		if l.stale {
			return
		}
		if l.losses++; l.losses >= maxLosses {
			p.callback(func() { l.done(wire.Looked{Err: failLook, Field: l.program}) })
			return
		}
		p.nextLook = l
		return
	}
	if t.op != wire.OpChunk || t.batch != t.run.batch {
		return // the run is over or begins again: see restart
	}
	if t.losses >= maxLosses {
		t.run.finish(nil, failDeath)
		return
	}
	t.batch.redo = append(t.batch.redo, t)
}

// send posts a request to the worker, with what the worker needs and does not have yet.
func (s *slot) send(t *request) {
	p := s.pool
	if !s.watched && t.op != wire.OpPing && len(s.requests) == 0 && time.Since(s.lastMessage) > pingTimeout {
		s.send(&request{op: wire.OpPing})
		s.expectMessage(pingTimeout, func() {})
	}
	p.lastRequest++
	t.id = p.lastRequest
	s.requests = append(s.requests, t)
	if !s.watched && !s.monitored {
		s.monitored = true
		s.monitor()
	}
	q := wire.Request{ID: t.id, Op: t.op}
	var blobs []Blob
	if l := t.look; l != nil {
		q.Spec = l.spec
		if l.report != nil && t.op == wire.OpLook {
			q.Report, blobs = true, append(blobs, l.report)
		}
	}
	if r := t.run; r != nil {
		q.Run = r.id
		known, ok := s.batches[r.id]
		if !ok {
			q.Spec, q.Task, known = r.spec, r.task, -1
		}
		switch t.op {
		case wire.OpChunk:
			q.Index, q.Chunk = t.batch.index, t.chunk
			if known != q.Index {
				q.Batch, known = &t.batch.ask, q.Index
				blobs = append(blobs, t.batch.args)
			}
		case wire.OpParts:
			q.Last = t.last
			for _, part := range t.batch.parts[t.from:t.to] {
				q.Chunks = append(q.Chunks, part.chunk)
				blobs = append(blobs, part.data)
			}
		}
		s.batches[r.id] = known
	}
	s.worker.Post(wire.Head(q), blobs)
	if len(s.requests) == 1 {
		s.limitTime()
	}
}

// limitTime sets the timeout of the worker's first request, where that may hang.
func (s *slot) limitTime() {
	if s.timer != nil {
		s.timer.Stop()
	}
	if len(s.requests) == 0 || !s.requests[0].mayHang() {
		return
	}
	t, gen := s.requests[0], s.generation
	s.timer = time.AfterFunc(programTimeout, func() {
		s.pool.mu.Lock()
		defer s.pool.mu.Unlock()
		if gen == s.generation && len(s.requests) > 0 && s.requests[0] == t && t.mayHang() {
			s.onTimeout(t)
		}
	})
}

// onTimeout ends the look or run of a program that took too long, with a sentence, and
// replaces its worker.
func (s *slot) onTimeout(t *request) {
	p, say := s.pool, fmt.Sprintf(failLong, programTimeout.Seconds())
	if l := t.look; t.op == wire.OpLook && !l.stale {
		l.stale = true
		p.callback(func() { l.done(wire.Looked{Err: say, Field: l.program}) })
	}
	if t.run != nil {
		t.run.finish(nil, say)
		p.awaitIdle(t.run)
	}
	s.release(false)
	s.spawn()
	p.assign()
}

// expectMessage replaces the worker if it has requests and sends nothing for so long;
// otherwise then is called.
func (s *slot) expectMessage(within time.Duration, then func()) {
	gen, since := s.generation, time.Now()
	time.AfterFunc(within, func() {
		p := s.pool
		p.mu.Lock()
		defer p.mu.Unlock()
		switch {
		case gen != s.generation:
		case len(s.requests) > 0 && s.lastMessage.Before(since):
			s.replace()
			p.assign()
		default:
			then()
		}
	})
}

// monitor expects messages for as long as the worker has requests.
func (s *slot) monitor() {
	s.expectMessage(silenceTimeout, func() {
		if s.monitored = len(s.requests) > 0; s.monitored {
			s.monitor()
		}
	})
}
