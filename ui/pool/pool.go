// Package pool has work done by a set of workers: Web Workers in the page,
// anything that implements Transport in tests.
//
// Each run has one worker that conducts it: it runs the job from top to bottom
// and, where the job asks for a batch, waits. The pool deals the batch's chunks
// to all workers, that one too, and brings the conductor the parts in order.
// Nothing is computed on the calling side. Results do not depend on how many
// workers there are, on which of them are slow, and on which of them die: a
// chunk whose worker died is done again, and where the conductor died another
// one runs the job again from the start.
//
// There is no goroutine that waits: whatever happens is an event that changes
// the state and hands out what can be handed out.
package pool

import (
	"slices"
	"sync"
	"time"

	"indistinct/core/lab"
	"indistinct/core/work"
	"indistinct/ui/wire"
)

// Pool implements wire.Pool.
type Pool struct {
	t Transport
	o Options

	mu     sync.Mutex
	hands  []*hand         // one for each worker
	runs   []*run          // in the order in which they take turns
	next   *look           // waits for a worker
	now    *look           // the newest one that is with a worker
	warm   map[string]bool // laboratories whose test was run or rehearsed
	missed *look           // was told that there are no workers: it is made up for
	serial int64           // the last request
	names  int64           // the name of the last run
	broken string          // why no worker can start, for now
	closed bool

	calls   []func() // callbacks that wait for the caller's goroutine
	calling bool
}

var _ wire.Pool = (*Pool)(nil)

// New starts the workers. Close ends them.
func New(t Transport, o Options) *Pool {
	p := &Pool{t: t, o: o.filled(), warm: map[string]bool{}}
	p.mu.Lock()
	defer p.mu.Unlock()
	for i := range p.o.Workers {
		h := &hand{p: p, only: i < p.o.Reserve}
		p.hands = append(p.hands, h)
		h.start()
	}
	return p
}

// Run implements wire.Pool.
func (p *Pool) Run(s lab.Spec, name string, progress func(wire.Progress), done func(result []byte, fail string)) (cancel func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.names++
	r := &run{p: p, name: p.names, program: p.o.Program(s.Lab), task: name, progress: progress, done: done, far: -1}
	r.pace = work.Pace{ChunkMillis: float64(p.o.Target.Microseconds()) / 1000, Workers: p.o.Workers - p.o.Reserve, Caution: 8}
	if r.program != "" { // a visitor's program can be slow
		r.pace.Caution *= 8
	}
	var err error
	if r.spec, err = s.MarshalJSON(); err != nil {
		p.call(func() { done(nil, err.Error()) })
		return func() {}
	}
	if p.closed {
		p.call(func() { done(nil, failClose) })
		return func() {}
	}
	p.rouse()
	p.warm[s.Lab] = true
	r.control = &task{op: wire.OpRun, run: r}
	p.runs = append(p.runs, r)
	p.deal()
	return func() { p.cancel(r) }
}

// Close ends all workers; runs in progress end with a sentence.
func (p *Pool) Close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closed = true
	p.drop(failClose)
	for _, h := range p.hands {
		h.tasks = nil
		h.end()
	}
}

// drop ends every run and look with a sentence.
func (p *Pool) drop(fail string) {
	for _, r := range slices.Clone(p.runs) {
		r.end(nil, fail)
	}
	for _, l := range []*look{p.next, p.now} {
		if l != nil && !l.stale {
			p.call(func() { l.done(wire.Looked{Err: fail}) })
		}
	}
	p.next, p.now = nil, nil
}

func (p *Pool) cancel(r *run) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if r.over {
		return
	}
	r.end(nil, wire.Cancelled)
	p.abandon(r)
	p.deal()
}

// abandon replaces the workers that are busy with a run, which has ended, unless they
// are ready soon.
func (p *Pool) abandon(r *run) {
	if slices.ContainsFunc(p.hands, func(h *hand) bool { return h.has(r) }) {
		time.AfterFunc(p.o.Patience, func() { p.dismiss(r) })
	}
}

// dismiss replaces the workers that are still busy with a run that has ended.
func (p *Pool) dismiss(r *run) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, h := range p.hands {
		if h.has(r) && !p.closed {
			h.lose(false)
			h.start()
		}
	}
	p.deal()
}

// call queues a callback. Callbacks run one after the other on a goroutine
// that ends when none is left.
func (p *Pool) call(f func()) {
	p.calls = append(p.calls, f)
	if p.calling {
		return
	}
	p.calling = true
	go func() {
		for {
			p.mu.Lock()
			if len(p.calls) == 0 {
				p.calling = false
				p.mu.Unlock()
				return
			}
			f := p.calls[0]
			p.calls = p.calls[1:]
			p.mu.Unlock()
			f()
		}
	}()
}

// deal hands out what can be handed out.
func (p *Pool) deal() {
	if p.closed {
		return
	}
	// A look does not wait for the one that it supersedes, but two at a time
	// are enough while a handle is dragged.
	if p.next != nil && p.looking() < 2 {
		if i := slices.IndexFunc(p.hands, func(h *hand) bool { return h.ready && len(h.tasks) == 0 }); i >= 0 {
			h := p.hands[i]
			p.now, p.next = p.next, nil
			h.send(&task{op: wire.OpLook, look: p.now})
		}
	}
	for {
		h := p.idlest(func(h *hand) bool { return !h.only && !h.looks() && len(h.tasks) < p.depth(h) })
		if h == nil {
			return
		}
		t := p.take(h)
		if t == nil {
			return
		}
		h.send(t)
	}
}

// depth is how many requests may be with a worker. The second one waits in
// its queue, so that it does not idle while the page is busy drawing.
func (p *Pool) depth(h *hand) int {
	switch {
	case slices.ContainsFunc(h.tasks, (*task).conducts):
		return 0
	case h != p.hands[0]:
		return 2
	case p.next != nil:
		return 0 // let it drain for the look
	}
	return 1
}

// idlest returns the worker with the least to do, the last one of several: the
// first is kept free for looks.
func (p *Pool) idlest(ok func(*hand) bool) *hand {
	var best *hand
	for _, h := range p.hands {
		if h.ready && ok(h) && (best == nil || len(h.tasks) <= len(best.tasks)) {
			best = h
		}
	}
	return best
}

// take returns the next task of the runs, which take turns. A run begins with a
// worker that has nothing else to do.
func (p *Pool) take(h *hand) *task {
	for range p.runs {
		r := p.runs[0]
		p.runs = append(p.runs[1:], r)
		if r.control != nil {
			if len(h.tasks) > 0 {
				continue
			}
			t := r.control
			r.control, r.home = nil, h
			return t
		}
		if t := r.chunk(); t != nil {
			return t
		}
	}
	return nil
}
