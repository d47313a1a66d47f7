package pool

import (
	"slices"
	"time"

	"indistinct/core/lang"
	"indistinct/ui/wire"
)

// spawn starts a worker in the slot.
func (s *slot) spawn() {
	s.generation++
	s.watched, s.ticking = false, false
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
	s.ready, s.code = false, nil
	if s.worker != nil {
		s.worker.Terminate()
		s.worker = nil
	}
}

// onEvent takes an event of the slot's worker.
func (s *slot) onEvent(e Event) {
	s.silent = 0
	switch e.Kind {
	case Ready:
		s.ready, s.failures = true, 0
		s.pool.onStart()
	case Held:
		s.watched = true
	case Message:
		s.onReply(e)
	case Dead:
		if !s.ready {
			s.onStartFailure(e)
			return
		}
		s.replace(true)
	}
	s.pool.assign()
}

// onReply takes a reply of the worker.
func (s *slot) onReply(e Event) {
	p := s.pool
	a, err := wire.ParseReply(e.Head)
	if err != nil {
		a = wire.Reply{Fail: lang.Of(err)}
		if len(s.requests) > 0 {
			a.ID = s.requests[0].id
		}
	}
	i := slices.IndexFunc(s.requests, func(t *request) bool { return t.id == a.ID })
	if i < 0 {
		return
	}
	t := s.requests[i]
	if s.code = nil; a.Code != nil {
		if *a.Code {
			s.code = t
			s.tick()
		}
		return
	}
	if !a.More {
		s.requests, s.silences = slices.Delete(s.requests, i, i+1), 0
	}
	r := t.run
	switch {
	case t.op == wire.OpLook:
		p.onLook(t.look, a, e.Blobs)
		return
	case r == nil || r.over:
		return
	case a.Fail != "":
		r.finish(nil, a.Fail)
		return
	}
	want := 0
	if a.Done || a.Batch != nil || a.Show != "" || t.op == wire.OpChunk {
		want = 1
	}
	switch {
	case len(e.Blobs) != want:
		r.finish(nil, lang.Say("pool.incomplete"))
	case a.More && r.runner != s:
	case a.Step != nil:
		r.beginStep(a.Step.Name, a.Step.Weight, a.Step.Left, 1)
	case a.Show != "":
		r.onShow(a.Show, e.Blobs[0])
	case a.Done:
		r.finish(p.transport.Bytes(e.Blobs[0]), "")
	case a.Batch != nil:
		r.onBatch(*a.Batch, e.Blobs[0])
	case t.op == wire.OpParts:
		r.batch.sending = false
		r.sendParts()
	case t.op == wire.OpChunk:
		r.onPart(t, e.Blobs[0], a.Millis)
	}
}

// replace ends the slot's worker, has its requests done again and the runs restarted of
// which it was the runner, and starts a new one. blame says that the first request, or the
// run, may be why it died.
func (s *slot) replace(blame bool) {
	s.vacate(blame)
	s.spawn()
}

// vacate does so without a new worker.
func (s *slot) vacate(blame bool) {
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
		l.losses += t.losses
		if say := lost(l.program, l.losses, t.losses > 0, failLook); say != "" {
			p.callback(func() { l.done(wire.Looked{Err: say, Field: l.program}) })
			return
		}
		p.nextLook = l
		return
	}
	if t.op != wire.OpChunk || t.batch != t.run.batch {
		return // the run is over or begins again: see restart
	}
	if say := lost(t.run.program, t.losses, t.losses > 0, failDeath); say != "" {
		t.run.finish(nil, say)
		return
	}
	t.batch.redo = append(t.batch.redo, t)
}

// lost says why what has lost so many workers is given up, "" while it is not: say, and what
// a visitor's program itself has ended at once, since for want of memory it would end one
// worker after the other.
func lost(program string, losses int, blamed bool, say lang.Message) lang.Message {
	switch {
	case program != "" && blamed:
		return failProgram
	case losses >= maxLosses:
		return say
	}
	return ""
}

// onTimeout ends the look or run of a program of which a step took too long, with a sentence
// that blames no parameter, and replaces its worker.
func (s *slot) onTimeout(t *request) {
	p, say := s.pool, failLong
	if l := t.look; t.op == wire.OpLook && !l.stale {
		l.stale = true
		p.callback(func() { l.done(wire.Looked{Err: say}) })
	}
	if t.run != nil {
		t.run.finish(nil, say)
		p.awaitIdle(t.run)
	}
	s.replace(false)
	p.assign()
}

// Starting a worker takes files from the network, which may be away for a
// moment: each further try waits longer.
const (
	firstRetry   = 250 * time.Millisecond
	longestRetry = 30 * time.Second
	freed        = time.Second
	// After manyFailures in a row of every worker, runs and looks fail.
	manyFailures = 5
)

// onStartFailure has a worker that did not start tried again later; where workers are scarce
// once, alone, when the browser has freed what the others had, and then not before something
// is asked of it.
func (s *slot) onStartFailure(e Event) {
	p, fail := s.pool, "pool.start"
	s.terminate()
	s.failures++
	wait := time.Duration(0)
	switch {
	case e.Scarce && len(p.slots) > 1:
		for _, o := range p.slots {
			o.vacate(false)
		}
		s, p.slots, wait = p.slots[0], p.slots[:1], freed
		p.callback(p.options.Shrunk)
	case e.Scarce:
		s.failures, fail = manyFailures, "pool.scarce"
	case s.failures > 1:
		wait = min(firstRetry<<min(s.failures-2, 10), longestRetry)
	}
	if gen := s.generation; fail == "pool.start" {
		time.AfterFunc(wait, func() {
			p.mu.Lock()
			defer p.mu.Unlock()
			if gen == s.generation && !p.closed {
				s.spawn()
			}
		})
	}
	if slices.ContainsFunc(p.slots, func(s *slot) bool { return s.ready }) {
		return
	}
	for _, r := range p.runs {
		r.reportProgress(wire.Progress{Phase: lang.Say("pool.retry", "why", e.Why)}, true)
	}
	if p.startFailure == "" && !slices.ContainsFunc(p.slots, func(s *slot) bool { return s.failures < manyFailures }) {
		p.startFailure = lang.Say(fail, "why", e.Why)
		for _, l := range []*look{p.nextLook, p.currentLook} {
			if l != nil && !l.stale {
				p.failedLook = l
			}
		}
		p.failAll(p.startFailure)
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

// failAll ends every run and look with a sentence.
func (p *Pool) failAll(fail lang.Message) {
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
			s.replace(false)
		}
	}
	p.assign()
}
