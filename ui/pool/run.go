package pool

import (
	"cmp"
	"encoding/json"
	"slices"
	"time"

	"indistinct/core/lang"
	"indistinct/core/work"
	"indistinct/ui/uptime"
	"indistinct/ui/wire"
)

// run is one job, or one look.
type run struct {
	pool     *Pool
	id       int64
	op       wire.Op // OpRun or OpLook
	binary   string  // whose workers do it
	program  string  // the Spec's parameter that holds one, see Options
	spec     json.RawMessage
	task     string
	report   Blob // of a look; nil where there is none
	progress func(wire.Progress)
	done     func(wire.Reply, []Blob)
	over     bool // it has ended, or was superseded

	waits  bool  // for a worker
	runner *slot // whose worker runs the job; nil while none does
	losses int   // runners that died since it came further than before

	batch    work.Batch       // the last one that the runner asked for
	args     Blob             // its own
	index    int              // its number, −1 before the first
	furthest int              // the highest index of a batch that any runner asked for, −1 before
	deal     *work.Deal[Blob] // of that batch; nil before the first
	sending  bool             // the runner is sent some parts
	sent     time.Duration    // when it was last sent some

	bar   work.Bar
	step  lang.Message
	count int64 // trials done in this step
	total int64
	shown time.Duration
	pace  work.Pace
}

func (r *run) onBatch(b work.Batch, args Blob) {
	r.index++
	if r.index > r.furthest {
		r.furthest, r.losses = r.index, 0
	}
	r.batch, r.args, r.deal = b, args, work.NewDeal[Blob](r.pace.Cut(b))
	r.sending, r.sent = false, uptime.Now()
	r.beginStep(b)
	r.sendParts()
}

// onPart takes the part that a request for a chunk gave, after so many milliseconds.
func (r *run) onPart(t *request, data Blob, ms float64) {
	if t.deal != r.deal { // the run has begun again since
		return
	}
	r.deal.Take(t.piece, data, ms)
	r.count = r.deal.Done
	r.reportProgress(wire.Progress{}, r.deal.Complete())
	r.sendParts()
}

// sendParts sends the runner the parts that it does not have: all of them at the
// end, before that now and then what there is, so that the job can show it.
func (r *run) sendParts() {
	last := r.deal.Complete()
	if r.sending || !last && uptime.Now()-r.sent < 2*progressInterval {
		return
	}
	if parts := r.deal.Ready(); last || len(parts) > 0 {
		r.sending, r.sent = true, uptime.Now()
		r.runner.send(&request{op: wire.OpParts, run: r, parts: parts, last: last})
	}
}

// restart has the job run again from its beginning by another worker, unless it lost too
// many. It then asks for the same batches: what workers keep of these stays valid.
func (r *run) restart() {
	r.runner, r.deal, r.index, r.bar = nil, nil, -1, work.Bar{}
	say := failDeath
	if r.op == wire.OpLook {
		say = failLook
	}
	if !r.lost(r.losses, say) {
		r.waits = true
		r.reportProgress(wire.Progress{Phase: lang.Say("pool.again")}, true)
	}
}

// lost ends a run of which something has lost so many workers that it is given up: with say,
// and where a visitor's program runs at once, since for want of memory that would end one
// worker after the other.
func (r *run) lost(losses int, say lang.Message) bool {
	switch {
	case losses > 0 && r.program != "":
		r.fail(failProgram)
	case losses >= maxLosses:
		r.fail(say)
	}
	return r.over
}

func (r *run) beginStep(b work.Batch) {
	r.bar.Enter(b.Weight, b.Left)
	r.step, r.count, r.total = lang.Say(b.Name), 0, b.Total()
	r.reportProgress(wire.Progress{}, true)
}

// onShow reports what the job shows, unless it did so before a restart.
func (r *run) onShow(kind work.Kind, data Blob) {
	if r.index < r.furthest {
		return
	}
	var g wire.Progress
	if b := r.pool.transport.Bytes(data); kind == work.Scene {
		g.Show = b
	} else {
		g.Partial = b
	}
	r.reportProgress(g, true)
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

// finish removes the run from the pool and hands on its answer.
func (r *run) finish(a wire.Reply, blobs []Blob) {
	if r.over {
		return
	}
	p := r.pool
	r.over, r.waits, r.runner, r.deal = true, false, nil, nil
	p.runs = slices.DeleteFunc(p.runs, func(o *run) bool { return o == r })
	for _, s := range p.slots {
		if _, ok := s.batches[r.id]; ok {
			delete(s.batches, r.id)
			if s.worker != nil {
				s.worker.Post(wire.Head(wire.Request{Op: wire.OpForget, Run: r.id}), nil)
			}
		}
	}
	p.callback(func() { r.done(a, blobs) })
}

func (r *run) fail(say lang.Message) { r.finish(wire.Reply{Fail: say}, nil) }

// stop does so too, and replaces, after cancelTimeout, the workers that are still busy with
// the run, but for the runners of other runs, which would have to start again.
func (r *run) stop(say lang.Message) {
	r.fail(say)
	p := r.pool
	p.later(cancelTimeout, func() {
		for _, s := range p.slots {
			busy := slices.ContainsFunc(s.requests, func(t *request) bool { return t.run == r })
			if busy && !slices.ContainsFunc(p.runs, func(o *run) bool { return o.runner == s }) {
				s.replace(false)
			}
		}
	})
}
