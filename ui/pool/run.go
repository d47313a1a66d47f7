package pool

import (
	"encoding/json"
	"slices"
	"time"

	"indistinct/core/work"
	"indistinct/ui/wire"
)

// run is one job.
type run struct {
	pool     *Pool
	id       int64
	program  string // the Spec's parameter that holds one, see Options
	spec     json.RawMessage
	task     string
	progress func(wire.Progress)
	done     func([]byte, string)
	over     bool

	start    *request // waits for a worker; nil once that has it
	runner   *slot    // whose worker runs the job; nil while none does
	batch    *batch   // the last one that the runner asked for; nil before the first
	furthest int      // the highest index of a batch that any runner asked for, −1 before
	losses   int      // runners that died since then

	bar   work.Bar
	step  string
	count int64 // trials done in this step
	total int64
	shown time.Time
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
	lastSent time.Time
}

// part is what a worker computed of a chunk.
type part struct {
	chunk work.Chunk
	data  Blob // nil until it is there, and again once it was sent to the runner
}

// complete reports whether all parts are there.
func (b *batch) complete() bool { return b.count >= b.ask.Total() }

// nextChunk returns the request for the run's next chunk, nil if there is none for now.
func (r *run) nextChunk() *request {
	b := r.batch
	if b == nil {
		return nil
	}
	if len(b.redo) > 0 {
		t := b.redo[0]
		b.redo = b.redo[1:]
		return t
	}
	chunk, ok := b.cutter.Next()
	if !ok {
		return nil
	}
	b.parts = append(b.parts, part{chunk: chunk})
	return &request{op: wire.OpChunk, run: r, batch: b, chunk: chunk, part: len(b.parts) - 1}
}

// onReply takes a reply of the worker.
func (s *slot) onReply(e Event) {
	p := s.pool
	a, err := wire.ParseReply(e.Head)
	if err != nil {
		a = wire.Reply{Fail: err.Error()}
		if len(s.requests) > 0 {
			a.ID = s.requests[0].id
		}
	}
	i := slices.IndexFunc(s.requests, func(t *request) bool { return t.id == a.ID })
	if i < 0 {
		return
	}
	t := s.requests[i]
	if t.answering = true; !a.More {
		s.requests = slices.Delete(s.requests, i, i+1)
	}
	s.limitTime()
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
		r.finish(nil, "A worker's answer was incomplete.")
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

// onBatch takes the runner's next batch.
func (r *run) onBatch(ask work.Batch, args Blob) {
	ask.Inputs = max(ask.Inputs, 1)
	b := &batch{ask: ask, args: args, cutter: r.pace.Cut(ask), lastSent: time.Now()}
	if r.batch != nil {
		b.index = r.batch.index + 1
	}
	if b.index > r.furthest {
		r.furthest, r.losses = b.index, 0
	}
	r.batch = b
	r.beginStep(ask.Name, ask.Weight, ask.Left, ask.Total())
	r.sendParts()
}

// onPart takes the part that a request for a chunk gave, after so many milliseconds.
func (r *run) onPart(t *request, data Blob, ms float64) {
	b, c := t.batch, t.chunk
	if b != r.batch { // the run has begun again since
		return
	}
	b.parts[t.part].data = data
	b.count += c.Count
	for b.prefix < len(b.parts) && b.parts[b.prefix].data != nil {
		b.prefix++
	}
	b.cutter.Took(c, ms)
	r.count = b.count
	r.reportProgress(wire.Progress{}, b.complete())
	r.sendParts()
}

// sendParts sends the runner the parts that it does not have: all of them at the
// end, before that now and then what there is, so that the job can show it.
func (r *run) sendParts() {
	b := r.batch
	if b.sending {
		return
	}
	to := b.prefix
	last := b.complete()
	if !last {
		to -= to % b.ask.Inputs
		if to <= b.sent || time.Since(b.lastSent) < 2*progressInterval {
			return
		}
	}
	b.sending, b.lastSent = true, time.Now()
	r.runner.send(&request{op: wire.OpParts, run: r, batch: b, from: b.sent, to: to, last: last})
	for ; b.sent < to; b.sent++ {
		b.parts[b.sent].data = nil
	}
}

// restart has the job run again from its beginning by another worker. It then asks for the
// same batches: what workers keep of these stays valid.
func (r *run) restart() {
	r.runner, r.batch, r.bar = nil, nil, work.Bar{}
	if r.losses >= maxLosses {
		r.finish(nil, failDeath)
		return
	}
	r.reportText("starting again")
	r.start = &request{op: wire.OpRun, run: r}
}

// beginStep reports that a step of the job begins.
func (r *run) beginStep(name string, weight, left float64, total int64) {
	r.bar.Enter(weight, left)
	r.step, r.count, r.total = name, 0, total
	r.reportProgress(wire.Progress{}, true)
}

// onShow reports what the job shows, unless it did so before a restart.
func (r *run) onShow(kind work.Kind, data Blob) {
	if r.batch != nil && r.batch.index < r.furthest {
		return
	}
	b := r.pool.transport.Bytes(data)
	switch kind {
	case work.Partial:
		r.reportProgress(wire.Progress{Partial: b}, true)
	case work.Scene:
		r.reportProgress(wire.Progress{Show: b}, true)
	}
}

// reportProgress reports how far the run has come; inside a step not too often.
func (r *run) reportProgress(g wire.Progress, always bool) {
	now := time.Now()
	if r.progress == nil || !always && now.Sub(r.shown) < progressInterval {
		return
	}
	r.shown = now
	g.Phase, g.Done, g.Total, g.Fraction = r.step, r.count, r.total, r.bar.At(r.count, r.total)
	r.pool.callback(func() { r.progress(g) })
}

// reportText reports a text in the place of the step's name.
func (r *run) reportText(text string) {
	if r.progress != nil {
		g := wire.Progress{Phase: text, Done: r.count, Total: r.total, Fraction: r.bar.At(r.count, r.total)}
		r.pool.callback(func() { r.progress(g) })
	}
}

// finish removes the run from the pool and hands on its result.
func (r *run) finish(result []byte, fail string) {
	if r.over {
		return
	}
	r.over = true
	p := r.pool
	p.runs = slices.DeleteFunc(p.runs, func(o *run) bool { return o == r })
	r.batch, r.start, r.runner = nil, nil, nil
	for _, s := range p.slots {
		if _, ok := s.batches[r.id]; ok {
			delete(s.batches, r.id)
			if s.worker != nil {
				s.worker.Post(wire.Head(wire.Request{Op: wire.OpForget, Run: r.id}), nil)
			}
		}
	}
	p.callback(func() { r.done(result, fail) })
}
