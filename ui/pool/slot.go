package pool

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"indistinct/core/work"
	"indistinct/ui/wire"
)

// hand is the place of one worker; the worker in it may be replaced.
type hand struct {
	p       *Pool
	w       Worker
	gen     int // counts replacements: events of earlier workers are ignored
	only    bool
	ready   bool
	watched bool          // its end would be told
	due     bool          // a timer looks after it, where it is not watched
	fails   int           // workers that died in a row before they were ready
	heard   time.Time     // when it last said something
	told    map[int64]int // run → the batch that the worker has, −1 if none
	tasks   []*task       // sent and not yet answered, in order
	limit   *time.Timer   // of the first of them, where it is a program's
}

// task is one request.
type task struct {
	id    int64
	op    wire.Op
	look  *look
	run   *run
	batch *batch
	chunk work.Chunk // of OpDo
	part  int        // of OpDo: its place among the batch's parts
	from  int        // of OpGive: parts from … to−1
	to    int
	last  bool  // of OpGive
	warm  *look // of OpRehearse: what was looked at
	heard bool  // its worker said something that was not the answer
	tries int
}

// programmed says that, until its worker says something, a program has the worker to
// itself that may never end.
func (t *task) programmed() bool {
	switch {
	case t.heard:
		return false
	case t.look != nil:
		return t.look.program != ""
	case t.warm != nil:
		return t.warm.program != ""
	}
	return (t.op == wire.OpRun || t.op == wire.OpDo) && t.run.program != ""
}

// conducts says that the worker computes by itself until it answers.
func (t *task) conducts() bool {
	return t.op == wire.OpRun || t.op == wire.OpRehearse || t.op == wire.OpGive && t.last
}

// start puts a worker in the hand's place.
func (h *hand) start() {
	h.gen++
	h.ready, h.due = false, false
	h.told = map[int64]int{}
	gen := h.gen
	h.w = h.p.t.Spawn(func(e Event) {
		h.p.mu.Lock()
		defer h.p.mu.Unlock()
		if gen == h.gen {
			h.event(e)
		}
	})
}

// end gives up the hand's worker.
func (h *hand) end() {
	h.gen++
	h.ready = false
	if h.w != nil {
		h.w.Terminate()
		h.w = nil
	}
}

func (h *hand) has(r *run) bool {
	return slices.ContainsFunc(h.tasks, func(t *task) bool { return t.run == r })
}

func (h *hand) looks() bool {
	return slices.ContainsFunc(h.tasks, func(t *task) bool { return t.look != nil })
}

func (h *hand) event(e Event) {
	h.heard = time.Now()
	switch e.Kind {
	case Ready:
		h.ready, h.watched, h.fails = true, e.Watched, 0
		h.p.recovered()
	case Said:
		h.said(e)
	case Dead:
		if !h.ready {
			h.failed(e.Why)
			return
		}
		h.replace()
	}
	h.p.deal()
}

// replace puts a new worker in the place of one that died.
func (h *hand) replace() {
	h.lose(true)
	h.start()
}

// Starting a worker takes files from the network, which may be away for a
// moment: each further try waits longer.
const (
	firstWait = 250 * time.Millisecond
	longWait  = 30 * time.Second
	// enough failures in a row of every worker are told to who waits.
	enough = 5
)

// failed takes note that a worker did not start, and has it tried again later.
func (h *hand) failed(why string) {
	p := h.p
	h.end()
	h.fails++
	wait := time.Duration(0)
	if h.fails > 1 {
		wait = min(firstWait<<min(h.fails-2, 10), longWait)
	}
	gen := h.gen
	time.AfterFunc(wait, func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		if gen == h.gen && !p.closed {
			h.start()
		}
	})
	if slices.ContainsFunc(p.hands, func(h *hand) bool { return h.ready }) {
		return
	}
	for _, r := range p.runs {
		r.tell(strings.TrimSuffix(why, ".") + "; trying again")
	}
	if p.broken == "" && !slices.ContainsFunc(p.hands, func(h *hand) bool { return h.fails < enough }) {
		p.broken = failStart + why + failAgain
		for _, l := range []*look{p.next, p.now} {
			if l != nil && !l.stale {
				p.missed = l
			}
		}
		p.drop(p.broken)
	}
}

// rouse has workers that wait for a better moment tried at once.
func (p *Pool) rouse() {
	if p.broken == "" {
		return
	}
	p.broken = ""
	for _, h := range p.hands {
		if h.fails = 0; h.w == nil {
			h.start()
		}
	}
}

// recovered makes up for what was refused while no worker could start.
func (p *Pool) recovered() {
	p.broken = ""
	if p.missed != nil && p.next == nil {
		p.next = p.missed
	}
	p.missed = nil
}

