package pool

import (
	"time"

	"indistinct/ui/wire"
)

// send posts a request to the worker, with what the worker needs and does not have yet.
func (s *slot) send(t *request) {
	p := s.pool
	p.lastRequest++
	t.id = p.lastRequest
	s.requests = append(s.requests, t)
	s.tick()
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

// tick counts the ticks of the page during which the worker is silent, and replaces it after
// so many, where it may be silent for ever: where code of a program runs, one step of which may
// never end, while the worker tells of each thousand, and where its own end is no event. A tick
// that comes late does not count: the machine slept or has too much else to do, or the tab is
// hidden.
func (s *slot) tick() {
	if s.ticking || s.code == nil && (s.watched || len(s.requests) == 0) {
		return
	}
	s.ticking = true
	p, gen, late := s.pool, s.generation, time.Now().Add(2*tickTime)
	p.after(tickTime, func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		if gen != s.generation {
			return
		}
		s.ticking = false
		if time.Now().Before(late) {
			s.silent++
		}
		switch {
		case s.code != nil && s.silent >= programTicks:
			s.onTimeout(s.code)
		case s.code == nil && !s.watched && s.silent >= silenceTicks<<min(s.silences, 10):
			s.silences++
			s.replace(false)
			p.assign()
		default:
			s.tick()
		}
	})
}
