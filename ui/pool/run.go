package pool

import (
	"cmp"
	"slices"

	"indistinct/core/lang"
	"indistinct/core/work"
	"indistinct/ui/uptime"
	"indistinct/ui/wire"
)

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

// onBatch takes the runner's next batch.
func (r *run) onBatch(ask work.Batch, args Blob) {
	ask.Inputs = max(ask.Inputs, 1)
	b := &batch{ask: ask, args: args, cutter: r.pace.Cut(ask), lastSent: uptime.Now()}
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
		if to <= b.sent || uptime.Now()-b.lastSent < 2*progressInterval {
			return
		}
	}
	b.sending, b.lastSent = true, uptime.Now()
	r.runner.send(&request{op: wire.OpParts, run: r, batch: b, from: b.sent, to: to, last: last})
	for ; b.sent < to; b.sent++ {
		b.parts[b.sent].data = nil
	}
}

// restart has the job run again from its beginning by another worker. It then asks for the
// same batches: what workers keep of these stays valid.
func (r *run) restart() {
	r.runner, r.batch, r.bar = nil, nil, work.Bar{}
	if say := lost(r.program, r.losses, r.losses > 0, failDeath); say != "" {
		r.finish(nil, say)
		return
	}
	r.reportProgress(wire.Progress{Phase: lang.Say("pool.again")}, true)
	r.start = &request{op: wire.OpRun, run: r}
}

// beginStep reports that a step of the job begins.
func (r *run) beginStep(name string, weight, left float64, total int64) {
	r.bar.Enter(weight, left)
	r.step, r.count, r.total = lang.Say(name), 0, total
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

// reportProgress reports how far the run has come, with the step's name where there is no
// other phase; inside a step not too often.
func (r *run) reportProgress(g wire.Progress, always bool) {
	now := uptime.Now()
	if r.progress == nil || !always && now-r.shown < progressInterval {
		return
	}
	r.shown = now
	g.Phase, g.Done, g.Total = cmp.Or(g.Phase, r.step), r.count, r.total
	g.Fraction = r.bar.At(r.count, r.total)
	r.pool.callback(func() { r.progress(g) })
}

// finish removes the run from the pool and hands on its result.
func (r *run) finish(result []byte, fail lang.Message) {
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
