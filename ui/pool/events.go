package pool

import (
	"slices"
	"time"

	"indistinct/core/lang"
	"indistinct/ui/wire"
)

func (s *slot) spawn() {
	s.generation++
	s.watched, s.ticking = false, false
	s.batches = map[int64]int{}
	gen := s.generation
	s.worker = s.pool.transport.Spawn(s.binary, func(e Event) {
		s.pool.mu.Lock()
		defer s.pool.mu.Unlock()
		if gen == s.generation {
			s.onEvent(e)
		}
	})
}

func (s *slot) terminate() {
	s.generation++
	s.ready, s.code = false, nil
	if s.worker != nil {
		s.worker.Terminate()
		s.worker = nil
	}
}

func (s *slot) onEvent(e Event) {
	s.silent = 0
	switch {
	case e.Kind == Ready:
		s.ready, s.failures = true, 0
	case e.Kind == Held:
		s.watched = true
	case e.Kind == Message:
		s.onReply(e)
	case s.ready:
		s.replace(true)
	default:
		s.onStartFailure(e)
	}
	s.pool.assign()
}

func (s *slot) onReply(e Event) {
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
	want := 0
	switch {
	case t.op == wire.OpLook:
		want = 2
	case a.Done || a.Batch != nil || a.Show != "" || t.op == wire.OpChunk:
		want = 1
	}
	switch r := t.run; {
	case r.over:
	case a.Fail != "":
		r.finish(a, nil)
	case len(e.Blobs) != want:
		r.fail(lang.Say("pool.incomplete"))
	case a.Step != nil:
		r.beginStep(*a.Step)
	case a.Show != "":
		r.onShow(a.Show, e.Blobs[0])
	case a.Done || t.op == wire.OpLook:
		r.finish(a, e.Blobs)
	case a.Batch != nil:
		r.onBatch(*a.Batch, e.Blobs[0])
	case t.op == wire.OpParts:
		r.sending = false
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
		if t.op != wire.OpChunk || t.deal != t.run.deal {
			continue // its run is over or begins again
		}
		if blame && i == 0 {
			t.piece.Losses++
		}
		if !t.run.lost(t.piece.Losses, failDeath) {
			t.deal.Back(t.piece)
		}
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
	case e.Scarce && p.has(s.binary, func(o *slot) bool { return o != s }):
		for _, o := range p.slots {
			if o.binary == s.binary {
				o.vacate(false)
			}
		}
		p.slots = slices.DeleteFunc(p.slots, func(o *slot) bool { return o.binary == s.binary && o != s })
		s.first, p.options.Workers, wait = true, 1, freed
		p.callback(p.options.Shrunk)
	case e.Scarce:
		s.failures, fail = manyFailures, "pool.scarce"
	case s.failures > 1:
		wait = min(firstRetry<<min(s.failures-2, 10), longestRetry)
	}
	if gen := s.generation; fail == "pool.start" {
		p.later(wait, func() {
			if gen == s.generation {
				s.spawn()
			}
		})
	}
	if p.has(s.binary, func(o *slot) bool { return o.ready }) {
		return
	}
	// Of several in a row the first is told.
	over := s.failures == manyFailures && !p.has(s.binary, func(o *slot) bool { return o.failures < manyFailures })
	for _, r := range slices.Clone(p.runs) {
		if r.binary != s.binary {
			continue
		}
		r.reportProgress(wire.Progress{Phase: lang.Say("pool.retry", "why", e.Why)}, true)
		a := wire.Reply{Fail: lang.Say(fail, "why", e.Why)}
		switch {
		case over && r.op == wire.OpRun:
			r.finish(a, nil)
		case over: // a look is answered once more when a worker has started
			p.callback(func() { r.done(a, nil) })
		}
	}
}
