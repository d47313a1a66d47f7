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
	p        *Pool
	name     int64
	program  string // the Spec's parameter that holds one, see Options
	spec     json.RawMessage
	task     string
	progress func(wire.Progress)
	done     func([]byte, string)
	over     bool

	home    *hand  // whose worker conducts; nil while none does
	control *task  // the beginning, which waits for a worker
	batch   *batch // the last one that the conductor asked for; nil before the first
	far     int    // the highest index of a batch that any conductor asked for
	deaths  int    // conductors that died since then

	bar   work.Bar
	step  string
	count int64 // trials done in this step
	total int64
	shown time.Time
	pace  work.Pace
}

// batch is work that the conductor asked for.
type batch struct {
	index  int
	ask    work.Batch
	args   Blob
	cutter *work.Cutter
	parts  []part // in the order in which they were handed out
	whole  int    // so many from the beginning are back
	given  int    // so many the conductor has
	giving bool   // it is being given some
	gave   time.Time
	redo   []*task
	count  int64 // trials that are back
}

type part struct {
	chunk work.Chunk
	data  Blob // nil until it is back, and again once the conductor has it
}

// complete says that all parts are back.
func (b *batch) complete() bool { return b.count >= b.ask.Total() }

// chunk returns the run's next chunk, nil if all have been handed out.
func (r *run) chunk() *task {
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
	return &task{op: wire.OpDo, run: r, batch: b, chunk: chunk, part: len(b.parts) - 1}
}

// said takes a worker's answer.
func (h *hand) said(e Event) {
	p := h.p
	a, err := wire.ParseReply(e.Head)
	if err != nil {
		a = wire.Reply{Fail: err.Error()}
		if len(h.tasks) > 0 {
			a.ID = h.tasks[0].id
		}
	}
	i := slices.IndexFunc(h.tasks, func(t *task) bool { return t.id == a.ID })
	if i < 0 {
		return
	}
	t := h.tasks[i]
	if t.heard = true; !a.More {
		h.tasks = slices.Delete(h.tasks, i, i+1)
	}
	h.bound()
	r := t.run
	switch {
	case t.look != nil:
		p.looked(t.look, a, e.Blobs)
		return
	case r == nil || r.over:
		return
	case a.Fail != "":
		r.end(nil, a.Fail)
		return
	}
	want := 0
	if a.Done || a.Ask != nil || a.Show != "" || t.op == wire.OpDo {
		want = 1
	}
	switch {
	case len(e.Blobs) != want:
		r.end(nil, "A worker's answer was incomplete.")
	case a.More && r.home != h:
	case a.Step != nil:
		r.enter(a.Step.Name, a.Step.Weight, a.Step.Left, 1)
	case a.Show != "":
		r.show(a.Show, e.Blobs[0])
	case a.Done:
		r.end(p.t.Bytes(e.Blobs[0]), "")
	case a.Ask != nil:
		r.asked(*a.Ask, e.Blobs[0])
	case t.op == wire.OpGive:
		r.batch.giving = false
		r.give()
	case t.op == wire.OpDo:
		r.gather(t, e.Blobs[0], a.Millis)
	}
}

// asked takes the conductor's next batch.
func (r *run) asked(ask work.Batch, args Blob) {
	ask.Inputs = max(ask.Inputs, 1)
	b := &batch{ask: ask, args: args, cutter: r.pace.Cut(ask), gave: time.Now()}
	if r.batch != nil {
		b.index = r.batch.index + 1
	}
	if b.index > r.far {
		r.far, r.deaths = b.index, 0
	}
	r.batch = b
	r.enter(ask.Name, ask.Weight, ask.Left, ask.Total())
	r.give()
}

// gather takes a part.
func (r *run) gather(t *task, data Blob, ms float64) {
	b, c := t.batch, t.chunk
	if b != r.batch { // the run has begun again since
		return
	}
	b.parts[t.part].data = data
	b.count += c.Count
	for b.whole < len(b.parts) && b.parts[b.whole].data != nil {
		b.whole++
	}
	b.cutter.Took(c, ms)
	r.count = b.count
	r.report(wire.Progress{}, b.complete())
	r.give()
}

// give brings the conductor the parts that it has not got: all of them at the
// end, before that now and then what there is, so that the job can show it.
func (r *run) give() {
	b := r.batch
	if b.giving {
		return
	}
	to := b.whole
	last := b.complete()
	if !last {
		to -= to % b.ask.Inputs
		if to <= b.given || time.Since(b.gave) < 2*r.p.o.Every {
			return
		}
	}
	b.giving, b.gave = true, time.Now()
	r.home.send(&task{op: wire.OpGive, run: r, batch: b, from: b.given, to: to, last: last})
	for ; b.given < to; b.given++ {
		b.parts[b.given].data = nil
	}
}

// restart has the job run again from the start by another worker: it asks for the same
// batches again.
func (r *run) restart() {
	r.home, r.batch, r.bar = nil, nil, work.Bar{}
	if r.deaths >= r.p.o.Attempts {
		r.end(nil, failDeath)
		return
	}
	r.tell("starting again")
	r.control = &task{op: wire.OpRun, run: r}
}

// enter begins a step of the job.
func (r *run) enter(name string, weight, left float64, total int64) {
	r.bar.Enter(weight, left)
	r.step, r.count, r.total = name, 0, total
	r.report(wire.Progress{}, true)
}

// show hands on what the job shows, unless a conductor before showed it.
func (r *run) show(kind work.Kind, data Blob) {
	if r.batch != nil && r.batch.index < r.far {
		return
	}
	b := r.p.t.Bytes(data)
	switch kind {
	case work.Partial:
		r.report(wire.Progress{Partial: b}, true)
	case work.Scene:
		r.report(wire.Progress{Show: b}, true)
	}
}

// report tells how far the run has come; inside a step not too often.
func (r *run) report(g wire.Progress, always bool) {
	now := time.Now()
	if r.progress == nil || !always && now.Sub(r.shown) < r.p.o.Every {
		return
	}
	r.shown = now
	g.Phase, g.Done, g.Total, g.Fraction = r.step, r.count, r.total, r.bar.At(r.count, r.total)
	r.p.call(func() { r.progress(g) })
}

// tell shows a sentence in the place of the step's name.
func (r *run) tell(text string) {
	if r.progress != nil {
		g := wire.Progress{Phase: text, Done: r.count, Total: r.total, Fraction: r.bar.At(r.count, r.total)}
		r.p.call(func() { r.progress(g) })
	}
}

// end takes the run out of the pool and gives its result.
func (r *run) end(result []byte, fail string) {
	if r.over {
		return
	}
	r.over = true
	p := r.p
	p.runs = slices.DeleteFunc(p.runs, func(o *run) bool { return o == r })
	r.batch, r.control, r.home = nil, nil, nil
	for _, h := range p.hands {
		if _, ok := h.told[r.name]; ok {
			delete(h.told, r.name)
			if h.w != nil {
				h.w.Post(wire.Head(wire.Request{Op: wire.OpForget, Run: r.name}), nil)
			}
		}
	}
	p.call(func() { r.done(result, fail) })
}