// lose gives up the hand's worker and takes its tasks back. blame says that
// the first of them may be why it died.
func (h *hand) lose(blame bool) {
	h.end()
	tasks := h.tasks
	h.tasks = nil
	for i, t := range tasks {
		if blame && i == 0 {
			t.tries++
		}
		h.p.again(t)
	}
	for _, r := range slices.Clone(h.p.runs) {
		if r.home == h {
			if blame {
				r.deaths++
			}
			r.restart()
		}
	}
}

// again has a task done once more.
func (p *Pool) again(t *task) {
	if l := t.look; l != nil {
		if p.now == l {
			p.now = nil
		}
		if l.stale {
			return
		}
		if l.tries++; l.tries >= p.o.Attempts {
			p.call(func() { l.done(wire.Looked{Err: failLook, Field: l.program}) })
			return
		}
		p.next = l
		return
	}
	if t.op != wire.OpDo || t.batch != t.run.batch {
		return // the run is over or begins again: see restart
	}
	if t.tries >= p.o.Attempts {
		t.run.end(nil, failDeath)
		return
	}
	t.batch.redo = append(t.batch.redo, t)
}

// send posts a task with whatever its worker has not heard yet.
func (h *hand) send(t *task) {
	p := h.p
	if !h.watched && t.op != wire.OpPing && len(h.tasks) == 0 && time.Since(h.heard) > p.o.Pong {
		h.send(&task{op: wire.OpPing})
		h.expect(p.o.Pong, func() {})
	}
	p.serial++
	t.id = p.serial
	h.tasks = append(h.tasks, t)
	if !h.watched && !h.due {
		h.due = true
		h.attend()
	}
	q := wire.Request{ID: t.id, Op: t.op}
	var blobs []Blob
	if l := t.look; l != nil {
		q.Spec = l.spec
		if l.report != nil {
			q.Report, blobs = true, append(blobs, l.report)
		}
	}
	if t.warm != nil {
		q.Spec = t.warm.spec
	}
	if r := t.run; r != nil {
		q.Run = r.name
		known, ok := h.told[r.name]
		if !ok {
			q.Spec, q.Task, known = r.spec, r.task, -1
		}
		switch t.op {
		case wire.OpDo:
			q.Batch, q.Chunk = t.batch.index, t.chunk
			if known != q.Batch {
				q.Ask, known = &t.batch.ask, q.Batch
				blobs = append(blobs, t.batch.args)
			}
		case wire.OpGive:
			q.Last = t.last
			for _, pt := range t.batch.parts[t.from:t.to] {
				q.Chunks = append(q.Chunks, pt.chunk)
				blobs = append(blobs, pt.data)
			}
		}
		h.told[r.name] = known
	}
	h.w.Post(wire.Head(q), blobs)
	if len(h.tasks) == 1 {
		h.bound()
	}
}

// bound gives the worker's first task its limit, where it is a program's.
func (h *hand) bound() {
	if h.limit != nil {
		h.limit.Stop()
	}
	if len(h.tasks) == 0 || !h.tasks[0].programmed() {
		return
	}
	t, gen := h.tasks[0], h.gen
	h.limit = time.AfterFunc(h.p.o.Limit, func() {
		h.p.mu.Lock()
		defer h.p.mu.Unlock()
		if gen == h.gen && len(h.tasks) > 0 && h.tasks[0] == t && t.programmed() {
			h.exceeded(t)
		}
	})
}

// exceeded ends what a program was asked for beyond its limit, with a sentence, and
// replaces its worker.
func (h *hand) exceeded(t *task) {
	p, say := h.p, fmt.Sprintf(failLong, h.p.o.Limit.Seconds())
	if l := t.look; l != nil && !l.stale {
		l.stale = true
		p.call(func() { l.done(wire.Looked{Err: say, Field: l.program}) })
	}
	if t.run != nil {
		t.run.end(nil, say)
		p.abandon(t.run)
	}
	h.lose(false)
	h.start()
	p.deal()
}

// expect has the worker replaced if it says nothing for so long; otherwise then
// is called.
func (h *hand) expect(within time.Duration, then func()) {
	gen, since := h.gen, time.Now()
	time.AfterFunc(within, func() {
		p := h.p
		p.mu.Lock()
		defer p.mu.Unlock()
		switch {
		case gen != h.gen:
		case len(h.tasks) > 0 && h.heard.Before(since):
			h.replace()
			p.deal()
		default:
			then()
		}
	})
}

// attend expects something again and again while something is due.
func (h *hand) attend() {
	h.expect(h.p.o.Silence, func() {
		if h.due = len(h.tasks) > 0; h.due {
			h.attend()
		}
	})
}
