package pool

import (
	"time"

	"indistinct/ui/wire"
)

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
		if l.report != nil {
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
}

// onCode takes what the worker says of the code that it runs for a request.
func (s *slot) onCode(t *request, says wire.Code) {
	if s.code, s.silent = nil, 0; says == wire.Runs {
		s.code = t
		if !s.ticking {
			s.ticking = true
			s.tick()
		}
	}
}

// tick counts for how long code has run in the worker without a word of it. A worker tells
// of each thousand steps, so that only one step that takes very long is silent, or a worker
// that gets no processor: of the ticks of the page none counts that comes late, as after a
// machine slept, in a tab that is hidden and where too much else is to be done.
func (s *slot) tick() {
	s.later(tickTime, func(late bool) {
		switch s.ticking = s.code != nil; {
		case !s.ticking:
			return
		case !late:
			s.silent++
		}
		if s.silent >= programTicks {
			s.onTimeout(s.code)
			return
		}
		s.tick()
	})
}

// later calls do after a time, unless the worker was replaced meanwhile; late says that it
// took twice as long.
func (s *slot) later(after time.Duration, do func(late bool)) {
	p, gen, since := s.pool, s.generation, time.Now()
	p.options.after(after, func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		if gen == s.generation {
			do(time.Since(since) >= 2*after)
		}
	})
}

// expectMessage replaces the worker if it has requests and sends nothing for so long;
// otherwise then is called.
func (s *slot) expectMessage(within time.Duration, then func()) {
	since := time.Now()
	s.later(within, func(late bool) {
		switch {
		case s.watched:
		case !late && len(s.requests) > 0 && s.lastMessage.Before(since):
			s.replace(silent)
			s.pool.assign()
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
