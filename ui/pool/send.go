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
			s.replace(true)
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
