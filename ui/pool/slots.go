package pool

import (
	"slices"
	"time"

	"indistinct/core/work"
	"indistinct/ui/wire"
)

// slot holds one worker, which may be replaced.
type slot struct {
	pool       *Pool
	binary     string // what the worker runs
	first      bool   // of its binary
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

// request is what one message asks of a worker.
type request struct {
	id    int64
	op    wire.Op
	run   *run
	deal  *work.Deal[Blob] // of OpChunk
	piece *work.Piece[Blob]
	parts []*work.Piece[Blob] // of OpParts
	last  bool                // of OpParts: no parts follow
}

// assign sends the workers what requests they can take, and ends those of whom nothing will
// be asked.
func (p *Pool) assign() {
	for p.assignOne() {
	}
	p.retire()
}

// assignOne sends one request of the runs, which take turns. It reports whether there was one.
func (p *Pool) assignOne() bool {
	for i, r := range p.runs {
		s := p.leastBusy(r.binary)
		if s == nil {
			continue
		}
		if t := r.next(s); t != nil {
			if r.op == wire.OpRun {
				p.runs = append(slices.Delete(p.runs, i, i+1), r)
			}
			s.send(t)
			return true
		}
	}
	return false
}

// leastBusy returns the worker of a binary that has the fewest requests of those that can take
// one, the last one of several: the first is kept free for looks.
func (p *Pool) leastBusy(binary string) (s *slot) {
	for _, o := range p.slots {
		if o.binary == binary && len(o.requests) < o.capacity() && (s == nil || len(o.requests) <= len(s.requests)) {
			s = o
		}
	}
	return s
}

// next returns what the run asks of a worker next, nil for nothing. It starts on one that has
// nothing else to do. A look does not wait for the one that it supersedes, but two at a time
// are enough while a handle is dragged.
func (r *run) next(s *slot) *request {
	if r.waits && len(s.requests) == 0 && (r.op == wire.OpRun || r.pool.countLooks(r.binary) < 2) {
		r.waits, r.runner = false, s
		return &request{op: r.op, run: r}
	}
	if r.deal != nil {
		if piece := r.deal.Give(); piece != nil {
			return &request{op: wire.OpChunk, run: r, deal: r.deal, piece: piece}
		}
	}
	return nil
}

func (p *Pool) countLooks(binary string) (n int) {
	for _, s := range p.slots {
		if s.binary == binary && slices.ContainsFunc(s.requests, func(t *request) bool { return t.op == wire.OpLook }) {
			n++
		}
	}
	return n
}

// retire ends the workers that have nothing to do and nobody to look.
func (p *Pool) retire() {
	p.slots = slices.DeleteFunc(p.slots, func(s *slot) bool {
		if s.binary == p.shown || slices.ContainsFunc(p.runs, func(r *run) bool { return r.binary == s.binary }) {
			return false
		}
		s.requests = nil
		s.terminate()
		return true
	})
	running := slices.ContainsFunc(p.runs, func(r *run) bool { return r.op == wire.OpRun })
	if running != p.running {
		p.running = running
		p.options.Running(running)
	}
}

// capacity returns how many requests a worker may have. The second one waits in its queue, so
// that it does not idle while the page is busy drawing; the first worker has none there, so
// that it is soon free for a look. None comes behind what starts a run or lets it go on.
func (s *slot) capacity() int {
	alone := func(t *request) bool { return t.op != wire.OpChunk && (t.op != wire.OpParts || t.last) }
	switch {
	case !s.ready || slices.ContainsFunc(s.requests, alone):
		return 0
	case !s.first:
		return 2
	}
	return 1
}

// send posts a request to the worker, with what the worker needs and does not have yet.
func (s *slot) send(t *request) {
	r := t.run
	s.pool.last++
	t.id = s.pool.last
	s.requests = append(s.requests, t)
	s.tick()
	q := wire.Request{ID: t.id, Op: t.op, Run: r.id, Last: t.last}
	var blobs []Blob
	known, ok := s.batches[r.id]
	if !ok {
		q.Spec, q.Task, known = r.spec, r.task, -1
	}
	switch t.op {
	case wire.OpLook:
		if r.report != nil {
			blobs = append(blobs, r.report)
		}
	case wire.OpChunk:
		q.Index, q.Chunk = r.index, t.piece.Chunk
		if known != r.index {
			q.Batch, known = &r.batch, r.index
			blobs = append(blobs, r.args)
		}
	case wire.OpParts:
		for _, part := range t.parts {
			q.Chunks = append(q.Chunks, part.Chunk)
			blobs = append(blobs, part.Data)
		}
	}
	if t.op != wire.OpLook { // of which the worker keeps nothing
		s.batches[r.id] = known
	}
	s.worker.Post(wire.Head(q), blobs)
}

// limit is how many ticks the worker may be silent, 0 for as long as it likes. Where code of
// a program runs one step of it may never end, while the worker tells of each thousand; else
// it is replaced only where its own end is no event.
func (s *slot) limit() int {
	switch {
	case s.code != nil:
		return programTicks
	case !s.watched && len(s.requests) > 0:
		return silenceTicks << min(s.silences, 10)
	}
	return 0
}

// tick counts the ticks of the page during which the worker is silent, and replaces it when
// there are too many; a program that is why has its run ended, with a sentence that blames no
// parameter. A tick that comes late does not count: the machine slept or has too much else to
// do, or the tab is hidden.
func (s *slot) tick() {
	if s.ticking || s.limit() == 0 {
		return
	}
	s.ticking = true
	gen, late := s.generation, time.Now().Add(2*tickTime)
	s.pool.later(tickTime, func() {
		if gen != s.generation {
			return
		}
		s.ticking = false
		if time.Now().Before(late) {
			s.silent++
		}
		if limit := s.limit(); limit == 0 || s.silent < limit {
			s.tick()
			return
		}
		if s.code != nil {
			s.code.run.stop(failLong)
		} else {
			s.silences++
		}
		s.replace(false)
	})
}
