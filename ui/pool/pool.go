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
	"encoding/json"
	"slices"
	"sync"
	"time"

	"indistinct/core/lab"
	"indistinct/core/sheet"
	"indistinct/core/work"
	"indistinct/ui/wire"
)

// Options are the pool's sizes and times; the zero value of each field stands
// for the value that Defaults gives.
type Options struct {
	// Workers is how many workers there are, at least 1.
	Workers int
	// Reserve is how many of them only look. With one processor there are two
	// workers and one of them is reserved, so that a look never waits for a run.
	Reserve int
	// Patience is how long a busy worker may take to answer after its run was
	// cancelled, before it is replaced.
	Patience time.Duration
	// Every is the least time between two progress reports inside a phase. Parts of a
	// batch that goes on are brought to the conductor half as often.
	Every time.Duration
	// Target is how long a chunk should take.
	Target time.Duration
	// Attempts is how often one request may lose its worker before the run fails.
	Attempts int
	// Pong is how soon a worker that had nothing to do must answer, and Silence
	// how long a busy one may say nothing, before it is taken for dead. They
	// matter only where a worker may end without a word.
	Pong, Silence time.Duration
	// Program names the parameter of a laboratory that holds a program which a visitor
	// wrote and which may never end, "" where there is none; nil: nowhere is one. Limit
	// is how long such a program may have a worker to itself, opening or releasing,
	// before the worker is replaced.
	Program func(lab string) string
	Limit   time.Duration
	// Wait is how long a look waits for a worker that such a program has to itself.
	Wait time.Duration
	// Rehearse is how long after the first look at a laboratory, if nothing is to do,
	// its test is rehearsed (see wire.OpRehearse); 0 for never.
	Rehearse time.Duration
}

// Defaults are the options that fit a machine with this many processors.
func Defaults(processors int) Options {
	o := Options{Workers: min(max(processors, 2), 16), Rehearse: 2 * time.Second}
	if processors < 2 {
		o.Reserve = 1
	}
	return o
}

func (o Options) filled() Options {
	o.Workers = max(o.Workers, 1)
	o.Reserve = min(max(o.Reserve, 0), o.Workers-1)
	if o.Patience <= 0 {
		o.Patience = 100 * time.Millisecond
	}
	if o.Every <= 0 {
		o.Every = 50 * time.Millisecond
	}
	if o.Target <= 0 {
		o.Target = 20 * time.Millisecond
	}
	if o.Attempts <= 0 {
		o.Attempts = 3
	}
	if o.Pong <= 0 {
		o.Pong = time.Second
	}
	if o.Silence <= 0 {
		o.Silence = 30 * time.Second
	}
	if o.Program == nil {
		o.Program = func(string) string { return "" }
	}
	if o.Limit <= 0 {
		o.Limit = 8 * time.Second
	}
	if o.Wait <= 0 {
		o.Wait = time.Second
	}
	return o
}

// Sentences that are not a worker's own.
const (
	failStart = "The page could not start its workers, so nothing can be computed: "
	failAgain = " It will be tried again."
	failDeath = "The same part of the run ended its worker several times; it may need more memory than this browser gives it."
	failLook  = "Preparing this setting ended its worker several times; it may need more memory than this browser gives it."
	failLong  = "This program takes too long: it was stopped after %.0f seconds without a result. Look for a step that does very much work, as with lists within lists, or for very many pairs."
	failClose = "The page is closing."
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

type look struct {
	lab     string
	program string // the parameter that holds one, see Options
	spec    json.RawMessage
	report  Blob
	done    func(wire.Looked)
	stale   bool
	tries   int
}

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

// Look implements wire.Pool.
func (p *Pool) Look(s lab.Spec, report []byte, done func(wire.Looked)) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.now != nil {
		p.now.stale = true
	}
	p.next, p.missed = nil, nil
	l := &look{lab: s.Lab, program: p.o.Program(s.Lab), done: done}
	var err error
	if l.spec, err = s.MarshalJSON(); err != nil {
		p.call(func() { done(wire.Looked{Err: err.Error()}) })
		return
	}
	if p.closed {
		p.call(func() { done(wire.Looked{Err: failClose}) })
		return
	}
	p.rouse()
	if report != nil {
		l.report = p.t.Blob(report)
	}
	p.next = l
	p.deal()
	if p.next == l {
		time.AfterFunc(p.o.Wait, func() { p.makeRoom(l) })
	}
}

// makeRoom replaces a worker that a program has had to itself while a look waited.
func (p *Pool) makeRoom(l *look) {
	p.mu.Lock()
	defer p.mu.Unlock()
	i := slices.IndexFunc(p.hands, func(h *hand) bool { return len(h.tasks) > 0 && h.tasks[0].programmed() })
	if p.next == l && i >= 0 && !p.closed {
		p.hands[i].lose(false)
		p.hands[i].start()
		p.deal()
	}
}

// lookAway gives up the looks in progress: their callbacks never come.
func (p *Pool) lookAway() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.now != nil {
		p.now.stale = true
	}
	p.next, p.missed = nil, nil
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

func (p *Pool) looking() int {
	n := 0
	for _, h := range p.hands {
		if h.looks() {
			n++
		}
	}
	return n
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

// looked takes the answer to a look.
func (p *Pool) looked(l *look, a wire.Reply, blobs []Blob) {
	if p.now == l {
		p.now = nil
	}
	if l.stale {
		return
	}
	p.rehearse(l)
	out := wire.Looked{Err: a.Fail, Field: a.Field}
	if out.Err == "" && len(blobs) != 3 {
		out.Err = "A worker's answer was incomplete."
	}
	if out.Err == "" {
		err := json.Unmarshal(p.t.Bytes(blobs[1]), &out.Look)
		if err == nil {
			err = sheet.Attach(out.Look.Sheets, p.t.Bytes(blobs[2]))
		}
		if err != nil {
			out.Err = "The page could not read what a worker computed: " + err.Error() + "."
		} else {
			out.Film = p.t.Bytes(blobs[0])
		}
	}
	p.call(func() { l.done(out) })
}

// rehearse has the test of what was looked at rehearsed once the pool has nothing
// else to do.
func (p *Pool) rehearse(l *look) {
	if p.o.Rehearse <= 0 || p.warm[l.lab] {
		return
	}
	time.AfterFunc(p.o.Rehearse, func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		idle := !slices.ContainsFunc(p.hands, func(h *hand) bool { return len(h.tasks) > 0 })
		if h := p.idlest(func(h *hand) bool { return !h.only }); h != nil && idle && !p.closed && !p.warm[l.lab] {
			p.warm[l.lab] = true
			h.send(&task{op: wire.OpRehearse, warm: l})
		}
	})
}
